/** The engine on Node: indexes in memory. */
import { createEngine } from '../../core/engine.ts'
import type { Engine } from '../../core/engine-types.ts'
import { createMemoryStore } from '../../stores/memory.ts'
import { UsageError } from '../command.ts'
import { addSymbols, isSiteAddress } from '../io/input-files.ts'
import { siteErrors } from '../messages/sites.ts'
import { createSymbolEngine } from './symbol-engine.ts'

/** `threads`: how many a whole build may use; the builder's own choice when absent. */
export function createHost(threads?: number): Engine {
  return createEngine({
    indexes: createMemoryStore(),
    ...createSymbolEngine(),
    ...(threads === undefined ? {} : { threads }),
  })
}

/**
 * An engine with the given symbols. Prints the problems of files. Symbols of sites are requested when a report has their image.
 * `files`: further paths, which cannot be addresses; `cache`: the folder of --cache. `isLasting`: the program runs until somebody ends it.
 */
export async function createHostWith(
  given: readonly string[],
  files: readonly string[] = [],
  cache?: string,
  isLasting = false,
): Promise<Engine> {
  const paths = [...given.filter((one) => !isSiteAddress(one)), ...files]
  const sites = given.filter(isSiteAddress)
  if (cache !== undefined && sites.length === 0) throw new UsageError(siteErrors.cacheNeedsSite)
  const engine =
    sites.length === 0 ? createHost() : await (await import('../io/sites.ts')).createSiteHost(sites, cache, isLasting)
  if (paths.length > 0) await addSymbols(engine, paths)
  return engine
}
