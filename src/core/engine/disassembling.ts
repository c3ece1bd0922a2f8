/** Instructions of an image, out of the files given. Loaded when it is asked for: most reports need none. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { disassemble, isReadable, type Instruction } from '../disassembly/disassemble.ts'
import type { CodeAround } from '../fault/fault.ts'
import { faultNotes } from '../messages/en/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { problem } from '../messages/problems.ts'
import type { MachOImage, Section } from '../macho/image.ts'
import { formatHex, linkOf, type ImageOffset } from '../model/address.ts'
import { failure, success, type Outcome } from '../model/problem.ts'

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
    return { before: bytes.subarray(0, place - start), from: bytes.subarray(place - start) }
  }
  return undefined
}

/** Sections of text that ends in a zero byte. */
const textSections = new Set(['__cstring', '__objc_methname', '__objc_classname', '__objc_methtype', '__oslogstring'])
/** Bytes of a text that is shown. */
const mostText = 80

/** The text at a place beside the code, else the section that it is in. */
export async function describeData(images: readonly MachOImage[], at: ImageOffset): Promise<Message | undefined> {
  for (const image of images) {
    const address = linkOf(image.textVmaddr, at)
    const section = image.sections.find((one) => address >= one.address && address < one.address + BigInt(one.size))
    if (!section || section.isCode) continue
    const offset = Number(address - section.address)
    if (!textSections.has(section.name) || offset >= section.file.size)
      return say(faultNotes, 'section', { section: `${section.segment},${section.name}` }).message
    const start = section.file.offset + offset
    const end = Math.min(section.file.offset + section.file.size, start + mostText + 1)
    const bytes = await openRange(image.blob, start, end)
    const nul = bytes.indexOf(0)
    const text = decodeUtf8(bytes.subarray(0, nul < 0 ? mostText : nul))
    return say(faultNotes, 'string', { text: nul < 0 ? `${text}…` : text }).message
  }
  return undefined
}

/** Bytes of the longest instruction of any processor. */
const longest = 15

/** Instructions from an offset on, as many as asked; fewer where the code ends. */
export async function disassembleImage(
  images: readonly MachOImage[],
  at: ImageOffset,
  count: number,
): Promise<Outcome<readonly Instruction[]>> {
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
    return success(disassemble(bytes, address, image.arch, count))
  }
  const address = formatHex(linkOf(first.textVmaddr, at))
  const withCode = images.filter(hasCode)
  if (withCode.length === 0) return failure(problem('no-code', {}, { file: first.path }))
  if (withCode.every(({ encrypted }) => encrypted))
    return failure(problem('no-code.encrypted', {}, { file: first.path }))
  return failure(problem('no-code.outside', { address }, { file: first.path }))
}

const hasCode = (image: MachOImage): boolean => image.sections.some(({ isCode, file }) => isCode && file.size > 0)

function codeAt(image: MachOImage, address: bigint): Section | undefined {
  return image.sections.find(
    (section) => section.isCode && address >= section.address && address < section.address + BigInt(section.file.size),
  )
}
