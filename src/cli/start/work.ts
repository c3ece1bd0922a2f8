/** What is due when a command has read its arguments and begins with its work. */
let due: (() => void) | undefined

/** Does this when the work begins; an error of the arguments comes before. */
export function atWork(task: () => void): void {
  due = task
}

/** The arguments are right. */
export function beginWork(): void {
  due?.()
  due = undefined
}
