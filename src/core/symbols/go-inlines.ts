/**
 * Inlined calls of Go (`runtime/symtabinl.go`, `cmd/internal/obj/pcln.go`): a list of calls a function, and for each instruction the
 * innermost call that it belongs to. The lists lie outside of the table of functions, and only the runtime's own record of the
 * program (`moduledata`) has their address. Versions from Go 1.18 on are read.
 */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { WrittenInline, WrittenRange } from '../dwarf/writer/functions.ts'
import type { MachOImage, Section } from '../macho/image.ts'

/** Bits of a pointer that hold an address where a linker packed a chain into the rest. */
const POINTER_BITS = (1n << 36n) - 1n
/** The offset of the address of all functions' data in the runtime's record, by the version of the table. */
const DATA_FIELD: Readonly<Record<number, number>> = { 18: 304, 20: 320 }
/** Bytes of an inlined call, and where its name and its place in the caller are. */
const RECORDS = { 18: { size: 20, name: 12, caller: 16 }, 20: { size: 16, name: 4, caller: 8 } } as const
/** Writers inline no deeper than this; a longer chain runs in a circle. */
const DEEPEST = 64
const MOST_BYTES = 64 << 20

/** Data of functions, from where they count. */
export interface GoFunctionData {
  readonly bytes: Uint8Array
  readonly littleEndian: boolean
  readonly version: 18 | 20
}

/** Finds the data of functions. Undefined where the program has none, or its record is not found. */
export async function openFunctionData(
  image: MachOImage,
  table: Section,
  version: number,
  budget: Budget,
): Promise<GoFunctionData | undefined> {
  if (version !== 18 && version !== 20) return undefined
  const { littleEndian } = image
  const start = await findDataAddress(image, table, version, budget)
  const section = image.sections.find(
    ({ address, file }) => start !== undefined && start >= address && start < address + BigInt(file.size),
  )
  if (start === undefined || !section) return undefined
  const from = section.file.offset + Number(start - section.address)
  const size = Math.min(MOST_BYTES, section.file.offset + section.file.size - from)
  budget.spend('loaded', size)
  return { bytes: await openRange(image.blob, from, from + size), littleEndian, version }
}

/** The record begins with the address of the table; after that come slices of its parts, the first with its names. */
async function findDataAddress(
  image: MachOImage,
  table: Section,
  version: 18 | 20,
  budget: Budget,
): Promise<bigint | undefined> {
  const { littleEndian } = image
  const field = DATA_FIELD[version] ?? 0
  const isIn = (address: bigint): boolean => address > table.address && address < table.address + BigInt(table.size)
  for (const { segment, file } of image.sections) {
    if (!segment.startsWith('__DATA') || file.size < field + 8 || file.size > MOST_BYTES) continue
    budget.spend('loaded', file.size)
    const bytes = await openRange(image.blob, file.offset, file.offset + file.size)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const wordAt = (at: number): bigint => unpacked(view.getBigUint64(at, littleEndian), image)
    for (let at = 0; at + field + 8 <= bytes.length; at += 8) {
      // The low bits of the address alone tell most words apart.
      if ((view.getUint32(littleEndian ? at : at + 4, littleEndian) & 0xfff) !== Number(table.address & 0xfffn))
        continue
      if (wordAt(at) === table.address && isIn(wordAt(at + 8)) && isIn(wordAt(at + 32))) return wordAt(at + field)
    }
  }
  return undefined
}

/** A pointer as it is, or with a chain's bits taken off it. */
function unpacked(word: bigint, { textVmaddr, sections }: MachOImage): bigint {
  const packed = word & POINTER_BITS
  const isAddress = (value: bigint): boolean =>
    sections.some(({ address, size }) => value >= address && value < address + BigInt(size))
  return [word, packed, textVmaddr + packed].find(isAddress) ?? word
}

/** A run of instructions that ends so many bytes behind the function's start, and its innermost call; below 0 is none. */
export interface CallRun {
  readonly end: number
  readonly value: number
}

interface Draft {
  readonly name: string
  readonly callFile: string
  readonly callLine: number
  readonly parent: number
  readonly ranges: WrittenRange[]
}

/** What the table knows of the function. */
export interface InlineSurroundings {
  /** The function's start in the image. */
  readonly start: number
  /** From the start of the data to the function's list. */
  readonly list: number
  readonly nameAt: (offset: number) => string
  /** The place of the instruction so many bytes behind the function's start. */
  readonly placeAt: (offset: number) => { readonly file: string; readonly line: number } | undefined
  readonly spend: (steps: number) => void
}

/** The inlined calls of a function, each with its instructions and those of the calls in it. Wrong records are left out. */
export function inlinesOf(
  data: GoFunctionData,
  runs: readonly CallRun[],
  { start, list, nameAt, placeAt, spend }: InlineSurroundings,
): readonly WrittenInline[] {
  const known = new Map<number, Draft | undefined>()
  const read = (call: number): Draft | undefined => {
    if (!known.has(call)) known.set(call, draft(call))
    return known.get(call)
  }
  const draft = (call: number): Draft | undefined => {
    const { size, name, caller } = RECORDS[data.version]
    const at = list + call * size
    if (at + size > data.bytes.length) return undefined
    const cursor = (offset: number): ByteCursor =>
      new ByteCursor(data.bytes, { file: '', littleEndian: data.littleEndian, at: at + offset })
    const offset = cursor(caller).readI32()
    const place = placeAt(offset)
    const text = nameAt(cursor(name).readI32())
    const parent = runAt(runs, offset)?.value ?? -1
    return place && text !== '' && offset >= 0
      ? { name: text, callFile: place.file, callLine: place.line, parent, ranges: [] }
      : undefined
  }
  let from = 0
  for (const { end, value } of runs) {
    const range = { address: start + from, size: end - from }
    from = end
    const chain: Draft[] = []
    for (let call = value; call >= 0 && chain.length <= DEEPEST;) {
      spend(1)
      const one = read(call)
      if (!one) break
      chain.push(one)
      call = one.parent
    }
    // A chain without an end proves nothing.
    if (chain.length <= DEEPEST && range.size > 0) for (const one of chain) one.ranges.push(range)
  }
  const within = new Map<number, Draft[]>()
  const numbers = new Map<Draft, number>()
  for (const [call, one] of known) {
    if (!one || one.ranges.length === 0) continue
    numbers.set(one, call)
    const beside = within.get(one.parent)
    if (beside) beside.push(one)
    else within.set(one.parent, [one])
  }
  const children = (parent: number): readonly WrittenInline[] =>
    (within.get(parent) ?? []).map((one) => {
      const { name, callFile, callLine, ranges } = one
      return { name, callFile, callLine, ranges: joined(ranges), children: children(numbers.get(one) ?? -1) }
    })
  return children(-1)
}

/** The run around an offset: the first one that ends behind it. */
export function runAt<T extends { readonly end: number }>(runs: readonly T[], offset: number): T | undefined {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return runs[low]
}

/** Neighbouring ranges as one. */
function joined(ranges: readonly WrittenRange[]): readonly WrittenRange[] {
  const all: { address: number; size: number }[] = []
  for (const { address, size } of ranges) {
    const last = all.at(-1)
    if (last && last.address + last.size === address) last.size += size
    else all.push({ address, size })
  }
  return all
}
