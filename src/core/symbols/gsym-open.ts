/** Opens a GSYM file by its headers. */
import { mapProblem } from '../messages/map-problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { linkAddress } from '../model/address.ts'
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import type { InputFile } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import { openLayout, type GsymLayout } from './gsym-layout.ts'
import type { DebugImage } from './source.ts'

/** Between Breakpad's text, whose names are readable ones, and a debug map. */
const RANK = 27

export async function openGsym(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  try {
    return await describeGsym(file, await openLayout(file))
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

async function describeGsym(file: InputFile, layout: GsymLayout): Promise<Outcome<readonly DebugImage[]>> {
  const name = pathName(file.path)
  const facts = {
    uuid: layout.uuid ?? (await contentUuid(file.blob)),
    // GSYM has no architecture. The catalog takes it from another file with the same UUID, which names one slice
    // (`engine/catalog`).
    arch: UNKNOWN_ARCH,
    name: name.replace(/(\.dSYM)?\.gsym$/i, ''),
    path: file.path,
    kind: 'other',
    detail: 'dwarf',
    rank: RANK,
    textVmaddr: linkAddress(layout.base),
    bytes: file.blob.size,
  } as const
  const note = mapProblem('no-uuid.elf', { name: facts.name }, { file: file.path, severity: 'note' })
  const prepare: DebugImage['prepare'] = async (only) =>
    (await import('./gsym-build.ts')).prepareGsym(file, layout, facts, only)
  return success([{ ...facts, prepare }], layout.uuid ? [] : [note])
}
