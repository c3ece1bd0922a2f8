/** Names in the rows of leaks: `name + 12  File.c:7`. */
import { nameAndOffset, place, type WriteBack } from '../base/write-back.ts'

export const leaksWriteBack: WriteBack = {
  formats: ['leaks'],
  row: (call) => nameAndOffset(call) + (call.file === undefined ? '' : `  ${place(call)}`),
}
