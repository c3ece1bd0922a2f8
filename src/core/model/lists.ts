/** Lists of any length. To spread one into a call throws from some hundred thousand elements on: arguments lie on the stack. */

/** Adds all elements at the end. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}

/** The largest of the values and `least`. */
export function largest(least: number, values: Iterable<number>): number {
  let found = least
  for (const value of values) if (value > found) found = value
  return found
}
