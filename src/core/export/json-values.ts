/** Values of the JSON that exports write: addresses as hexadecimal strings, fields without a value left out. */
import { formatHex } from '../model/address.ts'

export interface JsonObject {
  readonly [key: string]: Json
}
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
type Fields = { readonly [key: string]: Json | undefined }

export function hex(value: bigint | number | undefined): string | undefined {
  return value === undefined ? undefined : formatHex(value)
}

/** The fields that have a value. Runs for each frame and each image: an object without empty fields is returned unchanged. */
export function only(fields: Fields | Readonly<Record<string, unknown>>): JsonObject {
  const all = fields as JsonObject
  for (const key in fields) if (fields[key] === undefined) return without(all)
  return all
}

function without(fields: JsonObject): JsonObject {
  const kept: Record<string, Json> = {}
  for (const key in fields) {
    const value = fields[key]
    if (value !== undefined) kept[key] = value
  }
  return kept
}
