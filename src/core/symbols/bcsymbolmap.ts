/** BCSymbolMap files: the names that a bitcode build has hidden, one a line. They are recognized but not read. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { failure } from '../model/problem.ts'
import type { SymbolSource } from './source.ts'

const MAGIC = 'BCSymbolMap Version:'

export const bcsymbolmapSource: SymbolSource = {
  id: 'bcsymbolmap',
  label: 'BCSymbolMap',
  sniff: (head) => decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC,
  async open(file) {
    return failure(problem('symbol-map', {}, { file: file.path }))
  },
}
