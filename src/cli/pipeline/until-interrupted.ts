/** Waits for the user or the system to end the program. */

/** Resolves at SIGINT (Ctrl-C) or SIGTERM; a second Ctrl-C ends the program at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
