/** Values of JSON that nobody has checked yet. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The strings of a list at their places; what is no string is empty. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : '')) : []

/** A whole number from 0 on. */
export const countOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined
