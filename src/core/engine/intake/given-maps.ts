/** Maps of scripts and lines in files, each with the id of its build: what a host publishes. */
import { walk } from '../../containers/walk.ts'
import { pathName } from '../../model/path-name.ts'
import type { ImageUuid } from '../../model/image.ts'
import type { InputFile } from '../../ports.ts'
import { symbolSources } from '../../symbols/registry.ts'

export interface GivenMap {
  readonly kind: 'script-map' | 'line-map' | 'name-map'
  readonly file: InputFile
  readonly name: string
  /** Absent where the map does not say its build. */
  readonly debugId?: ImageUuid
}

/** All maps in files and containers. Those that cannot be read are left out: adding the files has told of them. */
export async function* mapsIn(files: readonly InputFile[]): AsyncGenerator<GivenMap, void> {
  const sourceOf = (head: Uint8Array) => symbolSources.find((source) => source.sniff(head))
  const wanted = (head: Uint8Array): boolean => sourceOf(head)?.openAid !== undefined
  for await (const item of walk(files, { wanted })) {
    if (item.kind !== 'leaf') continue
    const opened = await sourceOf(item.head)?.openAid?.(item.file)
    const aid = opened?.ok ? opened.value : undefined
    if (aid?.kind !== 'script-map' && aid?.kind !== 'line-map' && aid?.kind !== 'name-map') continue
    const debugId = 'debugId' in aid.map ? aid.map.debugId : undefined
    yield { kind: aid.kind, file: item.file, name: pathName(item.file.path), ...(debugId && { debugId }) }
  }
}
