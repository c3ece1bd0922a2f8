/** Instructions of an image, out of the files given. Loaded on demand: most reports need none. */
import { openRange } from '../../bytes/blob.ts'
import { readableName } from '../../demangle/readable.ts'
import { disassemble, isReadable, type ListedInstruction } from '../../instructions/disassemble.ts'
import type { CodeAround } from '../../fault/listing.ts'
import { faultNotes } from '../../messages/fault.ts'
import { say, type Message } from '../../messages/message.ts'
import { problem } from '../../messages/problems.ts'
import { openArmMode } from '../../macho/arm-mode.ts'
import type { MachOImage, Section } from '../../macho/image.ts'
import { References, type DataReference } from '../../macho/references.ts'
import { formatHex, linkOf, type ImageOffset } from '../../model/address.ts'
import type { ArmMode } from '../../model/architecture.ts'
import { failure, success, type Outcome, type Problem } from '../../model/problem.ts'

/** Bytes on both sides of a place in an image's code; undefined where none of the files given has them. */
export async function readCodeAround(
  images: readonly MachOImage[],
  at: ImageOffset,
  before: number,
  after: number,
): Promise<CodeAround | undefined> {
  for (const image of images) {
    const address = linkOf(image.textVmaddr, at)
    const section = codeAt(image, address)
    if (!section || image.encrypted) continue
    const place = Number(address - section.address)
    const start = Math.max(0, place - before)
    const bytes = await openRange(
      image.blob,
      section.file.offset + start,
      section.file.offset + Math.min(section.file.size, place + after),
    )
    const mode = await openArmMode(image, at)
    const sides = { before: bytes.subarray(0, place - start), from: bytes.subarray(place - start) }
    return mode === undefined ? sides : { ...sides, mode }
  }
  return undefined
}

/** Kept as long as the image, so that the next frame finds it read. */
const opened = new WeakMap<Blob, Promise<References | undefined>>()

/**
 * Describes an address in data: a text, a selector, a class, the symbol that a pointer is bound to, else its section. A
 * dSYM lists the sections without their bytes, so every file of the image is tried.
 */
export async function describeData(images: readonly MachOImage[], at: ImageOffset): Promise<Message | undefined> {
  let within: Section | undefined
  for (const image of images) {
    const address = linkOf(image.textVmaddr, at)
    const section = image.sections.find((one) => address >= one.address && address < one.address + BigInt(one.size))
    if (!section || section.isCode) continue
    within ??= section
    let references = opened.get(image.blob)
    if (!references) {
      references = References.open(image)
      opened.set(image.blob, references)
    }
    const found = (await references)?.at(at)
    if (found) return referenceNote(found)
  }
  return within && say(faultNotes, 'section', { section: `${within.segment},${within.name}` }).message
}

function referenceNote({ kind, text, isCut }: DataReference): Message {
  const shown = isCut ? `${text}…` : text
  switch (kind) {
    case 'text':
      return say(faultNotes, 'string', { text: shown }).message
    case 'constant':
      return say(faultNotes, 'constant', { text: shown }).message
    case 'selector':
      return say(faultNotes, 'selector', { name: shown }).message
    case 'class':
      return say(faultNotes, 'class', { name: readableName(shown) }).message
    case 'import':
      return say(faultNotes, 'import', { name: readableName(shown.replace(/^_/, '')) }).message
  }
}

/** Bytes of the longest instruction of any processor. */
const longest = 15

/**
 * The requested number of instructions from an offset; fewer where the code ends. `mode` overrules the image for 32-bit
 * Arm.
 */
export async function disassembleImage(
  images: readonly MachOImage[],
  at: ImageOffset,
  count: number,
  mode?: ArmMode,
): Promise<Outcome<readonly ListedInstruction[]>> {
  const [first] = images
  if (!first) return failure(problem('no-code', {}))
  if (!isReadable(first.arch)) return failure(problem('instructions-unread', { arch: first.arch }))
  for (const image of images) {
    const address = linkOf(image.textVmaddr, at)
    const section = codeAt(image, address)
    if (!section || image.encrypted) continue
    const from = Number(address - section.address)
    const end = Math.min(section.file.size, from + count * longest)
    const bytes = await openRange(image.blob, section.file.offset + from, section.file.offset + end)
    return success(disassemble(bytes, address, image.arch, count, mode ?? (await openArmMode(image, at))))
  }
  return failure(noCodeIn(images, at))
}

/** Why none of the files of an image has code at a place. */
export function noCodeIn(images: readonly MachOImage[], at: ImageOffset): Problem {
  const [first] = images
  const file = first && { file: first.path }
  const withCode = images.filter(hasCode)
  if (!first || withCode.length === 0) return problem('no-code', {}, file)
  if (withCode.every(({ encrypted }) => encrypted)) return problem('no-code.encrypted', {}, file)
  return problem('no-code.outside', { address: formatHex(linkOf(first.textVmaddr, at)) }, file)
}

const hasCode = (image: MachOImage): boolean => image.sections.some(({ isCode, file }) => isCode && file.size > 0)

function codeAt(image: MachOImage, address: bigint): Section | undefined {
  return image.sections.find(
    (section) => section.isCode && address >= section.address && address < section.address + BigInt(section.file.size),
  )
}
