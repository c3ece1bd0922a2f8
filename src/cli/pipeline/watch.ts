/** `unslide symbolicate --watch DIR`: reports get their names as they come. */
import { promises as disk } from 'node:fs'
import { basename, join } from 'node:path'
import { withNames } from '../../core/engine/names/open-reports.ts'
import type { Engine, SymbolicateOptions } from '../../core/engine-types.ts'
import type { Exporter } from '../../core/export/exporter.ts'
import { tellProblems, UsageError, writeError, writeNote, writeOut } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { FolderLooks, LOOK_MILLISECONDS, openIfReport } from './folder-looks.ts'
import { redactFiles } from './redact-files.ts'
import { nameOf, readVariables, sourceLines } from './report-extras.ts'
import { tellMissing, tellNoFault, tellNoVariables } from './tell-missing.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { writeOutputFile } from '../io/write-whole.ts'

export interface Watch {
  readonly engine: Engine
  readonly exporter: Exporter
  readonly options: SymbolicateOptions
  readonly fault: boolean
  readonly evidence: boolean
  readonly variables: boolean
  /** Folders with sources. */
  readonly source: readonly string[] | undefined
  /** Replaces personal data, or also data on the app, in each report separately. */
  readonly redacts: 'people' | 'with-app' | undefined
  /** Names that one report prints are used for others of its build. */
  readonly sharesNames: boolean
  /** A folder; standard output without it. */
  readonly output: string | undefined
}

/** Runs until a signal. Skips the files that are in the folder at the start; reads a file again each time it changes. */
export async function watchReports(folder: string, watch: Watch): Promise<void> {
  if (watch.output !== undefined && (await realPath(folder)) === (await realPath(watch.output)))
    throw new UsageError(errors.watchesItself)
  const looks = await FolderLooks.start(folder)
  let isOver = false
  const over = untilInterrupted().then(() => {
    isOver = true
  })
  const names = new OutputNames()
  writeNote(results.watching({ folder }))
  while (!isOver) {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([over, new Promise((resolve) => (timer = setTimeout(resolve, LOOK_MILLISECONDS)))])
    clearTimeout(timer)
    if (isOver) break
    for (const name of await looks.look()) await nameReport(join(folder, name), name, watch, names)
  }
}

/**
 * Output names of the files of the folder. Two files may have the same redacted name: the second gets a number, and keeps it when its
 * file changes again.
 */
class OutputNames {
  readonly #byFile = new Map<string, string>()
  readonly #taken = new Set<string>()

  of(file: string, wanted: string): string {
    const known = this.#byFile.get(file)
    if (known !== undefined) return known
    let free = basename(wanted)
    for (let copy = 2; this.#taken.has(free); copy++) free = `${basename(wanted)}-${copy}`
    this.#taken.add(free)
    this.#byFile.set(file, free)
    return free
  }
}

const realPath = (path: string): Promise<string | undefined> => disk.realpath(path).catch(() => undefined)

/** Writes a report with names; skips a file that is no report. After an error it prints the error, and the watch continues. */
async function nameReport(
  path: string,
  name: string,
  { engine, exporter, ...watch }: Watch,
  names: OutputNames,
): Promise<void> {
  try {
    const blob = await openIfReport(path)
    if (!blob) return
    const opened = await engine.open({ path, blob, isOnDisk: true }, { sharesNames: watch.sharesNames })
    const named = opened.ok ? await engine.resolve(opened.value.handle, watch.options) : opened
    const bare = opened.ok && named.ok ? withNames(opened.value.reports, named.value) : []
    const reports = opened.ok && watch.variables ? await readVariables(engine, opened.value.handle, bare) : bare
    if (opened.ok) await engine.close(opened.value.handle)
    tellProblems([...opened.problems, ...named.problems, ...reports.flatMap(({ report }) => report.problems)])
    if (reports.length === 0) return
    tellMissing(reports)
    if (watch.fault) tellNoFault(reports)
    if (watch.variables) tellNoVariables(reports)
    const { redacts } = watch
    const { sources } = await sourceLines(watch.source, [reports], redacts !== undefined, engine)
    const [shown = []] = redacts ? redactFiles([reports], redacts === 'with-app') : [reports]
    const text = exporter.write(shown, { fault: watch.fault, evidence: watch.evidence, sources: sources.flat() })
    if (watch.output === undefined) await writeOut(text, exporter.id === 'original')
    else {
      const file = join(watch.output, `${names.of(name, redacts ? nameOf(shown) : name)}.${exporter.extension}`)
      await writeOutputFile(file, text, { followsLinks: false })
      writeNote(results.written({ path: file }))
    }
  } catch (thrown) {
    writeError(thrown instanceof Error ? thrown.message : String(thrown))
  }
}
