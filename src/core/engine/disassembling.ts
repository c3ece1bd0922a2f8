/** Instructions of an image, out of the files given. Loaded when it is asked for: most reports need none. */
import { openRange } from '../bytes/blob.ts'
import { disassemble, isReadable, type Instruction } from '../disassembly/disassemble.ts'
import { problem } from '../messages/problems.ts'
import type { MachOImage, Section } from '../macho/image.ts'
import { formatHex, linkOf, type ImageOffset } from '../model/address.ts'
import { failure, success, type Outcome } from '../model/problem.ts'

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
