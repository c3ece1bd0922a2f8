/** `unslide symbolicate`: a report with names. */
import type { WriteOptions } from '../../core/export/exporter.ts'
import { profileExporters } from '../../core/export/profile-formats.ts'
import { hasCalls } from '../../core/export/profile-tables.ts'
import { exporters } from '../../core/export/registry.ts'
import { withNames } from '../../core/engine/names/open-reports.ts'
import type { OpenedReports } from '../../core/engine-types.ts'
import type { Outcome } from '../../core/model/problem.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { isOutputFolder, tellProblems, UsageError, writeError, writeNote, writeOut, type Command } from '../command.ts'
import { commands } from '../options/commands.ts'
import { readOptions } from '../options/read.ts'
import { createHostWith } from '../start/host.ts'
import { addFound } from '../pipeline/add-found.ts'
import { isLossOfSite } from '../io/input-files.ts'
import { openEveryReport } from '../pipeline/join-reports.ts'
import { errors } from '../messages/errors.ts'
import { readPlaces } from '../io/places.ts'
import { chooseOutputFormat, earlierOutputs, namesFolder, needFolderOf, refuseInput } from '../io/output-place.ts'
import { redactFiles } from '../pipeline/redact-files.ts'
import { nameOf, readVariables, sourceLines } from '../pipeline/report-extras.ts'
import { tellMissing, tellNoFault, tellNoVariables } from '../pipeline/tell-missing.ts'
import { writeEach, writeInPlace } from '../pipeline/write-reports.ts'
import { writeOutputFile } from '../io/write-whole.ts'

/** A stream is always JSON lines on standard output, each for itself. */
const STREAM_TAKES_NOT = [
  'output',
  'in-place',
  'redact',
  'redact-app',
  'fault',
  'evidence',
  'source',
  'variables',
  'share-names',
  'find',
  'find-in',
] as const

export const symbolicateCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'symbolicate')
    const options = {
      anyBuild: values['any-build'] === true,
      similar: values.similar !== undefined,
      places: readPlaces(values.load, values.slide),
    }
    if (values.stream === true) {
      const { readJobs, streamReports } = await import('../pipeline/stream.ts')
      const [refused] = STREAM_TAKES_NOT.filter((option) => values[option] !== undefined)
      if (refused !== undefined || positionals.length > 1 || (values.format ?? 'json') !== 'json')
        throw new UsageError(errors.streamTakesNot)
      const given = { symbols: values.symbols ?? [], similar: values.similar ?? [], cache: values.cache }
      return streamReports(positionals[0], given, options, readJobs(values.jobs))
    }
    if (values.jobs !== undefined) throw new UsageError(errors.jobsNeedStream)
    const isInPlace = values['in-place'] === true
    if (isInPlace && (values.output !== undefined || values.watch !== undefined || positionals.includes('-')))
      throw new UsageError(errors.inPlaceTakesNot)
    if (isInPlace && (values.format ?? 'original') !== 'original') throw new UsageError(errors.inPlaceTakesNot)
    const { choices } = commands.symbolicate.options.format
    const format = await chooseOutputFormat(isInPlace ? 'original' : values.format, values.output, choices)
    const exporter = [...exporters, ...profileExporters].find(({ id }) => id === format)
    // A format among the choices that nothing writes is an error of this program.
    if (!exporter) throw new Error(errors.unknownChoice({ option: '--format', given: format, known: '' }))
    if (values.watch !== undefined) {
      const isFile = values.output !== undefined && !(await isOutputFolder(values.output))
      if (positionals.length > 0 || isFile || values.find || values['find-in'])
        throw new UsageError(errors.watchTakesNot)
      const engine = await createHostWith(values.symbols ?? [], values.similar, values.cache, true)
      const { watchReports } = await import('../pipeline/watch.ts')
      await watchReports(values.watch, {
        engine,
        exporter,
        options,
        fault: values.fault === true,
        evidence: values.evidence === true,
        variables: values.variables === true,
        source: values.source,
        redacts: values['redact-app'] === true ? 'with-app' : values.redact === true ? 'people' : undefined,
        output: values.output,
        sharesNames: values['share-names'] === true,
      })
      return 0
    }
    if (positionals.length === 0)
      throw new UsageError(values.symbols ? errors.symbolsTookReport : errors.needsReport({ command: 'symbolicate' }))
    const toFolder = values.output !== undefined && (await namesFolder(values.output))
    const symbols = [...(values.symbols ?? []), ...(values.similar ?? [])]
    if (values.output !== undefined && !toFolder) {
      await needFolderOf(values.output)
      await refuseInput(values.output, positionals, symbols)
    }
    const sharesNames = values['share-names'] === true
    const engine = await createHostWith(values.symbols ?? [], values.similar, values.cache)
    const files: (readonly SymbolicatedReport[])[] = []
    let unreadable = 0
    const names: string[] = []
    // All are read before the first is named: with --share-names each may know names that the others lack, whatever their order.
    const opened: { readonly path: string; readonly outcome: Outcome<OpenedReports> }[] = []
    const found = await openEveryReport(positionals, () => unreadable++)
    const inputs = found.map(({ path }) => path)
    if (values.output !== undefined && !toFolder) await refuseInput(values.output, inputs)
    const earlier =
      values.output !== undefined && toFolder
        ? await earlierOutputs(values.output, exporter.extension, inputs)
        : new Set()
    for (const file of found) {
      if (earlier.has(file.path) && !positionals.includes(file.path)) continue
      const outcome = await orTell(() => engine.open(file, { sharesNames }))
      if (outcome) opened.push({ path: file.path, outcome })
      else unreadable++
    }
    if (values.find || values['find-in'])
      await addFound(
        engine,
        opened.flatMap(({ outcome }) => (outcome.ok ? outcome.value.reports : [])),
        values['find-in'],
      )
    let unasked = false
    for (const { path, outcome } of opened) {
      const named = outcome.ok ? await engine.resolve(outcome.value.handle, options) : outcome
      const bare = outcome.ok && named.ok ? withNames(outcome.value.reports, named.value) : []
      const reports =
        outcome.ok && values.variables === true ? await readVariables(engine, outcome.value.handle, bare) : bare
      tellProblems([...outcome.problems, ...named.problems, ...reports.flatMap(({ report }) => report.problems)])
      unasked ||= named.problems.some(isLossOfSite)
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
    // A profiler's file without a stack says nothing, and a folder gets only those that say something.
    const isProfile = profileExporters.includes(exporter)
    if (isProfile && !hasCalls(files.flat())) {
      writeNote(errors.noCallsToWrite({ path: names.join(', '), format }))
      return 1
    }
    const writing: WriteOptions = { fault: values.fault === true, evidence: values.evidence === true }
    const lines = await sourceLines(values.source, files, isRedacted, engine)
    // Reports of one file share its text, so their own format is written file by file.
    const text =
      format === 'original'
        ? shown.map((file) => exporter.write(file)).join('')
        : exporter.write(shown.flat(), { ...writing, sources: lines.sources.flat() })
    if (isInPlace) await writeInPlace(exporter, shown, names)
    else if (values.output === undefined) await writeOut(text, format === 'original')
    else if (toFolder)
      await writeEach(
        values.output,
        exporter,
        shown,
        isRedacted ? shown.map(nameOf) : names,
        [...names, ...symbols],
        (at) => ({
          ...writing,
          sources: lines.sources[at] ?? [],
        }),
      )
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
