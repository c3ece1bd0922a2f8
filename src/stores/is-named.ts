/** True for a browser error of this name; browser errors have no classes of their own. */
export function isNamed(thrown: unknown, name: string): boolean {
  return thrown instanceof Error && thrown.name === name
}
