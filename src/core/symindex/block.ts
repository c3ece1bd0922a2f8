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

interface Inline {
  readonly level: number
  readonly name: number
  readonly call: Place
}

const MAX_NAMES = 1 << 24

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
  const names = readList(cursor)
  const files = readList(cursor)
  let at = 0
  let size = 0
  for (let i = 0; i < head >>> 2; i++) {
    const length = cursor.readUleb()
    if (i < slot) at += length
    else if (i === slot) size = length
  }
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
  const chain = flags & L.FUNCTION_INLINES ? readInlines(body, names, files, shift, base, offset) : []
  const place = flags & L.FUNCTION_ROWS ? readRow(body, files, shift, base, offset) : { file: 0, line: 0, column: 0 }
  return {
    names: chain.map(({ name }) => name),
    places: [place, ...chain.map(({ call }) => call)],
    entry,
  }
}

function readList(cursor: IndexCursor): Uint32Array {
  const count = Math.min(cursor.readUleb(), MAX_NAMES, cursor.bytes.length)
  const list = new Uint32Array(count)
  let value = 0
  for (let i = 0; i < count; i++) list[i] = value = (value + cursor.readZigzag()) >>> 0
  return list
}

/** The calls around an offset, innermost first. Of siblings the later one counts, and of all the deepest. */
function readInlines(
  body: IndexCursor,
  names: Uint32Array,
  files: Uint32Array,
  shift: number,
  base: number,
  offset: number,
): readonly Inline[] {
  const count = body.readUleb()
  const path: Inline[] = []
  let found: readonly Inline[] = []
  let level = 0
  let file = 0
  let line = 0
  let at = base
  for (let i = 0; i < count && !body.done; i++) {
    const head = body.readUleb()
    level = level + 1 - (head >>> 2)
    const name = names[body.readUleb()] ?? 0
    if (!(head & 2)) file = body.readUleb()
    line += body.readZigzag()
    const column = body.readUleb()
    const call = { file: file === 0 ? 0 : (files[file - 1] ?? 0), line, column }
    path.length = Math.max(0, level - 1)
    path.push({ level, name, call })
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
    if (inside) found = path.toReversed()
  }
  return found
}

/** Runs the row codes up to the row that covers an offset. */
function readRow(body: IndexCursor, files: Uint32Array, shift: number, base: number, offset: number): Place {
  let at = base
  let file = 0
  let line = 0
  let found: Place = { file: 0, line: 0, column: 0 }
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
      found =
        code === L.ROW_GAP
          ? { file: 0, line: 0, column: 0 }
          : { file: file === 0 ? 0 : (files[file - 1] ?? 0), line, column: 0 }
    }
  }
  return found
}
