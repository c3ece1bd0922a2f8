/** Rows of stacks as Apple's text reports write them, and as tools that imitate those reports do. */
import { PAGE } from '../../model/address.ts'
import type { PrintedSymbol } from '../../model/report.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'

/** `0   Image Name   <TAB>0x0000000104ccc074 ` and what follows. */
const INDEX = /^[ \t]*(\d{1,5})(?:[ \t]+|$)/
/** An address behind a blank; eighteen zeros without `0x` are a null pc, sixteen or eight digits an old writer's. */
const ADDRESS = /(?:^|[ \t])(0x[0-9a-fA-F]{1,16}|0{16,18}|0{10}|[0-9a-fA-F]{16})(?=[ \t]|$)/g
/** Old reports print an offset above 2 GB as a negative number. */
const BASE = /^(0x[0-9a-fA-F]+|0) \+ (0x[0-9a-fA-F]+|-?\d+)[ \t]*/
const KEPT_LOAD = /[ \t]\[(0x[0-9a-fA-F]{1,16}) \+ (?:0x[0-9a-fA-F]+|\d+)\]$/
const SOURCE = /(?:^|[ \t]|(?<=\)))\(([^()]*?|<compiler-generated>):[ \t]?(-?\d{1,10})(?:[:,](\d{1,9}))?\)$/
const SOURCE_FILE = /(?:^|[ \t])\(([^()/:]+\.(?:swift|mm?|c|cc|cpp|cxx|h|hh|hpp|rs|kt))\)$/
const IMAGE = /(?:^|[ \t]|(?<=\)))\(in ([^()]+)\)$/
/** A letter that was typed behind it is none of its digits. */
const OFFSET = /(?:^|[ \t]|(?<=\(in [^()]{1,200}\)))\+[ \t]+(0x[0-9a-fA-F]+|\d+)[g-z]?$/
/** The number after the plus was lost. */
const LOST_OFFSET = /(?:^|[ \t])\+$/
/** A load address between a name and the offset in the image. */
const LEFT_LOAD = /[ \t]0x[0-9a-fA-F]{6,16}$/
/** Some devices put the offset in the image inside a name, before its bracket: `-[NSObject+ 183052 (NSObject) x:]`, `start+ 61436 ()`. */
const SPLIT_NAME = /^([-+]\[[^\s+]+)\+ \d+ (\()/
const SPLIT_CALL = /^([^\s+][^+]{0,600}?[^\s+])\+ \d{1,12} (\([^]*)$/

/**
 * A row of a stack: number, image, address, symbol. Understands padded columns, tabs, collapsed blanks, names with blanks,
 * load addresses with decimal or hexadecimal offsets, symbols behind `//` or in brackets, and source places.
 * Undefined for a line that is no such row.
 */
export function parseFrameRow(line: Line): FrameRow | undefined {
  const { text } = line
  const index = canBeRow(text) ? INDEX.exec(text) : null
  if (!index?.[1]) return undefined
  const from = index[0].length
  const place = findAddress(text, from)
  if (!place) return parseOffsetRow(line, Number(index[1]), from)
  const { digits, start, end } = place
  const imageName = text.slice(from, start).trim()
  const address = BigInt(/^0x/i.test(digits) ? digits : `0x${digits}`)
  const restStart = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0
  const symbolStart = Math.min(text.trimEnd().length, end + restStart)
  const rest = text.slice(symbolStart).trimEnd()
  const row = {
    index: Number(index[1]),
    address,
    // Old reports write zeros for no image.
    imageName: imageName.replace(/ \(\*\)$/, '').replace(/^<<0{8,16}>>$/, '???'),
    span: spanIn(line, 0, text.trimEnd().length),
    symbolSpan: spanIn(line, symbolStart, Math.max(symbolStart, text.trimEnd().length)),
  }
  const name = UNREAD.exec(row.imageName)?.[1]
  if (name !== undefined) return { ...row, imageName: name, misprintedIn: line.number }
  const misprint = contradicts(address, rest) ? { misprintedIn: line.number } : {}
  return { ...row, ...readTarget(rest), ...loadBefore(address, rest), ...misprint }
}

/** An address with letters in it that are no digits, which is no part of the name before it. */
const UNREAD = /^(.*?)[ \t]+[0Oo][xX×](?=[\p{L}|]{0,15}\d)[\p{L}\p{N}|]{6,40}$/u

/** The load address that the offset leads back to, where the one beside it is another. */
function loadBefore(address: bigint, target: string): Target {
  const base = BASE.exec(target)
  const load = address - BigInt(base?.[2] ?? '0')
  const stated = BigInt(base?.[1] ?? '0')
  return stated > load && load > 0n && load % PAGE === 0n ? { loadAddress: load } : {}
}

/**
 * True if a row's address is not its load address plus its offset: text recognition may confuse `0xB` and `0x8`. Some writers print
 * another address before the plus; then the address minus the offset is still the start of a page.
 */
export function contradicts(address: bigint, target: string): boolean {
  const base = BASE.exec(target)
  const load = BigInt(base?.[1] ?? '0')
  const offset = BigInt(base?.[2] ?? '0')
  return load > 0n && load % PAGE === 0n && load + offset !== address && (address - offset) % PAGE !== 0n
}

/** A row that an export of ours wrote for a frame without an address: `0 Image<TAB>??? name [Image + 12]`, `0 Image<TAB>??? Image + 12`. */
function parseOffsetRow(line: Line, index: number, from: number): FrameRow | undefined {
  const text = line.text.trimEnd()
  const gap = text.indexOf(UNKNOWN_ADDRESS, from)
  const imageName = gap < 0 ? '' : text.slice(from, gap).trim()
  if (imageName === '') return undefined
  const start = gap + UNKNOWN_ADDRESS.length
  const rest = text.slice(start)
  const kept = / \[[^[\]]* \+ (\d{1,15})\]$/.exec(rest)
  const bare = rest.startsWith(`${imageName} + `) ? /^(\d{1,15})$/.exec(rest.slice(imageName.length + 3)) : null
  const offset = kept?.[1] ?? bare?.[1]
  if (offset === undefined) return undefined
  return {
    index,
    imageName,
    offset: Number(offset),
    span: spanIn(line, 0, text.length),
    symbolSpan: spanIn(line, start, text.length),
    ...(kept && readSymbol(rest.slice(0, kept.index))),
  }
}

function findAddress(text: string, from: number): { digits: string; start: number; end: number } | undefined {
  ADDRESS.lastIndex = from
  for (let match = ADDRESS.exec(text); match; match = ADDRESS.exec(text)) {
    const digits = match[1] ?? ''
    const end = match.index + match[0].length
    const start = end - digits.length
    // A name comes first.
    if (text.slice(from, start).trim() !== '') return { digits, start, end }
    ADDRESS.lastIndex = end
  }
  return undefined
}

const UNKNOWN_ADDRESS = '\t??? '

type Target = Pick<FrameRow, 'loadAddress' | 'symbol' | 'inlined' | 'offset'>

/** What stands behind the address: a load address and an offset, a symbol, or both; a name put in keeps the first in brackets. */
function readTarget(rest: string): Target {
  const kept = KEPT_LOAD.exec(rest)
  if (kept) return { ...readSymbol(rest.slice(0, kept.index)), loadAddress: BigInt(kept[1] ?? '0') }
  const base = BASE.exec(rest)
  if (!base) return readSymbol(rest)
  const behind = rest.slice(base[0].length)
  const comment = /^(?:\/\/[ \t]*(.+)|\((.+)\))$/.exec(behind)
  const words = comment?.[1] ?? comment?.[2]
  const named = words === undefined || /^in [^()]+$/.test(words) ? {} : readSymbol(words)
  const load = BigInt(base[1] ?? '0')
  return { ...named, ...(load > 0n ? { loadAddress: load } : {}) }
}

function readSymbol(text: string): Target {
  const inlined = INLINED.exec(text)
  const symbol = parseSymbolText(text.replace(INLINED, ''))
  return { ...(symbol ? { symbol } : {}), ...(inlined ? { inlined: true } : {}) }
}

/** The word before a name or, as Apple's reporter of newer systems has it, behind its place. */
const INLINED = /^\[inlined\][ \t]+|(?:[ \t]\[inlined\]){1,4}[ \t]*$/i

/** No file has more; a service prints addresses as lines. */
const MOST_LINES = 1e8

/** Parts behind a name; writers have one of each, tools that put names in double and shuffle them. */
const mostParts = 8

/** What a person noted behind a place, in Chinese: `App + 1762912  (项目位置)`. A file's name has a dot. */
const REMARK = /( \+ \d{1,15})[ \t]+[（(][^()（）.:]{0,40}\p{sc=Han}[^()（）.:]{0,40}[）)]$/u

/** A place without brackets, as Datadog writes it: `name + 36 Till.swift:33`. */
const BARE_SOURCE = /( \+ \d{1,15}) ([^\s()]{1,300}:\d{1,9})$/

/** `name + 12 (in Image) (file.m:3)`, each part but the name optional and in any order. Undefined for `???` and nothing. */
export function parseSymbolText(text: string): PrintedSymbol | undefined {
  let rest = text.trim().replace(REMARK, '$1').replace(BARE_SOURCE, '$1 ($2)')
  let source: RegExpExecArray | undefined
  let offset: string | undefined
  for (let parts = 0; parts < mostParts; parts++) {
    const place = SOURCE.exec(rest) ?? SOURCE_FILE.exec(rest)
    const plus = OFFSET.exec(rest)
    const found = place ?? IMAGE.exec(rest) ?? plus ?? LOST_OFFSET.exec(rest)
    if (!found) break
    rest = rest.slice(0, found.index).trimEnd()
    if (place) source = place
    const load = plus && found === plus ? LEFT_LOAD.exec(rest) : null
    if (load) rest = rest.slice(0, load.index).trimEnd()
    else if (found === plus) offset = plus?.[1]
  }
  const name = rest.replace(SPLIT_NAME, '$1$2').replace(SPLIT_CALL, '$1$2').trim()
  // A number alone is an offset that lost its plus.
  if (name === '' || name === '???' || /^\d+$/.test(name)) return undefined
  const line = Number(source?.[2] ?? 0)
  const column = Number(source?.[3] ?? 0)
  const file = source?.[1]
  return {
    name,
    ...(offset === undefined ? {} : { offset: Number(offset) }),
    ...(file ? { file } : {}),
    ...(line > 0 && line < MOST_LINES ? { line } : {}),
    ...(column > 0 ? { column } : {}),
  }
}
