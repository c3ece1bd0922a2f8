/** Turns a GSYM file into a `BuildInput`. */
import { openRange } from '../bytes/blob.ts'
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, linkAddress, type ImageOffset } from '../model/address.ts'
import { FormatError, failure, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { DwarfWriter } from '../dwarf/writer/functions.ts'
import { readFunction, type GsymNames } from './gsym-functions.ts'
import type { GsymLayout, GsymRange } from './gsym-layout.ts'
import type { DebugImage } from './source.ts'

/** An index numbers offsets by 32 bits. */
const MOST_CODE = 0xfffffffe
/** The last symbol has no size where its table gave it none, and nothing follows that ends it: data may. */
const LONGEST_SYMBOL = 1 << 20
/** Damaged functions that are reported one by one. */
const TOLD = 5
/** Larger files exceed the `loaded` limit of a budget. */
const MOST_BYTES = 2 ** 31

/** With `only`, of the functions that begin last before these offsets. Loaded when a GSYM file is built. */
export async function prepareGsym(
  file: InputFile,
  layout: GsymLayout,
  facts: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind'>,
  only?: readonly ImageOffset[],
): Promise<Outcome<BuildInput>> {
  if (file.blob.size > MOST_BYTES)
    return failure(problem('too-large.gsym', { bytes: file.blob.size }, { file: file.path }))
  const bytes = await openRange(file.blob, 0, file.blob.size)
  const budget = new Budget(bytes.length)
  const starts = readStarts(bytes, layout)
  const names = namesOf(bytes, file.path, layout, budget)
  const writer = new DwarfWriter(layout.base)
  const problems: Problem[] = []
  let end = 0
  let damaged = 0
  // Of several with one start the first counts here, and in an index the last.
  for (const at of wantedOf(starts, only)) {
    const start = starts[at] ?? 0
    const next = starts[firstAfter(starts, start)]
    if (start >= MOST_CODE) continue
    try {
      const cursor = cursorAt(bytes, file.path, layout, at)
      const limit = Math.min(next ?? start + LONGEST_SYMBOL, MOST_CODE)
      for (const written of readFunction(cursor, start, limit, names, budget)) {
        writer.add(written)
        end = Math.max(end, written.address + written.size)
      }
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      if (damaged++ < TOLD || isOverBudget(thrown)) problems.push(problemFrom(thrown, file.path))
      if (isOverBudget(thrown)) break
    }
  }
  const input: BuildInput = {
    ...facts,
    file: file.path,
    textVmaddr: linkAddress(layout.base),
    littleEndian: true,
    pointerSize: 8,
    code: [{ start: imageOffset(0), end: imageOffset(Math.min(MOST_CODE, end)) }],
    dwarf: writer.finish(),
    symbols: [],
    sectionIsCode: [],
  }
  return success(input, problems)
}

/** Starts of functions as image offsets, ascending. */
function readStarts(bytes: Uint8Array, { addresses, addressBytes, count, littleEndian }: GsymLayout): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + addresses.offset, addresses.size)
  const read = (at: number): number => {
    if (addressBytes === 1) return view.getUint8(at)
    if (addressBytes === 2) return view.getUint16(at, littleEndian)
    if (addressBytes === 4) return view.getUint32(at, littleEndian)
    return Number(view.getBigUint64(at, littleEndian))
  }
  return Float64Array.from({ length: count }, (_, at) => read(at * addressBytes))
}

/** Position of the first start above a value. */
function firstAfter(starts: Float64Array, value: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Positions of all functions, or of those that begin where the last one before each offset does; descending. */
function wantedOf(starts: Float64Array, only: readonly ImageOffset[] | undefined): readonly number[] {
  if (!only) return Array.from(starts, (_, at) => starts.length - 1 - at)
  const wanted = new Set<number>()
  for (const offset of only) {
    const last = firstAfter(starts, offset) - 1
    for (let at = last; at >= 0 && at < starts.length && starts[at] === starts[last] && !wanted.has(at); at--)
      wanted.add(at)
  }
  return [...wanted].sort((a, b) => b - a)
}

function cursorAt(bytes: Uint8Array, file: string, layout: GsymLayout, at: number): ByteCursor {
  const { littleEndian, places, wordBytes, functionsAt } = layout
  const place = new ByteCursor(bytes, { file, littleEndian, at: places.offset + at * wordBytes })
  const cursor = new ByteCursor(bytes, { file, littleEndian, at: functionsAt + Number(place.readPointer(wordBytes)) })
  if (cursor.done) throw place.damage('bad-gsym.place', {})
  return cursor
}

/** Texts and paths, each decoded once. An index outside a table has no text. */
function namesOf(bytes: Uint8Array, file: string, layout: GsymLayout, budget: Budget): GsymNames {
  const { littleEndian, wordBytes, strings, files } = layout
  const texts = new Map<number, string>()
  const paths = new Map<number, string>()
  const table = bytes.subarray(strings.offset, strings.offset + strings.size)
  const text = (offset: number): string => {
    const known = texts.get(offset)
    if (known !== undefined) return known
    const stop = table.indexOf(0, offset)
    const found = offset < table.length ? decodeUtf8(table.subarray(offset, stop < 0 ? table.length : stop)) : ''
    budget.spend('text', found.length)
    texts.set(offset, found)
    return found
  }
  const count = new ByteCursor(bytes, { file, littleEndian, at: files.offset }).readU32()
  const entryOf = (number: number): GsymRange => ({
    offset: files.offset + 4 + number * 2 * wordBytes,
    size: 2 * wordBytes,
  })
  const path = (number: number): string => {
    const { offset, size } = entryOf(number)
    if (number === 0 || number >= count || offset + size > files.offset + files.size) return ''
    const cursor = new ByteCursor(bytes, { file, littleEndian, at: offset })
    const [folder, name] = [text(Number(cursor.readPointer(wordBytes))), text(Number(cursor.readPointer(wordBytes)))]
    return folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`
  }
  return {
    wordBytes,
    text,
    file: (number) => {
      const known = paths.get(number)
      if (known !== undefined) return known
      const made = path(number)
      paths.set(number, made)
      return made
    },
  }
}
