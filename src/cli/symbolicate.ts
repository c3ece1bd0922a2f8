/** `unslide symbolicate`: a report with names. */
import { promises as disk } from 'node:fs'
import { basename, join } from 'node:path'
import type { Exporter } from '../core/export/exporter.ts'
import { exporters } from '../core/export/registry.ts'
import type { Engine, SymbolicateOptions } from '../core/engine-types.ts'
import type { InputFile } from '../core/ports.ts'
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
import { readPlaces } from './places.ts'
import { tellMissing } from './tell-missing.ts'

const help = `Usage: unslide symbolicate REPORT… --symbols PATH… [--format text|json|markdown|html] [--any-build]
       [--load NAME=ADDR] [--slide NAME=N] [-o FILE|DIR]

Puts names, files and lines into a crash report. PATH is a dSYM, a binary, an .xcarchive, a folder, a zip or a
tar.gz of any of them, or a symbol index. REPORT may be a folder or an .xccrashpoint: each report in it is taken. With
-o DIR (an existing folder, or a path that ends in a slash) each report file gets a file of its own there. The text format is the report's own, names put in place;
names that are not sure end in [likely] or [doubtful], and a line at its end says what that means.
With --any-build, symbols of another build are used where no others are at hand; their images are marked "wrong-build" and
names that the report does not confirm are doubtful.

  --load NAME=ADDR   the image NAME (its name or UUID) was loaded at ADDR, in hex; once for each image
  --slide NAME=N     the same as a slide (load address minus the address in the file), in hex; N may be negative

Crashlytics records (.clsrecord) of one crash, named together, are one report.
What is stated so goes before what the report says. Without "NAME=" the program itself is meant.
Exit code 1: the report was understood, but something is missing: symbols of an image, where it was loaded, or any stack.
Standard error says which, and what to do.

Example: unslide symbolicate Crash.ips --symbols App.dSYM
         unslide symbolicate addresses.txt --symbols App.dSYM --load App=0x104cc8000
`

export const symbolicateCommand: Command = {
  help,
  async run(args) {
    const { values, positionals } = readOptions(spreadSymbols(joinNegative(args)), {
      symbols: { type: 'string', multiple: true },
      format: { type: 'string' },
      output: { type: 'string', short: 'o' },
      'any-build': { type: 'boolean' },
      load: { type: 'string', multiple: true },
      slide: { type: 'string', multiple: true },
    })
    const options = { anyBuild: values['any-build'] === true, places: readPlaces(values.load, values.slide) }
    const format = chooseFormat(values.format, ['text', 'json', 'markdown', 'html'])
    const exporter = exporters.find((candidate) => candidate.id === format)
    if (!exporter) throw new UsageError(`--format ${format} is not known.`)
    if (positionals.length === 0) {
      const hint = values.symbols ? ' Every path after --symbols counts as symbols: name the report before it.' : ''
      throw new UsageError(`symbolicate needs a REPORT.${hint}`)
    }
    const engine = createHost()
    if (values.symbols) await addSymbols(engine, values.symbols)
    const files: (readonly SymbolicatedReport[])[] = []
    let unreadable = 0
    const names: string[] = []
    for (const file of await openEveryReport(positionals, () => unreadable++)) {
      const reports = await symbolicateFile(engine, file, options)
      if (!reports) unreadable++
      else {
        files.push(reports)
        names.push(file.path)
      }
    }
    if (files.length === 0) return 2
    // Reports of one file share its text, so their own format is written file by file.
    const text = format === 'text' ? files.map((file) => exporter.write(file)).join('') : exporter.write(files.flat())
    if (values.output === undefined) await writeOut(text)
    else if (await isFolder(values.output)) await writeEach(values.output, exporter, files, names)
    else await writeOutputFile(values.output, text)
    const missing = tellMissing(files.flat())
    return unreadable > 0 ? 2 : missing ? 1 : 0
  },
}

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
): Promise<void> {
  const taken = new Set<string>()
  for (const [at, reports] of files.entries()) {
    const name = basename(names[at] ?? 'report')
    let free = `${name}.${exporter.extension}`
    for (let copy = 2; taken.has(free); copy++) free = `${name}-${copy}.${exporter.extension}`
    taken.add(free)
    await writeOutputFile(join(folder, free), exporter.write(reports))
  }
}

/** The reports of one file; undefined, with the reason told, when it cannot be read: the others are shown all the same. */
async function symbolicateFile(
  engine: Engine,
  file: InputFile,
  options: SymbolicateOptions,
): Promise<readonly SymbolicatedReport[] | undefined> {
  try {
    const outcome = await engine.symbolicate(file, options)
    const reports = outcome.ok ? outcome.value : []
    tellProblems([...outcome.problems, ...reports.flatMap(({ report }) => report.problems)])
    return outcome.ok ? outcome.value : undefined
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    writeError(thrown.message)
    return undefined
  }
}

/** `--symbols A B C` as well as `--symbols A --symbols B`: paths after the option belong to it until the next option. */
function spreadSymbols(args: readonly string[]): readonly string[] {
  const out: string[] = []
  let inSymbols = false
  for (const [at, arg] of args.entries()) {
    if (arg === '--symbols') inSymbols = true
    else if (arg.startsWith('-') && arg !== '-') {
      inSymbols = false
      out.push(arg)
    } else if (inSymbols) out.push(`--symbols=${arg}`)
    else out.push(arg)
    const next = args[at + 1]
    if (arg === '--symbols' && (next === undefined || /^-./.test(next))) throw new UsageError('--symbols needs a PATH.')
  }
  return out
}
