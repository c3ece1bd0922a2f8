/** Maps of scripts and lines in files, each with the id of its build: what a host publishes. */
import { walk } from '../../containers/walk.ts'
import { pathName } from '../../model/path-name.ts'
import type { ImageUuid } from '../../model/image.ts'
import type { InputFile } from '../../ports.ts'
import { FormatError } from '../../model/problem.ts'
import { sourceOf } from '../../symbols/registry.ts'
import type { SymbolSource } from '../../symbols/source.ts'
import { sniffPack } from '../../symindex/pack-layout.ts'

export interface GivenMap {
  readonly kind: 'script-map' | 'line-map' | 'name-map'
  readonly file: InputFile
  readonly name: string
  /** Absent where the map does not say its build. */
  readonly debugId?: ImageUuid
}

/** All maps in files, containers and packs. Those that cannot be read are left out: `add` has reported these problems. */
export async function* mapsIn(files: readonly InputFile[]): AsyncGenerator<GivenMap, void> {
  const wanted = (head: Uint8Array): boolean => sniffPack(head) || sourceOf(head)?.openAid !== undefined
  for await (const item of walk(files, { wanted })) {
    if (item.kind !== 'leaf') continue
    if (sniffPack(item.head)) {
      yield* packedMaps(item.file)
      continue
    }
    const given = await givenMap(item.file, sourceOf(item.head))
    if (given) yield given
  }
}

async function* packedMaps(pack: InputFile): AsyncGenerator<GivenMap, void> {
  const { mapsOfPack } = await import('./packs.ts')
  try {
    for await (const { file, source } of mapsOfPack(pack)) {
      const given = await givenMap(file, source)
      if (given) yield given
    }
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
  }
}

async function givenMap(file: InputFile, source: SymbolSource | undefined): Promise<GivenMap | undefined> {
  const opened = await source?.openAid?.(file)
  const aid = opened?.ok ? opened.value : undefined
  if (aid?.kind !== 'script-map' && aid?.kind !== 'line-map' && aid?.kind !== 'name-map') return undefined
  const debugId = 'debugId' in aid.map ? aid.map.debugId : undefined
  return { kind: aid.kind, file, name: pathName(file.path), ...(debugId && { debugId }) }
}
