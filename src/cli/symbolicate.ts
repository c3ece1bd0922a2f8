/** `unslide symbolicate`: a report with names. */
import { basename, join } from 'node:path'
import type { Exporter, WriteOptions } from '../core/export/exporter.ts'
import { profileExporters } from '../core/export/profile-formats.ts'
import { exporters } from '../core/export/registry.ts'
import { withNames } from '../core/engine/open-reports.ts'
import type { Engine, OpenedReports, ReportHandle } from '../core/engine-types.ts'
import type { Outcome } from '../core/model/problem.ts'
import type { SymbolicatedReport } from '../core/model/report.ts'
import type { FrameSources } from '../core/model/source.ts'
import { framesToAsk, withVariables } from '../core/reading/variables.ts'
import {
  chooseFormat,
  isOutputFolder,
  joinNegative,
  readOptions,
  tellProblems,
  UsageError,
  writeError,
  writeOut,
  writeOutputFile,
  type Command,
} from './command.ts'
import { createHostWith } from './host.ts'
import { isOfSite } from './input-files.ts'
import { openEveryReport } from './join-reports.ts'
import { errors } from './messages/en/errors.ts'
import { readPlaces } from './places.ts'
import { redactFiles } from './redact-files.ts'
import { spreadPaths } from './spread-paths.ts'
import { tellMissing, tellNoFault, tellNoVariables } from './tell-missing.ts'

/** A stream is always JSON lines on standard output, each for itself. */
const STREAM_TAKES_NOT = ['output', 'redact', 'redact-app', 'fault', 'source', 'variables'] as const

/** Reports come one by one: what is said of several together is not. */
const WATCH_TAKES_NOT = ['redact', 'redact-app', 'source', 'variables'] as const

export const symbolicateCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(spreadPaths(joinNegative(args)), {
      symbols: { type: 'string', multiple: true },
      similar: { type: 'string', multiple: true },
      format: { type: 'string' },
      output: { type: 'string', short: 'o' },
      'any-build': { type: 'boolean' },
      load: { type: 'string', multiple: true },
      slide: { type: 'string', multiple: true },
      redact: { type: 'boolean' },
      'redact-app': { type: 'boolean' },
      fault: { type: 'boolean' },
      variables: { type: 'boolean' },
      stream: { type: 'boolean' },
      jobs: { type: 'string' },
      source: { type: 'string', multiple: true },
      watch: { type: 'string' },
    })
    const options = {
      anyBuild: values['any-build'] === true,
      similar: values.similar !== undefined,
      places: readPlaces(values.load, values.slide),
    }
    if (values.stream === true) {
      const { readJobs, streamReports } = await import('./stream.ts')
      const [refused] = STREAM_TAKES_NOT.filter((option) => values[option] !== undefined)
      if (refused !== undefined || positionals.length > 1 || (values.format ?? 'json') !== 'json')
        throw new UsageError(errors.streamTakesNot)
      const given = { symbols: values.symbols ?? [], similar: values.similar ?? [] }
      return streamReports(positionals[0], given, options, readJobs(values.jobs))
    }
    if (values.jobs !== undefined) throw new UsageError(errors.jobsNeedStream)
    const format = chooseFormat(values.format, [
      'text',
      'original',
      'json',
      'markdown',
      'html',
      'speedscope',
      'firefox-profile',
    ])
    const writers = [...exporters, ...profileExporters]
    const exporter = writers.find((candidate) => candidate.id === format)
    if (!exporter)
      throw new UsageError(
        errors.unknownFormat({ option: '--format', given: format, known: writers.map(({ id }) => id).join(', ') }),
      )
    if (values.watch !== undefined) {
      const [refused] = WATCH_TAKES_NOT.filter((option) => values[option] !== undefined)
      const isFile = values.output !== undefined && !(await isOutputFolder(values.output))
      if (refused !== undefined || positionals.length > 0 || isFile) throw new UsageError(errors.watchTakesNot)
      const engine = await createHostWith(values.symbols ?? [], values.similar)
      const { watchReports } = await import('./watch.ts')
      const writing = { fault: values.fault === true }
      await watchReports(values.watch, { engine, exporter, options, writing, output: values.output })
      return 0
    }
    if (positionals.length === 0)
      throw new UsageError(values.symbols ? errors.symbolsTookReport : errors.needsReport({ command: 'symbolicate' }))
    const engine = await createHostWith(values.symbols ?? [], values.similar)
    const files: (readonly SymbolicatedReport[])[] = []
    let unreadable = 0
    const names: string[] = []
    // All are read before the first is named: each may know names that the others lack, whatever their order.
    const opened: { readonly path: string; readonly outcome: Outcome<OpenedReports> }[] = []
    for (const file of await openEveryReport(positionals, () => unreadable++)) {
      const outcome = await orTell(() => engine.open(file))
      if (outcome) opened.push({ path: file.path, outcome })
      else unreadable++
    }
    let unasked = false
    for (const { path, outcome } of opened) {
      const named = outcome.ok ? await engine.resolve(outcome.value.handle, options) : outcome
      const bare = outcome.ok && named.ok ? withNames(outcome.value.reports, named.value) : []
      const reports =
        outcome.ok && values.variables === true ? await readVariables(engine, outcome.value.handle, bare) : bare
      tellProblems([...outcome.problems, ...named.problems, ...reports.flatMap(({ report }) => report.problems)])
      unasked ||= named.problems.some(isOfSite)
      if (!outcome.ok || !named.ok) unreadable++
      else {
        await engine.close(outcome.value.handle)
        files.push(reports)
        names.push(path)
      }
    }
    if (files.length === 0) return 2
    const isRedacted = values.redact === true || values['redact-app'] === true
    const shown = isRedacted ? redactFiles(files, values['redact-app'] === true) : files
    const writing: WriteOptions = { fault: values.fault === true }
    const lines = await sourceLines(values.source, files, isRedacted, engine)
    // Reports of one file share its text, so their own format is written file by file.
    const text =
      format === 'original'
        ? shown.map((file) => exporter.write(file)).join('')
        : exporter.write(shown.flat(), { ...writing, sources: lines.sources.flat() })
    if (values.output === undefined) await writeOut(text, format === 'original')
    else if (await isOutputFolder(values.output))
      await writeEach(values.output, exporter, shown, isRedacted ? shown.map(nameOf) : names, (at) => ({
        ...writing,
        sources: lines.sources[at] ?? [],
      }))
    else await writeOutputFile(values.output, text)
    const lacks = [
      tellMissing(files.flat()),
      values.fault === true && tellNoFault(files.flat()),
      values.variables === true && tellNoVariables(files.flat()),
      lines.lacks,
      unasked,
    ]
    return unreadable > 0 ? 2 : lacks.includes(true) ? 1 : 0
  },
}

/** The reports with the variables of their frames; what was found wrong with a file is told. */
async function readVariables(
  engine: Engine,
  handle: ReportHandle,
  reports: readonly SymbolicatedReport[],
): Promise<readonly SymbolicatedReport[]> {
  const told: SymbolicatedReport[] = []
  for (const [report, symbolicated] of reports.entries()) {
    const outcome = await engine.variablesOfReport({ handle, report, frames: framesToAsk(symbolicated) })
    tellProblems(outcome.problems)
    told.push(outcome.ok ? withVariables(symbolicated, outcome.value) : symbolicated)
  }
  return told
}

/** Source lines of each file's reports; none where they are not asked for, and none of reports that are to tell nothing. */
async function sourceLines(
  folders: readonly string[] | undefined,
  files: readonly (readonly SymbolicatedReport[])[],
  isRedacted: boolean,
  engine: Engine,
): Promise<{ readonly sources: readonly (readonly FrameSources[])[]; readonly lacks: boolean }> {
  if (!folders) return { sources: [], lacks: false }
  if (isRedacted) {
    writeError(errors.sourceRedacted)
    return { sources: [], lacks: false }
  }
  const { readSourceFolders } = await import('./source-folders.ts')
  const { sources, lacks } = await readSourceFolders(folders, files.flat(), engine)
  let from = 0
  return { sources: files.map((file) => sources.slice(from, (from += file.length))), lacks }
}

/** The name of a file as its reports know it: that of a redacted one tells nobody's either. */
const nameOf = ([first]: readonly SymbolicatedReport[]): string => first?.report.file.split(/[!/\\]/).at(-1) ?? 'report'

/** One file a report file, named after it: `Crash.ips` gives `Crash.ips.html`; never two of one name. */
async function writeEach(
  folder: string,
  exporter: Exporter,
  files: readonly (readonly SymbolicatedReport[])[],
  names: readonly string[],
  options: (file: number) => WriteOptions,
): Promise<void> {
  const taken = new Set<string>()
  for (const [at, reports] of files.entries()) {
    const name = basename(names[at] ?? 'report')
    let free = `${name}.${exporter.extension}`
    for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}.${exporter.extension}`
    taken.add(free)
    await writeOutputFile(join(folder, free), exporter.write(reports, options(at)))
  }
}

/** What a file gives; undefined, with the reason told, when it cannot be opened: the others are shown all the same. */
async function orTell<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    writeError(thrown.message)
    return undefined
  }
}
