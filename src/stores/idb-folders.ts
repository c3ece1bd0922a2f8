/** Folders that the page remembers for the user: their files, and a handle, which only IndexedDB can store. */
import { createRecordStore, type RecordStore } from './idb-records.ts'

export interface FolderRecord<Contents> {
  readonly id: string
  readonly handle: FileSystemDirectoryHandle
  readonly contents: Contents
}

export type FolderStore<Contents> = RecordStore<FolderRecord<Contents>>

/** Name of the database. */
export const FOLDERS_DATABASE = 'unslide-folders'

export const createFolderStore = <Contents>(): FolderStore<Contents> => createRecordStore(FOLDERS_DATABASE, 'folders')

/** Folders of sources: their handles alone, since what is in them is listed anew at each visit. */
export interface SourceFolderRecord {
  readonly id: string
  readonly handle: FileSystemDirectoryHandle
}

/** Name of the database. */
export const SOURCES_DATABASE = 'unslide-sources'

export const createSourceStore = (): RecordStore<SourceFolderRecord> => createRecordStore(SOURCES_DATABASE, 'folders')
