/** Images, frames and thread states of `.ips` crash reports. */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import type { Writable } from '../../model/writable.ts'
import type { PrintedSymbol, Register, SharedCacheRegion, TextSpan } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asObject, asString } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import type { FrameRow, ImageRow, ReportBuilder } from '../base/report-builder.ts'
import { frameEntry } from './ips-pairs.ts'
import { fieldTexts } from '../../messages/labels.ts'

/** An entry of `usedImages`. */
export function readUsedImage(entry: JsonObject): ImageRow {
  const path = asString(entry['path'])
  const name = asString(entry['name']) ?? (path === undefined ? '' : fileName(path))
  const loadAddress = asBigint(entry['base'])
  const size = asNumber(entry['size'])
  const uuid = parseUuid(asString(entry['uuid']) ?? '')
  const arch = asString(entry['arch'])
  const short = asString(entry['CFBundleShortVersionString'])
  const build = asString(entry['CFBundleVersion'])
  const version = short && build ? `${short} (${build})` : (short ?? build)
  const bundleId = asString(entry['CFBundleIdentifier'])
  const origin = originOfPath(path)
  // A: absolute; addresses that belong to no image count from 0 in it.
  const catchAll = asString(entry['source']) === 'A' || (loadAddress === 0n && !uuid)
  const row: Writable<ImageRow> = { name }
  if (catchAll) row.catchAll = true
  if (path && path !== '???') row.path = path
  if (uuid) row.uuid = uuid
  if (arch) row.arch = arch
  if (loadAddress !== undefined) row.loadAddress = runtimeAddress(loadAddress)
  if (size !== undefined) row.size = size
  if (version) row.version = version
  if (bundleId) row.bundleId = bundleId
  if (origin) row.origin = origin
  return row
}

/** The shared cache: where it lay and which one it was. */
export function readSharedCache(entry: JsonObject): SharedCacheRegion | undefined {
  const base = asBigint(entry['base'])
  const size = asNumber(entry['size'])
  const uuid = parseUuid(asString(entry['uuid']) ?? '')
  if (base === undefined || base === 0n || size === undefined || !(size > 0)) return undefined
  return { ...(uuid ? { uuid } : {}), loadAddress: runtimeAddress(base), size }
}

/** Where images stand in the builder, and which of them stand for "no image". */
export interface UsedImages {
  readonly builder: ReportBuilder
  /** Position in the builder for each entry of `usedImages`; undefined where addresses count from 0. */
  readonly positions: readonly (number | undefined)[]
}

/** An array of frames, innermost first. Frames that the text cuts off before their place are left out. */
export function readFrames(value: JsonValue | undefined, used: UsedImages, document: JsonDocument): FrameRow[] {
  const rows: FrameRow[] = []
  for (const written of asArray(value)) {
    const entry = frameEntry(written)
    if (!entry || typeof written !== 'object' || written === null) continue
    const isCut = document.open.size > 0 && document.open.has(written)
    if (!isCut || ('imageIndex' in entry && 'imageOffset' in entry))
      rows.push(readFrame(entry, used, document.spans.get(written)))
  }
  return rows
}

function readFrame(entry: JsonObject, { builder, positions }: UsedImages, span: TextSpan | undefined): FrameRow {
  const offset = asBigint(entry['imageOffset'])
  const index = asNumber(entry['imageIndex'])
  const position = index === undefined ? undefined : positions[index]
  const isAbsolute = index !== undefined && index in positions && position === undefined
  const image = position === undefined ? undefined : builder.image(position)
  const symbol = readSymbol(entry)
  const stated = asBigint(entry['address'])
  const address = isAbsolute ? offset : (stated ?? sum(image?.loadAddress, offset))
  const row: Writable<FrameRow> = {
    address,
    image: position,
    imageName: image?.name ?? asString(entry['imageName']),
    offset: isAbsolute || offset === undefined || offset > MAX_OFFSET ? undefined : Number(offset),
    inlined: entry['inline'] === true || entry['inline'] === 1,
  }
  if (symbol) row.symbol = symbol
  if (span) row.span = span
  return row
}

const MAX_OFFSET = BigInt(Number.MAX_SAFE_INTEGER)

function sum(loadAddress: bigint | undefined, offset: bigint | undefined): bigint | undefined {
  return loadAddress === undefined || offset === undefined ? undefined : loadAddress + offset
}

function readSymbol(entry: JsonObject): PrintedSymbol | undefined {
  const name = asString(entry['symbol'])
  const file = asString(entry['sourceFile'])
  if (name === undefined) return undefined
  const offset = asNumber(entry['symbolLocation'])
  const line = asNumber(entry['sourceLine'])
  const column = asNumber(entry['sourceColumn'])
  const symbol: Writable<PrintedSymbol> = { name }
  if (offset !== undefined) symbol.offset = offset
  if (file) symbol.file = file
  if (line !== undefined && line > 0) symbol.line = line
  if (column !== undefined && column > 0) symbol.column = column
  return symbol
}

/** A `threadState`: `x` is an array, all others are objects by name. */
export function readThreadState(value: JsonValue | undefined): Register[] {
  return Object.entries(asObject(value)).flatMap(([name, member]) =>
    Array.isArray(member)
      ? (member as readonly JsonValue[]).flatMap((entry, index) =>
          readRegister(`${name}${index}`, registerEntry(entry)),
        )
      : readRegister(name, registerEntry(member)),
  )
}

/** The first reports wrote the value alone. */
const registerEntry = (member: JsonValue | undefined): JsonObject =>
  typeof member === 'number' || typeof member === 'bigint' ? { value: member } : asObject(member)

/** The source of the code that a register points at. */
function sourceOf(entry: JsonObject): string | undefined {
  const file = asString(entry['sourceFile'])
  const line = asNumber(entry['sourceLine'])
  return file === undefined ? undefined : line === undefined ? file : `${file}:${line}`
}

function readRegister(name: string, entry: JsonObject): Register[] {
  const value = asBigint(entry['value'])
  if (value === undefined) return []
  const symbol = asString(entry['symbol'])
  // Of a pointer that the processor signed it is larger than any exact number.
  const location = asBigint(entry['symbolLocation'])
  const notes = [
    asString(entry['description']),
    symbol === undefined ? undefined : location ? `${symbol} + ${location}` : symbol,
    asString(entry['objc-selector']),
    sourceOf(entry),
    entry['matchesCrashFrame'] === 1 ? fieldTexts.matchesCrashFrame : undefined,
  ].filter((note) => note !== undefined)
  return [{ name, value: BigInt.asUintN(64, value), ...(notes.length > 0 ? { note: notes.join('; ') } : {}) }]
}
