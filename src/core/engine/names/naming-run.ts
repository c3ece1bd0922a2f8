/** Names the reports of an open file. A run can be cancelled; its names so far stay. */
import type { Engine, OnEvent, ReportHandle, ReportNames, SymbolicateOptions } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import type { ImageUuid } from '../../model/image.ts'
import { success, type Outcome, type Problem } from '../../model/problem.ts'
import { mapNameUuid } from '../../symbols/content-uuid.ts'
import type { SymbolLookup } from '../../resolve/symbol-lookup.ts'
import { namingEvents } from '../indexing/indexing.ts'
import type { Services } from '../services.ts'

const silent = (): void => {}

export class NamingRuns {
  readonly #services: Services
  readonly #running = new Map<ReportHandle, AbortController>()

  constructor(services: Services) {
    this.#services = services
  }

  cancel(handle: ReportHandle): void {
    this.#running.get(handle)?.abort()
  }

  /** Looks for images without symbols on the host's site, if it has one and permits requests. */
  async find(uuids: Iterable<ImageUuid>, bundles: Iterable<string> = []): Promise<readonly Problem[]> {
    const { ports, catalog, kept, scriptMaps } = this.#services
    const { site, indexes } = ports
    if (!site || site.mayAsk?.() === false) return []
    const names = new Map<ImageUuid, string>()
    for (const name of bundles) if (!scriptMaps.mayBeOf(name)) names.set(await mapNameUuid(name), name)
    const wanted = [...uuids, ...names.keys()]
    const { findElsewhere, findMaps } = await import('./naming.ts')
    const problems = await findElsewhere(catalog, indexes, kept, site, wanted)
    return [...problems, ...(await findMaps(site, scriptMaps, wanted, names))]
  }

  readonly resolve: Engine['resolve'] = (handle, options, onEvent) =>
    this.#services.urgent.run(
      () => this.#resolve(handle, options, onEvent),
      ({ ok }) => ok,
    )

  async #resolve(
    handle: ReportHandle,
    options: SymbolicateOptions = {},
    onEvent: OnEvent = silent,
  ): Promise<Outcome<readonly ReportNames[]>> {
    const { catalog, damage, harvest, keptMaps, open } = this.#services
    const stop = new AbortController()
    this.#running.set(handle, stop)
    // Another tab may have cleared or filled the store.
    await damage.dropOldVersions()
    catalog.invalidate()
    await harvest.learnWaiting()
    const [ids, names] = [open.usedImages(handle), open.namedBundles(handle)]
    const { findKeptMaps } = await import('./naming.ts')
    damage.add(await findKeptMaps(keptMaps, { ids, names, hasNameless: open.hasNamelessScripts(handle) }))
    damage.add(await this.find(ids, names))
    const lookup = await this.#symbolLookup(open.fileOf(handle)?.archive, options, onEvent, stop.signal)
    const outcome = damage.reportWith(await open.resolve(handle, lookup, options))
    if (this.#running.get(handle) === stop) this.#running.delete(handle)
    if (!outcome.ok || !stop.signal.aborted) return outcome
    return success(outcome.value, [problem('cancelled.names', {}), ...outcome.problems])
  }

  /** `archive` that the reports lie in. */
  async #symbolLookup(
    archive: string | undefined,
    { similar }: SymbolicateOptions,
    onEvent: OnEvent,
    signal: AbortSignal,
  ): Promise<SymbolLookup> {
    const { catalog, codes, harvest, lookup, scriptMaps, symbols } = this.#services
    const onRead = namingEvents(onEvent)
    return {
      images: await catalog.images(archive),
      lookup: (key, offsets) => lookup.calls(key, offsets, { similar, onRead, signal, archive }),
      code: (key) => codes.code(key),
      unwinding: (key) => codes.unwinding(key),
      callReturns: (key) => codes.callReturns(key),
      findNames: (key, names) => symbols.findNames(key, names),
      layout: (key) => symbols.layout(key),
      harvested: (uuid) => harvest.of(uuid),
      scripts: scriptMaps.scripts(),
      lineMaps: scriptMaps.lines(),
      nameMaps: scriptMaps.names(),
    }
  }
}
