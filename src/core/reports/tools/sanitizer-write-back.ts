/** Names in the rows of sanitizers: `in name File.cpp:7:3 (Image:arm64+0x1234)`; the bracket is kept. */
import { oneLine, sourcePlace, type WriteBack } from '../base/write-back.ts'

export const sanitizerWriteBack: WriteBack = {
  formats: ['sanitizer'],
  row: (call, { printed, frame }) => {
    const module = /[ \t]*\([^()]*\+0x[0-9a-f]+\)(?: \(BuildId: [0-9a-f]+\))?$/i.exec(printed)?.[0].trim()
    // ThreadSanitizer prints no addresses, and no `in` either.
    const name = frame.address === undefined ? oneLine(call.function) : `in ${oneLine(call.function)}`
    const parts = [name, call.file === undefined ? undefined : sourcePlace(call), module]
    return parts.filter((part) => part !== undefined).join(' ')
  },
}
