/** Readings that go in steps, so that a page can do something else between them. */

/** Rows of a column between two pauses: less than a millisecond of work. */
export const ROWS_A_STEP = 4096

/** Runs steps to their end at once. */
export function finish<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
