/** Values of the JSON that exports write: addresses as hexadecimal strings, fields without a value left out. */
import { formatHex } from '../model/address.ts'
import { visibleText } from '../model/visible-text.ts'

/** The fields of a document, where those that may be absent may be undefined. */
type Loose<T> = {
  readonly [K in keyof T]: Pick<T, K> extends Required<Pick<T, K>> ? T[K] : T[K] | undefined
}

export function hex(value: bigint | number | undefined): string | undefined {
  return value === undefined ? undefined : formatHex(value)
}

/** The fields that have a value. Runs for each frame and each image: an object without empty fields is returned unchanged. */
export function only<T extends object>(fields: Loose<T>): T {
  for (const key in fields) if (fields[key] === undefined) return without(fields) as T
  return fields as T
}

function without(fields: Readonly<Record<string, unknown>>): object {
  const kept: Record<string, unknown> = {}
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key]
  return kept
}

/** A value as the text of a JSON file. Letters that a terminal obeys, that turn the order or that nobody sees are escapes in its strings. */
export const jsonText = (value: unknown, indent = 0): string => `${visibleText(JSON.stringify(value, null, indent))}\n`
