/**
 * The one door: everything outside `src/core` speaks to an `Engine`. All arguments and results can be cloned, save the
 * callbacks, which the worker client wraps.
 */
import type { ListedInstruction } from './instructions/disassemble.ts'
import type { ArmMode } from './model/architecture.ts'
import type { ImageOffset } from './model/address.ts'
import type { Arch, Call, ImageKind, ImageUuid, KnownImage } from './model/image.ts'
import type { Outcome, Problem } from './model/problem.ts'
import type { FunctionHints } from './model/hints.ts'
import type { FrameCode } from './model/fault.ts'
import type { Frame, Report, SymbolicatedReport } from './model/report.ts'
import type { LineFile } from './model/source.ts'
import type { FrameVariables, Variable, VariableScope } from './model/variables.ts'
import type { IndexKey, InputFile } from './ports.ts'
import type { Beginning, OnBeginning } from './reports/beginning.ts'
import type { ImageInspection } from './symbols/inspect.ts'

/** Formats of symbol files that are written. */
export type SymbolFormat = 'breakpad' | 'gsym'

export type { Beginning, FrameVariables, ImageInspection, ListedInstruction, OnBeginning, Variable, VariableScope }

/** What a dropped file turned out to be, and what became of it. */
export interface FileOutcome {
  readonly path: string
  readonly bytes: number
  readonly kind: 'symbols' | 'report' | 'index' | 'ignored' | 'unreadable'
  /** In words: `dSYM, arm64 and armv7`, `crash report (.ips)`, `property list, not needed`. */
  readonly label: string
  /** Id of the format of a report. */
  readonly format?: string
  readonly images: readonly {
    readonly uuid: ImageUuid
    readonly arch: Arch
    readonly name: string
    readonly kind: ImageKind
  }[]
  readonly problems: readonly Problem[]
  /** Path of the file whose images need this one, too: a part of a dyld shared cache. */
  readonly partOf?: string
  /** Of a pack of indexes: the system that it is of. */
  readonly pack?: string
  /** An index file that was not kept, or a pack that is not used, because the host wants to ask first. */
  readonly asks?: true
}

export interface AddOptions {
  /**
   * What is done with index files and packs, whose names nothing here can check. `take` (the default) keeps or uses them, marked as
   * imported; `ask` keeps none and says so in the file's outcome, so that the host can ask the user and add the files again.
   */
  readonly imports?: 'take' | 'ask'
}

export interface OpenOptions {
  /** The names in these reports are not kept for other reports: the user did not choose the file. */
  readonly forgetsNames?: boolean
  /** Gives at once what the reports explain without symbols, unless they are very large: a host shows it until names come. */
  readonly explains?: boolean
}

export interface AddSummary {
  readonly files: readonly FileOutcome[]
  /** Leaf files that hold reports, ready for `symbolicate`. */
  readonly reports: readonly InputFile[]
}

/** What the engine is doing, told a few times a second. */
export type EngineEvent =
  | { readonly kind: 'scanning'; readonly path: string; readonly filesDone: number }
  | { readonly kind: 'file'; readonly fileOutcome: FileOutcome }
  | {
      readonly kind: 'indexing'
      readonly key: IndexKey
      readonly name: string
      readonly phase: string
      readonly doneBytes: number
      readonly totalBytes: number
      readonly bytesPerSecond: number
      readonly secondsLeft?: number
    }
  /** Part of a file is read for the names of a report. */
  | {
      readonly kind: 'naming'
      readonly name: string
      readonly phase: string
      readonly doneBytes: number
      readonly totalBytes: number
    }
  | { readonly kind: 'indexed'; readonly image: KnownImage; readonly milliseconds: number }
  | {
      readonly kind: 'index-failed'
      readonly key: IndexKey
      readonly name: string
      readonly problems: readonly Problem[]
    }

export type OnEvent = (event: EngineEvent) => void

export interface SymbolicateOptions {
  /** Use the symbols of another build all the same; the grades tell how well they fit. */
  readonly force?: readonly { readonly image: number; readonly uuid: ImageUuid; readonly arch: Arch }[]
  /** Use the symbols of another build for every image that has no others. */
  readonly anyBuild?: boolean
  /** Carry names over from other builds at hand, where this build's code is at hand and has no name. */
  readonly similar?: boolean
  /** Load addresses and slides that the user states. They are facts: they go before what the report says and what is inferred. */
  readonly places?: readonly StatedPlace[]
}

/** Where an image was loaded, in the user's own words: a load address, or a slide (load address minus `__TEXT` vmaddr). */
export interface StatedPlace {
  /**
   * Position in `SymbolicatedReport.report.images`, or the image's name or UUID; it need not be in the report's list. Absent: the
   * program itself, which is the only image with symbols at hand or the process of the report.
   */
  readonly image?: number | string
  readonly at: { readonly kind: 'load' | 'slide'; readonly value: bigint }
}

declare const handleBrand: unique symbol

/** A file whose reports the engine has read and holds until they are closed. Dies with the engine. */
export type ReportHandle = string & { readonly [handleBrand]: true }

export interface OpenedReports {
  readonly handle: ReportHandle
  /** With the images that their rows name besides those listed. */
  readonly reports: readonly Report[]
  /** What each explains without symbols, where that was asked for. */
  readonly explained?: readonly Explained[]
}

/** What a report means, and the frame to read first. */
export type Explained = Pick<SymbolicatedReport, 'explanations' | 'culprit'>

/** What symbols say of an open report. The report itself is not sent again. */
export interface ReportNames extends Omit<SymbolicatedReport, 'report'> {
  /** Only where it has changed: bare addresses of a report without images fit an image at hand. */
  readonly report?: Report
}

export interface LookupRequest {
  readonly key: IndexKey
  readonly offsets: readonly ImageOffset[]
  /** As in `SymbolicateOptions`. */
  readonly similar?: boolean
}

export interface DisassembleRequest {
  readonly key: IndexKey
  readonly at: ImageOffset
  /** As many instructions at most. */
  readonly count: number
  /** Of 32-bit Arm; what the binary says where absent. */
  readonly mode?: ArmMode
}

export interface FrameCodeRequest {
  readonly handle: ReportHandle
  /** Position of the report among those of its file. */
  readonly report: number
  readonly frame: Frame
}

/** One frame of an open report. */
export interface FrameRequest {
  readonly handle: ReportHandle
  /** Position of the report in its file. */
  readonly report: number
  /** `Frame.id`. */
  readonly frame: number
}

/** Several frames of an open report. */
export interface FramesRequest extends Omit<FrameRequest, 'frame'> {
  readonly frames: readonly number[]
}

export interface LineFilesRequest {
  readonly key: IndexKey
  /** An offset in a function, and the paths of its calls' files. */
  readonly places: readonly { readonly offset: ImageOffset; readonly paths: readonly string[] }[]
}

/** A chain of calls, innermost first, for each offset asked; empty where nothing covers it. */
export type LookupAnswer = readonly (readonly Call[])[]

export interface Inspection {
  readonly images: readonly ImageInspection[]
  readonly problems: readonly Problem[]
}

export interface IndexReport {
  readonly path: string
  readonly key: IndexKey
  readonly fileBytes: number
  readonly dwarfBytes: number
  readonly indexBytes: number
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  readonly milliseconds: number
  readonly peakBytes: number
  readonly threads: number
}

export interface Engine {
  /** Walks containers, reads headers, remembers symbol sources, finds reports. Builds nothing. */
  add(files: readonly InputFile[], onEvent?: OnEvent, options?: AddOptions): Promise<AddSummary>
  /** What files hold, from their headers alone; nothing is remembered. */
  survey(files: readonly InputFile[]): Promise<readonly FileOutcome[]>
  /** Understands a report without symbols. */
  parse(file: InputFile): Promise<Outcome<readonly Report[]>>
  /**
   * Reads a file's reports once and holds them, so that their names can be asked for again and again. `onBeginning` gets what stands
   * first in a large file while the rest is read: a report without names, which no handle holds.
   */
  open(file: InputFile, options?: OpenOptions, onBeginning?: OnBeginning): Promise<Outcome<OpenedReports>>
  /**
   * Names the frames of open reports from kept indexes, else from partial builds of the symbol sources given; never waits for a
   * whole index of a large file. A handle that is not open is a failure with code `not-open`.
   */
  resolve(
    handle: ReportHandle,
    options?: SymbolicateOptions,
    onEvent?: OnEvent,
  ): Promise<Outcome<readonly ReportNames[]>>
  /**
   * Ends a running `resolve` of these reports soon: it gives the names found so far, and a problem with code `cancelled`. The next
   * `resolve` goes on from there.
   */
  cancelNames(handle: ReportHandle): Promise<void>
  /** Gives the memory of open reports back. */
  close(handle: ReportHandle): Promise<void>
  /** `open`, `resolve` and `close` in one. */
  symbolicate(
    file: InputFile,
    options?: SymbolicateOptions,
    onEvent?: OnEvent,
  ): Promise<Outcome<readonly SymbolicatedReport[]>>
  /** Builds and keeps the whole index of each image that has a symbol source and no index yet. */
  index(keys: readonly IndexKey[], onEvent?: OnEvent): Promise<readonly Outcome<IndexReport>[]>
  /** Ends a running `index` of these images; nothing half-built is kept. */
  cancel(keys: readonly IndexKey[]): Promise<void>
  lookup(request: LookupRequest): Promise<Outcome<LookupAnswer>>
  /** What the code says of the functions around offsets, in their order; undefined where the image's code is not at hand. */
  hints(request: LookupRequest): Promise<readonly (FunctionHints | undefined)[]>
  /** The machine's instructions from a place in an image on. A dSYM has none: a failure with code `no-code`. */
  disassemble(request: DisassembleRequest): Promise<Outcome<readonly ListedInstruction[]>>
  /**
   * The instructions around a frame of an open report: from the report itself, a dump's memory, or the binary of the build. A failure
   * says what is missing, as `no-code` where only a dSYM is at hand.
   */
  frameCode(request: FrameCodeRequest): Promise<Outcome<FrameCode>>
  /** For each offset what is in scope there, innermost call first; a failure with code `no-debug-info` without DWARF. */
  variables(request: LookupRequest): Promise<Outcome<readonly (readonly VariableScope[])[]>>
  /** The same for each frame of a core file or report, with values as far as its registers and memory tell them. */
  frameVariables(file: InputFile): Promise<Outcome<readonly FrameVariables[]>>
  /** Of one frame of an open report; none where the report has no such frame. */
  variablesOfFrame(request: FrameRequest): Promise<Outcome<FrameVariables | undefined>>
  /** Of several frames of an open report; those that it has not are left out. */
  variablesOfReport(request: FramesRequest): Promise<Outcome<readonly FrameVariables[]>>
  /**
   * Asks the host's site for the indexes of images that have no symbols at hand, as `resolve` does for those of a report; `images` has
   * them from then on. Gives what went wrong; an image that is not there is no problem. Without a site nothing is asked.
   */
  find(uuids: readonly ImageUuid[]): Promise<readonly Problem[]>
  inspect(files: readonly InputFile[]): Promise<Inspection>
  images(): Promise<readonly KnownImage[]>
  /** What DWARF 5 line tables tell of the contents of source files, for each place; a failure with code `no-debug-info` without DWARF. */
  lineFiles(request: LineFilesRequest): Promise<Outcome<readonly (readonly LineFile[])[]>>
  forget(keys: readonly IndexKey[]): Promise<void>
  pin(key: IndexKey, pinned: boolean): Promise<void>
  /** Names that contain the query, readable form, over all kept indexes; at most `limit`. */
  searchSymbols(query: string, limit: number): Promise<readonly SymbolHit[]>
  /** One file that carries the whole index of an image, for another person's Unslide. */
  exportIndex(key: IndexKey): Promise<Outcome<InputFile>>
  /** The whole kept index of an image as a symbol file of another format. */
  exportSymbols(key: IndexKey, format: SymbolFormat): Promise<Outcome<InputFile>>
}

export interface SymbolHit {
  readonly key: IndexKey
  readonly image: string
  /** The name is of an imported index. */
  readonly imported?: true
  readonly name: string
  readonly mangled: string
  readonly offset: ImageOffset
}
