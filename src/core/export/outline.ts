/** Small pieces of text that exports for people share. */
import { formatHex } from '../model/address.ts'
import type { Frame } from '../model/report.ts'

/** The address of a frame without a name, unless that is what it is called by already. */
export function placeOf({ address }: Frame, name: string): string {
  const hex = address === undefined ? '' : formatHex(address)
  return hex === name ? '' : hex
}
