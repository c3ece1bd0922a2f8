/** Reads the output of `nm`: each file that it lists is an image. */
import type { Budget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { append } from '../model/lists.ts'
import { failure, success, type Outcome, type Problem } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import type { InputFile } from '../ports.ts'
import { rowOf, TITLE } from './nm.ts'
import type { DebugImage } from './source.ts'
import { listedImage, type ListedSymbol, type SymbolList } from './symbol-list.ts'
import { readLines } from './text-lines.ts'

/** Each costs one pass over the whole file on the first use of its symbols. */
const MOST_PARTS = 100

/** A part of the output: the symbols of one file for one architecture. */
interface Part {
  readonly title: string
  readonly arch: string
  readonly address: bigint
}

export async function openNm(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const parts: Part[] = []
  let title: readonly string[] = []
  await readLines(file.blob, (line) => {
    const heading = headingOf(line)
    if (heading) title = heading
    const row = heading ? undefined : rowOf(line)
    if (row && row !== 'none' && row.isCode && parts.at(-1)?.title !== (title[0] ?? ''))
      parts.push({ title: title[0] ?? '', arch: title[2] ?? UNKNOWN_ARCH, address: row.address })
  })
  if (parts.length === 0) return failure(problem('bad-symbol-list', {}, { file: file.path }))
  const images: DebugImage[] = []
  const problems: Problem[] = []
  if (parts.length > MOST_PARTS)
    problems.push(problem('long-symbol-list', { count: parts.length, used: MOST_PARTS }, { file: file.path }))
  for (const { title: of, arch, address } of parts.slice(0, MOST_PARTS)) {
    const path = TITLE.exec(of)?.[1] ?? file.path.replace(/(\.nm)?\.(txt|out|log|nm)$/i, '')
    const name = pathName(path)
    const read = async (budget: Budget): Promise<SymbolList> => readPart(file, of, budget)
    // Each part is an image of its own.
    const content = parts.length > 1 ? new Blob([of, file.blob]) : file.blob
    const listed = await listedImage({ file, content, name, arch, someAddress: address, read })
    if (listed.ok) append(images, listed.value)
    append(problems, listed.problems)
  }
  return success(images, problems)
}

/** The title of a part; rows are none. */
function headingOf(line: string): readonly string[] | undefined {
  return rowOf(line) === undefined ? (TITLE.exec(line) ?? undefined) : undefined
}

async function readPart(file: InputFile, title: string, budget: Budget): Promise<SymbolList> {
  const symbols: ListedSymbol[] = []
  let current = ''
  await readLines(file.blob, (line) => {
    budget.spend('steps', 1)
    const heading = headingOf(line)
    if (heading) current = heading[0] ?? ''
    const row = heading || current !== title ? undefined : rowOf(line)
    if (!row || row === 'none' || !row.isCode) return
    budget.spend('text', row.name.length)
    symbols.push({ address: row.address, name: row.name })
  })
  return { symbols }
}
