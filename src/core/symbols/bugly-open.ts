/** Opens a symbol table of Bugly by its head, whose values are found by their keys. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { linkAddress } from '../model/address.ts'
import { parseUuid } from '../model/image.ts'
import { failure, success, type Outcome } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import type { InputFile } from '../ports.ts'
import { HEAD_BYTES, ROW, TABLE } from './bugly.ts'
import { prepareBugly } from './bugly-build.ts'
import type { DebugImage } from './source.ts'

/** Between Breakpad and symbols alone: lines, but no inlined calls. */
const RANK = 22

export async function openBugly(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const text = decodeUtf8(await openRange(file.blob, 0, HEAD_BYTES))
  const head = text.slice(0, text.search(TABLE))
  const valueOf = (key: string): string => new RegExp(`^${key}\\s*[:=]\\s*(\\S+)`, 'im').exec(head)?.[1] ?? ''
  const uuid = parseUuid(valueOf('UUID'))
  if (!uuid) return failure(problem('bad-bugly', {}, { file: file.path }))
  const name = pathName(file.path)
  const first = BigInt(`0x${ROW.exec(text)?.[1] ?? '0'}`)
  const facts = {
    uuid,
    arch: valueOf('Arch(?:itecture)?').toLowerCase() || UNKNOWN_ARCH,
    name: name.replace(/(\.app)?(\.dSYM)?(\.symbol)?$/i, ''),
    path: file.path,
    kind: 'other',
    detail: 'dwarf',
    rank: RANK,
    // Addresses of a program of 64 bits are those it was linked for, or count from its beginning.
    textVmaddr: linkAddress(first >= 2n ** 32n ? 2n ** 32n : 0n),
    bytes: file.blob.size,
  } as const
  const prepare: DebugImage['prepare'] = async () => prepareBugly(file, facts)
  return success([{ ...facts, prepare }])
}
