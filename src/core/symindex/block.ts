/** Decodes one function of a block: its inlined calls and line rows at an address. The layout is told in README.md. */
import * as L from '../../../wasm/assembly/layout.ts'
import { IndexCursor } from './varint.ts'

/** A place in source: a number of a file (0: unknown) and a line (0: unknown). */
export interface Place {
  readonly file: number
  readonly line: number
  readonly column: number
}

/** What a block says of an address: names of inlined calls innermost first, and where each call stands. */
export interface BlockAnswer {
  /** String ids of inlined calls, innermost first; the function itself is not among them. */
  readonly names: readonly number[]
  /** One more than `names`: the place of the address itself, then of each call. */
  readonly places: readonly Place[]
  /** Offset of the function's entry. */
  readonly entry: number
}

/** Deeper calls than any compiler makes. */
const MAX_LEVEL = 4096

/**
 * @param offset the address asked; @param start where the range with it starts; @param range number of that range.
 */
export function readFunction(
  bytes: Uint8Array,
  slot: number,
  range: number,
  start: number,
  offset: number,
): BlockAnswer {
  const cursor = new IndexCursor(bytes)
  const head = cursor.readUleb()
  const shift = head & 3
  const names = takeList(cursor)
  const files = takeList(cursor)
  let at = 0
  for (let i = 0; i < slot; i++) at += cursor.readUleb()
  const size = cursor.readUleb()
  for (let i = slot + 1; i < head >>> 2; i++) cursor.readUleb()
  const from = cursor.at + at
  const body = new IndexCursor(bytes.subarray(from, from + size))
  const flags = body.readByte()
  let base = start
  let entry = start
  if (flags & L.FUNCTION_RANGES) {
    const count = body.readUleb()
    const toEntry = body.readUleb() << shift
    let place = 0
    let before = 0
    for (let i = 0; i < count && !body.done; i++) {
      place += body.readZigzag() << shift
      if (i === range) before = place
      place += body.readUleb() << shift
    }
    base = start - before
    entry = base + toEntry
  }
  const chain = flags & L.FUNCTION_INLINES ? readInlines(body, shift, base, offset) : []
  const place = flags & L.FUNCTION_ROWS ? readRow(body, shift, base, offset) : NOWHERE
  const inFile = ({ file, line, column }: Place): Place => ({ file: itemOf(files, file), line, column })
  return {
    names: chain.map(({ name }) => itemOf(names, name + 1)),
    places: [inFile(place), ...chain.map(inFile)],
    entry,
  }
}

const NOWHERE: Place = { file: 0, line: 0, column: 0 }

/** The bytes of a list of ids. */
function takeList(cursor: IndexCursor): Uint8Array {
  const size = cursor.readUleb()
  const from = cursor.at
  cursor.at = Math.min(cursor.bytes.length, from + size)
  return cursor.bytes.subarray(from, cursor.at)
}

/** Number `position` of a list, from 1; 0 where there is none. */
function itemOf(list: Uint8Array, position: number): number {
  const cursor = new IndexCursor(list)
  let value = 0xffffffff
  let other = 0
  let left = position
  while (left > 0 && !cursor.done) {
    const difference = cursor.readZigzag()
    if (difference === 0) [value, other] = [other, value]
    else {
      value = (value + difference) >>> 0
      left--
    }
  }
  return left > 0 || position === 0 ? 0 : value
}

/** A call with the position of its name in the block; the position of its file counts from 1. */
interface Inline extends Place {
  readonly name: number
}

/** The calls around an offset, innermost first. Of siblings the later one counts, and of all the deepest. */
function readInlines(body: IndexCursor, shift: number, base: number, offset: number): readonly Inline[] {
  const count = body.readUleb()
  // Name, file, line and column of the last call of each level.
  const path: number[] = []
  let found: Inline[] = []
  let level = 0
  let file = 0
  let line = 0
  let at = base
  for (let i = 0; i < count && !body.done; i++) {
    const head = body.readUleb()
    level = Math.max(1, Math.min(MAX_LEVEL, level + 1 - (head >>> 2)))
    const name = body.readUleb()
    if (!(head & 2)) file = body.readUleb()
    line += body.readZigzag()
    const column = body.readUleb()
    const to = (level - 1) * 4
    path[to] = name
    path[to + 1] = file
    path[to + 2] = line
    path[to + 3] = column
    const ranges = head & 1 ? body.readUleb() : 1
    let first = 0
    let inside = false
    for (let r = 0; r < ranges && !body.done; r++) {
      const start = at + (body.readZigzag() << shift)
      const end = start + (body.readUleb() << shift)
      if (r === 0) first = start
      if (offset >= start && offset < end) inside = true
      at = end
    }
    at = first
    if (!inside) continue
    found = []
    for (let from = to; from >= 0; from -= 4)
      found.push({
        name: path[from] ?? 0,
        file: path[from + 1] ?? 0,
        line: path[from + 2] ?? 0,
        column: path[from + 3] ?? 0,
      })
  }
  return found
}

/** Runs the row codes up to the row that covers an offset. The position of its file counts from 1. */
function readRow(body: IndexCursor, shift: number, base: number, offset: number): Place {
  let at = base
  let file = 0
  let line = 0
  let found = NOWHERE
  while (!body.done) {
    const code = body.readByte()
    if (code === L.ROW_END) break
    if (code === L.ROW_FILE) file = body.readUleb()
    else if (code === L.ROW_ADVANCE) at += body.readZigzag() << shift
    else if (code === L.ROW_LINE) line += body.readZigzag()
    else {
      const special = code - L.ROW_SPECIAL
      if (code !== L.ROW_GAP) {
        line += (special % L.ROW_LINE_RANGE) + L.ROW_LINE_MIN
        at += Math.floor(special / L.ROW_LINE_RANGE) << shift
      }
      if (at > offset) break
      found = code === L.ROW_GAP ? NOWHERE : { file, line, column: 0 }
    }
  }
  return found
}
