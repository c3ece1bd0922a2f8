/** `unslide index`: builds symbol indexes. */
import { join } from 'node:path'
import type { Engine, EngineEvent, IndexReport } from '../../core/engine-types.ts'
import type { Outcome } from '../../core/model/problem.ts'
import type { IndexKey } from '../../core/ports.ts'
import {
  isOutputFolder,
  readNumber,
  showsProgress,
  UsageError,
  writeError,
  writeOut,
  tellProblems,
  type Command,
} from '../command.ts'
import type { IndexedLine } from '../documents/files.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { FileNames } from '../io/file-names.ts'
import { addSymbols } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'
import { writeOutputFile } from '../io/write-whole.ts'

export const indexCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'index')
    const format = values.format ?? 'text'
    if (positionals.length === 0) throw new UsageError(errors.needsPath({ command: 'index' }))
    const engine = createHost(readThreads(values.threads))
    const files = await addSymbols(engine, positionals)
    const images = (await engine.images()).filter(({ path, pack }) => path !== undefined && pack === undefined)
    if (images.length === 0) {
      writeError(files.some(({ kind }) => kind === 'index') ? errors.alreadyIndexes : errors.noImageToIndex)
      return 2
    }
    const names = new FileNames()
    let failed = 0
    for (const image of images) {
      const outcome = await indexImage(engine, image)
      if (!outcome) continue
      tellProblems(outcome.problems)
      if (!outcome.ok) {
        failed++
        continue
      }
      const { key, ...figures } = outcome.value
      const milliseconds = Math.round(figures.milliseconds)
      if (format === 'json') {
        const line: IndexedLine = { ...figures, milliseconds, uuid: key.uuid, arch: key.arch }
        await writeOut(`${JSON.stringify(line)}\n`)
      } else {
        const lines = [figures.path, results.indexed(figures), results.built({ ...figures, milliseconds })]
        await writeOut(`${[`${image.name} ${key.arch} ${key.uuid}`, ...lines].join('\n  ')}\n`)
      }
      if (values.output !== undefined) {
        const exported = await engine.exportIndex(key)
        tellProblems(exported.problems)
        if (exported.ok) {
          const name = names.ofImage(exported.value.path)
          await isOutputFolder(join(values.output, '/'))
          await writeOutputFile(join(values.output, name), exported.value.blob, { followsLinks: false })
        }
      }
      // Kept in memory until written; a folder of a hundred dSYMs must not pile up.
      await engine.forget([key])
    }
    return failed === 0 ? 0 : failed === images.length ? 2 : 1
  },
}

/** `--threads`; undefined leaves the choice to the builder. */
export function readThreads(given: string | undefined): number | undefined {
  const threads = given === undefined ? undefined : Number(readNumber(given, '--threads'))
  if (threads !== undefined && (threads < 1 || threads > 64)) throw new UsageError(errors.threads)
  return threads
}

/** Builds and keeps the index of an image; how far it is shows on a terminal. */
export async function indexImage(engine: Engine, image: IndexKey): Promise<Outcome<IndexReport> | undefined> {
  const [outcome] = await engine.index([image], showsProgress() ? showProgress : undefined)
  if (showsProgress()) process.stderr.write('\r\x1b[K')
  return outcome
}

function showProgress(event: EngineEvent): void {
  if (event.kind !== 'indexing') return
  const percent = event.totalBytes > 0 ? Math.floor((100 * event.doneBytes) / event.totalBytes) : 0
  process.stderr.write(
    `\r\x1b[K${results.indexing({ name: event.name, phase: event.phase, percent, rate: event.bytesPerSecond })}`,
  )
}
