/** Names in the rows of lldb: `name + 12 at File.swift:7:3`. */
import { nameAndOffset, sourcePlace, type WriteBack } from '../base/write-back.ts'

export const lldbWriteBack: WriteBack = {
  formats: ['lldb'],
  row: (call) => nameAndOffset(call) + (call.file === undefined ? '' : ` at ${sourcePlace(call)}`),
}
