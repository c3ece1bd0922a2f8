/**
 * From stacks and images found in a text to a report: rows get their images by the load address, UUID or name that they print.
 * The formats of this kind differ in their marks and titles; this is what they share.
 */
import { readLabelledFacts } from './labelled-facts.ts'
import { PAGE, linkAddress, runtimeAddress } from '../../model/address.ts'
import { reachOfUnsized } from '../../model/image.ts'
import { originOfPath } from '../../model/origin.ts'
import type {
  ExceptionInfo,
  Frame,
  Report,
  ReportEvent,
  ReportHeader,
  ReportSection,
  Stack,
  Thread,
} from '../../model/report.ts'
import type { ReportFormat, ReportInput } from '../base/format.ts'
import { aroundStacks } from './text-around.ts'
import { NearestImages } from '../base/nearest-images.ts'
import { readConsoleMessages } from './console-messages.ts'
import { lineOfWords, partedByEnd } from './one-end.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { problem } from '../../messages/problems.ts'
import type { FrameRow, ImageRow, ReportBuilder, StackRule } from '../base/report-builder.ts'
import type { StatedLoad } from './text-images.ts'
import type { TextRow } from './text-rows.ts'
import type { TextStack } from './text-stacks.ts'

/** Farther than this behind a load address an address belongs to something else, when the image's end is not known. */
const REACH = BigInt(reachOfUnsized)

/** How far behind the last row of a program's own image its code may go on: its code is not packed as the system's is. */
const NEAR = 0x10_0000n

interface Known {
  readonly index: number
  readonly loadAddress: bigint | undefined
  /** The farthest address that may be of an image that only rows name. */
  farthest?: bigint | undefined
}

/** Images of a text, to which rows are joined by what they print. */
export class TextImages {
  readonly #builder: ReportBuilder
  readonly #byIndex = new Map<number, Known>()
  readonly #byBase = new Map<bigint, Known>()
  readonly #byName = new Map<string, readonly Known[]>()
  readonly #places = new NearestImages()
  /** Those with a known end. */
  readonly #ended = new NearestImages()

  constructor(builder: ReportBuilder, listed: readonly ImageRow[]) {
    this.#builder = builder
    for (const image of listed) this.#add(image)
  }

  /** Adds an image for each load address, UUID and name that rows print together and that no list has. */
  learn(rows: readonly TextRow[]): void {
    const isSure = ({ unalignedIn }: TextRow): boolean => unalignedIn === undefined
    for (const row of [...rows.filter(isSure), ...rows.filter((one) => !isSure(one))]) {
      if (this.#isMisprinted(row)) continue
      const { imageName = '', imageUuid, imageText, imageArch, imagePath, loadAddress } = row
      if (loadAddress === undefined && imageUuid === undefined && imageText === undefined && imageArch === undefined)
        continue
      if (loadAddress !== undefined ? this.#loadedAt(loadAddress) : this.#named(imageName, true)) continue
      if (loadAddress !== undefined && this.#covering(loadAddress, 0n)) continue
      this.#add(
        omitUndefined({
          name: imageName,
          path: imagePath,
          arch: imageArch,
          uuid: imageUuid,
          loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
          textVmaddr: imageText === undefined ? undefined : linkAddress(imageText),
          slideFrom: loadAddress === undefined ? undefined : ('load-address' as const),
        }),
      ).farthest = loadAddress
    }
    for (const { loadAddress, address = 0n, imagePath } of rows) {
      const known = this.#loadedAt(loadAddress)
      const last = address + (originOfPath(imagePath) === 'system' ? 0n : NEAR)
      if (known?.farthest !== undefined && last > known.farthest) known.farthest = last
    }
  }

  /** Adds an image that a line outside the stacks states, unless it is known. */
  state(image: ImageRow): void {
    if (!this.#loadedAt(image.loadAddress)) this.#add(image)
  }

  /** The row with the image that it belongs to, where that is known. */
  join(row: TextRow): FrameRow {
    if (this.#isMisprinted(row)) return { ...row, misprintedIn: row.unalignedIn }
    const image = this.#imageOf(row)
    return image ? { ...row, image: image.index } : row
  }

  /** True if a row's offset leads to no start of a page, and that of its image is known. */
  #isMisprinted({ unalignedIn, imageName = '' }: TextRow): boolean {
    if (unalignedIn === undefined) return false
    const loadAddress = this.#named(imageName, true)?.loadAddress
    return loadAddress !== undefined && loadAddress % PAGE === 0n
  }

  /** True if the load address of any image is known. */
  get hasPlaces(): boolean {
    return this.#byBase.size > 0
  }

  /** True if an address is after the start of a known image, and near enough to be in it. */
  covers(address: bigint | undefined): boolean {
    const image = address === undefined ? undefined : this.#covering(address)
    return image !== undefined && image.loadAddress !== address
  }

  #imageOf({ loadAddress, address, imageName = '', imageUuid }: TextRow): Known | undefined {
    if (loadAddress !== undefined) return this.#loadedAt(loadAddress) ?? this.#covering(loadAddress, 0n)
    const named = this.#named(imageName, imageUuid !== undefined)
    if (named)
      return named.loadAddress === undefined || address === undefined || address >= named.loadAddress
        ? named
        : undefined
    // `???` is the writer's word for "in no image".
    if (address === undefined || imageName) return undefined
    const found = this.#covering(address)
    // Farther behind the last row of an image that only rows name, nothing says whose code it is.
    return found && address <= (found.farthest ?? address) ? found : undefined
  }

  #loadedAt(loadAddress: bigint | undefined): Known | undefined {
    return loadAddress === undefined ? undefined : this.#byBase.get(loadAddress)
  }

  #named(name: string, anyBase: boolean): Known | undefined {
    if (name === '' || name === '???') return undefined
    const same = this.#byName.get(name) ?? []
    return same.length === 1 || anyBase ? same[0] : undefined
  }

  /** The image that an address lies in; `reach` is how far one goes whose end is not known. */
  #covering(address: bigint, reach = REACH): Known | undefined {
    const places = reach === 0n ? this.#ended : this.#places
    const found = places.at(address, reach)
    return found && this.#byIndex.get(found.index)
  }

  #add(image: ImageRow): Known {
    // A list of its own: images without an end must not claim whatever lies behind them.
    const index = this.#builder.addImage(image, this.#builder.newImageList())
    const { name, loadAddress, size } = image
    const end = loadAddress === undefined || !size ? undefined : loadAddress + BigInt(Math.ceil(size))
    const known: Known = { index, loadAddress }
    this.#byIndex.set(index, known)
    this.#byName.set(name, [...(this.#byName.get(name) ?? []).slice(0, 2), known])
    if (loadAddress === undefined) return known
    if (!this.#byBase.has(loadAddress)) this.#byBase.set(loadAddress, known)
    this.#places.add({ index, loadAddress, end })
    if (end !== undefined) this.#ended.add({ index, loadAddress, end })
    return known
  }
}

/** Frames of a stack, each joined to its image. */
export function addTextStack(
  builder: ReportBuilder,
  images: TextImages,
  rows: readonly TextRow[],
  rule: StackRule,
): Frame[] {
  // A stack cut off at its top begins with a caller, not with the instruction that ran.
  const isCut = rule === 'thread' && (rows[0]?.index ?? 0) > 0
  // The runtime copies an exception's stack from inside a call.
  const isThrown = rows[0]?.symbol?.name === '__exceptionPreprocess'
  return builder.addStack(
    rows.map((row) => images.join(row)),
    isCut || isThrown ? 'return' : rule,
  )
}

export interface TextReportParts {
  readonly label?: string
  readonly header?: Partial<ReportHeader>
  /** Fields beside those of the header. */
  readonly fields?: ReportHeader['fields']
  readonly exception?: ExceptionInfo | undefined
  readonly applicationInfo?: readonly string[]
  readonly threads?: readonly Thread[]
  readonly lastException?: Stack | undefined
  readonly backtraces?: readonly (Stack & { readonly title: string })[]
  readonly sections?: readonly ReportSection[]
  readonly events?: readonly ReportEvent[]
}

/** Characters of a text in which labelled facts are sought. */
const MOST_AROUND = 1 << 17

const linesAround = (text: string): readonly string[] => text.slice(0, MOST_AROUND).split(/\r?\n/)

/** Signals of faults by a shell's word, and the exceptions that they may stand for. */
const FAULTS: readonly (readonly [word: RegExp, exception: RegExp])[] = [
  [/^(?:Segmentation fault|Bus error): \d{1,2}$/, /\bEXC_BAD_ACCESS\b|\bSIG(?:SEGV|BUS)\b/],
  [/^Illegal instruction: \d{1,2}$/, /\bEXC_BAD_INSTRUCTION\b|\bSIGILL\b/],
  [/^Trace\/BPT trap: \d{1,2}$/, /\bEXC_BREAKPOINT\b|\bSIGTRAP\b/],
]

/** What runtimes print before they abort. */
const BEFORE_ABORT =
  /^(?:Assertion failed: |(?:libc\+\+abi(?:\.dylib)?: )?terminating (?:due to|with) |terminate called |\*\*\* Terminating app |fatal runtime error: )/
/** A failed access to memory. */
const ACCESS = /\bEXC_BAD_ACCESS\b|\bSIG(?:SEGV|BUS)\b/

/** False for words on another end than the one that the report is about: they are of another run. */
function mayBeOf(exception: ExceptionInfo | undefined, line: string): boolean {
  const own = `${exception?.type ?? ''} ${exception?.signal ?? ''}`
  if (ACCESS.test(own) && !own.includes('SIGABRT') && BEFORE_ABORT.test(line)) return false
  const isFault = FAULTS.some(([, pattern]) => pattern.test(own))
  return !isFault || FAULTS.every(([word, pattern]) => !word.test(line) || pattern.test(own))
}

const endsInAbort = ({ type, subtype, signal }: ExceptionInfo = {}): boolean =>
  [type, subtype, signal].some((word) => word === 'SIGABRT' || word === 'ABRT')

/** The report of a text, names to be put into its rows. */
export function finishTextReport(
  format: Pick<ReportFormat, 'id' | 'label'>,
  input: ReportInput,
  builder: ReportBuilder,
  parts: TextReportParts,
): Report {
  const { threads = [], lastException, backtraces = [], events = [], sections = [] } = parts
  // A format that reads no exception of its own may still have the sentences of another writer around its stacks.
  const stacks = [...threads, ...(lastException ? [lastException] : []), ...backtraces]
  const spans = stacks.flatMap(({ span, frames }) => [
    ...(span ? [span] : []),
    ...frames.flatMap((one) => one.span ?? []),
  ])
  const { own, others, apart } = partedByEnd(input.text, spans, parts.header)
  const said = lastException ? undefined : readConsoleMessages(own)
  const exception = parts.exception ?? said?.exception
  const saidInfo = said?.applicationInfo.filter((line) => mayBeOf(parts.exception, line)) ?? []
  const given = parts.applicationInfo?.filter((line) => mayBeOf(parts.exception, line)) ?? []
  // A runtime's last words stand above what the tool prints that sees the end.
  const lastWords = endsInAbort(exception)
    ? saidInfo.filter((line) => BEFORE_ABORT.test(line) && !given.some((one) => one.includes(line)))
    : []
  const applicationInfo = given.length > 0 ? [...given, ...lastWords] : saidInfo
  const foreign = others === '' ? [] : (readConsoleMessages(others)?.applicationInfo ?? [])
  for (const text of foreign)
    builder.problem(problem('other-message', { text }, { line: lineOfWords(others, text), severity: 'note' }))
  const built = builder.finish()
  const around = aroundStacks(input.text, {
    spans: stacks.flatMap(({ frames }) => frames.flatMap(({ span }) => span ?? [])),
    images: built.images,
    said: [
      ...applicationInfo,
      ...sections.flatMap((section) => (section.kind === 'text' ? section.text : [])),
      ...Object.values(exception ?? {}).filter((value) => typeof value === 'string'),
    ],
  })
  const header = { fields: [], ...readLabelledFacts(linesAround(input.text))?.header, ...said?.header, ...parts.header }
  return omitUndefined({
    format: format.id,
    label: parts.label ?? format.label,
    file: input.path,
    text: input.text,
    textKind: 'rows' as const,
    apart: apart.length > 0 ? apart : undefined,
    kind: parts.exception ? undefined : said?.kind,
    header: { ...header, fields: [...header.fields, ...(parts.fields ?? [])] },
    exception,
    termination: said?.termination,
    applicationInfo,
    threads,
    lastException,
    backtraces,
    callTrees: [],
    sections: [...sections, ...around],
    events: events.length > 0 ? events : undefined,
    ...built,
  })
}

/** The image that a lone load address or slide speaks of: the program, which is the image of most rows outside the system. */
export function programOf(load: StatedLoad, rows: readonly TextRow[], process = ''): ImageRow {
  const counts = new Map<string, number>()
  for (const { imageName, address } of rows) {
    const isNear = address === undefined || (address >= load.loadAddress && address < load.loadAddress + REACH)
    if (!imageName || imageName === '???' || imageName.endsWith('.dylib') || !isNear) continue
    counts.set(imageName, (counts.get(imageName) ?? 0) + 1)
  }
  const [name = process] = [...counts].sort((a, b) => b[1] - a[1]).map(([image]) => image)
  return omitUndefined({
    name,
    loadAddress: runtimeAddress(load.loadAddress),
    textVmaddr: load.textVmaddr === undefined ? undefined : linkAddress(load.textVmaddr),
    slideFrom: 'load-address' as const,
  })
}

/** Below this a number is no address of a 64-bit process, nor of an app and the system's libraries in a 32-bit one. */
const LOWEST_SYSTEM = 0x1000_0000n

/**
 * Stacks whose numbers are offsets in their images, as Crashlytics and New Relic print them, with the numbers where they belong.
 * All rows of a text are of one kind: where even the system's lie low, none is an address.
 */
export function offsetsForAddresses(stacks: readonly TextStack[]): readonly TextStack[] {
  const rows = stacks.flatMap((stack) => stack.rows)
  const areOffsets =
    rows.some((row) => row.imageName?.endsWith('.dylib') || row.imageUuid !== undefined || rows.length > 2) &&
    rows.every(
      ({ address, loadAddress }) => loadAddress === undefined && (address === undefined || address < LOWEST_SYSTEM),
    )
  if (!areOffsets) return stacks
  return stacks.map((stack) => ({
    ...stack,
    rows: stack.rows.map(({ address, ...row }) => (address === undefined ? row : { ...row, offset: Number(address) })),
  }))
}
