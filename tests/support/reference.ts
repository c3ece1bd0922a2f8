/**
 * How long a task of a known size takes here and now. Tests compare with it where work must stay small: a slow or a busy machine takes
 * longer for both.
 */

/** Rounds of the reference task: some 100 ms on a machine of 2024. */
const ROUNDS = 400_000

/** Sorting, looking up, cutting and joining text, as readers do. */
function referenceTask(): number {
  const seen = new Map<string, number>()
  let sum = 0
  for (let round = 0; round < ROUNDS; round++) {
    const key = `${(round * 7919) % 10_007}:name`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    sum += key.indexOf(':') * count
  }
  return sum + [...seen.keys()].sort().join().length
}

/** Processor time of this process that a task takes, in milliseconds. Threads that run beside it count, too. */
export function processorTime(task: () => unknown): number {
  const before = process.cpuUsage()
  task()
  return process.cpuUsage(before).user / 1000
}

/** How many times as long as the reference task this takes: the reference runs before and after, and its longer time counts. */
export function timesReference(task: () => unknown): number {
  const before = processorTime(referenceTask)
  const time = processorTime(task)
  return time / Math.max(before, processorTime(referenceTask))
}
