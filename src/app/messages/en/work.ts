/** Running work and its failures. */
import type { Digits } from '../../../core/messages/numbers.ts'
import { firstAndMore, formatCount, formatNumber } from './quantities.ts'

export const words = {
  siteFailed: ({ message, file, others }: { message: string; file: string; others: number }) =>
    `Symbols of this site: ${message} (${file}${others > 0 ? `, and ${formatCount(others, 'other file')}` : ''})`,
  scanning: 'Reading files',
  scanned: (files: number, path: string) => (files === 0 ? path : `${formatCount(files, 'file')}, ${path}`),
  scanningFolder: (name: string) => `Looking through ${name}`,
  listed: (files: number, path: string) => `${formatCount(files, 'file')}, ${path}`,
  newFiles: (at: number, total: number, path: string) =>
    `${formatNumber(at)} of ${formatCount(total, 'new file')}, ${path}`,
  readingReports: 'Reading reports',
  writing: 'Writing the file',
  notWritten: 'The file could not be written.',
  position: (at: number, total: number) => `${formatNumber(at)} of ${formatNumber(total)}`,
  indexing: (name: string) => `Indexing ${name}`,
  naming: 'Looking up names',
  namingIn: (name: string) => `Looking up names in ${name}`,

  namingCancelled: (names: readonly string[]) =>
    `Looking up names in ${firstAndMore(names)} was cancelled. The names found so far stay.`,

  unfinished: (names: readonly string[]) =>
    `The page was closed while it indexed ${firstAndMore(names)}. The unfinished index was discarded. Give the symbols again to keep them in the library.`,
  diedReading: (why: string, names: readonly string[]) =>
    `${why}${names.length === 0 ? '' : ` It was reading ${firstAndMore(names)}.`} Your files are unchanged.`,
  diedIndexing: (why: string, names: readonly string[]) =>
    `${why} It was indexing ${names.join(', ')}. Your files are unchanged, and reports keep their names.`,
  indexFailed: (names: readonly string[], why: string) => `Indexing ${names.join(', ')} failed. ${why}`,
  goOn: 'Continue',
  storageFull: (why: string) => `${why} What does not fit is kept until this page is closed.`,
  storageNone: (why: string) => `Nothing can be kept after this page is closed. Everything else works. ${why}`,
  unreadableFolders: (names: readonly string[]) =>
    `The browser did not let this page read ${firstAndMore(names)}. Choose the folder with “Open a folder…” on the start page, or drop the files in it.`,
  sourcesTaken: (folders: readonly string[]) =>
    `Sources in ${firstAndMore(folders)} are shown beside frames until this page is closed.`,
  inFolder: (folder: string, paths: readonly string[]) =>
    `The missing symbols are in your folder ${folder}: ${firstAndMore(paths)}.`,
  readThem: 'Read them',

  askIndex: (names: readonly string[]) =>
    `The index of ${firstAndMore(names)} was not made here, so its names cannot be checked. Use it if you trust who made it. Symbols from your own files always come first.`,
  askPack: (systems: readonly string[]) =>
    `The pack of ${firstAndMore(systems)} was not made here, so its names cannot be checked. Use it if you trust who made it. Symbols from your own files always come first.`,
  useIndex: 'Use it',

  reportTooLarge: (path: string) =>
    `${path} is too large to be kept: it is gone when this page is left or loaded again.`,
  leftOpen: (paths: readonly string[]) => `A tab ended with open reports: ${firstAndMore(paths)}.`,
  openAgain: 'Open them again',

  opened: (count: number) => `${formatCount(count, 'report')} opened. See Reports.`,

  noSample: 'The sample could not be loaded.',
  noSampleStatus: (status: Digits) => `The sample could not be loaded (status ${status}).`,
  noSharedReport: 'This link holds no report that can be read.',
  linkTooLarge: 'The text in this link is too large for a report.',
  pastedJson: 'Pasted report.ips',
  pastedText: 'Pasted report.crash',
  sharedReport: 'Shared report.ips',
  copied: (what: string) => `Copied ${what}`,
  notCopied: 'The browser blocked copying. Select the text and copy it yourself.',
} as const
