/** Names in the rows of the Swift runtime: `name + 12 in Image at /src/File.swift:7:3`. */
import { nameAndOffset, sourcePlace, type WriteBack } from '../base/write-back.ts'

export const swiftBacktraceWriteBack: WriteBack = {
  formats: ['swift-backtrace'],
  row: (call, { frame, image }) => {
    const name = frame.imageName ?? image?.name
    return (
      nameAndOffset(call) +
      (name === undefined ? '' : ` in ${name}`) +
      (call.file === undefined ? '' : ` at ${sourcePlace(call, call.file)}`)
    )
  },
}
