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
    await new Promise((resume) => setTimeout(resume))
    until = performance.now() + PIECE
  }
  return undefined
}

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
