/** A dumped process as a report: every thread unwound, every address joined to its image. */
import { originOfPath } from '../model/origin.ts'
import {
  advance,
  offsetInImage,
  runtimeAddress,
  runtimeOf,
  type LinkAddress,
  type RuntimeAddress,
} from '../model/address.ts'
import { reachOfUnsized, type Arch, type BinaryImage, type ImageUuid } from '../model/image.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import type { ExceptionInfo, Frame, Report, ReportHeader, Thread } from '../model/report.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { archFamily } from '../model/architecture.ts'
import type { ImageCode } from './image-code.ts'
import type { MemoryRange, MemoryReading, OpenMemory } from './memory-read.ts'
import { walkStack, type UnwoundFrame } from './stack-walk.ts'
import type { ThreadState } from './thread-state.ts'
import { makeWalkTables, type WalkImage, type WalkSection } from './walk-image.ts'

export interface DumpImage {
  readonly loadAddress: RuntimeAddress
  /** Bytes of `__TEXT` (or of the whole image); 0 where nothing says. */
  readonly size: number
  readonly path?: string
  readonly uuid?: ImageUuid
  readonly arch?: Arch
  readonly version?: string
  /** Link address of `__TEXT`. */
  readonly textVmaddr?: LinkAddress
  /** Where `__unwind_info` lies in memory. */
  readonly unwindInfo?: WalkSection
  /** Where `__eh_frame` lies in memory. */
  readonly ehFrame?: WalkSection
  /** Code and unwind tables from given files of the image. */
  readonly code?: ImageCode
}

export interface DumpThread {
  readonly id: number
  readonly name?: string
  readonly crashed: boolean
  readonly state: ThreadState
  readonly stack: { readonly start: RuntimeAddress; readonly end: RuntimeAddress }
}

export interface ProcessDump {
  readonly format: string
  readonly label: string
  readonly file: string
  readonly arch: Arch
  readonly header: Omit<ReportHeader, 'arch'>
  readonly exception?: ExceptionInfo
  /** Ascending by load address. */
  readonly images: readonly DumpImage[]
  readonly threads: readonly DumpThread[]
  readonly mayRun?: (address: RuntimeAddress) => boolean
  readonly problems: readonly Problem[]
  /** Is given the frames of each thread with their registers, which the report does not keep. */
  readonly onWalked?: OnWalked
}

type OnWalked = (frames: readonly UnwoundFrame[]) => void

/** Facts from a dump's reader besides the report. */
export interface DumpWatch {
  readonly onMemory: (open: OpenMemory) => void
  /** For each thread in the order of the report. */
  readonly onWalked: OnWalked
}

/** Gives the code of an image, when its binary was given. */
export type OpenImageCode = (image: {
  readonly uuid?: ImageUuid
  readonly path?: string
}) => Promise<ImageCode | undefined>

/** Images with their given binaries. */
export async function withCode(
  images: readonly DumpImage[],
  openCode: OpenImageCode | undefined,
): Promise<readonly DumpImage[]> {
  if (!openCode) return images
  return Promise.all(
    images.map(async (image) => {
      const code = await openCode(image)
      return code ? { ...image, code } : image
    }),
  )
}

/** Memory ranges from given binaries: a dump's memory often leaves code out. */
export function rangesOfCode(images: readonly DumpImage[]): MemoryRange[] {
  return images.flatMap(({ loadAddress, code }) =>
    [...(code?.sections ?? []), code?.unwindInfo, code?.ehFrame].flatMap((part) =>
      part ? [{ start: runtimeOf(loadAddress, part.start), bytes: part.bytes }] : [],
    ),
  )
}

export function* buildDumpReport(dump: ProcessDump): MemoryReading<Report> {
  const family = archFamily(dump.arch)
  const positionOf = imageFinder(dump.images)
  const images = dump.images.map(walkImage)
  const tables = makeWalkTables()
  const threads: Thread[] = []
  let frameCount = 0
  // Where none crashed, the first is the one that debuggers show.
  const shown = dump.threads.find(({ crashed }) => crashed) ?? dump.threads[0]
  for (const thread of dump.threads) {
    const { id, name, crashed, state, stack } = thread
    const walked = yield* walkStack({
      family,
      state,
      stack,
      imageAt: (address) => images[positionOf(address) ?? -1],
      tables,
      ...(dump.mayRun && { mayRun: dump.mayRun }),
    })
    dump.onWalked?.(walked)
    const code = thread === shown ? yield* codeAt(walked[0]?.address) : undefined
    const frames = walked.map(({ address, kind, foundBy }, index): Frame => {
      const image = positionOf(address)
      const loadAddress = image === undefined ? undefined : dump.images[image]?.loadAddress
      const offset = loadAddress === undefined ? undefined : offsetInImage(address, loadAddress)
      return {
        id: frameCount++,
        index,
        kind,
        address,
        foundBy,
        ...(image !== undefined && { image }),
        ...(offset !== undefined && { offset }),
      }
    })
    threads.push({
      id,
      crashed,
      frames,
      registers: state.registers,
      ...(name !== undefined && { name }),
      ...(code && { code }),
    })
  }
  return {
    format: dump.format,
    label: dump.label,
    file: dump.file,
    text: '',
    textKind: 'none',
    header: { ...dump.header, arch: dump.arch },
    ...(dump.exception && { exception: dump.exception }),
    applicationInfo: [],
    threads,
    backtraces: [],
    callTrees: [],
    images: dump.images.map(binaryImage),
    sections: [],
    frameCount,
    problems: [...dump.problems, ...tableProblems(images, tables, dump)],
  }
}

/** Bytes of code taken on each side of a program counter. */
const codeBytes = 40

/** Code around a program counter, as far as its memory was kept. */
function* codeAt(pc: RuntimeAddress | undefined): MemoryReading<Thread['code']> {
  if (pc === undefined) return undefined
  for (const before of [codeBytes, 0]) {
    const start = runtimeAddress(pc - BigInt(before))
    const bytes = yield { address: start, size: before + codeBytes }
    if (bytes) return { start, bytes: bytes.slice(), from: 'memory' }
  }
  return undefined
}

/** Damage in the call frame information that the walks used; one problem an image says enough. */
function tableProblems(
  images: readonly WalkImage[],
  { ehFrame }: ReturnType<typeof makeWalkTables>,
  dump: ProcessDump,
): readonly Problem[] {
  return images.flatMap((image, position) => {
    const tables = [ehFrame.get(image), image.debugFrame].filter((table) => table !== undefined)
    const damaged = tables.find((table) => table.problems.length > 0)
    if (!damaged) return []
    const path = dump.images[position]?.path ?? ''
    const params = {
      section: damaged.kind,
      image: path.slice(path.lastIndexOf('/') + 1),
      entries: damaged.problems.length,
      first: damaged.problems[0]?.offset ?? 0,
    }
    return [problem('damaged-unwind-table', params, { file: dump.file })]
  })
}

/** An image as the walk needs it; what the dump's own memory has goes before what the given file has. */
function walkImage({ loadAddress, size, textVmaddr, unwindInfo, ehFrame, code }: DumpImage): WalkImage {
  const given = (part: ImageCode['ehFrame']): WalkSection | undefined =>
    part && { address: runtimeOf(loadAddress, part.start), size: part.bytes.length }
  const info = unwindInfo ?? given(code?.unwindInfo)
  const eh = ehFrame ?? given(code?.ehFrame)
  const link = textVmaddr ?? code?.textVmaddr
  return {
    loadAddress,
    size,
    ...(link !== undefined && { textVmaddr: link }),
    ...(info && { unwindInfo: info }),
    ...(eh && { ehFrame: eh }),
    ...(code?.debugFrame && { debugFrame: code.debugFrame }),
    ...(code && code.functionStarts.length > 0 && { functionStarts: code.functionStarts }),
    ...(code?.callReturns && { callReturns: code.callReturns }),
  }
}

function binaryImage(image: DumpImage, index: number): BinaryImage {
  const { loadAddress, size, path, uuid, arch, version } = image
  const origin = originOfPath(path)
  return {
    index,
    name: path?.slice(path.lastIndexOf('/') + 1) ?? '',
    loadAddress,
    ...(size > 0 && { size }),
    ...(path !== undefined && { path }),
    ...(uuid && { uuid }),
    ...(arch !== undefined && { arch }),
    ...(version !== undefined && { version }),
    ...(origin && { origin }),
  }
}

function imageFinder(images: readonly DumpImage[]): (address: RuntimeAddress) => number | undefined {
  return (address) => {
    const position = lastAtMost(images.length, (at) => images[at]?.loadAddress ?? 0n, address)
    const image = images[position]
    if (!image) return undefined
    return address < advance(image.loadAddress, image.size > 0 ? image.size : reachOfUnsized) ? position : undefined
  }
}
