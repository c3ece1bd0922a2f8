/** The parts of a Mach-O file that judge return addresses and unwind stacks: code, function starts, unwind tables. */
import { openRange } from '../bytes/blob.ts'
import { offsetOfLink, type ImageOffset, type LinkAddress } from '../model/address.ts'
import { openCfiTable, type CfiTable } from '../dwarf/cfi/table.ts'
import { findSection, type MachOImage } from '../macho/image.ts'
import { mostStarts, openFunctionStarts } from '../macho/function-starts.ts'
import { visitDefinedSymbols } from '../macho/symbol-table.ts'

/** The executable bytes of an image. */
export interface CodeSections {
  readonly sections: readonly { readonly start: ImageOffset; readonly bytes: Uint8Array }[]
  /** Starts of all functions, ascending, from LC_FUNCTION_STARTS; without the Thumb bit; may be empty. */
  readonly functionStarts: readonly ImageOffset[]
}

/** A part of an image as its file has it. */
interface ImagePart {
  readonly start: ImageOffset
  readonly bytes: Uint8Array
}

/** Unwind data that a dSYM adds to a dump's own memory: it has no code. */
export interface DebugUnwinding {
  /** Where functions start, from its symbol table. */
  readonly functionStarts: readonly ImageOffset[]
  readonly debugFrame?: CfiTable
}

/** Code and tables that given files of an image add to a dump's own memory. Without a binary there are no sections. */
export interface ImageCode extends CodeSections {
  /** Link address of `__TEXT`. */
  readonly textVmaddr?: LinkAddress
  /** `__TEXT,__unwind_info`. */
  readonly unwindInfo?: ImagePart
  /** `__TEXT,__eh_frame`. */
  readonly ehFrame?: ImagePart
  /** `__DWARF,__debug_frame`. */
  readonly debugFrame?: CfiTable
  /** Where calls return to, ascending, as debug information lists them. */
  readonly callReturns?: readonly ImageOffset[]
}

/**
 * Reads the code of an image; undefined for images without any: dSYMs, whose sections have headers only, and binaries
 * whose code is encrypted.
 */
export async function openImageCode(image: MachOImage): Promise<ImageCode | undefined> {
  if (image.encrypted) return undefined
  const sections: { start: ImageOffset; bytes: Uint8Array }[] = []
  for (const { address, file, isCode } of image.sections) {
    const start = offsetOfLink(address, image.textVmaddr)
    if (!isCode || file.size === 0 || start === undefined) continue
    sections.push({ start, bytes: await openRange(image.blob, file.offset, file.offset + file.size) })
  }
  if (sections.length === 0) return undefined
  const unwindInfo = await openPart(image, '__unwind_info')
  const ehFrame = await openPart(image, '__eh_frame')
  const debugFrame = await openDebugFrame(image)
  return {
    sections,
    functionStarts: await openFunctionStarts(image),
    textVmaddr: image.textVmaddr,
    ...(unwindInfo && { unwindInfo }),
    ...(ehFrame && { ehFrame }),
    ...(debugFrame && { debugFrame }),
  }
}

/** Larger tables of unwind information are not read. */
const largestTable = 0x1000_0000

async function openPart(image: MachOImage, name: string): Promise<ImagePart | undefined> {
  const section = findSection(image, name)
  const start = section && offsetOfLink(section.address, image.textVmaddr)
  if (!section || start === undefined || section.file.size === 0 || section.file.size > largestTable) return undefined
  return { start, bytes: await openRange(image.blob, section.file.offset, section.file.offset + section.file.size) }
}

/** Reads what a dSYM, or a binary with debug information in it, says about unwinding. */
export async function openDebugUnwinding(image: MachOImage): Promise<DebugUnwinding> {
  const debugFrame = await openDebugFrame(image)
  return { functionStarts: await openSymbolStarts(image), ...(debugFrame && { debugFrame }) }
}

async function openDebugFrame(image: MachOImage): Promise<CfiTable | undefined> {
  const part = await openPart(image, '__debug_frame')
  if (!part || !image.littleEndian) return undefined
  const { address } = findSection(image, '__debug_frame') ?? { address: image.textVmaddr }
  return openCfiTable({
    kind: 'debug_frame',
    bytes: part.bytes,
    address,
    textVmaddr: image.textVmaddr,
    addressBytes: image.pointerSize,
  })
}

/** Functions as the symbol table names them: all symbols of sections with code. */
async function openSymbolStarts(image: MachOImage): Promise<readonly ImageOffset[]> {
  const isCode = image.sections.map((section) => section.isCode)
  const starts = new Set<ImageOffset>()
  await visitDefinedSymbols(image, (offset, section) => {
    if (isCode[section - 1] === true && offset >= 0 && starts.size < mostStarts) starts.add(offset)
  })
  return [...starts].sort((a, b) => a - b)
}
