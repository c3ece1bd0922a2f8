/** Where `-o` writes to: never over an input, only into folders that are there, in the format that its extension names. */
import { promises as disk } from 'node:fs'
import { dirname, sep } from 'node:path'
import { FileError, UsageError } from '../command.ts'
import { errors } from '../messages/errors.ts'

/** Formats of files by the end of their names; the first is written where no `--format` is given. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.speedscope(?:\.json)?$/i, ['speedscope']],
  [/\.profile(?:\.json)?$/i, ['firefox-profile']],
  [/\.json$/i, ['json', 'speedscope', 'firefox-profile', 'original']],
  [/\.html?$/i, ['html']],
  [/\.(?:md|markdown)$/i, ['markdown']],
  [/\.(?:txt|text)$/i, ['text', 'original']],
  [/\.(?:ips|crash|panic|spin|hang)$/i, ['original']],
]

/** `--format`, else what the extension of an output file names, else the first. A file of one format never gets another's extension. */
export async function chooseOutputFormat<F extends string>(
  stated: F | undefined,
  output: string | undefined,
  known: readonly [F, ...F[]],
): Promise<F> {
  if (output === undefined || (await namesFolder(output))) return stated ?? known[0]
  const fitting = endings.find(([ending]) => ending.test(output))?.[1]
  if (!fitting) return stated ?? known[0]
  if (stated !== undefined && !fitting.includes(stated))
    throw new UsageError(errors.formatConflict({ path: output, given: stated, fitting: fitting.join(', ') }))
  if (stated !== undefined) return stated
  const [given = ''] = fitting
  const found = known.find((format) => format === given)
  if (!found) throw new UsageError(errors.extensionNotWritten({ path: output, given, known: known.join(', ') }))
  return found
}

/** True if `-o` names a folder: an existing one, or a path that ends in a slash. */
export async function namesFolder(path: string): Promise<boolean> {
  return /[/\\]$/.test(path) || (await disk.stat(path).catch(() => undefined))?.isDirectory() === true
}

/** Refuses a file in a folder that is not there, before any work is done. Devices have folders, too. */
export async function needFolderOf(path: string): Promise<void> {
  const folder = dirname(path)
  const found = await disk.stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new FileError(errors.noFolderFor({ path, folder }))
}

/** Refuses a file that is one of the inputs, under whatever name, or a part of an input folder of symbols. */
export async function refuseInput(
  path: string,
  inputs: readonly string[],
  folders: readonly string[] = [],
): Promise<void> {
  const target = await identityOf(path)
  if (target === undefined) return
  for (const input of inputs)
    if ((await identityOf(input)) === target) throw new UsageError(errors.outputIsInput({ path, input }))
  const real = await disk.realpath(path)
  for (const folder of folders) {
    const within = await disk.realpath(folder).catch(() => undefined)
    if (within !== undefined && (real === within || real.startsWith(within + sep)))
      throw new UsageError(errors.outputIsInput({ path, input: folder }))
  }
}

/** Identity of a regular file (links are followed); undefined for other kinds. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await disk.stat(path, { bigint: true }).catch(() => undefined)
  return found?.isFile() === true ? `${found.dev} ${found.ino}` : undefined
}

/**
 * Inputs that an earlier run wrote: they are in the folder of `-o`, and have the name of another input plus the extension of the output.
 * This run does not read them, but writes them again.
 */
export async function earlierOutputs(
  output: string,
  extension: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const folder = await disk.realpath(output).catch(() => undefined)
  const earlier = new Set<string>()
  if (folder === undefined) return earlier
  const inFolder = new Map<string, string>()
  for (const path of paths) {
    const real = await disk.realpath(path).catch(() => undefined)
    if (real !== undefined && dirname(real) === folder) inFolder.set(real, path)
  }
  const end = `.${extension}`
  for (const [real, path] of inFolder) {
    if (!real.endsWith(end)) continue
    const source = real.slice(0, -end.length)
    // Of two reports of one name the second has a number.
    if (inFolder.has(source) || inFolder.has(source.replace(/-\d+$/, ''))) earlier.add(path)
  }
  return earlier
}
