/** Unity's maps of C++ lines to those of C#. They have no images: `scripts/` reads them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { opensAid } from './aid-source.ts'
import type { SymbolSource } from './source.ts'

const ID = '"__debug-id__"\\s*:\\s*"[^"]*"'
const FILE =
  '"[^"\\n]{1,1000}\\.(?:cpp|cc|c|mm|m|h|hpp)"\\s*:\\s*\\{(?:\\s*"[^"\\n]{1,1000}"\\s*:\\s*\\{\\s*(?:"\\d+"\\s*:\\s*\\d|\\})|\\s*\\})'
const START = new RegExp(`^\\s*\\{\\s*(?:${ID}\\s*(?:,\\s*${FILE}|\\})|${FILE})`)

export const lineMapSource: SymbolSource = {
  id: 'line-map',
  get label() {
    return fileKinds.lineMap
  },
  sniff: (head) => START.test(decodeUtf8(head.subarray(0, 4096))),
  ...opensAid(async (file) => {
    const { openLineMap } = await import('../scripts/line-map.ts')
    return { kind: 'line-map', map: await openLineMap(file), file }
  }),
}
