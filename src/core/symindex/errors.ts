/** Messages for the error numbers of the WASM module. */
import * as L from '../../../wasm/assembly/layout.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import { sectionsByName } from '../messages/problems/symbols.ts'

const keys = {
  [L.ERROR_TRUNCATED]: 'truncated-section',
  [L.ERROR_UNIT_HEADER]: 'bad-unit',
  [L.ERROR_VERSION]: 'dwarf-version',
  [L.ERROR_ABBREV_MISSING]: 'bad-abbreviation',
  [L.ERROR_ABBREV_TABLE]: 'bad-abbreviation.table',
  [L.ERROR_FORM]: 'bad-form',
  [L.ERROR_DEPTH]: 'too-deep',
  [L.ERROR_REFERENCE]: 'bad-reference',
  [L.ERROR_LINE_HEADER]: 'bad-line-table.header',
  [L.ERROR_LINE_PROGRAM]: 'bad-line-table',
  [L.ERROR_RANGES]: 'bad-ranges',
  [L.ERROR_TOO_LARGE]: 'too-large',
  [L.ERROR_MEMORY]: 'out-of-memory',
  [L.ERROR_WINDOW]: 'internal-error.window',
  [L.ERROR_TRAP]: 'internal-error.engine',
  [L.ERROR_CYCLE]: 'bad-reference.cycle',
} as const

type Known = keyof typeof keys
const isKnown = (error: number): error is Known => Object.hasOwn(keys, error)

const sectionNames: Readonly<Record<number, string>> = {
  [L.SECTION_STR]: '__debug_str',
  [L.SECTION_LINE_STR]: '__debug_line_str',
  get [L.SECTION_STRTAB]() {
    return sectionsByName.strings
  },
  get [L.SECTION_EXTRA_STRINGS]() {
    return sectionsByName.names
  },
  [L.SECTION_INFO]: '__debug_info',
  [L.SECTION_ABBREV]: '__debug_abbrev',
  [L.SECTION_LINE]: '__debug_line',
  [L.SECTION_STR_OFFSETS]: '__debug_str_offs',
  [L.SECTION_ADDR]: '__debug_addr',
  [L.SECTION_RANGES]: '__debug_ranges',
  [L.SECTION_RNGLISTS]: '__debug_rnglists',
  [L.SECTION_ARANGES]: '__debug_aranges',
}

/** The problem for an error number, a section slot and a place in it. */
export function problemOfError(
  error: number,
  section: number,
  { file, fileOffset, offset }: { readonly file: string; readonly fileOffset?: number; readonly offset: number },
): Problem {
  const key = isKnown(error) ? keys[error] : 'internal-error.engine'
  const name = sectionNames[section]
  if (name === undefined) return problem(key, {}, { file })
  const at = offset >>> 0
  const place = { file, ...(fileOffset !== undefined && { offset: fileOffset + at }) }
  return problem(key, { section: name, at: `0x${at.toString(16)}` }, place)
}
