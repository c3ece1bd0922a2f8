/** Rows of Android's native stacks: an address of the ELF file, the file, what it names there, and its build id. */
import { linkAddress, runtimeAddress } from '../../model/address.ts'
import { uuidOfBuildId, type ImageUuid } from '../../model/image.ts'
import type { Frame, PrintedSymbol } from '../../model/report.ts'
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'

export interface TombstoneRow extends FrameRow {
  readonly index: number
  /** In the address space of the ELF file; in the process where no memory is named. */
  readonly pc: bigint
  /** The path as printed, with what follows `!`. Empty where the row has none. */
  readonly path: string
  /** Where in that path the ELF file begins, as printed. */
  readonly start: string
  readonly uuid?: ImageUuid | undefined
  /** The processor, where the row ends in it. */
  readonly arch?: string | undefined
  /** The row has the word `pc` or a build id; only Android's rows do. */
  readonly isMarked: boolean
}

/** A row of managed code between the native ones: it has a name and no address. */
export type ManagedRow = FrameRow & { readonly pc?: never }

const ROW =
  /^[ \t]*(?:native: |Stack frame |\d{1,4}[ \t]{1,4}(?=#))?(?:#(\d{1,4})[ \t]{1,8}|(?=pc[ \t]))(?:(pc)[ \t]{1,8}(?:0x)?|0x)([0-9a-f]{1,16})(?:[ \t]{1,8}(\S.*?))?[ \t]*$/i
/** What older versions of `ndk-stack` put after a row. */
const ROUTINE = /: Routine .{1,2400}$/
const BUILD = /[ \t]*\(BuildId: ([0-9a-f]{2,128})\)$/i
const PLACE = /[ \t]\(([^()]{1,400}):(\d{1,9})\)$/
/** Services write it behind each row. */
const ARCH = /[ \t]\[((?:armeabi|arm64|x86|mips)[\w-]{0,16})\][ \t]*$/
const OFFSET = /^[ \t]{1,8}\(offset (?:0x)?([0-9a-f]{1,16})\)/i
const SYMBOL = /^[ \t]{1,8}\((.{1,8000}?)(?:[ \t]?\+[ \t]?(\d{1,15}))?\)$/
/** Memory without a file, and code that Android's runtime wrote: no ELF file has symbols of it. */
const NO_FILE = /^(?:\[|<|\?|\/memfd:|\/dev\/|.*\.(?:odex|oat|vdex|dex|jar|art)(?: \(deleted\))?$)/
/** Memory without a file: rows count from where it begins. */
const ANONYMOUS = /^<anonymous:([0-9a-f]{1,16})>$/
const NO_PLACE = /^(?:<unknown>|\?\?\?|<anonymous:[0-9a-f]+>)?$/
const OF_APP = /^\/(?:data|mnt\/expand)\//

/** `#02 Shop.Till:Count<int> (int,bool) <0x29f>`: the handler of signals that Unity has on Mono. */
const MONO_ROW = /^[ \t]{0,40}#(\d{2,4}) ((?:\(wrapper |[\p{L}_])[^\n]{0,3000}?\)) <0x[0-9a-f]{1,8}>[ \t]*$/u

/** Reads such a row; undefined for any other line. */
export function readMonoRow(line: Line): ManagedRow | undefined {
  const [, index, name] = (canBeRow(line.text) && MONO_ROW.exec(line.text)) || []
  if (name === undefined) return undefined
  const span = spanIn(line, 0, line.text.trimEnd().length)
  return { index: Number(index), symbol: { name }, language: 'csharp', kind: 'call', span }
}

/** Dumps of Android 5 and 6 number no rows, and say which are native. */
const UNNUMBERED = /^[ \t]*native: pc[ \t]/

/** Reads a row; undefined for any other line. */
export function readTombstoneRow(whole: Line): TombstoneRow | undefined {
  if (!canBeRow(whole.text)) return undefined
  const named = ARCH.exec(whole.text)
  const line = named ? { ...whole, text: whole.text.slice(0, named.index) } : whole
  const match = ROW.exec(line.text)
  if (!match) return undefined
  const [, index = UNNUMBERED.test(line.text) ? '0' : undefined, word, digits = '', behind = ''] = match
  if (index === undefined) return undefined
  // Sanitizers and debuggers print the address of the process, then a name.
  if (word === undefined && !/^[/<[?]/.test(behind)) return undefined
  const build = BUILD.exec(behind)?.[1]
  const said = (build === undefined ? behind : behind.slice(0, BUILD.exec(behind)?.index)).replace(ROUTINE, '')
  const place = PLACE.exec(said)
  const unplaced = place ? said.slice(0, place.index) : said
  const path = pathIn(unplaced)
  const rest = unplaced.slice(path.length)
  const offset = OFFSET.exec(rest)
  const end = line.text.trimEnd().length
  const afterPath = end - behind.length + path.length + (offset?.[0].length ?? 0)
  const blanks = /^[ \t]*/.exec(line.text.slice(afterPath, end))?.[0].length ?? 0
  return omitUndefined({
    index: Number(index),
    pc: BigInt(`0x${digits}`),
    path,
    start: offset?.[1] ?? '',
    uuid: build === undefined ? undefined : uuidOfBuildId(build),
    arch: named?.[1],
    isMarked: word !== undefined || build !== undefined,
    symbol: symbolOf(rest.slice(offset?.[0].length ?? 0), place),
    span: spanIn(line, line.text.length - line.text.trimStart().length, end),
    symbolSpan: spanIn(line, afterPath + blanks, end),
  })
}

/** The last part of a path; a library in an archive of an app stands behind `!`. */
const fileIn = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)

/** Up to the first blank and bracket; `(deleted)` is of the path. */
function pathIn(text: string): string {
  const found = /[ \t]\((?!deleted\))/.exec(text)
  return (found ? text.slice(0, found.index) : text).trimEnd()
}

function symbolOf(text: string, place: RegExpExecArray | null): PrintedSymbol | undefined {
  const [, name, offset] = SYMBOL.exec(text) ?? []
  if (name === undefined) return undefined
  return omitUndefined({
    name,
    offset: offset === undefined ? undefined : Number(offset),
    file: place?.[1],
    line: place ? Number(place[2]) : undefined,
  })
}

/**
 * Adds stacks and the images that their rows name. Android's unwinder prints addresses of the ELF file, not of the process. In all
 * rows but the first it has moved the address back into the call, so nothing is subtracted again.
 */
export function addTombstoneRows(
  builder: ReportBuilder,
  stacks: readonly (readonly (TombstoneRow | ManagedRow)[])[],
  arch: string | undefined,
): readonly (readonly Frame[])[] {
  const images = new Map<string, number>()
  const imageOf = ({ path, start, uuid, arch: own }: TombstoneRow): number | undefined => {
    if (path === '' || NO_FILE.test(path)) return undefined
    const key = uuid ?? `${path} ${start}`
    const known = images.get(key)
    if (known !== undefined) return known
    const origin = OF_APP.test(path) ? ('app' as const) : path.startsWith('/') ? ('system' as const) : undefined
    // A list of its own: addresses of one file say nothing of the others.
    const index = builder.addImage(
      omitUndefined({ name: fileIn(path), path, uuid, arch: own ?? arch, origin, textVmaddr: linkAddress(0) }),
      builder.newImageList(),
    )
    images.set(key, index)
    return index
  }
  return stacks.map((rows) =>
    builder.addStack(
      rows.map((row) => (row.pc === undefined ? row : placed(row, imageOf(row)))),
      'call',
    ),
  )
}

function placed(row: TombstoneRow, image: number | undefined): FrameRow {
  const { index, symbol, span, symbolSpan, inlined, pc, path, kind } = row
  const hasPlace = !NO_PLACE.test(path)
  const base = BigInt(`0x${ANONYMOUS.exec(path)?.[1] ?? '0'}`)
  const isOffset = hasPlace && pc <= BigInt(Number.MAX_SAFE_INTEGER)
  return omitUndefined({
    index,
    kind: kind ?? (index === 0 ? ('exact' as const) : undefined),
    symbol,
    span,
    symbolSpan,
    inlined,
    image,
    // No symbols exist of code without a file, so nobody is asked for them.
    imageName: image === undefined && (symbol === undefined || !hasPlace) ? '???' : fileIn(path),
    offset: isOffset ? Number(pc) : undefined,
    address: isOffset ? undefined : runtimeAddress(BigInt.asUintN(64, pc + base)),
  })
}
