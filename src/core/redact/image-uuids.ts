/** UUIDs that an image list contains. Symbols are found by them, so they stay; every other UUID is somebody's identifier. */
import type { SymbolicatedReport } from '../model/report.ts'
import { jsonValues } from './keyed-values.ts'
import { kindOfValue, namesImage } from './keys.ts'
import { findUuids } from './patterns.ts'
import { isUuid } from './variants.ts'

/**
 * The UUIDs of images in reports and in texts, as hex digits in lower case. Sources are image lists of reports, symbols
 * found for them, and image lists and kernels in unparsed text.
 */
export function imageUuids(
  symbolicated: readonly SymbolicatedReport[],
  texts: ReadonlySet<string>,
): ReadonlySet<string> {
  const uuids = new Set<string>()
  const add = (uuid: string | undefined): void => {
    if (uuid !== undefined) uuids.add(plainHex(uuid))
  }
  for (const { report, images, resolutions } of symbolicated) {
    for (const { uuid } of report.images) add(uuid)
    for (const { have = [], hypotheses = [] } of images) {
      have.forEach(add)
      for (const { uuid } of hypotheses) add(uuid)
    }
    for (const resolution of resolutions) if (resolution.kind === 'wrong-build') resolution.have.forEach(add)
    for (const [key, value] of report.header.fields)
      // A binary report has one UUID of its own: that of the program's image.
      if (isUuid(value) && (namesImage(key, []) || (report.textKind === 'none' && key === 'UUID'))) add(value)
    for (const section of report.sections) if (section.kind === 'table') listedIn(section).forEach(add)
    for (const { key, value, around } of jsonValues(report.text))
      if (isUuid(value) && namesImage(key, around) && kindOfValue(key, value, around) === undefined) add(value)
  }
  for (const text of texts)
    for (const { index, 0: uuid } of findUuids(text)) if (isListed(text, index, index + uuid.length)) add(uuid)
  return uuids
}

export const plainHex = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase()

/** The column of UUIDs in a table whose rows have a place in memory: shared caches, kernel extensions. */
function listedIn({
  columns,
  rows,
}: {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}): string[] {
  const at = columns.indexOf('UUID')
  const isPlaced = columns.some((column) => /^(?:(?:load )?address|slide)$/i.test(column))
  return at < 0 || !isPlaced ? [] : rows.flatMap((row) => (isUuid(row[at] ?? '') ? [row[at] ?? ''] : []))
}

/** Whether a UUID in a text stands in a row of an image list, or behind the label of a kernel or a shared cache. */
function isListed(text: string, start: number, end: number): boolean {
  // A report may be one line: only the text close by is looked at.
  const near = text.slice(Math.max(0, start - 200), start)
  const before = near.slice(near.search(/[^\n]*$/))
  const after = text.slice(end, end + 120)
  if (/[/\\]$/.test(before)) return false
  if (ROW.test(before) || KEXT.test(before) || LABEL.test(before)) return true
  return /(?:^|\s)UUID: $/.test(before) && /^ \([\w ]+\)/.test(after)
}

/** `0x104c00000 - 0x104c1ffff Kiosk arm64 <…>`: the UUID stands before the path. */
const ROW = /0x[0-9a-f]+ *- *(?:0x[0-9a-f]+|\?+)[^/]*<?$/i
/** `com.example.driver(1.2)[…]@0x…` */
const KEXT = /\)\[$/
/** A label of an image at the end of a text: its words alone, behind nothing that says whose they are. */
const LABEL =
  /(?:^|[\s"'\\n,({])(?:fileset |debug header )?(?:kernel ?(?:cache)?|kext|txm|sptm|(?:dyld )?shared ?cache|dyld(?: shared)? ?cache|dsym|slice|macho)[ _]?uuid["'\\]* *[:=] *["'\\<(]*$/i
