/** Paths to input files: a folder gives all files in it, `-` is standard input. */
import { promises as disk, fstatSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Engine, FileOutcome } from '../../core/engine-types.ts'
import type { InputFile } from '../../core/ports.ts'
import type { Problem } from '../../core/model/problem.ts'
import { FolderTooLarge, openFiles, type Confinement } from '../../lib/node/open-files.ts'
import { FileError, readHex, reasonOf, UsageError, writeError, tellProblems } from '../command.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { siteErrors } from '../messages/sites.ts'
import { fileKinds } from '../../core/messages/files.ts'
import { append } from '../../core/model/lists.ts'

/**
 * Every file at these paths, opened lazily: nothing is read before it is looked at. A shared cache brings its other files, which
 * lie beside it under the same name with an ending.
 */
export async function openPaths(
  paths: readonly string[],
  confinement: Confinement = {},
): Promise<readonly InputFile[]> {
  const opened = await Promise.all(
    paths.map(async (path) => [...(await openPath(path, confinement)), ...(await partsBeside(path, confinement))]),
  )
  const files = new Map(opened.flat().map((file) => [file.path, file]))
  return [...files.values()]
}

async function partsBeside(path: string, confinement: Confinement): Promise<readonly InputFile[]> {
  if (!/^dyld_(sim_)?shared_cache_[^.]+(\.development)?$/.test(basename(path))) return []
  if ((await disk.stat(path)).isDirectory()) return []
  const names = await disk.readdir(dirname(path))
  const parts = names.filter(
    (name) => name.startsWith(`${basename(path)}.`) && !/\.(map|atlas|development)$/.test(name),
  )
  const files = await Promise.all(parts.sort().map((name) => openPath(join(dirname(path), name), confinement)))
  return files.flat()
}

/** Bytes of standard input that are read at a time. */
const INPUT_PART = 64 << 10

/** Maps of hidden names come after all images, because a map without its image is a problem. */
const NAME_AID = /\.(bcsymbolmap|plist)$|(^|[/\\])BCSymbolMaps[/\\]?$/i

function inOrder(paths: readonly string[]): readonly string[] {
  return [...paths.filter((path) => !NAME_AID.test(path)), ...paths.filter((path) => NAME_AID.test(path))]
}

/** Adds the files at these paths to the engine without printing their problems. */
export async function addSilently(engine: Engine, paths: readonly string[]): Promise<void> {
  for (const path of inOrder(paths)) await engine.add(await openPaths([path]), undefined, { areSymbols: true })
}

/**
 * Adds the files at these paths to the engine. Prints their problems and the paths without symbols, at the end: an object file needs no
 * UUID of its own if its program was added, too.
 */
export async function addSymbols(engine: Engine, paths: readonly string[]): Promise<readonly FileOutcome[]> {
  const fileOutcomes: FileOutcome[] = []
  const empty: string[] = []
  for (const path of inOrder(paths)) {
    const { files } = await engine.add(await openPaths([path]), undefined, { areSymbols: true })
    const hasSymbols = files.some(({ kind }) => kind === 'symbols' || kind === 'index')
    if (!hasSymbols && files.every(({ problems }) => problems.length === 0))
      empty.push(errors.noSymbolsAt({ path, holdsReport: files.some(({ kind }) => kind === 'report') }))
    append(fileOutcomes, files)
  }
  const known = new Set((await engine.images()).map(({ path }) => path))
  const problems = fileOutcomes.flatMap((file) => file.problems)
  tellProblems(problems.filter(({ code, file = '' }) => code !== 'no-uuid' || known.has(file)))
  for (const line of empty) writeError(line)
  return fileOutcomes
}

/** Names of files that map places or names and hold no image. */
const isMap = (label: string): boolean =>
  label === fileKinds.sourceMap || label === fileKinds.lineMap || label === fileKinds.nameMap

/** True if some of the files are maps, or packs of maps. */
export const holdMaps = (files: readonly FileOutcome[]): boolean =>
  files.some(({ label, maps = 0 }) => isMap(label) || maps > 0)

/**
 * The reports at a path: the file itself, or every report of a folder (`.xccrashpoint` too), recognised by content. Leaves out the copy
 * of a report that Xcode symbolicated beside it.
 */
export async function openReports(path: string): Promise<readonly InputFile[]> {
  if (path === '-' || !(await disk.stat(path).catch(() => undefined))?.isDirectory()) return [await openFile(path)]
  // Only now: what reads no folder of reports need not wait for the code of all formats.
  const { findReportFormat } = await import('../../core/reports/read-report.ts')
  const { buildSample, SAMPLE_SIZE } = await import('../../core/reports/report-text.ts')
  const files = await openPath(path)
  const names = new Set(files.map((file) => file.path))
  const reports: InputFile[] = []
  for (const file of files) {
    const original = file.path.replace(/\/LocallySymbolicated\/(?=[^/]+$)/, '/')
    if (original !== file.path && names.has(original)) continue
    const head = new Uint8Array(await file.blob.slice(0, SAMPLE_SIZE).arrayBuffer())
    if (findReportFormat(buildSample(file.path, head, head.length === file.blob.size))) reports.push(file)
  }
  if (reports.length === 0) throw new FileError(errors.noReportInFolder({ path }))
  return reports
}

/** One file that must be a file, or standard input. */
export async function openFile(path: string): Promise<InputFile> {
  if (path === '-') return { path: results.standardInput, blob: await readStandardInput() }
  const [file, ...others] = await openPath(path)
  if (!file) throw new FileError(errors.noFileInFolder({ path }))
  if (others.length > 0) throw new FileError(errors.folderForFile({ path }))
  return file
}

/** Whether a symbol argument is the address of published symbols, not a path. */
export const isSiteAddress = (given: string): boolean => /^https?:\/\//i.test(given)

/** Whether a problem is about published symbols. */
export const isOfSite = ({ code }: Problem): boolean => code.startsWith('site-')

/** Whether it is that published symbols could not be read. */
export const isLossOfSite = (one: Problem): boolean => isOfSite(one) && one.severity !== 'note'

async function openPath(path: string, confinement: Confinement = {}): Promise<readonly InputFile[]> {
  if (isSiteAddress(path)) throw new UsageError(siteErrors.filesOnly({ given: path }))
  if (path === '-') return [{ path: results.standardInput, blob: await readStandardInput() }]
  try {
    return await openFiles(path, confinement)
  } catch (error) {
    if (error instanceof FolderTooLarge) throw new FileError(error.message)
    const refused = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : path
    throw new FileError(errors.refused({ path: refused, reason: reasonOf(error) }))
  }
}

const BETWEEN_WORDS = /[\s,]+/

/** The addresses in the order given, several in one text too; `-` stands for standard input. */
export async function readAddresses(
  given: readonly string[],
  read: (text: string) => bigint = (text) => readHex(text, errors.theAddress),
): Promise<bigint[]> {
  const addresses: bigint[] = []
  for await (const part of addressesOf(given, read)) append(addresses, part)
  return addresses
}

/**
 * The same in parts, none of them empty: those of standard input as it comes, unless it is a file. What is no address ends them with
 * a `UsageError`.
 */
export async function* addressesOf(
  given: readonly string[],
  read: (text: string) => bigint,
): AsyncGenerator<readonly bigint[]> {
  let addresses: bigint[] = []
  const take = (words: readonly string[]): void => {
    for (const word of words) if (word !== '') addresses.push(read(word))
  }
  for (const text of given) {
    if (text !== '-') {
      take(text.split(BETWEEN_WORDS))
      continue
    }
    const comes = !fstatSync(0).isFile()
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let rest = ''
    for await (const part of standardInput()) {
      const words = (rest + decoder.decode(part, { stream: true })).split(BETWEEN_WORDS)
      rest = words.pop() ?? ''
      take(words)
      // No address is as long. A file without blanks would be joined and split over and over.
      if (rest.length > INPUT_PART) readHex(rest.slice(0, 80), errors.theAddress)
      if (!comes || addresses.length === 0) continue
      yield addresses
      addresses = []
    }
    take([rest + decoder.decode()])
  }
  if (addresses.length > 0) yield addresses
}

/** The longest line that is kept whole; of a longer one the beginning. */
const LONGEST_LINE = 4096

/** The lines of standard input as they come, without their ends. */
export async function* inputLines(): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const part of standardInput()) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    yield* lines.map((line) => line.slice(0, LONGEST_LINE))
  }
  const last = rest + decoder.decode()
  if (last !== '') yield last
}

/**
 * Standard input as it comes. A file and a pipe are read at once: to set up the stream that Node makes of them takes as long as
 * several hundred addresses. A pipe that another program made non-blocking may have nothing yet; the stream waits for that.
 */
async function* standardInput(): AsyncIterable<Uint8Array> {
  const kind = fstatSync(0)
  if (kind.isFile() || (kind.isFIFO() && process.platform !== 'win32')) {
    const buffer = new Uint8Array(INPUT_PART)
    let count: number | undefined
    while ((count = readNow(buffer)) !== undefined) {
      if (count === 0) return
      yield buffer.subarray(0, count)
    }
  }
  yield* process.stdin as AsyncIterable<Buffer>
}

/** How many bytes were there to be read, 0 at the end; undefined where one would have to wait for them. */
function readNow(target: Uint8Array): number | undefined {
  try {
    return readSync(0, target)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined
    throw error
  }
}

async function readStandardInput(): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of process.stdin) parts.push(new Uint8Array(part as Buffer))
  return new Blob(parts)
}
