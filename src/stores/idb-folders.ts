/** Folders that the user asked to remember: a handle, which only IndexedDB can store, and their files. */
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
