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
import type { LineFile, QuotedSource } from './model/source.ts'
import type { FrameVariables, Variable, VariableScope } from './model/variables.ts'
import type { IndexKey, InputFile, StoredMap } from './ports.ts'
import type { Beginning, OnBeginning } from './reports/beginning.ts'
import type { ImageInspection } from './symbols/inspect.ts'

/** Formats of symbol files that are written. */
export type SymbolFormat = 'breakpad' | 'gsym'

export type { Beginning, FrameVariables, ImageInspection, ListedInstruction, OnBeginning, Variable, VariableScope }

/** Kind and contents of a file that the user gave, and what the engine did with it. */
export interface FileOutcome {
  readonly path: string
  readonly bytes: number
  readonly kind: 'symbols' | 'report' | 'index' | 'ignored' | 'unreadable'
  /** Text for people: `dSYM, arm64 and armv7`, `crash report (.ips)`, `property list, not needed`. */
  readonly label: string
  /** Id of the report's format. */
  readonly format?: string
  readonly images: readonly {
    readonly uuid: ImageUuid
    readonly arch: Arch
    readonly name: string
    readonly kind: ImageKind
  }[]
  readonly problems: readonly Problem[]
  /** Path of the main file of the dyld shared cache that this file is a part of. */
  readonly partOf?: string
  /** The system of a pack of indexes. */
  readonly pack?: string
  /** How many maps of scripts, lines or names this pack holds. */
  readonly maps?: number
  /** The engine did not keep this index or use this pack, because the host wants to ask the user first. */
  readonly asks?: true
}

export interface AddOptions {
  /**
   * Handling of index files and packs. The engine cannot check their names. `take` (the default) keeps or uses them, marked as
   * imported. `ask` leaves them out and sets `FileOutcome.asks`; the host asks the user and adds the files again.
   */
  readonly imports?: 'take' | 'ask'
  /**
   * The user gave these files as symbols. Without it, symbols in an archive with a report are taken as that report's: whoever made the
   * archive chose them. They are marked, used last, for that report alone, and not kept.
   */
  readonly areSymbols?: boolean
}

export interface OpenOptions {
  /**
   * Keep names of these reports for other reports of their builds, and use what others left. For files that the user chose one by one, of
   * people that the user trusts. Never for what lies in an archive or a mail. Absent: no.
   */
  readonly sharesNames?: boolean
  /** Explain the reports without symbols at once, unless they are very large. A host shows that until names arrive. */
  readonly explains?: boolean
}

export interface AddSummary {
  readonly files: readonly FileOutcome[]
  /** Leaf files that hold reports, ready for `symbolicate`. */
  readonly reports: readonly InputFile[]
}

/** Progress of the engine, a few times a second. */
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
  /** The engine reads part of a file to name a report. */
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
  /** Use these symbols of another build. The grades say how well they fit. */
  readonly force?: readonly { readonly image: number; readonly uuid: ImageUuid; readonly arch: Arch }[]
  /** Use the symbols of another build for every image that has no others. */
  readonly anyBuild?: boolean
  /** Name functions of a stripped binary by other builds of it that have symbols. */
  readonly similar?: boolean
  /** Use no names that other reports left: the user cleared them for these reports. */
  readonly withoutOthersNames?: boolean
  /** Load addresses and slides from the user. They override those of the report and inferred ones. */
  readonly places?: readonly StatedPlace[]
}

/** Where an image was loaded, from the user: a load address, or a slide (load address minus `__TEXT` vmaddr). */
export interface StatedPlace {
  /**
   * Position in `SymbolicatedReport.report.images`, or the name or UUID of an image, which the report need not list. Absent: the only
   * image with symbols, or else the process of the report.
   */
  readonly image?: number | string
  readonly at: { readonly kind: 'load' | 'slide'; readonly value: bigint }
}

declare const handleBrand: unique symbol

/** Reports of one file that the engine holds until they are closed. Invalid when the engine ends. */
export type ReportHandle = string & { readonly [handleBrand]: true }

export interface OpenedReports {
  readonly handle: ReportHandle
  /** Their images are those of the list and those that only rows name. */
  readonly reports: readonly Report[]
  /** Explanations without symbols, one for each report; only with `OpenOptions.explains`. */
  readonly explained?: readonly Explained[]
}

/** Explanations of a report, and the frame to read first. */
export type Explained = Pick<SymbolicatedReport, 'explanations' | 'culprit'>

/** Names of an open report, without the report itself. */
export interface ReportNames extends Omit<SymbolicatedReport, 'report'> {
  /** Only if it changed: the engine found an open image for bare addresses. */
  readonly report?: Report
}

export interface LookupRequest {
  readonly key: IndexKey
  readonly offsets: readonly ImageOffset[]
  /** As in `SymbolicateOptions`. */
  readonly similar?: boolean
  /** Columns are wanted: they are read from the file where the index of an image has none; else a note says that they are not kept. */
  readonly columns?: boolean
}

export interface DisassembleRequest {
  readonly key: IndexKey
  readonly at: ImageOffset
  /** The most instructions to give. */
  readonly count: number
  /** Instruction set of 32-bit Arm. Absent: read from the binary. */
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

/** For each offset a chain of calls, innermost first; empty if no function covers the offset. */
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
  /** The contents of files, from their headers alone. The engine remembers nothing of them. */
  survey(files: readonly InputFile[]): Promise<readonly FileOutcome[]>
  /** Understands a report without symbols. */
  parse(file: InputFile): Promise<Outcome<readonly Report[]>>
  /**
   * Reads the reports of a file and holds them, for any number of calls of `resolve`. While it reads a large file, `onBeginning` gets the
   * first threads as a report without names and without a handle.
   */
  open(file: InputFile, options?: OpenOptions, onBeginning?: OnBeginning): Promise<Outcome<OpenedReports>>
  /**
   * Names the frames of open reports from kept indexes, else from partial builds of symbol sources. Never waits for the whole index of
   * a large file. Fails with code `not-open` if the handle is not open.
   */
  resolve(
    handle: ReportHandle,
    options?: SymbolicateOptions,
    onEvent?: OnEvent,
  ): Promise<Outcome<readonly ReportNames[]>>
  /**
   * Ends a running `resolve` of these reports soon. It then gives the names found so far and a problem with code `cancelled`. The next
   * `resolve` continues.
   */
  cancelNames(handle: ReportHandle): Promise<void>
  /** Drops the names that reports left for the images of these reports, also in the host's store. */
  clearNames(handle: ReportHandle): Promise<void>
  /** Frees open reports. */
  close(handle: ReportHandle): Promise<void>
  /** `open`, `resolve` and `close` in one. */
  symbolicate(
    file: InputFile,
    options?: SymbolicateOptions,
    onEvent?: OnEvent,
  ): Promise<Outcome<readonly SymbolicatedReport[]>>
  /** Builds and keeps the whole index of each image with a symbol source and without an index. */
  index(keys: readonly IndexKey[], onEvent?: OnEvent): Promise<readonly Outcome<IndexReport>[]>
  /** Ends a running `index` of these images and discards unfinished indexes. */
  cancel(keys: readonly IndexKey[]): Promise<void>
  lookup(request: LookupRequest): Promise<Outcome<LookupAnswer>>
  /** Hints from the code of the function around each offset; undefined without the image's code. */
  hints(request: LookupRequest): Promise<readonly (FunctionHints | undefined)[]>
  /** Instructions from an offset on. Fails with code `no-code` for a dSYM, which has no code. */
  disassemble(request: DisassembleRequest): Promise<Outcome<readonly ListedInstruction[]>>
  /**
   * The instructions around a frame of an open report, from the report, the memory of a dump, or the binary. A failure says what is
   * missing: `no-code` if there is only a dSYM.
   */
  frameCode(request: FrameCodeRequest): Promise<Outcome<FrameCode>>
  /** For each offset the scopes there, innermost call first. Fails with code `no-debug-info` without DWARF. */
  variables(request: LookupRequest): Promise<Outcome<readonly (readonly VariableScope[])[]>>
  /** The same for each frame of a core file or report, with the values that registers and memory give. */
  frameVariables(file: InputFile): Promise<Outcome<readonly FrameVariables[]>>
  /** The same for one frame of an open report; undefined if the report has no such frame. */
  variablesOfFrame(request: FrameRequest): Promise<Outcome<FrameVariables | undefined>>
  /** The same for several frames of an open report, without those that it does not have. */
  variablesOfReport(request: FramesRequest): Promise<Outcome<readonly FrameVariables[]>>
  /**
   * Asks the host's site for indexes of images without symbols. `images` then lists what the site had. Returns what went wrong; an image
   * that the site does not have is no problem. Does nothing without a site.
   */
  find(uuids: readonly ImageUuid[]): Promise<readonly Problem[]>
  inspect(files: readonly InputFile[]): Promise<Inspection>
  images(): Promise<readonly KnownImage[]>
  /** Source files of each place with their checksums (DWARF 5). Fails with code `no-debug-info` without DWARF. */
  lineFiles(request: LineFilesRequest): Promise<Outcome<readonly (readonly LineFile[])[]>>
  /** Sources with these paths that the given source maps quote. A path that maps quote differently is left out. */
  quotedSources(paths: readonly string[]): Promise<Outcome<readonly QuotedSource[]>>
  forget(keys: readonly IndexKey[]): Promise<void>
  pin(key: IndexKey, pinned: boolean): Promise<void>
  /** Maps that the host's store keeps, those given last first. Rejects where there is no storage. */
  maps(): Promise<readonly KnownMap[]>
  /** Deletes kept maps; this session does not use them any more, either. Rejects where there is no storage. */
  forgetMaps(ids: readonly string[]): Promise<void>
  /** Readable names of all kept indexes that contain the query; at most `limit`. */
  searchSymbols(query: string, limit: number): Promise<readonly SymbolHit[]>
  /** The index of an image as one file, to hand to others. */
  exportIndex(key: IndexKey): Promise<Outcome<InputFile>>
  /** The kept index of an image as a symbol file of another format. */
  exportSymbols(key: IndexKey, format: SymbolFormat): Promise<Outcome<InputFile>>
}

/** A map of a script, of translated lines or of names that the library keeps. */
export type KnownMap = StoredMap

export interface SymbolHit {
  readonly key: IndexKey
  readonly image: string
  /** The name comes from an imported index. */
  readonly imported?: true
  readonly name: string
  readonly mangled: string
  readonly offset: ImageOffset
}
