/** Names in the rows of spindump: `name + 12 (File.swift:7 in Image + 4660)`; the printed part in brackets is kept. */
import { nameAndOffset, place, type WriteBack } from '../base/write-back.ts'

export const stackshotWriteBack: WriteBack = {
  formats: ['spindump', 'microstackshots'],
  row: (call, { printed, frame, image }) => {
    const inner = /\((?:[^()]* in )?((?:[^()]|\([^()]*\))*? \+ \d+)\)\s*$/.exec(printed)?.[1]
    const name = frame.imageName ?? image?.name ?? '???'
    const where = inner ?? (frame.offset === undefined ? name : `${name} + ${frame.offset}`)
    return `${nameAndOffset(call)} (${call.file === undefined ? '' : `${place(call)} in `}${where})`
  },
}
