/** Readings that go in steps, so that a page can do something else between them. */

/** Runs steps to their end at once. */
export function finish<T>(steps: Generator<undefined, T, void>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
