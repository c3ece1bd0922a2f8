/** Unity's maps of C++ lines to those of C#. They have no images: `scripts/` reads them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/en/files.ts'
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { SymbolAid, SymbolSource } from './source.ts'

const ID = '"__debug-id__"\\s*:\\s*"[^"]*"'
const FILE =
  '"[^"\\n]{1,1000}\\.(?:cpp|cc|c|mm|m|h|hpp)"\\s*:\\s*\\{(?:\\s*"[^"\\n]{1,1000}"\\s*:\\s*\\{\\s*(?:"\\d+"\\s*:\\s*\\d|\\})|\\s*\\})'
const START = new RegExp(`^\\s*\\{\\s*(?:${ID}\\s*(?:,\\s*${FILE}|\\})|${FILE})`)

export const lineMapSource: SymbolSource = {
  id: 'line-map',
  label: fileKinds.lineMap,
  sniff: (head) => START.test(decodeUtf8(head.subarray(0, 4096))),
  open: async (file) => {
    const aid = await openMap(file)
    return aid.ok ? success([], aid.problems) : failure(aid.problems)
  },
  openAid: openMap,
}

async function openMap(file: InputFile): Promise<Outcome<SymbolAid>> {
  try {
    const { openLineMap } = await import('../scripts/line-map.ts')
    return success({ kind: 'line-map', map: await openLineMap(file) })
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}
