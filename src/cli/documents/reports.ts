/** The JSON that commands print of many reports. */
import type { ReportDocument } from '../../core/documents/report.ts'
import type { ClaimGradeWord, Count } from '../../core/documents/values.ts'
import type { Problem } from '../../core/messages/problems.ts'

/** An answer of `symbolicate --stream` to a line. */
export interface StreamLine {
  /** Number of the line, from 1. */
  readonly line: Count
  /** Id of the line, as it is spelled there: any JSON. */
  readonly id?: unknown
  /** Version of the form of `reports`, as `symbolicate` has it. */
  readonly schema?: 2
  /** The reports in the line, with names; absent where it could not be read. */
  readonly reports?: readonly ReportDocument[]
  /** What `batch` groups each of them by, in their order. */
  readonly facts?: readonly FactsDocument[]
  /** Parts that could not be read. */
  readonly problems?: readonly Problem[]
}

/** What a report, or a group of reports, says of its crash. */
interface CrashDocument {
  /** Equal for reports of one crash; absent where nothing ties a report to others. */
  readonly signature?: string
  /** The headline; of a group, that of its first report. */
  readonly title: string
  /** How sure that is. */
  readonly grade: ClaimGradeWord
  /** The process. */
  readonly process?: string
  /** True if the process ended. */
  readonly isCrash: boolean
  /** The function to read first. */
  readonly function?: string
  /** Its file and line. */
  readonly location?: string
}

/** The facts of a report that identify its crash. */
export interface FactsDocument extends CrashDocument {
  /** Version of the program. */
  readonly version?: string
  /** Version of the system. */
  readonly os?: string
  /** Model of the device. */
  readonly device?: string
  /** Its date, as printed. */
  readonly date?: string
  /** How many frames symbols named. */
  readonly named: Count
}

/** Reports grouped by their crash. */
export interface GroupsDocument {
  /** The groups, largest first. */
  readonly groups: readonly GroupDocument[]
  /** How many files could not be read. */
  readonly unreadable: Count
}

/** Reports of one crash. */
export interface GroupDocument extends CrashDocument {
  /** How many reports. */
  readonly count: Count
  /** Versions of the program, most frequent first. */
  readonly versions: readonly CountDocument[]
  /** Versions of the system. */
  readonly systems: readonly CountDocument[]
  /** Models of devices. */
  readonly devices: readonly CountDocument[]
  /** The reports. */
  readonly reports: readonly GroupedReport[]
}

/** A report of a group. */
export interface GroupedReport {
  /** Path of its file. */
  readonly path: string
  /** Its date, as printed. */
  readonly date?: string
}

/** How often a value is there. */
export interface CountDocument {
  /** The value. */
  readonly value: string
  /** How many reports have it. */
  readonly count: Count
}
