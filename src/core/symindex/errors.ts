/** Messages for the error numbers of the WASM module. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { Problem } from '../model/problem.ts'

const words: Readonly<Record<number, readonly [code: string, message: string]>> = {
  [L.ERROR_TRUNCATED]: ['truncated-section', 'The data points past the end of a section'],
  [L.ERROR_UNIT_HEADER]: ['bad-unit', 'The header of a compile unit makes no sense'],
  [L.ERROR_VERSION]: ['dwarf-version', 'A compile unit has a DWARF version other than 2 to 5'],
  [L.ERROR_ABBREV_MISSING]: ['bad-abbreviation', 'An entry uses an abbreviation that its table does not have'],
  [L.ERROR_ABBREV_TABLE]: ['bad-abbreviation', 'A table of abbreviations is damaged'],
  [L.ERROR_FORM]: ['bad-form', 'An attribute has a form that DWARF does not know'],
  [L.ERROR_DEPTH]: ['too-deep', 'Entries are nested too deeply'],
  [L.ERROR_REFERENCE]: ['bad-reference', 'An entry refers to a place where no entry can be'],
  [L.ERROR_LINE_HEADER]: ['bad-line-table', 'The header of a line table makes no sense'],
  [L.ERROR_LINE_PROGRAM]: ['bad-line-table', 'A line table is damaged'],
  [L.ERROR_RANGES]: ['bad-ranges', 'A list of address ranges is damaged'],
  [L.ERROR_TOO_LARGE]: ['too-large', 'The debug information is larger than this version can index'],
  [L.ERROR_MEMORY]: ['out-of-memory', 'There is not enough memory to read this part'],
  [L.ERROR_WINDOW]: ['internal-error', 'A part of a section was not at hand when it was needed'],
  [L.ERROR_TRAP]: ['internal-error', 'The symbol engine failed unexpectedly'],
  [L.ERROR_CYCLE]: ['bad-reference', 'Entries refer to each other in a circle'],
}

const sectionNames: Readonly<Record<number, string>> = {
  [L.SECTION_STR]: '__debug_str',
  [L.SECTION_LINE_STR]: '__debug_line_str',
  [L.SECTION_STRTAB]: 'the string table',
  [L.SECTION_EXTRA_STRINGS]: 'the names',
  [L.SECTION_INFO]: '__debug_info',
  [L.SECTION_ABBREV]: '__debug_abbrev',
  [L.SECTION_LINE]: '__debug_line',
  [L.SECTION_STR_OFFSETS]: '__debug_str_offs',
  [L.SECTION_ADDR]: '__debug_addr',
  [L.SECTION_RANGES]: '__debug_ranges',
  [L.SECTION_RNGLISTS]: '__debug_rnglists',
  [L.SECTION_ARANGES]: '__debug_aranges',
}

/** The problem for an error number, a section slot and an offset in it. */
export function problemOfError(
  error: number,
  section: number,
  offset: number,
  file: string,
  fileOffset?: number,
): Problem {
  const [code, message] = words[error] ?? ['internal-error', 'The symbol engine failed unexpectedly']
  const name = sectionNames[section]
  const place = name === undefined ? '' : ` (${name}, offset 0x${(offset >>> 0).toString(16)})`
  const problem = { code, message: `${message}${place}.`, file }
  return name === undefined || fileOffset === undefined ? problem : { ...problem, offset: fileOffset + (offset >>> 0) }
}
