/** Breakpad symbol files (`.sym`) of Apple modules: functions, inlined calls and lines as text. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress } from '../model/address.ts'
import { parseUuid, type Arch } from '../model/image.ts'
import { failure, success, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { DebugImage, SymbolSource } from './source.ts'

const HEAD_BYTES = 4096

/** Breakpad's names of architectures that differ from Apple's. */
const ARCHES: Readonly<Record<string, Arch>> = { x86: 'i386', arm: 'armv7' }

export const breakpadSource: SymbolSource = {
  id: 'breakpad',
  label: 'Breakpad symbols',
  sniff: (head) => decodeUtf8(head.subarray(0, 7)) === 'MODULE ',
  open: openBreakpad,
}

async function openBreakpad(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const head = decodeUtf8(await openRange(file.blob, 0, HEAD_BYTES))
  const module = /^MODULE (\S+) (\S+) ([0-9A-Fa-f]+) (.+?)\r?$/m.exec(head)
  const uuid = parseUuid(module?.[3] ?? '')
  if (!module || !uuid) {
    return failure(problem('bad-breakpad', {}, { file: file.path, line: 1 }))
  }
  const [, system = '', arch = '', , name = ''] = module
  if (!/^(mac|ios)$/i.test(system)) {
    return failure(problem('foreign-symbols', { system }, { file: file.path, line: 1 }))
  }
  const facts = {
    uuid,
    arch: ARCHES[arch] ?? arch,
    name,
    path: file.path,
    kind: 'other',
    detail: 'dwarf',
    rank: 25, // it says less than a dSYM: no columns, and names that are already readable
    textVmaddr: linkAddress(0), // its addresses count from the Mach header
    bytes: file.blob.size,
  } as const
  return success([
    { ...facts, prepare: async () => (await import('./breakpad-build.ts')).prepareBreakpad(file, facts) },
  ])
}
