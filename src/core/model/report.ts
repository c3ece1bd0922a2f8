/** A report as it was understood, and the same report with names. Neither ever changes: new symbols make new resolutions. */
import type { ExceptionInfo, TerminationInfo } from './ending.ts'
import type { ElidedRecursion } from './elided-recursion.ts'
import type { Fault } from './fault.ts'
import type { ImageOffset, RuntimeAddress } from './address.ts'
import type { Arch, BinaryImage, Call, ImageUuid, SlideSource } from './image.ts'
import type { Message } from '../messages/message.ts'
import type { NameOdds, PlacementEvidence } from './evidence.ts'
import type { MemoryError, MemoryRole } from './memory-error.ts'
import type { Problem } from './problem.ts'
import type { ReportKind } from './report-kind.ts'
import type { ReportEvent, ReportSection } from './report-sections.ts'
import type { SampleTimes } from './sample-times.ts'
import type { StatementKind } from './statement-kind.ts'
import type { FrameLanguage, ScriptPlace, SymbolPlace } from './script.ts'
import type { RegisterTable } from './register-reading.ts'
import type { FrameVariables } from './variables.ts'
import type { Wait } from './wait.ts'

export type { ExceptionInfo, TerminationInfo } from './ending.ts'
export type { NameOdds, PlacementEvidence } from './evidence.ts'
export type { ReportEvent, ReportSection } from './report-sections.ts'

/** A piece of the report's text, as UTF-16 offsets into `Report.text`; `end` is exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** A name that the report itself already carries for a frame. */
export interface PrintedSymbol {
  readonly name: string
  /** Bytes from the start of that symbol. */
  readonly offset?: number
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** The confidence that an earlier export wrote, where the report has a field for it. */
  readonly marked?: Exclude<Grade['level'], 'exact'>
}

/**
 * The meaning of a frame's address. `exact`: the instruction that ran (frame 0, a sample, the frame that a signal interrupted); looked up
 * as it is. `return`: the instruction after a call; looked up at address - 1. `async`: a Swift continuation, the start of a resume
 * function; looked up as it is. `call`: a return address whose writer already took one off.
 */
export type AddressKind = 'exact' | 'return' | 'async' | 'call'

/**
 * How a frame was found where the file holds registers and memory instead of a stack. From sure to doubtful: the thread's own registers;
 * tables that the linker or compiler wrote; what the function's instructions do; a chain of frame records; the register or word where a
 * call leaves its return address; Swift's continuations; and words of the stack that follow a call instruction.
 */
export type FoundBy =
  | 'registers'
  | 'compact-unwind'
  | 'eh-frame'
  | 'debug-frame'
  | 'prologue'
  | 'frame-pointer'
  | 'link-register'
  | 'stack-top'
  | 'continuation'
  | 'scan'

/** `image`: the row names another image of the list. `load-address`: it counts from another place than the start of its image. */
export type RowDispute = 'image' | 'load-address'

/** One row of a stack. */
export interface Frame {
  /** Unique in the report and dense from 0: position in `SymbolicatedReport.resolutions`. */
  readonly id: number
  /** The number printed before the frame, else counted. A row of an inlined call has the number of its frame. */
  readonly index: number
  readonly kind: AddressKind
  /** Absent where the report gives only an offset in an image, or nothing. */
  readonly address?: RuntimeAddress
  /** Position in `Report.images`; absent when the address lies in no listed image. */
  readonly image?: number
  /** The image name as this row prints it, which may differ from the image's own. */
  readonly imageName?: string
  /** Bytes from the image's Mach header, as printed or computed from its load address. */
  readonly offset?: ImageOffset
  readonly symbol?: PrintedSymbol
  /**
   * Where the row counts from a named place of the image. The file with symbols may have that place elsewhere, and all
   * that follows it moved alike. `offset` above is what the row says of the image that ran.
   */
  readonly fromSymbol?: SymbolPlace
  /** Of code in a script: where it ran. `symbol` has the same as the row prints it. */
  readonly script?: ScriptPlace
  /** Absent for machine code of unknown origin. */
  readonly language?: FrameLanguage
  /** The image of the row itself, where the list of images, which places its address, says another. */
  readonly disputed?: RowDispute
  /** How it was found; absent where the report itself lists the stack. */
  readonly foundBy?: FoundBy
  /** The report says that this row is an inlined call of the next row that is not (both have one address). */
  readonly inlined?: boolean
  /** The whole row in the report's text, without its line end. */
  readonly span?: TextSpan
  /** The part of the row that a new name replaces: from after the address to the end of the row. */
  readonly symbolSpan?: TextSpan
}

/** A stack of calls, innermost first. */
export interface Stack {
  readonly frames: readonly Frame[]
  readonly span?: TextSpan
}

/** A stack that is no thread. */
export interface Backtrace extends Stack {
  readonly title: string
  /** Set where it allocated or freed the memory of `Report.memoryError`. */
  readonly role?: MemoryRole
}

export interface Thread extends Stack {
  /** The number that the report gives it: an index, a Mach port, a thread id. */
  readonly id: number
  /** The report gives this thread no number; `id` only distinguishes it from the others. */
  readonly unnumbered?: boolean
  readonly name?: string
  /** The id of its process, in a report of several. */
  readonly process?: number
  readonly queue?: string
  /** The thread that the report is about: it crashed, or the report holds it responsible (`attributed`). */
  readonly crashed: boolean
  /** The report points at this thread and says of no crash in it: a hang, a limit that was passed, a simulated report. */
  readonly attributed?: boolean
  /** State words as printed, such as `TH_WAIT`. */
  readonly state?: readonly string[]
  readonly registers?: readonly Register[]
  /** Rows that the report left out of this stack because they repeat. */
  readonly elided?: ElidedRecursion
  /** Raw stack memory, where a report carries it. */
  readonly stackMemory?: { readonly start: RuntimeAddress; readonly bytes: Uint8Array }
  /** Code around the program counter, where the report carries it or the memory of a dump has it. */
  readonly code?: ThreadCode
}

export interface ThreadCode {
  readonly start: RuntimeAddress
  readonly bytes: Uint8Array
  readonly from: 'report' | 'memory'
}

/** A register as captured; `value` is the whole 64-bit word, PAC bits included. */
export interface Register {
  readonly name: string
  readonly value: bigint
  /** The report's note on it, such as `symbol` of a pointer or `Address size fault` of esr. */
  readonly note?: string
}

/** A weighted tree of calls, outermost first: spindump, sample, microstackshots, MetricKit, stackshots. */
export interface CallTree {
  readonly title: string
  /** The unit of `count`, such as `samples`, `bytes`, `leaks`. */
  readonly weight: string
  readonly roots: readonly CallTreeNode[]
  /** Position in `Report.threads` when the tree is that thread's. */
  readonly thread?: number
  /** A heaviest stack: its samples are also in other trees of the report. */
  readonly excerpt?: boolean
  /** When its samples were taken, where the report says so of each. */
  readonly times?: SampleTimes
}

export interface CallTreeNode {
  /** A row with or without an address; pseudo rows (`<Kernel mode>`) have only a printed symbol. */
  readonly frame: Frame
  readonly count: number
  /** The part of `count` that is the row's own, where the report prints that. */
  readonly self?: number
  /** How many allocations `count` adds up, where it counts bytes and the report has both. */
  readonly blocks?: number
  /** The report's further notes on this call: the samples that saw it (`1-49`), `(running)`. */
  readonly note?: string
  /** Further addresses at which this call was seen, where one row covers several. */
  readonly also?: readonly RuntimeAddress[]
  readonly children: readonly CallTreeNode[]
}

/** Facts that every kind of report can state. */
export interface ReportHeader {
  readonly process?: string
  readonly pid?: number
  readonly path?: string
  readonly bundleId?: string
  readonly version?: string
  readonly os?: string
  readonly device?: string
  readonly arch?: Arch
  /** As printed. */
  readonly date?: string
  readonly launched?: string
  readonly parent?: string
  readonly incident?: string
  /** Every key of the header in the report's order, for reading and for export. */
  readonly fields: readonly (readonly [key: string, value: string])[]
}

/** Where the libraries of the system lay in memory. */
export interface SharedCacheRegion {
  readonly uuid?: ImageUuid
  /** Of its first mapping. */
  readonly loadAddress: RuntimeAddress
  readonly size: number
}

/** One report. A file may hold several; they share `text` and have frame ids of their own. */
export interface Report {
  /** Id of the format that claimed the file, such as `ips-crash`. */
  readonly format: string
  /** The kind in words, such as `Crash report (.ips)`: for people, nothing is concluded from it. */
  readonly label: string
  /** The subject of the report; absent where its format holds one kind of report alone. */
  readonly kind?: ReportKind
  /**
   * Id of the original format, if an earlier export rewrote the report in Apple's layout; the contents are the same.
   */
  readonly writtenFrom?: string
  /** File that it was read from, as the user knows it. */
  readonly file: string
  /** The whole text that spans point into, after repair of pasted damage; empty for binary formats. */
  readonly text: string
  /** How to put addresses and names back: rows of text, or JSON frames. */
  readonly textKind: 'rows' | 'json' | 'none'
  /** The part of the text that is of this process, where others stand in it, too. */
  readonly part?: TextSpan
  /** Lines of the text that may be of another end than this report: nothing is concluded from them. */
  readonly apart?: readonly TextSpan[]
  /** A report without its text: true if that text said that the program ended. */
  readonly hasEnded?: boolean
  readonly header: ReportHeader
  readonly exception?: ExceptionInfo
  readonly termination?: TerminationInfo
  /** Lines of application-specific information: abort text, Swift fatal error, `*** Terminating app …`. */
  readonly applicationInfo: readonly string[]
  /** The library that left each of these lines; empty where the report does not say. */
  readonly applicationInfoFrom?: readonly string[]
  readonly threads: readonly Thread[]
  /** Where an uncaught exception was thrown. */
  readonly lastException?: Stack
  /** Other stacks: application-specific backtraces, stacks that allocated or freed the memory of a failed access. */
  readonly backtraces: readonly Backtrace[]
  /** An allocator's diagnosis of a failed access; absent where the report has none. */
  readonly memoryError?: MemoryError
  readonly callTrees: readonly CallTree[]
  readonly images: readonly BinaryImage[]
  /** Where the dyld shared cache with the system's libraries lay. */
  readonly sharedCache?: SharedCacheRegion
  readonly sections: readonly ReportSection[]
  /** Earlier events, in the report's order; absent where it has none. */
  readonly events?: readonly ReportEvent[]
  /** Who waits for whom; absent where the report has no waits. */
  readonly waits?: readonly Wait[]
  /** Number of frames: ids run from 0 to `frameCount - 1`. */
  readonly frameCount: number
  readonly problems: readonly Problem[]
  /** Names from its file: a page exported before carries its report with all names. */
  readonly names?: Omit<SymbolicatedReport, 'report'>
}

/** Confidence in a name, with the evidence for and against it. */
export interface Grade {
  readonly level: 'exact' | 'likely' | 'doubtful'
  /** Facts in words, such as `inside the function's range`, `no call precedes this return address`. */
  readonly evidence: readonly string[]
  /** Code and parameters of each of them, to say them in another language; absent in older exported pages. */
  readonly grounds?: readonly Message[]
  /** How sure the name is, as a number, where no UUID ties the symbols or the load address was inferred. */
  readonly odds?: NameOdds
}

/** The result for one frame. Innermost call first; the last call is the concrete function. */
export type Resolution =
  | { readonly kind: 'resolved'; readonly calls: readonly Call[]; readonly grade: Grade }
  /** The report's own name; no source has a better one. */
  | { readonly kind: 'already-named'; readonly calls: readonly Call[]; readonly grade?: Grade }
  /** No symbols for the image, or none at this address. */
  | { readonly kind: 'no-symbols'; readonly reason: string; readonly message?: Message }
  /** Only symbols of another build of this image are available. */
  | { readonly kind: 'wrong-build'; readonly have: readonly ImageUuid[] }
  /** The address lies in no listed image. */
  | { readonly kind: 'outside-images' }

/** A build at a load address that was weighed for an image. */
export interface PlacementHypothesis {
  readonly uuid: ImageUuid
  readonly loadAddress: RuntimeAddress
  readonly slide: bigint
  /** The sum of its evidence. */
  readonly nats: number
  /** 0 to 1, among all hypotheses of all images and over the chance that it is another image. */
  readonly confidence: number
  readonly evidence: readonly PlacementEvidence[]
}

/** The facts about an image of the report, and the state of its symbols. */
export interface ImageStatus {
  readonly image: number
  readonly symbols: 'matched' | 'wrong-build' | 'wrong-arch' | 'no-debug-info' | 'missing' | 'not-needed' | 'system'
  /** One or two sentences: the finding and the next step. */
  readonly reason: string
  /** Code and parameters of each of these sentences, to say them in another language. */
  readonly grounds?: readonly Message[]
  /** Frames of this image. */
  readonly frames: number
  /** Frames that its symbols would name. */
  readonly unnamed: number
  /** UUIDs of other builds that are available. */
  readonly have?: readonly ImageUuid[]
  /** Load address used, and where it comes from. */
  readonly loadAddress?: RuntimeAddress
  readonly slide?: bigint
  readonly slideFrom?: SlideSource
  /** 0 to 1; 1 where the slide was stated. */
  readonly confidence?: number
  /** The next best slide, when the slide was inferred. */
  readonly runnerUp?: { readonly slide: bigint; readonly confidence: number }
  /** The builds and load addresses that were weighed, likeliest first, where the report leaves them open. */
  readonly hypotheses?: readonly PlacementHypothesis[]
  /** The user's own code or the system's; absent where its path, name or place do not show it. */
  readonly origin?: 'app' | 'system'
  /** Ways to get the missing symbols: codes of `symbolPlaces` and their parameters, which `reading/image-state` puts into words. */
  readonly ways?: readonly Message[]
  /** A text to send to a person with the missing symbols. */
  readonly request?: string
}

/** Confidence in a claim: the report says it itself, it follows from the report, or from names that are doubtful. */
export type ClaimGrade = 'proved' | 'likely' | 'possible'

/** The meaning of a crash, with its evidence. */
export interface Explanation {
  readonly id: string
  readonly kind?: StatementKind
  /** One sentence for the headline. */
  readonly title: string
  /** The facts of this report that support it. */
  readonly evidence: string
  /** `likely` when absent. */
  readonly grade?: ClaimGrade
  /** The meaning in words. */
  readonly meaning: string
  /** Next steps to check. */
  readonly checks: readonly string[]
  /** Ids of the frames that it speaks of. */
  readonly frames?: readonly number[]
  readonly registers?: readonly string[]
  /** Code and parameters of title, meaning and checks, to say them in another language. */
  readonly message?: Message
  /** The same for the evidence. */
  readonly grounds?: readonly Message[]
}

/** A caller that the report's own stack leaves out and its registers or stack bytes still know. */
export interface RecoveredCaller {
  /** Id of the frame that it called: its place is between that frame and the next older one. */
  readonly after: number
  readonly address: RuntimeAddress
  /** Position in `Report.images`. */
  readonly image?: number
  readonly resolution: Resolution
  /** Where it was found and why it is believed, in words. */
  readonly reason: string
  readonly message?: Message
}

/** A report with names: one resolution a frame id. */
export interface SymbolicatedReport {
  readonly report: Report
  readonly resolutions: readonly Resolution[]
  /** Callers that the report leaves out; absent when there are none. */
  readonly recovered?: readonly RecoveredCaller[]
  readonly images: readonly ImageStatus[]
  readonly explanations: readonly Explanation[]
  /** Frame of the user's own code to read first. */
  readonly culprit?: number
  /** Instructions where it crashed; absent where no bytes of them are available. */
  readonly fault?: Fault
  /** The meanings of the registers of the thread in question; absent where it has none. */
  readonly registers?: RegisterTable
  /** Variables of the frames to read first; absent where nobody requested them: their values may be anything. */
  readonly variables?: readonly FrameVariables[]
}
