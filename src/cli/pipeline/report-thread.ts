/** A thread that names reports; `report-threads.ts` speaks to it. Answers come in the order of the tasks. */
import { realpath } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Engine } from '../../core/engine-types.ts'
import { createEngine } from '../../core/engine.ts'
import { withNames } from '../../core/engine/names/open-reports.ts'
import { formatReports } from '../../core/export/json.ts'
import type { IndexStore, InputFile } from '../../core/ports.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { factsOf } from '../../core/reading/groups.ts'
import { openPlace } from '../../stores/file-blob.ts'
import { joinBytes } from '../../stores/memory-blob.ts'
import { createMemoryStore } from '../../stores/memory.ts'
import type { BlockCache } from '../../stores/site/blocks.ts'
import { addSilently, isLossOfSite } from '../io/input-files.ts'
import type { FactsDocument } from '../documents/reports.ts'
import { idOfLine } from './line-id.ts'
import { readReportLine, toAnswer, toLine } from './report-line.ts'
import type { ReportAnswer, ReportTask, Standing, ThreadSetup } from './report-threads.ts'
import { createSymbolEngine } from '../start/symbol-engine.ts'
import { lacksNames } from './tell-missing.ts'

const { wasm, indexes, symbols, sites, cache, shared, reach, isLasting, options, language } = workerData as ThreadSetup

interface Named {
  readonly standing: Standing
  readonly reports: readonly SymbolicatedReport[]
  readonly problems: readonly Problem[]
}

/** Loads the module only if there are sites. */
const loadSites = async () => (sites.length > 0 ? import('../io/sites.ts') : undefined)

/** The caches for blocks of sites: in the folder of `--cache`, which the main thread opened, or in the memory of the main thread. */
async function openCaches(): Promise<((site: URL) => BlockCache) | undefined> {
  if (cache !== undefined) return (await import('../io/disk-cache.ts')).diskCache(await realpath(cache))
  return shared && (await import('../io/shared-blocks.ts')).sharedBlocks(shared)
}

/** Bytes of indexes that a thread copies for itself: the index of an app of some hundred megabytes. */
const OWN_BYTES = 32 << 20

/**
 * The indexes' bytes. The language copies out of shared memory byte by byte, which is slow where each report's names are read; so
 * a thread has copies of its own of as many indexes as that allows, and shares the others.
 */
function bytesOfIndexes(): readonly Uint8Array[] {
  let left = OWN_BYTES
  return indexes.map(({ bytes }) => {
    const shared = new Uint8Array(bytes)
    if (shared.length > left) return shared
    left -= shared.length
    return shared.slice()
  })
}

const bytesAtHand = bytesOfIndexes()

async function keepIndexes(store: IndexStore): Promise<void> {
  for (const [at, { entry }] of indexes.entries()) await store.put(entry, joinBytes(bytesAtHand.slice(at, at + 1)))
}

async function start(): Promise<Engine> {
  if (language !== 'en') await (await import('../../messages/cli.ts')).setLanguage(language)
  const store = createMemoryStore()
  await keepIndexes(store)
  const parts = createSymbolEngine(wasm)
  const asking = await loadSites()
  const engine =
    asking?.createSiteEngine(sites, store, parts, { caches: await openCaches(), reach, isLasting }) ??
    createEngine({ indexes: store, ...parts })
  // The main thread printed their problems when it built the indexes.
  await addSilently(engine, symbols)
  // An index that was given as a file would be read from there now, page by page for every report.
  await keepIndexes(store)
  return engine
}

/** The reports of a file with their names. Those of one are not used for another: answers do not hang on the order. */
async function name(engine: Engine, file: InputFile): Promise<Named> {
  const opened = await engine.open(file)
  if (!opened.ok) return { standing: 'unreadable', reports: [], problems: opened.problems }
  const { handle, reports } = opened.value
  const names = await engine.resolve(handle, options)
  await engine.close(handle)
  const problems = [...opened.problems, ...names.problems]
  if (!names.ok) return { standing: 'unreadable', reports: [], problems }
  const named = withNames(reports, names.value)
  return {
    standing: lacksNames(named) || problems.some(isLossOfSite) ? 'lacking' : 'named',
    reports: named,
    problems,
  }
}

/** The JSON file that `symbolicate` writes. */
async function asFile(reports: readonly SymbolicatedReport[]): Promise<Uint8Array<ArrayBuffer>> {
  const { exporters } = await import('../../core/export/registry.ts')
  return new TextEncoder().encode(exporters.find(({ id }) => id === 'json')?.write(reports) ?? '')
}

/** An empty text is a fact that is not known. */
function toFacts(report: SymbolicatedReport): FactsDocument {
  const { function: name, location, ...facts } = factsOf(report)
  return { ...facts, ...(name && { function: name }), ...(location && { location }) }
}

async function answer(engine: Engine, task: ReportTask): Promise<ReportAnswer> {
  if (task.kind === 'file') {
    const { path, content } = task
    const file: InputFile =
      content instanceof Uint8Array
        ? { path, blob: new Blob([content]) }
        : { path, blob: openPlace(content), isOnDisk: true }
    const { standing, reports, problems } = await name(engine, file)
    return { standing, json: toLine({ found: reports.map(factsOf), problems }) }
  }
  if (task.kind === 'bytes') {
    const { standing, reports, problems } = await name(engine, { path: task.name, blob: new Blob([task.bytes]) })
    if (standing === 'unreadable') return { standing, json: toLine({ problems }) }
    return { standing, json: await asFile(reports) }
  }
  const line = readReportLine(task.bytes, task.number)
  const id = idOfLine(task.bytes)
  if (!line.ok) return { standing: 'unreadable', json: toAnswer(task.number, id, { problems: line.problems }) }
  const { file } = line.value
  const { standing, reports, problems } = await name(engine, file)
  return {
    standing,
    json: toAnswer(task.number, id, {
      ...(standing === 'unreadable' ? {} : { ...formatReports(reports), facts: reports.map(toFacts) }),
      ...(problems.length > 0 && { problems }),
    }),
  }
}

async function listen(): Promise<void> {
  const engine = await start()
  let last = Promise.resolve()
  parentPort?.on('message', (task: ReportTask) => {
    last = last.then(async () => {
      const answered = await answer(engine, task)
      const asked = (await loadSites())?.takeCounts()
      parentPort?.postMessage({ ...answered, ...(asked && { asked }) }, [answered.json.buffer])
    })
  })
  parentPort?.postMessage('ready')
}

void listen()
