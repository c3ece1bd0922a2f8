/** History of opened reports: a few facts, the user's note and, if the user wants it, the file itself. */
import { createRecordStore, type SharedRecordStore } from './idb-records.ts'

export interface HistoryRecord<Facts> {
  /** The same for the same report, whenever it is opened. */
  readonly id: string
  /** Milliseconds since 1970 at which it was first opened. */
  readonly openedAt: number
  readonly facts: Facts
  readonly note?: string
  /** The file that contains the report. */
  readonly original?: Blob
}

export type HistoryStore<Facts> = SharedRecordStore<HistoryRecord<Facts>>

/** Name of the database. */
export const HISTORY_DATABASE = 'unslide-history'

export const createHistoryStore = <Facts>(): HistoryStore<Facts> => createRecordStore(HISTORY_DATABASE, 'reports')
