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

/** The fields that have a value. */
export function only(fields: Fields | Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}
