/** `unslide symbolicate`: a report with names. */
import { promises as disk } from 'node:fs'
import { basename, join } from 'node:path'
import type { Exporter, WriteOptions } from '../core/export/exporter.ts'
import { profileExporters } from '../core/export/profile-formats.ts'
import { exporters } from '../core/export/registry.ts'
import { withNames } from '../core/engine/open-reports.ts'
import type { OpenedReports } from '../core/engine-types.ts'
import type { Outcome } from '../core/model/problem.ts'
import type { SymbolicatedReport } from '../core/model/report.ts'
import {
  chooseFormat,
  joinNegative,
  readOptions,
  tellProblems,
  UsageError,
  writeError,
  writeOut,
  writeOutputFile,
  type Command,
} from './command.ts'
import { createHost } from './host.ts'
import { addSymbols } from './input-files.ts'
import { openEveryReport } from './join-reports.ts'
import { errors } from './messages/en/errors.ts'
import { readPlaces } from './places.ts'
import { redactFiles } from './redact-files.ts'
import { tellMissing, tellNoFault } from './tell-missing.ts'

export const symbolicateCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(spreadSymbols(joinNegative(args)), {
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
    })
    const options = {
      anyBuild: values['any-build'] === true,
      similar: values.similar !== undefined,
      places: readPlaces(values.load, values.slide),
    }
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
      throw new UsageError(errors.unknownFormat({ given: format, known: writers.map(({ id }) => id).join(', ') }))
    if (positionals.length === 0)
      throw new UsageError(values.symbols ? errors.symbolsTookReport : errors.needsReport({ command: 'symbolicate' }))
    const engine = createHost()
    const given = [...(values.symbols ?? []), ...(values.similar ?? [])]
    if (given.length > 0) await addSymbols(engine, given)
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
    for (const { path, outcome } of opened) {
      const named = outcome.ok ? await engine.resolve(outcome.value.handle, options) : outcome
      const reports = outcome.ok && named.ok ? withNames(outcome.value.reports, named.value) : []
      tellProblems([...outcome.problems, ...named.problems, ...reports.flatMap(({ report }) => report.problems)])
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
    // Reports of one file share its text, so their own format is written file by file.
    const text =
      format === 'original'
        ? shown.map((file) => exporter.write(file)).join('')
        : exporter.write(shown.flat(), { fault: values.fault === true })
    if (values.output === undefined) await writeOut(text, format === 'original')
    else if (await isFolder(values.output))
      await writeEach(values.output, exporter, shown, isRedacted ? shown.map(nameOf) : names, {
        fault: values.fault === true,
      })
    else await writeOutputFile(values.output, text)
    const lacks = [tellMissing(files.flat()), values.fault === true && tellNoFault(files.flat())]
    return unreadable > 0 ? 2 : lacks.includes(true) ? 1 : 0
  },
}

/** The name of a file as its reports know it: that of a redacted one tells nobody's either. */
const nameOf = ([first]: readonly SymbolicatedReport[]): string => first?.report.file.split(/[!/\\]/).at(-1) ?? 'report'

/** Whether `-o` names a folder: one that is there, or a path that ends in a slash, which is made. */
async function isFolder(path: string): Promise<boolean> {
  if (/[/\\]$/.test(path)) await disk.mkdir(path, { recursive: true })
  return (await disk.stat(path).catch(() => undefined))?.isDirectory() === true
}

/** One file a report file, named after it: `Crash.ips` gives `Crash.ips.html`; never two of one name. */
async function writeEach(
  folder: string,
  exporter: Exporter,
  files: readonly (readonly SymbolicatedReport[])[],
  names: readonly string[],
  options: WriteOptions,
): Promise<void> {
  const taken = new Set<string>()
  for (const [at, reports] of files.entries()) {
    const name = basename(names[at] ?? 'report')
    let free = `${name}.${exporter.extension}`
    for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}.${exporter.extension}`
    taken.add(free)
    await writeOutputFile(join(folder, free), exporter.write(reports, options))
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

/** `--symbols A B C` as well as `--symbols A --symbols B`: paths after the option belong to it until the next option. */
function spreadSymbols(args: readonly string[]): readonly string[] {
  const out: string[] = []
  let within: string | undefined
  for (const [at, arg] of args.entries()) {
    const isSpread = arg === '--symbols' || arg === '--similar'
    if (isSpread) within = arg
    else if (arg.startsWith('-') && arg !== '-') {
      within = undefined
      out.push(arg)
    } else if (within !== undefined) out.push(`${within}=${arg}`)
    else out.push(arg)
    const next = args[at + 1]
    if (isSpread && (next === undefined || /^-./.test(next)))
      throw new UsageError(errors.optionNeedsPath({ option: arg }))
  }
  return out
}
