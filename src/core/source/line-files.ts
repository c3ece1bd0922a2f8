/**
 * Files of a line table's header, with what DWARF 5 keeps of their contents: MD5, and the text itself where the compiler put it there.
 * DWARF 5, sections 6.2.4 and 6.2.4.1; `DW_LNCT_LLVM_source` is LLVM's. Older tables have neither.
 */
import { decodeUtf8, type ByteCursor } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import * as F from '../dwarf/forms.ts'
import { problem } from '../messages/problems.ts'
import { hexOf } from '../model/hex.ts'
import { FormatError } from '../model/problem.ts'
import type { LineFile } from '../model/source.ts'
import { joinPath } from '../symindex/path.ts'
import type { DebugInfo } from '../variables/debug-info.ts'
import { numberOf, readNumber, type Unit } from '../variables/unit.ts'
import { LARGEST_FILE } from './limits.ts'

/** A unit of link-time optimisation names some ten thousand files. */
const LARGEST_HEADER = 1 << 26
const MOST_ENTRIES = 1 << 20

/** A text in place, or where it stands. */
type Text = { readonly text: string } | { readonly section: 'debug_str' | 'debug_line_str'; readonly offset: number }

interface Entry {
  readonly name?: Text
  readonly directory: number
  readonly md5?: Uint8Array
  readonly source?: Text
}

interface LineHeader {
  readonly directories: readonly Entry[]
  readonly files: readonly Entry[]
}

/** Headers by their unit; undefined for one that has no contents of files to tell. */
const read = new WeakMap<Unit, LineHeader | undefined>()

/**
 * What the line table of the unit at an address tells of the contents of files. `wanted`: paths, as look-ups give them. Damage is a
 * `FormatError`.
 */
export function lineFilesAt(info: DebugInfo, address: bigint, wanted: ReadonlySet<string>): readonly LineFile[] {
  const unit = info.unitAt(address)
  if (!unit) return []
  if (!read.has(unit)) read.set(unit, readHeader(info, unit))
  const header = read.get(unit)
  if (!header) return []
  const names = new Set([...wanted].map(lastName))
  const root = unit.die(unit.header.rootOffset)
  const compilation = (root && info.text(root, D.AT_COMP_DIR)) ?? ''
  const textOf = (text: Text | undefined, most?: number): string =>
    !text ? '' : 'text' in text ? text.text : (info.string(text.section, text.offset, most) ?? '')
  const found = new Map<string, LineFile>()
  for (const { name, directory, md5, source } of header.files) {
    const ownName = textOf(name)
    if (!names.has(lastName(ownName))) continue
    const folder = textOf(header.directories[directory]?.name)
    const path = joinPath(directory === 0 ? '' : compilation, folder, ownName)
    if (!wanted.has(path) || found.has(path)) continue
    // A file without its text is listed with an empty one.
    const text = textOf(source, LARGEST_FILE)
    if (md5 || text !== '') {
      found.set(path, { path, ...(md5 && { md5: hexOf(md5) }), ...(text !== '' && { source: text }) })
    }
  }
  return [...found.values()]
}

const lastName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

function readHeader(info: DebugInfo, unit: Unit): LineHeader | undefined {
  const root = unit.die(unit.header.rootOffset)
  const at = root && numberOf(root, D.AT_STMT_LIST)
  if (at === undefined) return undefined
  const head = info.cursor('debug_line', at, 24)
  if (head.done) return undefined
  const offsetSize = head.readU32() === 0xffffffff ? 8 : 4
  if (offsetSize === 8) head.skip(8)
  const version = head.readU16()
  if (version !== 5) return undefined
  const addressSize = head.readU8()
  head.skip(1) // size of segment selectors
  const length = Number(readNumber(head, offsetSize))
  if (length > LARGEST_HEADER) throw new FormatError(problem('too-large', {}, { file: info.image.file }))
  const cursor = info.cursor('debug_line', at + head.at, length)
  if (cursor.remaining < length) throw cursor.damage('truncated', { expected: length, left: cursor.remaining })
  cursor.skip(5) // minimum_instruction_length to line_range
  cursor.skip(Math.max(0, cursor.readU8() - 1)) // lengths of the opcodes below opcode_base
  const shape = { version, addressSize, offsetSize } as const
  const directories = readEntries(cursor, shape)
  const files = readEntries(cursor, shape)
  return files.some(({ md5, source }) => md5 ?? source) ? { directories, files } : undefined
}

interface Shape {
  readonly version: number
  readonly addressSize: number
  readonly offsetSize: 4 | 8
}

function readEntries(cursor: ByteCursor, shape: Shape): readonly Entry[] {
  const formats = Array.from({ length: cursor.readU8() }, () => ({
    type: cursor.readUleb(),
    form: F.normalForm(cursor.readUleb()),
  }))
  const count = cursor.readUleb()
  if (count > MOST_ENTRIES) throw cursor.damage('too-large', {})
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    const before = cursor.at
    let entry: Entry = { directory: 0 }
    for (const { type, form } of formats) entry = withValue(cursor, shape, entry, type, form)
    // Entries of no bytes would be as many as the header likes to say.
    if (cursor.at === before) throw cursor.damage('truncated', { expected: 1, left: 0 })
    entries.push(entry)
  }
  return entries
}

/** An entry with the next value, which says what `type` is about. */
function withValue(cursor: ByteCursor, shape: Shape, entry: Entry, type: number, form: number): Entry {
  if (form === F.FORM_STRING) {
    const end = cursor.bytes.indexOf(0, cursor.at)
    if (end < 0) throw cursor.damage('truncated', { expected: 1, left: 0 })
    const text = decodeUtf8(cursor.readBytes(end - cursor.at))
    cursor.skip(1)
    return withText(entry, type, { text })
  }
  const size = F.sizeOfForm(form, shape.version, shape.addressSize, shape.offsetSize)
  if (size === F.SIZE_LEB) {
    const number = cursor.readUleb()
    return type === D.LNCT_DIRECTORY_INDEX ? { ...entry, directory: number } : entry
  }
  if (size === F.SIZE_BLOCK) {
    cursor.skip(cursor.readUleb())
    return entry
  }
  if (size < 0) throw cursor.damage('bad-form.number', { form: `0x${form.toString(16)}` })
  if (size === 16) {
    const md5 = cursor.readBytes(16)
    // All zeros: the producer had none.
    return type === D.LNCT_MD5 && md5.some((byte) => byte !== 0) ? { ...entry, md5 } : entry
  }
  const number = Number(readNumber(cursor, size))
  if (form === F.FORM_LINE_STRP) return withText(entry, type, { section: 'debug_line_str', offset: number })
  if (form === F.FORM_STRP) return withText(entry, type, { section: 'debug_str', offset: number })
  return type === D.LNCT_DIRECTORY_INDEX ? { ...entry, directory: number } : entry
}

function withText(entry: Entry, type: number, text: Text): Entry {
  if (type === D.LNCT_PATH) return { ...entry, name: text }
  return type === D.LNCT_LLVM_SOURCE ? { ...entry, source: text } : entry
}
