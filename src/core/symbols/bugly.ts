/**
 * Readable symbol tables of Bugly: a head with the UUID, then rows of start, end, function, and file with line, parted by tabs. Its
 * documentation shows the rows.
 */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'

export const HEAD_BYTES = 8192
export const TABLE = /^Symbol table:/m
export const ROW = /^([0-9a-fA-F]{1,16})\t([0-9a-fA-F]{1,16})\t[^\t\n]/m

export const buglySource: SymbolSource = {
  id: 'bugly',
  get label() {
    return fileKinds.bugly
  },
  sniff: (head) => {
    const text = decodeUtf8(head.subarray(0, HEAD_BYTES))
    return TABLE.test(text) && /^UUID\s*[:=]/im.test(text) && ROW.test(text)
  },
  open: async (file) => (await import('./bugly-open.ts')).openBugly(file),
}
