/** Long work in small pieces, so that the page stays responsive. */
const PIECE = 8

/** Runs steps to their end; undefined once it is no longer wanted. */
export async function inSlices<T>(
  steps: Generator<undefined, T, void>,
  isWanted: () => boolean,
): Promise<T | undefined> {
  let until = performance.now() + PIECE
  while (isWanted()) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await nextTask()
    until = performance.now() + PIECE
  }
  return undefined
}

/** For a loop that waits at each turn: lets the page draw once a piece of work is done. */
export function pauses(): () => Promise<void> {
  let until = performance.now() + PIECE
  return async () => {
    if (performance.now() < until) return
    await nextTask()
    until = performance.now() + PIECE
  }
}

/** Ends in a task of its own. */
export const nextTask = (): Promise<void> => new Promise((resume) => setTimeout(resume))

/** Runs steps in slices for an effect: the function that is returned ends them. */
export function whileWanted<T>(steps: Generator<undefined, T, void>, ondone: (made: T) => void): () => void {
  let isWanted = true
  void inSlices(steps, () => isWanted).then((made) => {
    if (made !== undefined && isWanted) ondone(made)
  })
  return () => {
    isWanted = false
  }
}

/** Work that nobody waits for. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
