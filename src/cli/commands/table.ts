/** `unslide table`: every named range of images as rows of a Parquet file, for tools that join many addresses. */
import { keyText } from '../../core/model/key.ts'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../../../package.json'
import type { Engine } from '../../core/engine-types.ts'
import type { KnownImage } from '../../core/model/image.ts'
import { append } from '../../core/model/lists.ts'
import { FormatError, type Problem } from '../../core/model/problem.ts'
import type { IndexReader, SymbolIndex } from '../../core/symindex/reader.ts'
import { ParquetTable } from '../../core/tables/parquet-table.ts'
import { namedRanges } from '../../core/tables/ranges.ts'
import { fittingImages, tellChoice } from '../pipeline/choose-image.ts'
import { isOutputFolder, tellProblems, UsageError, writeError, writeNote, writeOut, type Command } from '../command.ts'
import type { TableLine } from '../documents/files.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { readThreads } from './index-images.ts'
import { FileNames } from '../io/file-names.ts'
import { addSymbols } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { createSymbolEngine } from '../start/symbol-engine.ts'
import { hideImage, showImage, wholeIndex } from '../pipeline/whole-index.ts'
import { writeWhole } from '../io/write-whole.ts'

interface Table {
  readonly path: string
  readonly images: readonly KnownImage[]
  /** The program made its name: a link that lies there is not followed. */
  readonly isOwnName: boolean
}

export const tableCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'table')
    const format = values.format ?? 'text'
    if (positionals.length === 0) throw new UsageError(errors.needsPath({ command: 'table' }))
    const { output: out } = values
    if (out === undefined) throw new UsageError(errors.tableNeeds)
    const engine = createHost(readThreads(values.threads))
    await addSymbols(engine, positionals)
    const known = await engine.images()
    const images = [...fittingImages(known, values.arch, values.uuid)].sort(inOrder)
    if (images.length === 0) {
      tellChoice(known, images)
      return known.length > 0 ? 1 : 2
    }
    const { reader } = createSymbolEngine()
    let [failed, tables] = [0, 0]
    for (const table of await tablesOf(images, out)) {
      const write = (file: FileHandle) => writeTable(engine, reader, table.images, file)
      const done = await writeWhole(table.path, write, { followsLinks: !table.isOwnName })
      failed += done?.failed ?? table.images.length
      if (!done) continue
      tables++
      const { path } = table
      const { rows, bytes } = done
      const told: TableLine = { path, images: table.images.length - done.failed, rows, bytes }
      await writeOut(format === 'json' ? `${JSON.stringify(told)}\n` : `${results.tabled(told)}\n`)
    }
    if (tables === 0) writeError(errors.nothingTabled)
    return tables === 0 ? 2 : failed > 0 ? 1 : 0
  },
}

/** One file for all images, or one each in a folder. */
async function tablesOf(images: readonly KnownImage[], out: string): Promise<readonly Table[]> {
  if (await isOutputFolder(out)) {
    const names = new FileNames()
    return images.map((image) => {
      const name = names.ofImage(`${image.name}-${image.arch}-${image.uuid}.parquet`)
      return { path: join(out, name), images: [image], isOwnName: true }
    })
  }
  const twice = images.find(({ uuid }, at) => uuid === images[at - 1]?.uuid)
  if (twice) writeNote(errors.sharedUuid(twice))
  return [{ path: out, images, isOwnName: false }]
}

/** Rows are in order of UUID, then architecture; as plain text, as engines compare it. */
const inOrder = (a: KnownImage, b: KnownImage): number => (keyText(a) < keyText(b) ? -1 : 1)

/** One index is made, written and forgotten after the other. Undefined if no image has a name. */
async function writeTable(
  engine: Engine,
  reader: IndexReader,
  images: readonly KnownImage[],
  file: FileHandle,
): Promise<{ readonly rows: number; readonly bytes: number; readonly failed: number } | undefined> {
  const table = new ParquetTable((bytes) => file.writeFile(bytes), `unslide version ${version}`)
  const problems: Problem[] = []
  let failed = 0
  try {
    for (const [done, image] of images.entries()) {
      showImage(image.name, done, images.length)
      const index = await openIndex(engine, reader, image, problems)
      const before = table.rows
      if (index) for await (const ranges of namedRanges(index)) await table.add(image, ranges)
      if (table.rows === before) failed++
      await engine.forget([image])
    }
  } catch (thrown) {
    // A damaged index may have given rows already, and a table that lacks some is worse than none.
    if (!(thrown instanceof FormatError)) throw thrown
    problems.push(thrown.problem)
    return undefined
  } finally {
    hideImage()
    tellProblems(problems)
  }
  if (table.rows === 0) return undefined
  await table.finish()
  return { rows: table.rows, bytes: (await file.stat()).size, failed }
}

async function openIndex(
  engine: Engine,
  reader: IndexReader,
  image: KnownImage,
  problems: Problem[],
): Promise<SymbolIndex | undefined> {
  const blob = await wholeIndex(engine, image, problems)
  const opened = blob && (await reader.open(blob, image.path ?? image.name))
  append(problems, opened?.problems ?? [])
  return opened?.ok ? opened.value : undefined
}
