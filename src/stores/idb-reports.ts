/** Files of the reports that are open, so that a reload or a crash of the tab loses none. They go when their report is closed. */
import { createRecordStore, type RecordStore } from './idb-records.ts'

export interface ReportRecord<Contents> {
  /** The tab that has it open, and its number there. */
  readonly id: string
  readonly tab: string
  /** Milliseconds since 1970. */
  readonly keptAt: number
  readonly path: string
  readonly blob: Blob
  readonly contents: Contents
}

export type ReportStore<Contents> = RecordStore<ReportRecord<Contents>>

/** Name of the database. */
export const REPORTS_DATABASE = 'unslide-reports'

export const createReportStore = <Contents>(): ReportStore<Contents> => createRecordStore(REPORTS_DATABASE, 'files')
