/** The JSON of a report: what `symbolicate --format json` and `parse` print of it. */
import type { Problem } from '../messages/problems.ts'
import type { FaultDocument } from './fault.ts'
import type { CallTreeDocument } from './frame.ts'
import type { ImageDocument } from './image.ts'
import type { BacktraceDocument, StackDocument, ThreadDocument } from './thread.ts'
import type { ClaimGradeWord, Hex, Whole } from './values.ts'
import type { WaitsDocument } from './waits.ts'

/** Reports with names. */
export interface SymbolicatedDocument {
  /** Version of this form. Readers ignore fields that they do not know: only a changed or removed field makes a new version. */
  readonly schema: 2
  /** The reports, in the order of the files. */
  readonly reports: readonly ReportDocument[]
}

/** Reports as they were understood, without symbols. */
export interface ParsedDocument {
  /** The reports, in the order of the files. Calls are names that the reports themselves have. */
  readonly reports: readonly ReportDocument[]
}

/** One report. Fields that it does not give are absent. */
export interface ReportDocument {
  /** The file, as it was given; absent in `parse`. */
  readonly source?: string
  /** Id of its format, such as `ips-crash`. */
  readonly format: string
  /** The kind of file in words. */
  readonly label: string
  /** The subject of the report, where its format holds several kinds. */
  readonly kind?: string
  /** Id of the format that it had before an earlier export. */
  readonly writtenFrom?: string
  /** Name of the process. */
  readonly process?: string
  /** Its process id. */
  readonly pid?: number
  /** Path of the program. */
  readonly path?: string
  /** Bundle identifier of the program. */
  readonly bundleId?: string
  /** Version and build of the program. */
  readonly version?: string
  /** The system. */
  readonly os?: string
  /** Model of the device. */
  readonly device?: string
  /** Architecture of the process. */
  readonly arch?: string
  /** Date of the report, as printed. */
  readonly date?: string
  /** When the process was launched, as printed. */
  readonly launched?: string
  /** The parent process. */
  readonly parent?: string
  /** Id of the incident. */
  readonly incident?: string
  /** All keys of the header, in order. */
  readonly fields?: readonly FieldDocument[]
  /** How the process ended, in the words of the report. */
  readonly exception?: ExceptionDocument
  /** Who ended the process, and why. */
  readonly termination?: TerminationDocument
  /** Lines of application-specific information. */
  readonly applicationInfo?: readonly string[]
  /** The library that left each of these lines. */
  readonly applicationInfoFrom?: readonly string[]
  /** Lines of the report on its end, for reading; absent in `parse`. */
  readonly quoted?: readonly QuotedDocument[]
  /** Kind of end. */
  readonly end: 'crash' | 'killed' | 'hang' | 'snapshot' | 'profile' | 'non-fatal' | 'unknown'
  /** The end in one sentence. */
  readonly headline: HeadlineDocument
  /** Parts that the report has lost. */
  readonly damage?: readonly DamageDocument[]
  /** Explanations of the end, likeliest first; absent in `parse`. */
  readonly explanations?: readonly ExplanationDocument[]
  /** Instructions and registers where the thread stopped. */
  readonly fault?: FaultDocument
  /** Its images, in order. */
  readonly images: readonly ImageDocument[]
  /** Its threads, in order. */
  readonly threads: readonly ThreadDocument[]
  /** Where an uncaught exception was thrown. */
  readonly lastExceptionBacktrace?: StackDocument
  /** Stacks that are no threads. */
  readonly backtraces?: readonly BacktraceDocument[]
  /** The allocator's record of the memory of a failed access. */
  readonly memoryError?: MemoryErrorDocument
  /** The first call tree. */
  readonly callTree?: CallTreeDocument
  /** All call trees, where there are several. */
  readonly callTrees?: readonly CallTreeDocument[]
  /** Registers of the crashed thread, by name. */
  readonly registers?: Readonly<Record<string, Hex>>
  /** Further blocks, as text or as tables. */
  readonly sections?: readonly SectionDocument[]
  /** Events before the end, in order. */
  readonly events?: readonly EventDocument[]
  /** Who waits for whom. */
  readonly waits?: WaitsDocument
  /** Parts that could not be read, and facts worth knowing. */
  readonly problems: readonly Problem[]
}

/** A key of the header with its value. */
export interface FieldDocument {
  /** The key, as printed. */
  readonly key: string
  /** Its value, as printed. */
  readonly value: string
}

/** A line of the report on its end. */
export interface QuotedDocument {
  /** Kind of line. */
  readonly label: string
  /** The report's own words. */
  readonly text: string
}

/** Parts that the report has lost. */
export interface DamageDocument {
  /** The kind of damage. */
  readonly code: string
  /** The damage as a sentence. */
  readonly text: string
}

/** How the process ended, in the words of the report. */
export interface ExceptionDocument {
  /** Such as `EXC_BAD_ACCESS`. */
  readonly type?: string
  /** Such as `SIGSEGV`. */
  readonly signal?: string
  /** The codes, as printed. */
  readonly codes?: string
  /** The codes as numbers. */
  readonly rawCodes?: readonly Hex[]
  /** Such as `KERN_INVALID_ADDRESS at 0x0`. */
  readonly subtype?: string
  /** Text of the exception. */
  readonly message?: string
  /** Name of the `NSException`, or type of the C++ exception. */
  readonly name?: string
  /** Reason of the exception, or text of the abort. */
  readonly reason?: string
  /** The address of the fault. */
  readonly address?: Hex
}

/** Who ended the process, and why. */
export interface TerminationDocument {
  /** Such as `SIGNAL` or `SPRINGBOARD`. */
  readonly namespace?: string
  /** Its code in that namespace. */
  readonly code?: Hex
  /** The code in words. */
  readonly indicator?: string
  /** Further reasons. */
  readonly reasons?: readonly string[]
  /** The process that ended it. */
  readonly byProcess?: string
}

/** The end in one sentence. */
export interface HeadlineDocument {
  /** The kind of sentence. */
  readonly code: string
  /** The sentence. */
  readonly text: string
  /** `said`: the report's own words. `shown`: its numbers prove it. `none`: only codes in plain words. */
  readonly kind: 'said' | 'shown' | 'none'
  /** How sure it is. */
  readonly grade: ClaimGradeWord
  /** Index of the frame to read first. */
  readonly frame?: Whole
  /** The stack of this frame, as a path in this JSON, such as `threads[0]`. */
  readonly stack?: string
  /** Owner of this frame's code. */
  readonly origin?:
    'app' | 'framework' | 'extension' | 'reporter' | 'runtime' | 'system' | 'simulator' | 'kernel' | 'unknown'
}

/** An explanation of the end, with its evidence. */
export interface ExplanationDocument {
  /** Id of the rule. */
  readonly id: string
  /** `said`: the report's own words. `shown`: its numbers prove it. `none`: only codes in plain words. `possible`: a cause to check. */
  readonly kind?: 'said' | 'shown' | 'none' | 'possible'
  /** The meaning in a sentence. */
  readonly title: string
  /** Facts of this report that support it. */
  readonly evidence: string
  /** How sure it is. */
  readonly grade: ClaimGradeWord
  /** The meaning at more length. */
  readonly meaning: string
  /** Next checks. */
  readonly checks: readonly string[]
}

/** The allocator's record of the memory of a failed access. */
export interface MemoryErrorDocument {
  /** Memory tagging, the guard allocator, or a sanitizer's quarantine. */
  readonly detector: 'memory-tags' | 'guard-allocator' | 'quarantine'
  /** The allocator's word, such as `use-after-free`. */
  readonly errorType?: string
  /** The allocator's word for how sure it is. */
  readonly confidence?: string
  /** The allocator's answer where it found nothing. */
  readonly failure?: string
  /** The address of the access, with its tag. */
  readonly faultAddress?: Hex
  /** Start of the allocation, with its tag. */
  readonly objectAddress?: Hex
  /** Bytes of the allocation. */
  readonly size?: number
  /** True if it was freed. */
  readonly isFreed?: boolean
}

/** A further block of the report. */
export type SectionDocument = TextSectionDocument | TableSectionDocument

/** A block, quoted from the report. */
export interface TextSectionDocument {
  readonly kind: 'text'
  /** Its title in the report. */
  readonly title: string
  /** Its lines. */
  readonly text: string
}

/** A block as a table. */
export interface TableSectionDocument {
  readonly kind: 'table'
  /** Its title in the report. */
  readonly title: string
  /** Titles of the columns. */
  readonly columns: readonly string[]
  /** A row each, with a cell for each column. */
  readonly rows: readonly (readonly string[])[]
}

/** Something that happened before the end. */
export interface EventDocument {
  /** When, as printed or as an ISO date. */
  readonly time?: string
  /** How long it lasted, in seconds. */
  readonly lasted?: number
  /** Kind of event. */
  readonly kind: 'state' | 'navigation' | 'user' | 'network' | 'log' | 'error' | 'measure' | 'other'
  /** The event in the words of the report. */
  readonly text: string
  /** Further facts about it, as `key: value` pairs. */
  readonly detail?: string
  /** The writer's word for its weight, such as `warning`. */
  readonly level?: string
}
