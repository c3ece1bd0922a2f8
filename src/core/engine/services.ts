/** The parts of an engine, made once and joined. */
import type { IndexBuilder, IndexKey, IndexSite, IndexStore, MapStore } from '../ports.ts'
import type { IndexReader } from '../symindex/reader.ts'
import { INDEX_VERSIONS } from '../symindex/index-file.ts'
import { Catalog } from './catalog/catalog.ts'
import { Harvest } from './catalog/harvest.ts'
import { KeptDamage } from './catalog/kept-damage.ts'
import { KeptMaps } from './catalog/kept-maps.ts'
import { openImages } from './catalog/opened-images.ts'
import type { FunctionCode } from './frames/function-code.ts'
import { Indexing } from './indexing/indexing.ts'
import type { Archive } from '../model/provenance.ts'
import { archiveSink } from './intake/archived-symbols.ts'
import type { SymbolSink } from './intake/intake.ts'
import { DebugMaps } from './intake/debug-maps.ts'
import { ScriptMaps } from './intake/script-maps.ts'
import { ReportReading } from './intake/report-reading.ts'
import { BuiltIndexes } from './names/built-indexes.ts'
import { ImageCodes } from './names/image-code.ts'
import { ImageLookup } from './names/image-lookup.ts'
import { KeptIndexes } from './names/kept-indexes.ts'
import { OpenReports } from './names/open-reports.ts'
import { SymbolAccess } from './names/symbol-access.ts'
import { UrgentWork } from './urgent-work.ts'

/** Services that a host supplies. */
export interface EnginePorts {
  readonly indexes: IndexStore
  /** Where maps are kept between visits; absent: for this session alone. */
  readonly maps?: MapStore
  readonly builder: IndexBuilder
  readonly reader: IndexReader
  /** Searched for indexes of images without symbols; it puts found ones into `indexes`. */
  readonly site?: IndexSite
  /** Workers for one whole build; absent: the builder chooses. */
  readonly threads?: number
}

export interface Services {
  readonly ports: EnginePorts
  readonly catalog: Catalog
  readonly damage: KeptDamage
  readonly kept: KeptIndexes
  readonly codes: ImageCodes
  readonly symbols: SymbolAccess
  readonly indexing: Indexing
  readonly urgent: UrgentWork
  readonly harvest: Harvest
  readonly debugMaps: DebugMaps
  readonly scriptMaps: ScriptMaps
  readonly keptMaps: KeptMaps
  readonly reading: ReportReading
  readonly lookup: ImageLookup
  readonly open: OpenReports
  /** Takes symbols that came in the archive of a report. */
  readonly ofArchive: (archive: Archive) => SymbolSink
  /** Functions of code, loaded with the first caller. */
  readonly functionCode: () => Promise<FunctionCode>
}

export function makeServices(ports: EnginePorts): Services {
  const { indexes, builder, reader, threads } = ports
  const catalog = new Catalog(indexes, INDEX_VERSIONS)
  const damage = new KeptDamage(indexes)
  const urgent = new UrgentWork()
  const indexing = new Indexing(catalog, indexes, builder, reader, urgent)
  const harvest = new Harvest(indexes)
  /** Deletes a damaged index and builds it again where its file is open. Names from reports stay. */
  const rebuild = async (key: IndexKey): Promise<void> => {
    kept.close(key)
    const names = await indexes.harvested(key.uuid)
    await indexes.delete(key)
    if (names) await indexes.harvest(key.uuid, names)
    catalog.invalidate()
    if ((await catalog.entry(key)).sources.length === 0) return
    await indexing.index(
      key,
      () => {},
      threads,
      () => kept.close(key),
    )
  }
  const kept: KeptIndexes = new KeptIndexes({
    store: indexes,
    reader,
    told: async (key) => (await catalog.entry(key)).stored,
    onDamaged: (key, problems) => {
      damage.add(problems)
      rebuild(key).catch(() => undefined)
    },
    onProblem: (found) => damage.add([found]),
  })
  const codes = new ImageCodes(catalog, builder)
  const symbols = new SymbolAccess({
    catalog,
    kept,
    built: new BuiltIndexes(builder, reader),
    codes,
    reader,
    isIndexing: (key) => indexing.isRunning(key),
    onProblem: (found) => damage.add([found]),
  })
  let code: FunctionCode | undefined
  const functionCode = async (): Promise<FunctionCode> => {
    const { FunctionCode } = await import('./frames/function-code.ts')
    return (code ??= new FunctionCode(catalog))
  }
  const ofArchive = archiveSink(catalog)
  const reading = new ReportReading(catalog, codes, harvest, ofArchive)
  const lookup = new ImageLookup(catalog, symbols, functionCode)
  const open = new OpenReports({
    read: (file, options, onBeginning) => reading.read(file, options, onBeginning),
    images: () => catalog.images(),
    stateOf: (key, similar) => lookup.stateOf(key, similar),
    fault: (symbolicated, names, file) => reading.faultOf(symbolicated, names, file, (key) => openImages(catalog, key)),
  })
  const debugMaps = new DebugMaps(catalog)
  const scriptMaps = new ScriptMaps()
  return {
    ports,
    catalog,
    damage,
    kept,
    codes,
    symbols,
    indexing,
    urgent,
    harvest,
    debugMaps,
    scriptMaps,
    keptMaps: new KeptMaps(ports.maps, scriptMaps),
    reading,
    lookup,
    open,
    ofArchive,
    functionCode,
  }
}
