/** Core files of processes that never were: images, threads and stacks in few words. */
import { uuidFromBytes, type ImageUuid } from '../../src/core/model/image.ts'
import { ByteWriter } from './byte-writer.ts'

export type CoreArch = 'x86_64' | 'i386' | 'arm64' | 'arm64e' | 'arm64_32' | 'armv7'

const cpus: Record<CoreArch, readonly [type: number, subtype: number]> = {
  x86_64: [0x01000007, 3],
  i386: [7, 3],
  arm64: [0x0100000c, 0],
  arm64e: [0x0100000c, 2],
  arm64_32: [0x0200000c, 1],
  armv7: [12, 9],
}

/** Bytes of a pointer, and of the header's words. */
export const wordBytes = (arch: CoreArch): 4 | 8 => (['x86_64', 'arm64', 'arm64e'].includes(arch) ? 8 : 4)

/** Bytes of a register as frame records hold it: arm64_32 has 64-bit registers and 32-bit pointers. */
export const registerBytes = (arch: CoreArch): 4 | 8 => (arch === 'arm64_32' ? 8 : wordBytes(arch))

export interface BuiltImage {
  readonly loadAddress: bigint
  readonly uuid: ImageUuid
  readonly size: number
  /** Machine code and where in the image it lies. */
  readonly code?: { readonly at: number; readonly bytes: Uint8Array }
  readonly unwindInfo?: { readonly at: number; readonly bytes: Uint8Array }
  readonly fileType?: number
  readonly allImageInfoAt?: number
}

export function testUuid(seed: number): ImageUuid {
  return uuidFromBytes(Uint8Array.from({ length: 16 }, (_, index) => seed * 16 + index + 1))!
}

const uuidBytes = (uuid: string): Uint8Array =>
  Uint8Array.from(uuid.replaceAll('-', '').match(/../g)!, (pair) => parseInt(pair, 16))

/** The memory of an image: header, LC_UUID, `__TEXT` with sections, code. */
export function imageMemory(arch: CoreArch, image: BuiltImage): Uint8Array<ArrayBuffer> {
  const word = wordBytes(arch)
  const sections = [
    ...(image.code ? [{ name: '__text', ...image.code, flags: 0x80000400 }] : []),
    ...(image.unwindInfo ? [{ name: '__unwind_info', ...image.unwindInfo, flags: 0 }] : []),
    ...(image.allImageInfoAt === undefined
      ? []
      : [{ name: '__all_image_info', at: image.allImageInfoAt, bytes: new Uint8Array(0x40), flags: 0 }]),
  ]
  const sectionBytes = word === 8 ? 80 : 68
  const segmentBytes = (word === 8 ? 72 : 56) + sections.length * sectionBytes
  const out = new ByteWriter()
  out.u32(word === 8 ? 0xfeedfacf : 0xfeedface, ...cpus[arch], image.fileType ?? 2, 2, segmentBytes + 24, 0)
  if (word === 8) out.u32(0)
  out.u32(word === 8 ? 0x19 : 0x1, segmentBytes).text('__TEXT', 16)
  // Linked at another address than loaded, as every image is.
  const link = word === 8 ? 0x100000000n : 0x4000n
  out.uint(word, link, image.size, 0, image.size).u32(5, 5, sections.length, 0)
  for (const { name, at, bytes, flags } of sections) {
    out
      .text(name, 16)
      .text('__TEXT', 16)
      .uint(word, link + BigInt(at), bytes.length)
    out.u32(at, 4, 0, 0, flags, 0, 0)
    if (word === 8) out.u32(0)
  }
  out.u32(0x1b, 24).bytes(uuidBytes(image.uuid))
  const memory = out.padTo(image.size).done()
  if (image.code) memory.set(image.code.bytes, image.code.at)
  if (image.unwindInfo) memory.set(image.unwindInfo.bytes, image.unwindInfo.at)
  return memory
}

export interface BuiltThread {
  readonly pc: bigint
  readonly sp: bigint
  readonly fp: bigint
  readonly lr?: bigint
  readonly fault?: { readonly address: bigint; readonly code: number }
}

export interface BuiltSegment {
  readonly address: bigint
  readonly bytes: Uint8Array
  readonly executable?: boolean
}

function threadCommand(arch: CoreArch, { pc, sp, fp, lr = 0n, fault }: BuiltThread): Uint8Array {
  const out = new ByteWriter()
  const numbers = (count: number): bigint[] => Array.from({ length: count }, (_, index) => BigInt(0x1000 + index))
  if (arch === 'x86_64') out.u32(4, 42).u64(...numbers(6), fp, sp, ...numbers(8), pc, 0x246, 0x2b, 0, 0)
  else if (arch === 'i386') {
    out.u32(1, 16).uint(4, ...numbers(6), fp, sp, 0x23, 0x246, pc, 0x1b, 0x23, 0x23, 0, 0xf)
  } else if (arch.startsWith('arm64'))
    out
      .u32(6, 68)
      .u64(...numbers(29), fp, lr, sp, pc)
      .u32(0x60000000, 0)
  else out.u32(1, 17).uint(4, ...numbers(7), fp, ...numbers(5), sp, lr, pc, 0x30)
  if (fault && arch.startsWith('arm64')) out.u32(7, 4).u64(fault.address).u32(fault.code, 0)
  if (fault && arch === 'x86_64') out.u32(6, 4).u32(fault.code, 0).u64(fault.address)
  if (fault && arch === 'i386') out.u32(3, 3).u32(fault.code, 0, Number(fault.address))
  if (fault && arch === 'armv7') out.u32(3, 3).u32(0, fault.code, Number(fault.address))
  return new ByteWriter()
    .u32(0x4, out.size + 8)
    .bytes(out.done())
    .done()
}

export interface BuiltNote {
  readonly owner: string
  /** The data, given where in the file it will lie. */
  readonly data: (at: number) => Uint8Array
}

/** The whole core file. */
export function coreFile(
  arch: CoreArch,
  segments: readonly BuiltSegment[],
  threads: readonly BuiltThread[],
  notes: readonly BuiltNote[] = [],
): Uint8Array<ArrayBuffer> {
  const word = wordBytes(arch)
  const states = threads.map((thread) => threadCommand(arch, thread))
  const segmentBytes = word === 8 ? 72 : 56
  const headerBytes = word === 8 ? 32 : 28
  const commandBytes =
    segments.length * segmentBytes + notes.length * 40 + states.reduce((sum, state) => sum + state.length, 0)
  const out = new ByteWriter()
  out.u32(word === 8 ? 0xfeedfacf : 0xfeedface, ...cpus[arch], 4)
  out.u32(segments.length + notes.length + states.length, commandBytes, 0)
  if (word === 8) out.u32(0)
  const data = new ByteWriter()
  const dataStart = headerBytes + commandBytes
  for (const { address, bytes, executable } of segments) {
    out.u32(word === 8 ? 0x19 : 0x1, segmentBytes).text('', 16)
    out.uint(word, address, bytes.length, dataStart + data.size, bytes.length)
    out.u32(executable ? 5 : 3, executable ? 5 : 3, 0, 0)
    data.bytes(bytes)
  }
  for (const { owner, data: make } of notes) {
    const at = dataStart + data.size
    const bytes = make(at)
    out.u32(0x31, 40).text(owner, 16).u64(at, bytes.length)
    data.bytes(bytes)
  }
  for (const state of states) out.bytes(state)
  return out.bytes(data.done()).done()
}

/**
 * A stack of frame records for these return addresses, innermost first. Gives the memory and the first record's address;
 * the records lie some words apart, as locals would have it.
 */
export function recordStack(
  arch: CoreArch,
  start: bigint,
  returns: readonly bigint[],
  change: (fp: bigint, index: number) => bigint = (fp) => fp,
): { readonly bytes: Uint8Array; readonly fp: bigint } {
  const word = registerBytes(arch)
  const out = new ByteWriter().padTo(0x40)
  const places = returns.map((_, index) => start + 0x40n + BigInt(index * 0x30))
  returns.forEach((address, index) => {
    out.uint(word, change(places[index + 1] ?? 0n, index), address).padTo(0x40 + (index + 1) * 0x30)
  })
  return {
    bytes: out
      .uint(word, 0, 0)
      .padTo(out.size + 0x100)
      .done(),
    fp: places[0] ?? 0n,
  }
}
