/** The debug sections of an image as lazy ranges; compressed ones are inflated. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import type { MachOImage, Section } from '../macho/image.ts'
import type { SymbolValues } from '../macho/relocations.ts'
import { problem } from '../messages/problems.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { SectionRange } from '../ports.ts'

/** `ZLIB` and the inflated size as a big-endian 64-bit number. */
const ZDEBUG_HEADER_BYTES = 12

/** Debug sections by name, in whatever segment they lie. */
export async function dwarfSections(
  image: MachOImage,
  budget: Budget,
): Promise<{ readonly sections: readonly SectionRange[]; readonly problems: readonly Problem[] }> {
  const sections: SectionRange[] = []
  const problems: Problem[] = []
  let values: Promise<SymbolValues> | undefined
  // Only object files have relocations, and few people open one.
  const relocated = async (section: Section): Promise<Blob> => {
    const { openRelocated, openSymbolValues } = await import('../macho/relocations.ts')
    return openRelocated(image, section, () => (values ??= openSymbolValues(image)), budget)
  }
  for (const section of image.sections) {
    if (section.file.size === 0 || !/^__(z?debug_|apple_)/.test(section.name)) continue
    const fileOffset = image.fileOffset + section.file.offset
    const place = { file: image.path, offset: fileOffset }
    let bytes: Blob | undefined
    try {
      const { offset, size } = section.file
      bytes = section.relocations.count > 0 ? await relocated(section) : image.blob.slice(offset, offset + size)
    } catch (thrown) {
      // The next sections would cost as much again.
      problems.push({ ...problemFrom(thrown, image.path), ...place })
      break
    }
    let name = section.name.replace(/^_+/, '')
    if (name.startsWith('zdebug_')) {
      name = name.slice(1)
      bytes = await inflateZdebug(bytes, budget)
      if (!bytes) {
        problems.push(problem('bad-compressed-section', { section: section.name }, place))
        continue
      }
    }
    sections.push(describe(section, name, bytes, fileOffset))
  }
  return { sections, problems }
}

function describe(section: Section, name: string, bytes: Blob, fileOffset: number): SectionRange {
  return { name, segment: section.segment, address: section.address, bytes, fileOffset, size: bytes.size }
}

/** A `__zdebug_` section (GNU's old form, written by Go's linker) inflated; undefined when that fails. */
async function inflateZdebug(bytes: Blob, budget: Budget): Promise<Blob | undefined> {
  const head = await openRange(bytes, 0, ZDEBUG_HEADER_BYTES)
  if (head.length < ZDEBUG_HEADER_BYTES || decodeUtf8(head.subarray(0, 4)) !== 'ZLIB') return undefined
  const size = Number(new DataView(head.buffer).getBigUint64(4))
  // Few files have such sections.
  const { inflateSection } = await import('../bytes/inflate-section.ts')
  return inflateSection(bytes.slice(ZDEBUG_HEADER_BYTES), size, budget)
}
