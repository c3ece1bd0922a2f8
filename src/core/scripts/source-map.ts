/** Opens source maps: checks what they hold, and finds which bundle they are of. */
import { mapProblem } from '../messages/map-problems.ts'
import { parseUuid, type ImageUuid } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import { FormatError } from '../model/problem.ts'
import type { ScriptPlace } from '../model/script.ts'
import type { InputFile } from '../ports.ts'
import { CompiledMap, type SourcePlace } from './compiled-map.ts'
import { parseMap, quotesSources, textsOfSources } from './source-texts.ts'

export type { SourcePlace }

/** A string of JavaScript holds no more. */
const MOST_BYTES = 400 << 20

/** A source map that was read. */
export interface ScriptMap {
  readonly path: string
  /** Ties it to a bundle for sure. */
  readonly debugId?: ImageUuid
  /** Names of bundles that it may be of: by its own field, and by its file name. */
  readonly bundles: readonly string[]
  readonly sources: number
  readonly hasFunctions: boolean
  /** Places in the sources, in the order of the arguments; undefined where the map has none. Throws a FormatError. */
  readonly locate: (places: readonly ScriptPlace[]) => readonly (SourcePlace | undefined)[]
  /**
   * The sources that it quotes, by their paths as `locate` gives them; absent where it quotes none. Reads the file again. Rejects with a
   * FormatError, or where the file is gone.
   */
  readonly texts?: (paths: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>
}

/** Reads a map whole; keeps nothing of the sources that it quotes. Throws a FormatError. */
export async function openSourceMap({ path, blob }: InputFile): Promise<ScriptMap> {
  if (blob.size > MOST_BYTES)
    throw new FormatError(mapProblem('bad-source-map.bytes', { bytes: blob.size }, { file: path }))
  const root = parseMap(await blob.text(), path)
  const map = new CompiledMap(root, path)
  const id = root['debugId'] ?? root['debug_id']
  const debugId = typeof id === 'string' ? parseUuid(id) : undefined
  const own = typeof root['file'] === 'string' ? [pathName(root['file'])] : []
  const named = pathName(path).replace(/\.map$/i, '')
  return {
    path,
    ...(debugId && { debugId }),
    bundles: [...new Set([...own, named, named.replace(/\.(?:hbc|packager|compiler)$/i, '')])].filter(
      (name) => name !== '',
    ),
    sources: map.sources,
    hasFunctions: map.hasFunctions,
    locate: (places) => map.locate(places, path),
    ...(quotesSources(root) && {
      texts: async (paths) => textsOfSources(parseMap(await blob.text(), path), paths),
    }),
  }
}
