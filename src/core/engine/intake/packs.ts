/** Takes in packs: images by their directories, maps whole. Loaded with the first of them. */
import type { FileOutcome } from '../../engine-types.ts'
import { fileKinds, packFates } from '../../messages/files.ts'
import { joined } from '../../messages/joins.ts'
import { problem } from '../../messages/problems.ts'
import { Budget } from '../../bytes/budget.ts'
import { append } from '../../model/lists.ts'
import { problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'
import { openPack, type Pack, type PackedImage } from '../../symindex/pack-file.ts'
import { openPackedMap } from '../../symindex/pack-maps.ts'
import { inspectSource, type ImageInspection } from '../../symbols/inspect.ts'
import { sourceOf } from '../../symbols/registry.ts'
import type { SymbolAid, SymbolSource } from '../../symbols/source.ts'

/** The outcome for a pack: its images are usable, or it was left until the user confirms to the host. */
export type PackFate = keyof typeof packFates

type Told = Pick<FileOutcome, 'kind' | 'label' | 'images' | 'problems' | 'asks' | 'pack' | 'maps'>

/** Bytes by which a format is known. */
const HEAD = 65_536

/** Takes the content of a pack. */
interface PackTaker {
  readonly addPack: (images: readonly PackedImage[]) => PackFate
  readonly addAid: (aid: SymbolAid) => void
}

/** Opens a pack and passes on its images and maps. Maps wait with the images if the host lets the user confirm these first. */
export async function takePack(file: InputFile, { addPack, addAid }: PackTaker): Promise<Told> {
  let pack: Pack
  try {
    pack = await openPack(file)
  } catch (thrown) {
    return { kind: 'unreadable', label: fileKinds.pack, images: [], problems: [problemFrom(thrown, file.path)] }
  }
  const { os, images, maps } = pack
  const problems = [...pack.problems]
  // The reader of a map checks it against the report, so maps alone need no question to the user.
  const became = images.length === 0 && maps.length > 0 ? 'open' : addPack(images)
  if (became !== 'asks')
    for await (const { source, file: map } of mapsOf(pack, file, problems)) {
      const opened = await source.openAid(map)
      append(problems, opened.problems)
      if (opened.ok) addAid(opened.value)
    }
  return {
    kind: 'index',
    label: joined.list([fileKinds.packOf({ os, images: images.length, maps: maps.length }), packFates[became]]),
    images: images.map(({ uuid, arch, name, kind }) => ({ uuid, arch, name, kind })),
    problems,
    pack: os,
    ...(maps.length > 0 && { maps: maps.length }),
    ...(became === 'asks' && { asks: true as const }),
  }
}

/** The maps of a pack as files. Throws a FormatError where the pack cannot be read. */
export async function* mapsOfPack(file: InputFile): AsyncGenerator<OpenedMap, void> {
  yield* mapsOf(await openPack(file), file, [])
}

interface OpenedMap {
  readonly file: InputFile
  readonly source: SymbolSource & Required<Pick<SymbolSource, 'openAid'>>
}

/** One map after the other, so that only one is in memory. Adds a problem for each that is damaged or no map. */
async function* mapsOf(pack: Pack, { blob }: InputFile, problems: Problem[]): AsyncGenerator<OpenedMap, void> {
  const budget = new Budget(blob.size)
  for (const map of pack.maps) {
    try {
      const file = await openPackedMap(map, budget)
      const head = new Uint8Array(await file.blob.slice(0, HEAD).arrayBuffer())
      const source = sourceOf(head)
      if (source && isAidSource(source)) yield { file, source }
      else problems.push(problem('bad-pack.row', { image: map.name }, { file: map.path }))
    } catch (thrown) {
      problems.push(problemFrom(thrown, map.path))
    }
  }
}

const isAidSource = (source: SymbolSource): source is OpenedMap['source'] => source.openAid !== undefined

/** Describes the images of a pack for `inspect`, and its maps by notes. Throws a FormatError where the pack cannot be read. */
export async function inspectPack(file: InputFile): Promise<Outcome<readonly ImageInspection[]>> {
  const pack = await openPack(file)
  const problems = [...pack.problems]
  for await (const { file: map, source } of mapsOf(pack, file, problems))
    append(problems, (await inspectSource(map, source)).problems)
  const { images } = pack
  const inspected = images.map(({ path, name, uuid, arch, kind, functions, symbols }) => ({
    ...{ path, name, uuid, arch, kind },
    functions: 0,
    symbols: Math.max(functions, symbols),
    dwarf: [],
    sections: {},
    units: 0,
    objects: [],
    producers: [],
    languages: [],
    encrypted: false,
  }))
  return success(inspected, problems)
}
