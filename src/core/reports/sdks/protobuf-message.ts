/**
 * A Protocol Buffers message as its wire fields, read with the `@bufbuild/protobuf` wire reader. Why not a generated class:
 * a crash reporter is killed while it writes, and a generated decoder throws a cut message away as a whole. This keeps every
 * field that is there.
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

/** Messages nested or repeated beyond this are not read. */
const MAX_FIELDS = 1_000_000

export interface WireMessage {
  /** Bytes that could not be read as fields, from this offset on; undefined for a whole message. */
  readonly brokenAt?: number
  /** First value of a varint or fixed field. */
  number(field: number): bigint | undefined
  numbers(field: number): readonly bigint[]
  string(field: number): string | undefined
  bytes(field: number): Uint8Array | undefined
  message(field: number): WireMessage | undefined
  messages(field: number): readonly WireMessage[]
}

/** Reads a message; never throws. Fields behind a broken one are lost, all before it are kept. */
export function parseWireMessage(bytes: Uint8Array): WireMessage {
  const numbers = new Map<number, bigint[]>()
  const chunks = new Map<number, Uint8Array[]>()
  const reader = new BinaryReader(bytes)
  let brokenAt: number | undefined
  let whole = 0
  try {
    for (let count = 0; reader.pos < reader.len && count < MAX_FIELDS; count++) {
      const [field, type] = reader.tag()
      if (type === WireType.Varint) push(numbers, field, BigInt(reader.uint64()))
      else if (type === WireType.Bit64) push(numbers, field, BigInt(reader.fixed64()))
      else if (type === WireType.Bit32) push(numbers, field, BigInt(reader.fixed32()))
      else if (type === WireType.LengthDelimited) push(chunks, field, readChunk(reader, bytes))
      else reader.skip(type, field)
      // The last field may be cut: what is there of it was kept.
      if (reader.pos > bytes.length) brokenAt = whole
      else whole = reader.pos
    }
  } catch {
    brokenAt = whole
  }
  const parsed = new Map<Uint8Array, WireMessage>()
  const messageOf = (chunk: Uint8Array): WireMessage => {
    const message = parsed.get(chunk) ?? parseWireMessage(chunk)
    parsed.set(chunk, message)
    return message
  }
  return {
    ...(brokenAt === undefined ? {} : { brokenAt }),
    number: (field) => numbers.get(field)?.[0],
    numbers: (field) => numbers.get(field) ?? packed(chunks.get(field)?.[0]),
    string: (field) => {
      const chunk = chunks.get(field)?.[0]
      return chunk && new TextDecoder().decode(chunk)
    },
    bytes: (field) => chunks.get(field)?.[0],
    message: (field) => {
      const chunk = chunks.get(field)?.[0]
      return chunk && messageOf(chunk)
    },
    messages: (field) => (chunks.get(field) ?? []).map(messageOf),
  }
}

/** A length-delimited field; one that is cut off gives the bytes that are there. */
function readChunk(reader: BinaryReader, bytes: Uint8Array): Uint8Array {
  const size = reader.uint32()
  const start = reader.pos
  reader.pos = start + size
  return bytes.subarray(start, Math.min(bytes.length, start + size))
}

/** A repeated number may also be written packed: one chunk of varints. */
function packed(chunk: Uint8Array | undefined): readonly bigint[] {
  const values: bigint[] = []
  if (!chunk) return values
  const reader = new BinaryReader(chunk)
  try {
    while (reader.pos < reader.len) values.push(BigInt(reader.uint64()))
  } catch {
    return values
  }
  return values
}

function push<T>(map: Map<number, T[]>, key: number, value: T): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
