/** The instructions of a frame of an open report. Loaded on demand: most reports need none. */
import { isReadable } from '../../instructions/disassemble.ts'
import { codeOfFrame } from '../../fault/frame-code.ts'
import { threadMode, type PlacedImage } from '../../fault/listing.ts'
import type { MachOImage } from '../../macho/image.ts'
import type { OpenMemory } from '../../memory/memory-read.ts'
import { problem } from '../../messages/problems.ts'
import { runtimeAddress, runtimeOf, type RuntimeAddress } from '../../model/address.ts'
import type { FrameCode } from '../../model/fault.ts'
import { failure, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { Frame, ImageStatus, Report } from '../../model/report.ts'
import type { IndexKey, InputFile } from '../../ports.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import { codeReader } from './code-reader.ts'
import { noCodeIn } from './disassembling.ts'
import { openDumpMemory } from './register-sources.ts'

/** A report that is open, and the matches of its images from its last resolution. */
export interface OpenCode {
  readonly file: InputFile
  readonly report: Report
  readonly images: readonly ImageStatus[]
}

/** A failure names the missing file and how to supply it. Never rejects for the contents of a file. */
export async function instructionsOfFrame(
  open: OpenCode,
  frame: Frame,
  symbols: Pick<SymbolLookup, 'images' | 'lookup'>,
  opened: (key: IndexKey) => Promise<readonly MachOImage[]>,
): Promise<Outcome<FrameCode>> {
  const { report } = open
  const { reader, files } = codeReader(open, symbols, opened)
  const listed = frame.image === undefined ? undefined : report.images[frame.image]
  const given = frame.image === undefined ? [] : await files(frame.image)
  const arch = given[0]?.arch ?? listed?.arch ?? report.header.arch ?? report.images[0]?.arch ?? ''
  if (!isReadable(arch)) return failure(problem('instructions-unread', { arch }))
  const images = placed(open, frame, given[0])
  const address = addressOf(frame, images)
  if (address === undefined) return failure(problem('no-code.no-address', {}))
  const memory = await dumpMemory(open.file)
  // A report carries a few bytes around the program counter, none that a caller needs.
  const codes = frame.kind === 'exact' ? report.threads.flatMap(({ code }) => code ?? []) : []
  const thread = frame.kind === 'exact' ? report.threads.find(({ frames }) => frames[0]?.id === frame.id) : undefined
  const mode = thread && threadMode(thread, arch)
  const place = { arch, address, kind: frame.kind, images, codes, ...(mode !== undefined && { mode }) }
  const code = await codeOfFrame(place, { ...reader, ...(memory && { memory }) })
  if (code) return success(code)
  return failure(missing(frame, listed?.name ?? frame.imageName, given))
}

/**
 * Load addresses of images: from the report, else inferred from its names, else the link address of the frame's own
 * binary.
 */
function placed({ report, images }: OpenCode, frame: Frame, own: MachOImage | undefined): readonly PlacedImage[] {
  const inferred = new Map(images.map(({ image, loadAddress }) => [image, loadAddress]))
  return report.images.map(({ index, loadAddress, size }) => {
    const isOwn = index === frame.image && own !== undefined
    const start = loadAddress ?? inferred.get(index) ?? (isOwn ? runtimeAddress(own.textVmaddr) : undefined)
    const extent = size ?? (isOwn ? extentOf(own) : undefined)
    return { index, ...(start !== undefined && { loadAddress: start }), ...(extent !== undefined && { size: extent }) }
  })
}

/** Bytes from the Mach header to the end of the last code. */
function extentOf({ sections, textVmaddr }: MachOImage): number {
  const ends = sections.filter(({ isCode }) => isCode).map(({ address, size }) => Number(address - textVmaddr) + size)
  return ends.reduce((most, end) => Math.max(most, end), 0)
}

function addressOf({ address, image, offset }: Frame, images: readonly PlacedImage[]): RuntimeAddress | undefined {
  if (address !== undefined) return address
  const start = image === undefined ? undefined : images[image]?.loadAddress
  return start === undefined || offset === undefined ? undefined : runtimeOf(start, offset)
}

/** Why there are no bytes. */
function missing({ image, offset }: Frame, name: string | undefined, given: readonly MachOImage[]): Problem {
  if (image === undefined) return problem('no-code.no-image', {})
  if (given.length === 0 || offset === undefined) return problem('no-code.no-binary', { image: name ?? '' })
  return noCodeIn(given, offset)
}

const memories = new WeakMap<InputFile, Promise<OpenMemory | undefined>>()

/** Memory that the file of a report keeps; undefined where it is no dump. Opened once. */
function dumpMemory(file: InputFile): Promise<OpenMemory | undefined> {
  let memory = memories.get(file)
  if (!memory) {
    memory = openDumpMemory(file).catch(() => undefined)
    memories.set(file, memory)
  }
  return memory
}
