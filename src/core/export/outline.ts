/** Small pieces of text that exports for people share. */
import { formatHex } from '../model/address.ts'
import type { Frame } from '../model/report.ts'
import type { Headline } from '../reading/headline.ts'
import { exported } from '../messages/en/export.ts'

/** The headline; where it rests on a doubtful name, it says so. */
export function formatHeadline({ title, grade }: Headline): string {
  return grade === 'possible' ? exported.doubtfulHeadline({ title }) : title
}

/** The address of a frame without a name, unless that is what it is called by already. */
export function placeOf({ address }: Frame, name: string): string {
  const hex = address === undefined ? '' : formatHex(address)
  return hex === name ? '' : hex
}
