/** Unity's `LineNumberMappings.json`: for lines of the C++ that its compiler wrote, the lines of C# that they were written from. */
import { mapProblem } from '../messages/map-problems.ts'
import { parseUuid, type ImageUuid } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import { FormatError } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { countOf, isObject } from './json-values.ts'

/** A line further behind the last one that the map knows is not said to be of it. */
export const MOST_LINES_AWAY = 50
const MOST_BYTES = 400 << 20
const ID_KEY = '__debug-id__'

/** A line of C#. */
export interface OriginalLine {
  readonly file: string
  readonly line: number
}

export interface LineMap {
  readonly path: string
  /** The build of the program that the C++ became. */
  readonly debugId?: ImageUuid
  readonly files: number
  readonly lines: number
  /** The C# of a line of C++, whose file may be named without its folder. Undefined where the map says nothing of it. */
  readonly originalOf: (file: string, line: number) => OriginalLine | undefined
}

/** Lines of one C++ file, ascending. */
interface FileLines {
  readonly lines: readonly number[]
  readonly originals: readonly OriginalLine[]
}

/** Reads a map whole. Throws a FormatError. */
export async function openLineMap({ path, blob }: InputFile): Promise<LineMap> {
  if (blob.size > MOST_BYTES)
    throw new FormatError(mapProblem('bad-line-map.bytes', { bytes: blob.size }, { file: path }))
  const root = parse(await blob.text(), path)
  const files = new Map<string, FileLines>()
  /** Full paths by their last part; of two with the same, neither is meant. */
  const byName = new Map<string, string | undefined>()
  let count = 0
  for (const [compiled, sources] of Object.entries(root)) {
    if (!isObject(sources)) continue
    const lines = linesOf(sources)
    if (lines.lines.length === 0) continue
    count += lines.lines.length
    files.set(compiled, lines)
    const name = pathName(compiled)
    byName.set(name, byName.has(name) ? undefined : compiled)
  }
  const id = root[ID_KEY]
  const debugId = typeof id === 'string' ? parseUuid(id) : undefined
  return {
    path,
    ...(debugId && { debugId }),
    files: files.size,
    lines: count,
    originalOf: (file, line) => {
      const found = files.get(file) ?? files.get(byName.get(pathName(file)) ?? '')
      return found && nearest(found, line)
    },
  }
}

function parse(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isObject(value)) return value
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw new FormatError(mapProblem('bad-line-map', {}, { file }))
}

function linesOf(sources: Readonly<Record<string, unknown>>): FileLines {
  const all: { readonly at: number; readonly original: OriginalLine }[] = []
  for (const [file, lines] of Object.entries(sources)) {
    if (!isObject(lines)) continue
    for (const [compiled, original] of Object.entries(lines)) {
      const [at, line] = [Number(compiled), countOf(original)]
      if (Number.isSafeInteger(at) && at >= 0 && line !== undefined) all.push({ at, original: { file, line } })
    }
  }
  all.sort((a, b) => a.at - b.at)
  return { lines: all.map(({ at }) => at), originals: all.map(({ original }) => original) }
}

/** The last line at or before the given one, if it is near. */
function nearest({ lines, originals }: FileLines, line: number): OriginalLine | undefined {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) <= line) low = middle + 1
    else high = middle
  }
  const found = lines[low - 1]
  return found !== undefined && line - found <= MOST_LINES_AWAY ? originals[low - 1] : undefined
}
