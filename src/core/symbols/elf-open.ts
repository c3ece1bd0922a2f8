/** Opens an ELF file by its headers. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { linkAddress, type LinkAddress } from '../model/address.ts'
import type { SymbolDetail } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import { failure, problemFrom, success, type Outcome } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import { openElfLayout, SECTION, type ElfLayout } from './elf-layout.ts'
import type { DebugImage } from './source.ts'

/** Below a dSYM, above what is converted. */
const RANK = { dwarf: 28, symbols: 18, starts: 0, none: 0 } as const

/** Flutter puts all Dart code into this framework, and every trace names it so. */
const DART_IMAGE = 'App'
/** Dart's snapshots export these names. */
const DART_SNAPSHOT = /(?:^|\0)_?_kDart(?:Isolate|Vm)SnapshotInstructions\0/
/** Names of a linked file that are searched for those of Dart. */
const MOST_EXPORTED_NAMES = 1 << 20

export async function openElf(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  try {
    return await describeElf(file, await openElfLayout(file))
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

async function describeElf(file: InputFile, layout: ElfLayout): Promise<Outcome<readonly DebugImage[]>> {
  const { arch, buildId } = layout
  const detail = detailOf(layout)
  const name = (await isDart(file, layout)) ? DART_IMAGE : pathName(file.path).replace(/\.(?:symbols|debug)$/i, '')
  const facts = {
    uuid: buildId ?? (await contentUuid(file.blob)),
    arch,
    name,
    path: file.path,
    kind: 'elf',
    detail,
    rank: RANK[detail],
    textVmaddr: baseOf(layout),
    bytes: file.blob.size,
  } as const
  const place = { file: file.path, severity: 'note' } as const
  const notes = buildId ? [] : [mapProblem('no-uuid.elf', { name }, place)]
  const prepare: DebugImage['prepare'] = async () => (await import('./elf-build.ts')).prepareElf(file, layout, facts)
  return success([{ ...facts, prepare }], [...layout.problems, ...notes])
}

function detailOf({ sections }: ElfLayout): SymbolDetail {
  if (sections.some(({ name, size }) => /^\.z?debug_info$/.test(name) && size > 0)) return 'dwarf'
  const isTable = (type: number): boolean => type === SECTION.symbols || type === SECTION.dynamicSymbols
  return sections.some(({ type, size }) => isTable(type) && size > 0) ? 'symbols' : 'none'
}

async function isDart({ blob }: InputFile, { sections }: ElfLayout): Promise<boolean> {
  const names = sections.find(({ name, type }) => type === SECTION.strings && name === '.dynstr')
  if (!names) return false
  const end = names.offset + Math.min(names.size, MOST_EXPORTED_NAMES)
  return DART_SNAPSHOT.test(decodeUtf8(await openRange(blob, names.offset, end)))
}

/** Where the file begins in memory: addresses in a process count from there. */
function baseOf({ segments }: ElfLayout): LinkAddress {
  const least = segments.reduce<bigint | undefined>(
    (low, { address }) => (low === undefined || address < low ? address : low),
    undefined,
  )
  return linkAddress(least ?? 0n)
}
