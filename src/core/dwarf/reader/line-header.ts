/**
 * Directories and files of a line table's header, with DWARF 5's record of their contents. It has an MD5, and the text
 * itself where the compiler put it there. DWARF 5, sections 6.2.4 and 6.2.4.1; `DW_LNCT_LLVM_source` is LLVM's. Older
 * tables have neither and are not read.
 */
import { decodeUtf8, type ByteCursor } from '../../bytes/cursor.ts'
import { problem } from '../../messages/problems.ts'
import { FormatError } from '../../model/problem.ts'
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import { readInitialLength } from '../initial-length.ts'
import type { DebugInfo } from './debug-info.ts'
import type { UnitShape } from './unit-header.ts'
import { numberOf, type Unit } from './unit.ts'
import { readValue, type AttributeValue } from './value.ts'

/** A unit of link-time optimisation names some ten thousand files. */
const LARGEST_HEADER = 1 << 26
const MOST_ENTRIES = 1 << 20

/** A text in place, or where it is. */
export type LineText =
  { readonly text: string } | { readonly section: 'debug_str' | 'debug_line_str'; readonly offset: number }

export interface LineEntry {
  readonly name?: LineText
  readonly directory: number
  readonly md5?: Uint8Array
  readonly source?: LineText
}

export interface LineHeader {
  readonly directories: readonly LineEntry[]
  readonly files: readonly LineEntry[]
}

/** The header of a unit's line table; undefined where no file has an MD5 or a text. Damage is a `FormatError`. */
export function readLineHeader(info: DebugInfo, unit: Unit): LineHeader | undefined {
  const root = unit.die(unit.header.rootOffset)
  const at = root && numberOf(root, D.AT_STMT_LIST)
  if (at === undefined) return undefined
  const head = info.cursor('debug_line', at, 24)
  if (head.done) return undefined
  const { offsetSize } = readInitialLength(head)
  const version = head.readU16()
  if (version !== 5) return undefined
  const addressSize = head.readU8()
  head.skip(1) // size of segment selectors
  const length = Number(head.readUnsigned(offsetSize))
  if (length > LARGEST_HEADER) throw new FormatError(problem('too-large', {}, { file: info.image.file }))
  const cursor = info.cursor('debug_line', at + head.at, length)
  if (cursor.remaining < length) throw cursor.damage('truncated', { expected: length, left: cursor.remaining })
  cursor.skip(5) // minimum_instruction_length to line_range
  cursor.skip(Math.max(0, cursor.readU8() - 1)) // lengths of the opcodes below opcode_base
  const shape = { version, addressSize, offsetSize }
  const directories = readEntries(cursor, shape)
  const files = readEntries(cursor, shape)
  return files.some(({ md5, source }) => md5 ?? source) ? { directories, files } : undefined
}

function readEntries(cursor: ByteCursor, shape: UnitShape): readonly LineEntry[] {
  const formats = Array.from({ length: cursor.readU8() }, () => ({
    type: cursor.readUleb(),
    form: F.normalForm(cursor.readUleb()),
  }))
  const count = cursor.readUleb()
  if (count > MOST_ENTRIES) throw cursor.damage('too-large', {})
  const entries: LineEntry[] = []
  for (let n = 0; n < count; n++) {
    const before = cursor.at
    let entry: LineEntry = { directory: 0 }
    for (const { type, form } of formats) entry = withValue(entry, type, readValue(cursor, form, shape))
    // Entries of no bytes would be as many as the header likes to say.
    if (cursor.at === before) throw cursor.damage('truncated', { expected: 1, left: 0 })
    entries.push(entry)
  }
  return entries
}

/** An entry with one more value; `type` selects its field. */
function withValue(entry: LineEntry, type: number, value: AttributeValue): LineEntry {
  const { number, bytes } = value
  switch (type) {
    case D.LNCT_PATH:
      return withText(entry, 'name', value)
    case D.LNCT_LLVM_SOURCE:
      return withText(entry, 'source', value)
    case D.LNCT_DIRECTORY_INDEX:
      return bytes ? entry : { ...entry, directory: Number(number) }
    case D.LNCT_MD5:
      // All zeros: the producer had none.
      return value.form === F.FORM_DATA16 && bytes?.some((byte) => byte !== 0) ? { ...entry, md5: bytes } : entry
    default:
      return entry
  }
}

function withText(entry: LineEntry, field: 'name' | 'source', { form, number, bytes }: AttributeValue): LineEntry {
  if (form === F.FORM_STRING && bytes) return { ...entry, [field]: { text: decodeUtf8(bytes) } }
  const section = SECTIONS[form]
  return section ? { ...entry, [field]: { section, offset: Number(number) } } : entry
}

/** Where a text of a form lies. */
const SECTIONS: Readonly<Record<number, 'debug_str' | 'debug_line_str'>> = {
  [F.FORM_STRP]: 'debug_str',
  [F.FORM_LINE_STRP]: 'debug_line_str',
}
