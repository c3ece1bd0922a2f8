/** Writes the results of `symbolicate`: one text for all reports, a file for each in a folder, or each report in its own place. */
import { promises as disk } from 'node:fs'
import { basename, join } from 'node:path'
import type { Exporter, WriteOptions } from '../../core/export/exporter.ts'
import { keepsForm } from '../../core/export/original.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { isOutputFolder, FileError } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { FileNames } from '../io/file-names.ts'
import { refuseInput } from '../io/output-place.ts'
import { writeOutputFile } from '../io/write-whole.ts'

type Files = readonly (readonly SymbolicatedReport[])[]

/** One file a report file, named after it: `Crash.ips` gives `Crash.ips.html`; never two of one name, and none over an input. */
export async function writeEach(
  folder: string,
  exporter: Exporter,
  files: Files,
  names: readonly string[],
  inputs: readonly string[],
  options: (file: number) => WriteOptions,
): Promise<void> {
  if (!(await isOutputFolder(folder)))
    throw new FileError(errors.cannotWrite({ path: folder, reason: errors.notFolder }))
  const free = new FileNames()
  const places = files.map((_, at) => join(folder, free.of(basename(names[at] ?? 'report'), `.${exporter.extension}`)))
  for (const place of places) await refuseInput(place, inputs)
  for (const [at, reports] of files.entries())
    await writeOutputFile(places[at] ?? '', exporter.write(reports, options(at)), { followsLinks: false })
}

/** Writes each report over its own file, once all of them are known to keep their form. */
export async function writeInPlace(exporter: Exporter, files: Files, paths: readonly string[]): Promise<void> {
  for (const [at, reports] of files.entries()) {
    const path = paths[at] ?? ''
    const found = await disk.stat(path).catch(() => undefined)
    if (found?.isFile() !== true || !keepsForm(reports)) throw new FileError(errors.notInPlace({ path }))
  }
  for (const [at, reports] of files.entries()) await writeOutputFile(paths[at] ?? '', exporter.write(reports))
}
