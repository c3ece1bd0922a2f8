/** Unity's tables of symbols for code that its compiler translated from C# (`.usym`). */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'

export const usymSource: SymbolSource = {
  id: 'usym',
  get label() {
    return fileKinds.usym
  },
  // `sym-` begins a table without names.
  sniff: (head) => head.length >= 8 && /^(?:usym|sym-)$/.test(decodeUtf8(head.subarray(0, 4))) && (head[4] ?? 0) < 16,
  open: async (file) => (await import('./usym-open.ts')).openUsym(file),
}
