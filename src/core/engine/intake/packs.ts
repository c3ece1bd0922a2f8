/** Takes in packs by their directories. Loaded with the first of them. */
import type { FileOutcome } from '../../engine-types.ts'
import { fileKinds, packFates } from '../../messages/files.ts'
import { joined } from '../../messages/joins.ts'
import { problemFrom, success, type Outcome } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'
import { openPack, type Pack, type PackedImage } from '../../symindex/pack-file.ts'
import type { ImageInspection } from '../../symbols/inspect.ts'

/** The outcome for a pack: its images are usable, or it was left until the user confirms to the host. */
export type PackFate = keyof typeof packFates

type Told = Pick<FileOutcome, 'kind' | 'label' | 'images' | 'problems' | 'asks' | 'pack'>

/** Opens a pack and passes its images to `take`. */
export async function takePack(file: InputFile, take: (images: readonly PackedImage[]) => PackFate): Promise<Told> {
  let pack: Pack
  try {
    pack = await openPack(file)
  } catch (thrown) {
    return { kind: 'unreadable', label: fileKinds.pack, images: [], problems: [problemFrom(thrown, file.path)] }
  }
  const { os, images, problems } = pack
  const became = take(images)
  return {
    kind: 'index',
    label: joined.list([fileKinds.packOf({ os, images: images.length }), packFates[became]]),
    images: images.map(({ uuid, arch, name, kind }) => ({ uuid, arch, name, kind })),
    problems,
    pack: os,
    ...(became === 'asks' && { asks: true as const }),
  }
}

/** Describes the images of a pack for `inspect`. Throws a FormatError where the pack cannot be read. */
export async function inspectPack(file: InputFile): Promise<Outcome<readonly ImageInspection[]>> {
  const { images, problems } = await openPack(file)
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
