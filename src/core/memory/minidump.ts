/** Minidumps of Apple processes, as Breakpad and Crashpad write them: Microsoft's `minidumpapiset.h`, Breakpad's `minidump_format.h`. */
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { runtimeAddress, type RuntimeAddress } from '../model/address.ts'
import { uuidFromBytes, type Arch, type ImageUuid } from '../model/image.ts'
import { problem } from '../messages/problems.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { DumpImage, DumpThread } from './dump-report.ts'
import { endOf, type MemoryRange } from './memory-read.ts'
import { archOfMinidump } from '../model/architecture.ts'
import { parseMinidumpContext } from './minidump-context.ts'
import type { ThreadState } from './thread-state.ts'

const streamTypes = {
  threads: 3,
  modules: 4,
  memory: 5,
  exception: 6,
  system: 7,
  memory64: 9,
  misc: 15,
  threadNames: 24,
  breakpad: 0x47670001,
} as const

const threadBytes = 48
const moduleBytes = 108
/** Entries of one list. */
const mostEntries = 100_000
/** Bytes of one string. */
const longestString = 0x10000

export interface Minidump {
  readonly arch: Arch
  readonly os?: string
  readonly pid?: number
  /** Seconds since 1970. */
  readonly time: number
  readonly images: readonly DumpImage[]
  readonly threads: readonly DumpThread[]
  readonly memory: readonly MemoryRange[]
  /** Breakpad keeps the Mach exception in `code`, its first code in `flags`, and the faulting address. */
  readonly exception?: { readonly code: number; readonly flags: number; readonly address: RuntimeAddress }
  readonly problems: readonly Problem[]
}

interface Input {
  readonly cursor: ByteCursor
  readonly problems: Problem[]
}

interface Place {
  readonly size: number
  readonly at: number
}

/** Reads all streams. Keeps what is whole; throws a FormatError when the header or the processor cannot be read. */
export function parseMinidump(bytes: Uint8Array, file: string): Minidump {
  const cursor = new ByteCursor(bytes, { file })
  const problems: Problem[] = []
  const input: Input = { cursor, problems }
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      problems.push(thrown.problem)
      return otherwise
    }
  }
  const { streams, time } = readDirectory(cursor)
  const at = (type: number): Place | undefined => streams.get(type)
  const system = at(streamTypes.system)
  if (!system) throw cursor.damage('no-system-info', {}, 0)
  const { arch, os } = readSystem(cursor, system)
  const exception = attempt(() => readException(cursor, at(streamTypes.exception), arch), undefined)
  const requesting = attempt(() => readRequesting(cursor, at(streamTypes.breakpad)), undefined)
  const names = attempt(() => readThreadNames(input, at(streamTypes.threadNames)), new Map<number, string>())
  const memory = attempt(() => readMemory(input, at(streamTypes.memory), at(streamTypes.memory64)), [])
  const crashed = exception?.thread ?? requesting
  const threads: DumpThread[] = []
  attempt(() => {
    for (const thread of readThreads(input, at(streamTypes.threads), arch)) {
      const { id, stack } = thread
      if (stack.bytes.length > 0) memory.push(stack)
      // The context in the exception is of the fault; the thread's own is of whoever wrote the dump.
      const state = (id === exception?.thread ? exception.state : undefined) ?? thread.state
      if (!state) {
        problems.push(problem('no-registers', { thread: id }, { file }))
        continue
      }
      const name = names.get(id)
      threads.push({
        id,
        crashed: id === crashed,
        state,
        stack: stackBounds(stack, state.sp, memory),
        ...(name !== undefined && { name }),
      })
    }
  }, undefined)
  const pid = attempt(() => readPid(cursor, at(streamTypes.misc)), undefined)
  return {
    arch,
    time,
    images: attempt(() => readModules(input, at(streamTypes.modules), arch), []),
    threads,
    memory,
    problems,
    ...(os !== undefined && { os }),
    ...(pid !== undefined && { pid }),
    ...(exception && { exception }),
  }
}

function readDirectory(cursor: ByteCursor): { readonly streams: ReadonlyMap<number, Place>; readonly time: number } {
  cursor.at = 8
  const count = Math.min(cursor.readU32(), mostEntries)
  const directory = cursor.readU32()
  cursor.skip(4)
  const time = cursor.readU32()
  cursor.at = directory
  const streams = new Map<number, Place>()
  for (let index = 0; index < count && cursor.remaining >= 12; index++) {
    const type = cursor.readU32()
    const place = { size: cursor.readU32(), at: cursor.readU32() }
    if (!streams.has(type)) streams.set(type, place)
  }
  return { streams, time }
}

/** The thread's own stack memory; where it has none, the listed memory around its stack pointer. */
function stackBounds(own: MemoryRange, sp: RuntimeAddress, memory: readonly MemoryRange[]): DumpThread['stack'] {
  const range = own.bytes.length > 0 ? own : memory.find((other) => sp >= other.start && sp < endOf(other))
  return range ? { start: range.start, end: endOf(range) } : { start: sp, end: sp }
}

function readPlace(cursor: ByteCursor): Place {
  return { size: cursor.readU32(), at: cursor.readU32() }
}

function bytesAt(cursor: ByteCursor, { size, at }: Place): Uint8Array {
  return cursor.bytes.subarray(Math.min(at, cursor.bytes.length), Math.min(at + size, cursor.bytes.length))
}

function readString(cursor: ByteCursor, at: number): string {
  cursor.at = at
  const size = Math.min(cursor.readU32(), longestString)
  return new TextDecoder('utf-16le').decode(cursor.readBytes(size))
}

/** Problems told of one dump; more say the same again. */
const mostProblems = 50

/** Reads the entries of a list, with the cursor at each. A damaged entry is left out; some writers pad the count to 8 bytes. */
function readList<T>(input: Input, place: Place | undefined, entryBytes: number, read: () => T): T[] {
  const { cursor, problems } = input
  if (!place) return []
  cursor.at = place.at
  const count = Math.min(cursor.readU32(), mostEntries)
  const first = place.at + (place.size === 8 + count * entryBytes ? 8 : 4)
  const found: T[] = []
  for (let index = 0; index < count && problems.length < mostProblems; index++) {
    cursor.at = first + index * entryBytes
    try {
      found.push(read())
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      problems.push(thrown.problem)
    }
  }
  return found
}

function readSystem(cursor: ByteCursor, place: Place): { readonly arch: Arch; readonly os?: string } {
  cursor.at = place.at
  const processor = cursor.readU16()
  const arch = archOfMinidump(processor)
  if (!arch) throw cursor.damage('unsupported-cpu.minidump', { processor }, place.at)
  cursor.skip(6)
  const version = [cursor.readU32(), cursor.readU32(), cursor.readU32()]
  const platform = cursor.readU32()
  const build = cursor.readU32()
  const name = platform === 0x8101 ? 'macOS' : platform === 0x8102 ? 'iOS' : undefined
  if (!name) return { arch }
  const text = build > 0 && build < cursor.bytes.length ? readString(cursor, build) : ''
  const numbers = version.some((part) => part > 0) ? ` ${version.join('.')}` : ''
  return { arch, os: `${name}${numbers}${text ? ` (${text})` : ''}` }
}

interface RawThread {
  readonly id: number
  readonly stack: MemoryRange
  readonly state: ThreadState | undefined
}

function readThreads(input: Input, place: Place | undefined, arch: Arch): readonly RawThread[] {
  const { cursor } = input
  return readList(input, place, threadBytes, () => {
    const id = cursor.readU32()
    cursor.skip(20)
    const start = runtimeAddress(cursor.readU64())
    const stack = { start, bytes: bytesAt(cursor, readPlace(cursor)) }
    return { id, stack, state: parseMinidumpContext(bytesAt(cursor, readPlace(cursor)), arch, cursor.file) }
  })
}

function readException(
  cursor: ByteCursor,
  place: Place | undefined,
  arch: Arch,
): (NonNullable<Minidump['exception']> & { thread: number; state: ThreadState | undefined }) | undefined {
  if (!place) return undefined
  cursor.at = place.at
  const thread = cursor.readU32()
  cursor.skip(4)
  const code = cursor.readU32()
  const flags = cursor.readU32()
  cursor.skip(8)
  const address = runtimeAddress(cursor.readU64())
  cursor.skip(8 + 15 * 8)
  return {
    thread,
    code,
    flags,
    address,
    state: parseMinidumpContext(bytesAt(cursor, readPlace(cursor)), arch, cursor.file),
  }
}

function readRequesting(cursor: ByteCursor, place: Place | undefined): number | undefined {
  if (!place) return undefined
  cursor.at = place.at
  const validity = cursor.readU32()
  cursor.skip(4)
  const thread = cursor.readU32()
  return (validity & 2) !== 0 ? thread : undefined
}

function readThreadNames(input: Input, place: Place | undefined): ReadonlyMap<number, string> {
  const { cursor } = input
  const named = readList(input, place, 12, () => [cursor.readU32(), Number(cursor.readU64())] as const)
  return new Map(named.flatMap(([id, at]) => (at < cursor.bytes.length ? [[id, readString(cursor, at)] as const] : [])))
}

function readMemory(input: Input, list: Place | undefined, list64: Place | undefined): MemoryRange[] {
  const { cursor } = input
  const ranges = readList(input, list, 16, (): MemoryRange => {
    const start = runtimeAddress(cursor.readU64())
    return { start, bytes: bytesAt(cursor, readPlace(cursor)) }
  })
  if (list64) {
    cursor.at = list64.at
    const count = Math.min(Number(cursor.readU64()), mostEntries)
    let at = Number(cursor.readU64())
    for (let index = 0; index < count && cursor.remaining >= 16; index++) {
      const start = runtimeAddress(cursor.readU64())
      const size = Number(cursor.readU64())
      ranges.push({ start, bytes: bytesAt(cursor, { size, at }) })
      at += size
    }
  }
  return ranges.filter(({ bytes }) => bytes.length > 0)
}

function readModules(input: Input, place: Place | undefined, arch: Arch): readonly DumpImage[] {
  const { cursor } = input
  const images = readList(input, place, moduleBytes, (): DumpImage => {
    const loadAddress = runtimeAddress(cursor.readU64())
    const size = cursor.readU32()
    cursor.skip(8)
    const nameAt = cursor.readU32()
    cursor.skip(52)
    const uuid = uuidOfCodeView(bytesAt(cursor, readPlace(cursor)))
    const path = nameAt > 0 ? readString(cursor, nameAt) : ''
    return { loadAddress, size, arch, ...(path && { path }), ...(uuid && { uuid }) }
  })
  return images.sort((a, b) => (a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : 0))
}

/** `RSDS` and a GUID: a Mach-O UUID whose first three groups were turned to little-endian. */
function uuidOfCodeView(bytes: Uint8Array): ImageUuid | undefined {
  if (bytes.length < 20 || decodeUtf8(bytes.subarray(0, 4)) !== 'RSDS') return undefined
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  return uuidFromBytes(Uint8Array.from(order, (from) => bytes[4 + from] ?? 0))
}

function readPid(cursor: ByteCursor, place: Place | undefined): number | undefined {
  if (!place) return undefined
  cursor.at = place.at + 4
  return (cursor.readU32() & 1) !== 0 ? cursor.readU32() : undefined
}
