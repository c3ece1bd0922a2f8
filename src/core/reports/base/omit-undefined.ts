/** Fields that are undefined left out, because an absent field of the model is absent. */

export type WithoutUndefined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** A copy of `values` without the fields whose value is undefined. */
export function omitUndefined<T extends object>(values: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
}
