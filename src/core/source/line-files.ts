/** The line table's files at an address, with the MD5 and text that the debug information has of them. */
import * as D from '../dwarf/constants.ts'
import { hexOf } from '../model/hex.ts'
import type { LineFile } from '../model/source.ts'
import { joinPath } from '../symindex/path.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { readLineHeader, type LineHeader, type LineText } from '../dwarf/reader/line-header.ts'
import type { Unit } from '../dwarf/reader/unit.ts'
import { LARGEST_FILE } from './limits.ts'

/** Headers by their unit; undefined for a header without MD5s and embedded texts. */
const read = new WeakMap<Unit, LineHeader | undefined>()

/**
 * MD5s and embedded texts of files, from the line table of the unit at an address. `wanted`: paths, as look-ups give
 * them. Damage is a `FormatError`.
 */
export function lineFilesAt(info: DebugInfo, address: bigint, wanted: ReadonlySet<string>): readonly LineFile[] {
  const unit = info.unitAt(address)
  if (!unit) return []
  if (!read.has(unit)) read.set(unit, readLineHeader(info, unit))
  const header = read.get(unit)
  if (!header) return []
  const names = new Set([...wanted].map(lastName))
  const root = unit.die(unit.header.rootOffset)
  const compilation = (root && info.text(root, D.AT_COMP_DIR)) ?? ''
  const textOf = (text: LineText | undefined, most?: number): string =>
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
