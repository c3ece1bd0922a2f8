/** Folders with sources that were given like any other files. Loaded with the first. */
import type { Engine } from '../../core/engine-types.ts'
import type { InputFile } from '../../core/ports.ts'
import { openSources } from './sources.svelte.ts'

export interface TakenSources {
  readonly names: readonly string[]
  /** Files left to read: nothing of these folders, unless there are reports or symbols in them. */
  readonly rest: readonly InputFile[]
}

/** Takes the sources in `folders`, which are some of `files`. */
export async function takeSourceFolders(
  folders: ReadonlyMap<string, readonly InputFile[]>,
  files: readonly InputFile[],
  engine: Pick<Engine, 'survey'>,
  sources:
    { take(files: readonly InputFile[]): void } | Promise<{ take(files: readonly InputFile[]): void }> = openSources(),
): Promise<TakenSources> {
  const taken = await sources
  for (const inside of folders.values()) taken.take(inside)
  const inFolders = [...folders.values()].flat()
  const held = new Set(inFolders)
  const others = files.filter((file) => !held.has(file))
  const found = await engine.survey(inFolders)
  const isOfUse = found.some(({ kind }) => kind === 'report' || kind === 'symbols' || kind === 'index')
  return { names: [...folders.keys()], rest: isOfUse ? files : others }
}
