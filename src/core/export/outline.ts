/** Small pieces of text that exports for people share. */
import { formatHex } from '../model/address.ts'
import type { Frame } from '../model/report.ts'

/** The address of a frame without a name, unless its label already is the address. */
export function placeOf({ address }: Frame, name: string): string {
  const hex = address === undefined ? '' : formatHex(address)
  return hex === name ? '' : hex
}
