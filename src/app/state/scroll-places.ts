/** How far each step of the history was scrolled: Back and Forward lead there again, also where the page is drawn anew. */

/** Frames of the screen within which the page must have grown as long as it was, and for which its place is then held. */
const MOST_FRAMES = 150
const HELD_FRAMES = 30
/** Milliseconds after which scrolling is over; browsers allow few changes of the history a second. */
const QUIET_MS = 200

/** Watches the window until it is gone. */
export function keepScrollPlaces(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Number of the place that is being restored; 0 when none is. */
  let restoring = 0
  let turns = 0
  history.scrollRestoration = 'manual'
  const save = (): void => {
    waiting = undefined
    const state: unknown = history.state
    history.replaceState({ ...(state ?? {}), y: Math.round(scrollY) }, '')
  }
  const restore = (y: number): void => {
    const turn = ++turns
    restoring = turn
    // The last page may still be on the screen, and rows are measured as they come.
    const hold = (left: number, held: number): void => {
      if (turn !== restoring) return
      const isLong = document.documentElement.scrollHeight - innerHeight >= y
      if (isLong && Math.round(scrollY) !== y) scrollTo({ top: y, behavior: 'instant' })
      if (left > 0 && held < HELD_FRAMES) requestAnimationFrame(() => hold(left - 1, isLong ? held + 1 : 0))
      else restoring = 0
    }
    requestAnimationFrame(() => hold(MOST_FRAMES, 0))
  }
  const stop = (): void => {
    restoring = 0
  }
  addEventListener(
    'scroll',
    () => {
      if (restoring > 0) return
      clearTimeout(waiting)
      waiting = setTimeout(save, QUIET_MS)
    },
    { passive: true },
  )
  // Who scrolls meanwhile wants to be elsewhere.
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const)
    addEventListener(type, stop, { passive: true, capture: true })
  const onStep = (): void => {
    clearTimeout(waiting)
    const y = placeOf(history.state)
    if (y === undefined) save()
    else restore(y)
  }
  addEventListener('popstate', onStep)
  onStep()
}

function placeOf(state: unknown): number | undefined {
  const { y } = (state ?? {}) as { readonly y?: unknown }
  return typeof y === 'number' && Number.isFinite(y) && y >= 0 ? y : undefined
}
