/** Rows of stacks as tools other than Apple's crash reporter print them: one reader a layout, each a pure function of a line. */
import { cleanAddress } from '../../memory/clean-address.ts'
import { PAGE, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import type { ImageUuid } from '../../model/image.ts'
import type { PrintedSymbol } from '../../model/report.ts'
import { contradicts, parseFrameRow, parseSymbolText } from './apple-rows.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { isColumns, isNoImage } from './table-rows.ts'

/** A row with the properties of its image that it prints. */
export interface TextRow extends FrameRow {
  readonly imageUuid?: ImageUuid | undefined
  /** Preferred `__TEXT` vmaddr of the image, where the row's numbers show it. */
  readonly imageText?: bigint | undefined
  readonly imageArch?: string | undefined
  readonly imagePath?: string | undefined
  /** The line of a row whose offset in its image does not lead back to the start of a page; other rows show whether it is misprinted. */
  readonly unalignedIn?: number | undefined
}

export const matchRow = (pattern: RegExp, line: Line): RegExpExecArray | null =>
  canBeRow(line.text) ? pattern.exec(line.text) : null

export type RowReader = (line: Line) => TextRow | undefined

/** Names of the start of an image, not of a function. */
const IMAGE_START = /^(?:_?_?mh_(?:execute|dylib|bundle|dylinker)_header|__dso_handle|_?\$?__TEXT)$/
const LOAD_AND_OFFSET = /^(0x[0-9a-f]+|0) \+ (0x[0-9a-f]+|\d+)/i
const MISSING_UUID = /(?:^|[ \t])\(Missing(?: UUID)?:? ?<?([0-9a-f-]{32,36})>?\)$/i
/** The row's original place, which a symbolicator keeps after the name: `[App + 16684]`, `[0x104000000 + 16684]`. */
export const KEPT_PLACE = /(?:^|[ \t])\[([^[\]]* ?\+ (?:0x[0-9a-f]+|\d+))\]$/i
/** Where the linker places a 64-bit main executable. */
const MAIN_TEXT = 0x1_0000_0000n
const MAIN_TEXT_NUMBER = 2 ** 32

/** `0   Image   0x0000000104ccc074 symbol + 12`: callStackSymbols, backtrace_symbols and all that imitate them. */
export function readIndexedRow(line: Line): TextRow | undefined {
  const plain = withoutQuotes(line)
  const row = parseFrameRow(plain)
  return row && !isListed(row, plain) && !isOfTable(row, plain) ? refineRow(withLetters(row), plain) : undefined
}

/** Foundation prints letters that are no ASCII as `\\U5546` where it prints an array. */
const ESCAPED = /\\U([0-9a-f]{4})/g
const lettersOf = (text: string): string =>
  text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** The row with its names in letters. */
function withLetters(row: FrameRow): FrameRow {
  const { imageName, symbol } = row
  if (!imageName?.includes('\\U') && !symbol?.name.includes('\\U')) return row
  return {
    ...row,
    ...(imageName !== undefined && { imageName: lettersOf(imageName) }),
    ...(symbol && { symbol: { ...symbol, name: lettersOf(symbol.name) } }),
  }
}

/** A line of memory or of a list of symbols: its number is followed by a place, or its address by more columns. */
function isOfTable({ imageName = '', loadAddress, symbol, symbolSpan }: FrameRow, line: Line): boolean {
  if (loadAddress !== undefined || symbol?.offset !== undefined) return false
  return isNoImage(imageName) || isColumns(line.text.slice((symbolSpan?.start ?? line.end) - line.start))
}

/** A printed array of strings has a comma after each row, and perhaps quotes around it. */
function withoutQuotes(line: Line): Line {
  if (!/[,"']\s*$/.test(line.text)) return line
  const text = line.text.replace(/^([ \t]*)["'](?=\d)/, '$1 ').replace(/["']?,?[ \t]*$/, '')
  return { ...line, text, end: line.start + text.length }
}

/** `0 App 0x104cc8000 <UUID>` and `0 App 0x104cc8000 /path` list an image: whole pages, and no place in a function. */
function isListed({ address, symbol, loadAddress }: FrameRow, { text }: Line): boolean {
  if (
    address === undefined ||
    address % PAGE !== 0n ||
    MISSING_UUID.test(text.trimEnd()) ||
    loadAddress !== undefined ||
    symbol?.offset !== undefined
  )
    return false
  return (
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/i.test(text) ||
    symbol?.name.startsWith('/') === true
  )
}

/** A name with blanks needs two blanks or a tab after it, so that a sentence is no row. */
const PLAIN =
  /^[ \t]*([^\s:=[({"'][^\s:="]{0,79}(?=[ \t])|[^\s:=[({"'][^:="]{0,79}?(?=[ \t]{2}|\t))[ \t]+(0x[0-9a-f]{4,16})[ \t]+([^\s(].*? \+ (?:\d+|0x[0-9a-f]+)(?:[ \t]*\([^()]*\))?|[^\s(].*\[[^[\]]* ?\+ (?:\d+|0x[0-9a-f]+)\])[ \t]*$/i

/** The same for a text that announces its rows: a row may be cut off anywhere after its address. */
const LOOSE =
  /^[ \t]*([^\s:=[({"'][^\s:="]{0,79}(?=[ \t])|[^\s:=[({"'][^:="]{0,79}?(?=[ \t]{2}|\t))[ \t]+(0x[0-9a-f]{4,16})(?:[ \t]+(\S.*?))?[ \t]*$/i

/** In columns a name needs no offset: `Image   0x104ccc074  -[Cart fill]`, as Sentry shows a thread. */
const COLUMNS =
  /^[ \t]*([A-Za-z_][^\s:=[({"']{0,79})(?:[ \t]{2,}|\t)(0x[0-9a-f]{9,16})(?:[ \t]{2,}|\t)([-+]\[[^\]\n]{1,400}\]|(?:(?:closure #\d{1,4} in|specialized|static|__C\.)[ \t])?[A-Za-z_$][\w$.:<>~*&,()]{2,400})[ \t]*$/i

/** The same row without a number: `Image   0x104ccc074 symbol + 12`. Needs the offset, the load address or columns to be a row. */
export function readPlainRow(line: Line): TextRow | undefined {
  return plainRow(matchRow(PLAIN, line) ?? matchRow(COLUMNS, line), line)
}

/** A row without a number, which may be cut off; for texts that announce their rows. */
export function readLooseRow(line: Line): TextRow | undefined {
  return plainRow(matchRow(LOOSE, line), line)
}

function plainRow(match: RegExpExecArray | null, line: Line): TextRow | undefined {
  const [, imageName, digits, rest = ''] = match ?? []
  // BSBacktraceLogger prints the load address of an image in place of an unknown name.
  const isUnknown = /^0x[0-9a-f]{8}(?:[0-9a-f]{8})?$/i.test(imageName ?? '') && LOAD_AND_OFFSET.test(rest)
  if (!imageName || !digits || (!isUnknown && /0x[0-9a-f]{6}/i.test(imageName))) return undefined
  const end = line.text.trimEnd().length
  const row = omitUndefined({
    address: BigInt(digits),
    imageName: isUnknown ? undefined : imageName.trim(),
    symbol: rest === '' || LOAD_AND_OFFSET.test(rest) ? undefined : parseSymbolText(rest),
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - rest.length, end),
  })
  const misprint = contradicts(row.address, rest) ? { misprintedIn: line.number } : {}
  return refineRow({ ...row, ...misprint }, line)
}

/** What the part behind the address says about the image: its load address, its UUID. */
function refineRow(row: FrameRow, line: Line): TextRow {
  const span = row.symbolSpan
  const rest = span ? line.text.slice(span.start - line.start, span.end - line.start) : ''
  const missing = MISSING_UUID.exec(rest)
  if (missing?.[1]) {
    const symbol = parseSymbolText(rest.slice(0, missing.index))
    return { ...withoutSymbol(row), ...omitUndefined({ symbol }), imageUuid: parseUuid(missing[1]) }
  }
  const kept = KEPT_PLACE.exec(rest)
  if (kept?.[1]) {
    const place = { ...withoutSymbol(row), ...omitUndefined({ symbol: parseSymbolText(kept[1]) }) }
    const symbol = parseSymbolText(rest.slice(0, kept.index))
    return { ...placeRow(place, kept[1]), ...omitUndefined({ symbol }) }
  }
  const placed = placeRow(row, rest)
  const isUnaligned = row.loadAddress === undefined && (placed.loadAddress ?? 0n) % PAGE !== 0n
  return isUnaligned ? { ...placed, unalignedIn: line.number } : placed
}

/** What a place as printed says of the image: `0x104000000 + 16684`, `App + 16684`, `_mh_execute_header + 16684`. */
export function placeRow(row: FrameRow, rest: string): TextRow {
  const { symbol, imageName } = row
  if (row.address === undefined) return row
  // Only arm64 signs code, and nowhere else is such an address one of code.
  const { address } = cleanAddress(runtimeAddress(row.address), 'arm64')
  const load = LOAD_AND_OFFSET.exec(rest)
  if (load?.[1] && load[2]) return { ...row, loadAddress: loadFrom(address, BigInt(load[1]), BigInt(load[2])) }
  const alone = /^\+ (\d{10,15})$/.exec(rest)?.[1]
  const offset = alone === undefined ? symbol?.offset : Number(alone)
  if (offset === undefined || !Number.isSafeInteger(offset)) return row
  // No function is 4 GB long: Crashlytics once printed the place in the dSYM behind the plus.
  const isLinked = offset >= MAIN_TEXT_NUMBER
  const inImage = isLinked ? offset - MAIN_TEXT_NUMBER : offset
  const loadAddress = address - BigInt(inImage)
  if (loadAddress <= 0n || !(isLinked || (symbol && isImageItself(symbol.name, imageName)))) return row
  const { name = '', file, line } = symbol ?? {}
  const named = isLinked && alone === undefined ? omitUndefined({ name, file, line }) : undefined
  return {
    ...withoutSymbol(row),
    ...omitUndefined({ symbol: named, imageText: isLinked ? MAIN_TEXT : undefined }),
    loadAddress,
    offset: inImage,
  }
}

function withoutSymbol({ symbol: _, ...row }: FrameRow): FrameRow {
  return row
}

/** Whether a printed name is no function: the image's own name, or its Mach header's. */
function isImageItself(name: string, imageName: string | undefined): boolean {
  return IMAGE_START.test(name) || (imageName !== undefined && imageName !== '???' && name === imageName)
}

/**
 * The load address behind `0xBASE + n`. Old KSCrash texts print the symbol's start before the plus, and the offset in the image
 * behind it; then the offset tells. Undefined when neither fits.
 */
function loadFrom(address: bigint, loadAddress: bigint, offset: bigint): bigint | undefined {
  if (loadAddress > 0n && loadAddress + offset === address) return loadAddress
  const load = address - offset
  return load > 0n && load % PAGE === 0n && loadAddress > load ? load : undefined
}

/** A place behind the arguments: their values are printed as `Ty=DIType at 0x…`. */
const PLACE_BEHIND = /[ \t]+at[ \t]+((?![^()]*\))\S[^\n]*?):(\d{1,9})(?::(\d{1,9}))?$/

/** ` at file:12:3` at the end; most rows have none, and their end tells. */
export function findSource(text: string): RegExpExecArray | null {
  return /:\d{1,9}$/.test(text.slice(-12)) ? PLACE_BEHIND.exec(text) : null
}

const SANITIZER = /^[ \t]*#(\d{1,5})[ \t]+(?:(0x[0-9a-f]{1,16})(?:[ \t]+|$))?((?:in[ \t]+)?)(.*)$/i
const MODULE =
  /[ \t]*\(([^()]*?(?:\([^()]*\)[^()]*?)*?)\)?(?::(arm\w*|x86_64h?|i386))?\+(0x[0-9a-f]+)\)(?:[ \t]+\(BuildId: [0-9a-f]+\))?$/i

/**
 * `#4 0x10394461a in function file.m:48 (Module:arm64+0x1000)` of the sanitizers. The number behind the plus is an offset in the
 * module; for a main executable it has the preferred vmaddr in it.
 */
export function readSanitizerRow(line: Line): TextRow | undefined {
  const match = matchRow(SANITIZER, line)
  if (!match?.[1]) return undefined
  const end = line.text.trimEnd().length
  const rest = (match[4] ?? '').trimEnd()
  if (match[2] === undefined && rest === '') return undefined
  const module = MODULE.exec(rest)
  const nowhere = module ? null : NOWHERE.exec(rest)
  const described = rest.slice(0, (module ?? nowhere)?.index).trim()
  const old = module ? null : OLD_MODULE.exec(described)
  const inFile = module?.[3] === undefined ? undefined : BigInt(module[3])
  const isMain = inFile !== undefined && inFile >= MAIN_TEXT
  const offset = inFile === undefined ? undefined : Number(isMain ? inFile - MAIN_TEXT : inFile)
  const address = match[2] === undefined ? undefined : BigInt(match[2])
  return omitUndefined({
    index: Number(match[1]),
    address,
    imageName: nowhere ? '???' : module?.[1] === undefined ? old?.[2] : module[1].slice(module[1].lastIndexOf('/') + 1),
    imagePath: module?.[1]?.startsWith('/') ? module[1] : undefined,
    imageArch: module?.[2],
    imageText: isMain ? MAIN_TEXT : undefined,
    offset,
    loadAddress:
      address !== undefined && offset !== undefined && address >= offset ? address - BigInt(offset) : undefined,
    symbol: readSanitizerSymbol(
      old ? `${old[1] ?? ''}${old[3] === undefined ? '' : `+0x${Number(old[3]).toString(16)}`}` : described,
    ),
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, Math.max(0, end - rest.length - (match[3] ?? '').length), end),
  })
}

/** The address is in no module that the sanitizer knows. */
const NOWHERE = /[ \t]*\(<unknown module>\)$/

/** As the first versions printed it: `strcat (in libsystem_c.dylib) + 19`, with the offset in the function. */
const OLD_MODULE = /^(.*?)[ \t]+\(in ([^()]{1,120})\)(?:[ \t]\+[ \t](\d{1,12}))?$/

function readSanitizerSymbol(text: string): PrintedSymbol | undefined {
  const source = /[ \t]+((?:\/[^:]*|[^\s:()]+)):(\d{1,9})(?::(\d{1,9}))?$/.exec(text)
  let name = (source ? text.slice(0, source.index) : text).replace(/[ \t]*<null>$/, '').trim()
  const offset = /\+(0x[0-9a-f]+)$/i.exec(name)
  if (offset) name = name.slice(0, offset.index)
  if (name === '') return undefined
  const line = Number(source?.[2] ?? 0)
  const column = Number(source?.[3] ?? 0)
  return omitUndefined({
    name,
    offset: offset?.[1] === undefined ? undefined : Number(offset[1]),
    ...(source?.[1] !== '<null>' && {
      file: source?.[1],
      line: line > 0 ? line : undefined,
      column: column > 0 ? column : undefined,
    }),
  })
}

/** What Dart counts from: the snapshot of the program, or that of its runtime. */
const SNAPSHOT = /^(_?_?kDart\w{1,60})\+(0x[0-9a-f]{1,16})/i
const DART =
  /#(\d{1,5})[ \t]+abs[ \t]+(?:0x)?(0(?![0-9a-f])|[0-9a-f]{4,16})(?:[ \t]+virt[ \t]+(?:0x)?([0-9a-f]{1,16}))?[ \t]*(\S.*)?/i

/** `#00 abs 0000000104ccc074 virt 0000000000014074 _kDartIsolateSnapshotInstructions+0x1234` of Dart's ahead-of-time code. */
export function readDartRow(line: Line): TextRow | undefined {
  const match = matchRow(DART, line)
  if (!match?.[1] || !match[2]) return undefined
  const address = BigInt(`0x${match[2]}`)
  const virtual = match[3] === undefined ? undefined : BigInt(`0x${match[3]}`)
  const end = line.text.trimEnd().length
  const snapshot = SNAPSHOT.exec(match[4] ?? '')
  const distance = Number(snapshot?.[2])
  return omitUndefined({
    index: Number(match[1]),
    // Crashlytics writes 0 for an address that it does not have; the place in the image still tells.
    address: address === 0n ? undefined : address,
    imageName: 'App',
    offset: virtual !== undefined && (virtual <= address || address === 0n) ? Number(virtual) : undefined,
    loadAddress: virtual !== undefined && virtual < address ? address - virtual : undefined,
    // What Dart prints is a place in its snapshot, not a function.
    symbol: snapshot ? undefined : parseSymbolText(match[4] ?? ''),
    fromSymbol: snapshot?.[1] && Number.isSafeInteger(distance) ? { name: snapshot[1], offset: distance } : undefined,
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - (match[4]?.trimEnd().length ?? 0), end),
  })
}

const SWIFT =
  /^[ \t│]*(\d{1,5})((?:[ \t]+\[[\w ,]+\])*)[ \t]+(?:(0x[0-9a-f]{4,16})(?:[ \t]+(.*))?|([\p{L}_$(<].{0,2000}? in .*))$/iu

/**
 * `1 [ra] 0x0000000104ccc074 load() + 12 in App at /src/main.swift:3:5` of the Swift runtime's own backtraces. Without an address a row has
 * its image, and an offset or a place.
 */
export function readSwiftRow(line: Line): TextRow | undefined {
  const match = matchRow(SWIFT, line)
  if (!match?.[1]) return undefined
  const [, , marks = '', address] = match
  let rest = (match[4] ?? match[5] ?? '').trimEnd()
  const end = line.text.trimEnd().length
  const length = rest.length
  const source = findSource(rest)
  if (source) rest = rest.slice(0, source.index)
  // A closure is `#1 in load()`; the image comes last.
  const word = ` ${rest}`.lastIndexOf(' in ')
  const image = word < 0 ? undefined : /^in ([^()]+)$/.exec(rest.slice(word))
  if (image) rest = rest.slice(0, word).trimEnd()
  const named = parseSymbolText(rest)
  if (address === undefined && !(image && named && (source || named.offset !== undefined))) return undefined
  const file = source?.[1]
  const row = Number(source?.[2] ?? 0)
  const column = Number(source?.[3] ?? 0)
  return omitUndefined({
    index: Number(match[1]),
    address: address === undefined ? undefined : BigInt(address),
    imageName: image?.[1]?.trim(),
    symbol:
      named &&
      omitUndefined({ ...named, file, line: row > 0 ? row : undefined, column: column > 0 ? column : undefined }),
    kind: /\bra\b/.test(marks) ? ('return' as const) : /\basync\b/.test(marks) ? ('async' as const) : undefined,
    inlined: /\binlined\b/.test(marks) ? true : undefined,
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - length, end),
  })
}
