/**
 * Runs steps side by side, at most `lanes` at once. A step starts when all steps that it names in `after` have ended, well or not;
 * among those that may start, the first of the list goes first. A name in `after` that is no step of the list is passed over.
 *
 * @template {{ name: string, after?: readonly string[] }} Step
 * @param {readonly Step[]} steps
 * @param {number} lanes
 * @param {(step: Step) => Promise<void>} run
 * @returns {Promise<void>}
 */
export async function runInLanes(steps, lanes, run) {
  const waiting = [...steps]
  const unfinished = new Set(steps.map(({ name }) => name))
  const running = new Set()
  const mayStart = ({ after = [] }) => !after.some((name) => unfinished.has(name))
  while (unfinished.size > 0) {
    while (running.size < lanes) {
      const at = waiting.findIndex(mayStart)
      if (at < 0) break
      const [step] = waiting.splice(at, 1)
      const ended = run(step).finally(() => {
        running.delete(ended)
        unfinished.delete(step.name)
      })
      running.add(ended)
    }
    if (running.size === 0) throw new Error(`These steps wait for each other: ${[...unfinished].join(', ')}`)
    await Promise.race(running)
  }
}
