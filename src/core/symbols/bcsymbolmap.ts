/** BCSymbolMap files: the names that a bitcode build has hidden, one a line. They are recognized but not read. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { failure } from '../model/problem.ts'
import type { SymbolSource } from './source.ts'

const MAGIC = 'BCSymbolMap Version:'

export const bcsymbolmapSource: SymbolSource = {
  id: 'bcsymbolmap',
  label: 'BCSymbolMap',
  sniff: (head) => decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC,
  async open(file) {
    const message =
      'This file holds names that a bitcode build has hidden (`__hidden#1_`); by itself it names no address. ' +
      'Put them into the dSYM with `dsymutil --symbol-map FILE.bcsymbolmap App.dSYM` and give that.'
    return failure({ code: 'symbol-map', message, file: file.path })
  },
}
