/** Bind opcodes: the imported pointers of images without chained fixups. Apple's `mach-o/loader.h`, `BIND_OPCODE_…`. */
import type { Budget } from '../bytes/budget.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import type { Segment } from './image.ts'
import { MAX_IMPORTS } from './limits.ts'

export interface Binds {
  /** Offset in the image's bytes of a pointer -> position in `names`. */
  readonly places: ReadonlyMap<number, number>
  /** For threaded binds (arm64e before chained fixups), whose ordinals index these. */
  readonly names: readonly string[]
}

const IMMEDIATE = 0x0f
const DONE = 0x00
const SET_DYLIB_ORDINAL_ULEB = 0x20
const SET_SYMBOL = 0x40
const SET_ADDEND_SLEB = 0x60
const SET_SEGMENT_AND_OFFSET = 0x70
const ADD_ADDRESS = 0x80
const DO_BIND = 0x90
const DO_BIND_ADD_ULEB = 0xa0
const DO_BIND_ADD_SCALED = 0xb0
const DO_BIND_TIMES_SKIPPING = 0xc0
const THREADED = 0xd0

/** Runs the opcodes. Throws a FormatError if they are damaged. */
export function parseBindOpcodes(
  bytes: Uint8Array,
  segments: readonly Segment[],
  pointerSize: number,
  options: { readonly file: string; readonly fileOffset?: number; readonly budget: Budget },
): Binds {
  const cursor = new ByteCursor(bytes, options)
  const places = new Map<number, number>()
  const names: string[] = []
  let symbol = ''
  let at = 0
  const bind = (distance: number): void => {
    options.budget.spend('steps', 1)
    if (names.at(-1) !== symbol) names.push(symbol)
    places.set(at, names.length - 1)
    if (places.size > MAX_IMPORTS) throw cursor.damage('too-many-imports', {})
    at = advance(at, pointerSize + distance)
  }
  while (!cursor.done) {
    const byte = cursor.readU8()
    const immediate = byte & IMMEDIATE
    switch (byte & ~IMMEDIATE) {
      case DONE:
        return { places, names }
      case SET_DYLIB_ORDINAL_ULEB:
      case SET_ADDEND_SLEB:
        skipLeb(cursor)
        break
      case SET_SYMBOL:
        symbol = cursor.readCString()
        options.budget.spend('text', symbol.length)
        break
      case SET_SEGMENT_AND_OFFSET:
        at = advance(segments[immediate]?.file.offset ?? 0, readDistance(cursor))
        break
      case ADD_ADDRESS:
        at = advance(at, readDistance(cursor))
        break
      case DO_BIND:
        bind(0)
        break
      case DO_BIND_ADD_ULEB:
        bind(readDistance(cursor))
        break
      case DO_BIND_ADD_SCALED:
        bind(immediate * pointerSize)
        break
      case DO_BIND_TIMES_SKIPPING: {
        const times = cursor.readUleb()
        const skip = readDistance(cursor)
        for (let index = 0; index < times; index++) bind(skip)
        break
      }
      case THREADED:
        if (immediate === 0) cursor.readUleb() // size of the table of ordinals
        break
      default: // sets a library or a kind, which no caller needs
        break
    }
  }
  return { places, names }
}

/** Offsets are unsigned 64-bit numbers that wrap: a large one moves back. */
function advance(at: number, distance: number): number {
  const next = at + distance
  return Number.isSafeInteger(next) ? next : 0
}

function readDistance(cursor: ByteCursor): number {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.readU8()
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return Number(BigInt.asIntN(64, value))
  }
  throw cursor.damage('bad-uleb', {})
}

function skipLeb(cursor: ByteCursor): void {
  while (cursor.readU8() >= 0x80);
}
