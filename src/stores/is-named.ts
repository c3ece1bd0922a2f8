/** Whether a browser threw an error of this name; its errors have no classes of their own. */
export function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}
