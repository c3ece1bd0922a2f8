/** Names in the rows of sample: `name  (in Image) + 12  [0x1234]  File.swift:7`. */
import { formatHex } from '../../model/address.ts'
import { oneLine, place, plusOffset, type WriteBack } from '../base/write-back.ts'

export const sampleWriteBack: WriteBack = {
  formats: ['sample'],
  row: (call, { printed, frame, image }) => {
    const addresses = /\[0x[^\]]*\]/.exec(printed)?.[0]
    const parts = [
      `${oneLine(call.function)}  (in ${frame.imageName ?? image?.name ?? '???'})${plusOffset(call)}`,
      addresses ?? (frame.address === undefined ? undefined : `[${formatHex(frame.address)}]`),
      call.file === undefined ? undefined : place(call),
    ]
    return parts.filter((part) => part !== undefined).join('  ')
  },
}
