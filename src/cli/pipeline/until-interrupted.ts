/** Work without an end of its own: it goes on until the user, or the system, says so. */

/** Resolves at Ctrl-C or when the process is asked to end; a second Ctrl-C ends it at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
