import type { Withheld } from '../model/source.ts'

/** A file of a source folder. */
export interface ListedFile {
  /** As it is shown. */
  readonly path: string
  /** All that is known of where it lies, to compare with paths of the build; parts are separated by `/`. */
  readonly whole: string
  /** Why its lines are not shown; absent or undefined if they are. */
  withheld?(): Promise<Withheld | undefined>
  /** Its bytes; undefined where it is gone or cannot be read. Nothing is read before. */
  open(): Promise<Blob | undefined>
}

/** Folders without sources of the user, or with copies of them: other tools' stores and build outputs. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules'])
