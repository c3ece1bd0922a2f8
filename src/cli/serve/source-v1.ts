/** A source file of a function, in the form that the Firefox Profiler requests (`/source/v1`). */
import type { Engine } from '../../core/engine-types.ts'
import { LARGEST_FILE } from '../../core/source/limits.ts'
import { isOfSymbols } from '../../core/source/report-sources.ts'
import { SourceFinder } from '../../core/source/source-finder.ts'
import { nameKey } from '../../core/source/source-paths.ts'
import type { ServedSource, RefusedAnswer } from '../documents/answers.ts'
import { answeredErrors } from '../messages/serve.ts'
import { listSources } from '../pipeline/source-folders.ts'
import { imageIn, offsetIn, textIn } from './module.ts'

/**
 * `form` for a request of another form. Only a file that the debug information names for this very place is read, with the limits of
 * `--source`: below a given folder, with the ending of a source file, not hidden, not ignored by git, not behind a link.
 */
export async function answerSource(
  engine: Engine,
  folders: readonly string[],
  given: unknown,
): Promise<ServedSource | RefusedAnswer | 'form'> {
  const offset = offsetIn(given, 'moduleOffset')
  const file = textIn(given, 'file')
  if (offset === undefined || file === undefined) return 'form'
  if (folders.length === 0) return { error: answeredErrors.noFolder }
  const image = await imageIn(engine, given)
  if (!image) return { error: answeredErrors.noModule }
  const answer = await engine.lookup({ key: image, offsets: [offset] })
  const call = (answer.ok ? (answer.value[0] ?? []) : []).find((one) => one.file === file && isOfSymbols(one))
  if (!call) return { error: answeredErrors.notNamed }
  const facts = await engine.lineFiles({ key: image, places: [{ offset, paths: [file] }] })
  const known = facts.ok ? facts.value[0]?.find(({ path }) => path === file) : undefined
  const files = await listSources(folders, new Set([nameKey(file)]))
  const reading = await new SourceFinder(files).read({ file, line: call.line ?? 1, ...(known && { known }) })
  if (reading.kind === 'several') return { error: answeredErrors.several({ paths: reading.paths }) }
  if (reading.kind === 'none') return { error: reading.reason }
  if (known?.source !== undefined) return sourceOf(file, known.source)
  const bytes = await files.find(({ path }) => path === reading.excerpt.path)?.open()
  if (!bytes || bytes.size > LARGEST_FILE) return { error: answeredErrors.notNamed }
  return sourceOf(file, new TextDecoder().decode(await bytes.slice(0, bytes.size).arrayBuffer()))
}

const sourceOf = (file: string, source: string): ServedSource => ({
  symbolsLastModified: null,
  sourceLastModified: null,
  file,
  source,
})
