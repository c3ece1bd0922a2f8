/** The engine's slot for each debug section. */
import * as L from '../../../wasm/assembly/layout.ts'

/** Debug sections by slot. A section may have several names, because a Mach-O section name has at most 16 characters. */
const SLOTS: readonly (readonly [slot: number, ...names: string[]])[] = [
  [L.SECTION_STR, 'debug_str'],
  [L.SECTION_LINE_STR, 'debug_line_str'],
  [L.SECTION_INFO, 'debug_info'],
  [L.SECTION_ABBREV, 'debug_abbrev'],
  [L.SECTION_LINE, 'debug_line'],
  [L.SECTION_STR_OFFSETS, 'debug_str_offs', 'debug_str_offsets'],
  [L.SECTION_ADDR, 'debug_addr'],
  [L.SECTION_RANGES, 'debug_ranges'],
  [L.SECTION_RNGLISTS, 'debug_rnglists'],
  [L.SECTION_ARANGES, 'debug_aranges'],
]

const slots = new Map(SLOTS.flatMap(([slot, ...names]) => names.map((name) => [name, slot])))

/** The slot of a debug section, by its name without underscores; undefined for sections that are not read. */
export function slotOf(name: string): number | undefined {
  return slots.get(name)
}
