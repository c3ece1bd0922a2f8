/**
 * Broken binary files from good ones. Mutations know the parts of formats: numbers of 1 to 8 bytes in both orders,
 * offsets into the file itself, counts, LEB128 numbers, names that end with a zero, tables of equal rows.
 */
import type { Random } from '../support/random.ts'

/** Where a field lies decides what it means: headers are hit as often as all the rest. */
const HEADER = 1024
/** No input grows beyond this. */
const LARGEST = 1 << 20
/** A run of one character, or a name, at the most. */
const LONGEST_RUN = 20_000

const SIZES = [1, 2, 4, 8] as const

/** Makers of numbers that a reader may not expect in a field; `top` is one more than the field holds. */
const extremes: readonly ((top: bigint, at: number, length: number, random: Random) => bigint)[] = [
  () => 0n,
  () => 1n,
  () => 2n,
  (top) => top - 1n,
  (top) => top - 2n,
  (top) => top >> 1n,
  (top) => (top >> 1n) - 1n,
  // The place of the field itself, the end of the file, and just beyond.
  (_, at) => BigInt(at),
  (_, __, length) => BigInt(length),
  (_, __, length) => BigInt(length - 1),
  (_, at, length) => BigInt(length - at),
  (_, __, length) => BigInt(length + 1),
  (_, __, length, random) => BigInt(random.below(length)),
  (_, __, ___, random) => BigInt(random.below(300)),
  (_, __, ___, random) => BigInt(random.below(2 ** 31)),
  () => 0x7fffffffn,
  () => 0x80000000n,
  () => 0x100000000n,
  () => 1n << 53n,
]

function extreme(random: Random, size: number, at: number, length: number): bigint {
  const top = 1n << BigInt(8 * size)
  return ((random.pick(extremes)(top, at, length, random) % top) + top) % top
}

function writeNumber(bytes: Uint8Array, at: number, size: number, value: bigint, littleEndian: boolean): void {
  for (let byte = 0; byte < size && at + byte < bytes.length; byte++) {
    const shift = BigInt(8 * (littleEndian ? byte : size - 1 - byte))
    bytes[at + byte] = Number((value >> shift) & 0xffn)
  }
}

/** A place in the bytes, aligned to `size` more often than not. */
function placeIn(random: Random, bytes: Uint8Array, size: number): number {
  const at = random.below(random.once(2) ? Math.min(HEADER, bytes.length) : bytes.length)
  return random.once(4) ? at : at - (at % size)
}

function insert(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
  const joined = new Uint8Array(Math.min(LARGEST, bytes.length + piece.length))
  joined.set(bytes.subarray(0, at))
  joined.set(piece.subarray(0, joined.length - at), at)
  const rest = at + piece.length
  if (rest < joined.length) joined.set(bytes.subarray(at, at + joined.length - rest), rest)
  return joined
}

function remove(bytes: Uint8Array, at: number, size: number): Uint8Array {
  const joined = bytes.slice(0, Math.max(0, bytes.length - Math.min(size, bytes.length - at)))
  joined.set(bytes.subarray(at + size, at + size + joined.length - at), at)
  return joined
}

type Change = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

const setField: Change = (bytes, random) => {
  const size = random.pick(SIZES)
  const at = placeIn(random, bytes, size)
  writeNumber(bytes, at, size, extreme(random, size, at, bytes.length), !random.once(4))
  return bytes
}

const nudgeField: Change = (bytes, random) => {
  const at = placeIn(random, bytes, 1)
  bytes[at] = (bytes[at] ?? 0) + random.pick([1, -1, 2, -2, 16, 128])
  return bytes
}

const flipBit: Change = (bytes, random) => {
  const at = placeIn(random, bytes, 1)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8))
  return bytes
}

const setByte: Change = (bytes, random) => {
  bytes[placeIn(random, bytes, 1)] = random.below(256)
  return bytes
}

/** LEB128: the longest, one without an end, one of many bytes that says nothing. */
const setLeb: Change = (bytes, random) => {
  const at = placeIn(random, bytes, 1)
  const size = random.pick([2, 5, 9, 10, 19])
  bytes.fill(random.pick([0xff, 0x80]), at, at + size)
  if (random.once(2) && at + size < bytes.length) bytes[at + size] = random.pick([0, 1, 0x7f])
  return bytes
}

const fillRun: Change = (bytes, random) => {
  const at = placeIn(random, bytes, 4)
  return bytes.fill(random.pick([0, 0xff, 0x80, 0x41, 0x20]), at, at + random.small(LONGEST_RUN))
}

const insertRun: Change = (bytes, random) =>
  insert(bytes, placeIn(random, bytes, 4), new Uint8Array(random.small(LONGEST_RUN)).fill(random.below(256)))

/** A piece twice, or many times: rows of a table, commands, chunks. */
const repeat: Change = (bytes, random) => {
  const at = placeIn(random, bytes, 4)
  const piece = bytes.slice(at, at + 1 + random.small(256))
  const times = 1 + random.small(200)
  const run = new Uint8Array(piece.length * times)
  for (let time = 0; time < times; time++) run.set(piece, time * piece.length)
  return insert(bytes, at, run)
}

const cutOut: Change = (bytes, random) => remove(bytes, placeIn(random, bytes, 4), 1 + random.small(bytes.length))

const cutOff: Change = (bytes, random) => bytes.slice(0, random.below(bytes.length))

/** Bytes of one place at another: tables that refer to themselves, overlap, or hold each other. */
const copyWithin: Change = (bytes, random) => {
  const size = random.once(2) ? random.pick(SIZES) : 1 + random.small(1024)
  const from = placeIn(random, bytes, 4)
  return bytes.copyWithin(placeIn(random, bytes, 4), from, from + size)
}

/** The beginning of one file and the end of another. */
const splice: Change = (bytes, random, other) => {
  const at = placeIn(random, bytes, 4)
  const from = random.once(2) ? Math.min(at, other.length) : random.below(other.length)
  const piece = other.subarray(from, from + (random.once(2) ? other.length : random.small(4096)))
  return insert(bytes.slice(0, random.once(2) ? at : bytes.length), at, piece)
}

/** Those that keep what follows in its place come most often. */
const changes: readonly Change[] = [
  ...Array.from({ length: 8 }, () => setField),
  nudgeField,
  nudgeField,
  flipBit,
  flipBit,
  setByte,
  setByte,
  setLeb,
  setLeb,
  fillRun,
  copyWithin,
  copyWithin,
  insertRun,
  repeat,
  cutOut,
  cutOff,
  splice,
]

/** One file with one to eight changes; `other` gives pieces. */
export function mutateBytes(seed: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let bytes: Uint8Array = new Uint8Array(seed)
  for (let count = 1 + random.small(8); count > 0 && bytes.length > 0; count--) {
    bytes = random.pick(changes)(bytes, random, other)
  }
  return bytes
}

/** The same for some ranges of a file alone, whose size and all else stay: sections behind sound headers. */
export function mutateRanges(
  seed: Uint8Array,
  ranges: readonly (readonly [start: number, end: number])[],
  random: Random,
): Uint8Array {
  const bytes = new Uint8Array(seed)
  for (let count = 1 + random.small(3); count > 0; count--) {
    const [start, end] = random.pick(ranges)
    const part = bytes.subarray(start, end)
    part.set(mutateBytes(part, random, bytes).subarray(0, part.length))
  }
  return bytes
}
