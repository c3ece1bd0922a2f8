/** Instructions around a place, with what they call and point at. */
import { readBefore } from '../instructions/backward.ts'
import { readInstructions } from '../instructions/disassemble.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { faultNotes } from '../messages/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { advance, offsetInImage, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import { archFamily, architectureOf, type ArmMode } from '../model/architecture.ts'
import type { Fault, FaultInstruction } from '../model/fault.ts'
import { hexOf } from '../model/hex.ts'
import type { BinaryImage } from '../model/image.ts'
import type { Thread, ThreadCode } from '../model/report.ts'
import type { Surroundings } from './arrivals.ts'
import { dataAddresses } from './notes.ts'

/** The available files of the report's images, by position of the image. */
export interface FaultReader {
  /** Bytes of code from `from` up to `to`, both within one section; fewer, or none, where they are missing. */
  readonly code: (image: number, at: ImageOffset, before: number, after: number) => Promise<CodeAround | undefined>
  readonly nameAt: (image: number, at: ImageOffset) => Promise<string | undefined>
  /** Text at a place, or the name of the section it is in. */
  readonly dataAt: (image: number, at: ImageOffset) => Promise<Message | undefined>
  /** Kept memory of a dump from an address on; absent where the report is no dump. */
  readonly memory?: (address: RuntimeAddress, size: number) => Promise<Uint8Array>
}

/** Code on both sides of a place. */
export interface CodeAround {
  readonly before: Uint8Array
  readonly from: Uint8Array
  /** Of 32-bit Arm, the set that the linker says the code is written in. */
  readonly mode?: ArmMode
}

/** Bytes read on each side, as Apple's reports carry them. */
const window = 40
/** Instructions shown on each side. */
const shown = 8

export interface Place {
  readonly address: RuntimeAddress
  readonly code: CodeAround
  readonly from: Fault['from']
  /** On 32-bit Arm, where it is known. */
  readonly mode?: ArmMode
}

/** An image and where it lies. */
export type PlacedImage = Pick<BinaryImage, 'index' | 'loadAddress' | 'size'>

/**
 * The bytes at an address: the report's own, a dump's memory, else those of the binary of this build. `mode` is what the registers or the
 * address tell of 32-bit Arm; else the binary does.
 */
export async function codeAt(
  images: readonly PlacedImage[],
  codes: readonly ThreadCode[],
  address: RuntimeAddress,
  reader: FaultReader,
  mode?: ArmMode,
): Promise<Place | undefined> {
  const found = await bytesAt(images, codes, address, reader)
  const known = mode ?? found?.code.mode
  return found && { ...found, ...(known !== undefined && { mode: known }) }
}

async function bytesAt(
  images: readonly PlacedImage[],
  codes: readonly ThreadCode[],
  address: RuntimeAddress,
  reader: FaultReader,
): Promise<Place | undefined> {
  for (const code of codes) {
    const at = offsetInImage(address, code.start)
    if (at === undefined || at >= code.bytes.length) continue
    const from = code.bytes.subarray(at, at + window)
    return { address, code: { before: code.bytes.subarray(Math.max(0, at - window), at), from }, from: code.from }
  }
  const kept = reader.memory && (await memoryAround(reader.memory, address))
  if (kept) return { address, code: kept, from: 'memory' }
  const found = await inImage(images, address, (image, at) => reader.code(image, at, window, window))
  return found ? { address, code: found, from: 'binary' } : undefined
}

async function memoryAround(
  open: NonNullable<FaultReader['memory']>,
  address: RuntimeAddress,
): Promise<CodeAround | undefined> {
  const from = await open(address, window)
  if (from.length === 0) return undefined
  const before = await open(advance(address, -window), window)
  return { before: before.length === window ? before : new Uint8Array(), from }
}

/** Processors whose addresses of code say in their lowest bit which of two sets follows. */
const hasTwoSets = (arch: string): boolean => architectureOf(archFamily(arch))?.strayBits.kind === 'lowest'

/** The instruction set by an address: on 32-bit Arm the lowest bit means Thumb. A clear bit proves nothing, as writers may have cleared it. */
export function addressMode(address: RuntimeAddress, arch: string): ArmMode | undefined {
  return codeAddress(address, arch) === address ? undefined : 'thumb'
}

/** The T bit of `cpsr`, which says that the thread runs Thumb. */
const THUMB = 0x20n

/** The set that a thread of 32-bit Arm runs, by its registers; undefined where these are not known, and on other processors. */
export function threadMode({ registers }: Pick<Thread, 'registers'>, arch: string): ArmMode | undefined {
  const status = registers?.find(({ name }) => name === 'cpsr')?.value
  if (!hasTwoSets(arch) || status === undefined) return undefined
  return (status & THUMB) === 0n ? 'a32' : 'thumb'
}

/** An address as code has it: of Arm with 32 bits the lowest bit says that Thumb follows. */
export function codeAddress(address: RuntimeAddress, arch: string): RuntimeAddress {
  return hasTwoSets(arch) ? runtimeAddress(address & ~1n) : address
}

/** The image that an address lies in; undefined where the report does not say how large its images are. */
export function imageAt(images: readonly PlacedImage[], address: bigint): PlacedImage | undefined {
  return images.find(({ loadAddress, size }) => {
    return (
      loadAddress !== undefined && size !== undefined && address >= loadAddress && address < loadAddress + BigInt(size)
    )
  })
}

/** Calls the reader of the image that contains an address. */
async function inImage<T>(
  images: readonly PlacedImage[],
  address: bigint,
  ask: (image: number, at: ImageOffset) => Promise<T | undefined>,
): Promise<T | undefined> {
  const image = imageAt(images, address)
  const offset =
    image?.loadAddress === undefined ? undefined : offsetInImage(runtimeAddress(address), image.loadAddress)
  return image && offset !== undefined ? ask(image.index, offset) : undefined
}

/** The instructions on both sides of a place; `at` is the position of the one that begins there. */
export function list(
  { address, code, mode }: Place,
  arch: string,
): { readonly listed: readonly Instruction[]; readonly at: number } {
  const before = readBefore(code.before, address, arch, mode).slice(-shown)
  const from = readInstructions(code.from, address, arch, shown + 1, mode)
  // The window cuts the last one.
  const whole = from.filter(({ isKnown }, at) => isKnown || at < from.length - 1 || from.length === 1)
  return { listed: [...before, ...whole], at: before.length }
}

/** Bytes of a function that are read on each side of a trap. */
const reach = 0x10000

/** The function around a place from its start, out of its binary; undefined where that or its start is not at hand. */
export async function functionAround(
  images: readonly PlacedImage[],
  reader: FaultReader,
  arch: string,
  { address, mode }: Place,
  start: ImageOffset | undefined,
): Promise<Surroundings | undefined> {
  return inImage(images, address, async (image, at) => {
    const before = start === undefined ? 0 : at - start
    if (before <= 0 || before > reach) return undefined
    const code = await reader.code(image, at, before, reach)
    if (code?.before.length !== before) return undefined
    const listed = [
      ...readInstructions(code.before, advance(address, -before), arch, Infinity, mode),
      ...readInstructions(code.from, address, arch, Infinity, mode),
    ]
    return { listed, isWhole: true }
  })
}

/** Instructions as they are shown, with notes; `marked` is the position of the one that matters. */
export async function describe(
  images: readonly PlacedImage[],
  reader: FaultReader,
  arch: string,
  listed: readonly Instruction[],
  marked: number | undefined,
): Promise<readonly FaultInstruction[]> {
  const data = dataAddresses(listed)
  const instructions: FaultInstruction[] = []
  for (const [at, instruction] of listed.entries()) {
    const { address, bytes, text } = instruction
    const notes = text === undefined ? [] : await notesOf(images, reader, instruction, data[at])
    instructions.push({
      address: runtimeAddress(address),
      bytes: hexOf(bytes),
      ...(text !== undefined && { text }),
      ...(at === marked && { stopped: true }),
      ...(notes.length > 0 && { notes }),
    })
  }
  return instructions
}

async function notesOf(
  images: readonly PlacedImage[],
  reader: FaultReader,
  { target, protection }: Instruction,
  data: bigint | undefined,
): Promise<Message[]> {
  const notes: Message[] = []
  const goes = target === undefined ? undefined : await inImage(images, target, reader.nameAt)
  if (goes !== undefined) notes.push(say(faultNotes, 'target', { name: goes }).message)
  const says = data === undefined ? undefined : await inImage(images, data, reader.dataAt)
  if (says) notes.push(says)
  if (protection) notes.push(say(faultNotes, 'protection', { kind: protection }).message)
  return notes
}
