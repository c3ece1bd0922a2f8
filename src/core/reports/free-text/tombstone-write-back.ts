/** Names in the rows of Android's tombstones: `(name+12) (till.cpp:7) (BuildId: …)`. */
import { oneLine, place, type WriteBack } from '../base/write-back.ts'

const BUILD = /\(BuildId: [0-9a-f]{2,128}\)$/i

export const tombstoneWriteBack: WriteBack = {
  formats: ['tombstone', 'thread-dump'],
  row: (call, { printed }) => {
    const offset = call.inlined || call.functionOffset === undefined ? '' : `+${call.functionOffset}`
    const build = BUILD.exec(printed)?.[0]
    return [
      `(${oneLine(call.function)}${offset})`,
      ...(call.file === undefined ? [] : [`(${place(call)})`]),
      ...(build === undefined ? [] : [build]),
    ].join(' ')
  },
}
