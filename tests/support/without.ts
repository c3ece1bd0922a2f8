/** A copy of an object without one of its fields. */
export function without<T extends object, K extends keyof T>(object: T, key: K): Omit<T, K> {
  const copy: Partial<T> = { ...object }
  Reflect.deleteProperty(copy, key)
  return copy as Omit<T, K>
}
