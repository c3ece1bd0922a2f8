/** Source files, and the paths that builds have for them: what a folder of a stranger may hold. */
import { LARGEST_FILE, LONGEST_LEAD, LONGEST_LINE, NEIGHBOURS } from '../../../src/core/source/limits.ts'
import type { ListedFile } from '../../../src/core/source/listed-file.ts'
import { SourceFinder, type Wanted } from '../../../src/core/source/source-finder.ts'
import type { SourceReading } from '../../../src/core/model/source.ts'
import { mutateText } from '../mutate-text.ts'
import { fixtures, madeText, type Places } from '../seeds.ts'
import { breakBytes, breakText, type Target } from '../target.ts'
import { blobOf } from './images.ts'

const file = (path: string, bytes: Uint8Array): ListedFile => ({ path, whole: path, open: async () => blobOf(bytes) })

/** The shown lines are bounded and include the requested line. */
function expectSound(reading: SourceReading, { line }: Wanted): void {
  if (reading.kind === 'none' && reading.reason === '') throw new Error('no lines, without a word')
  if (reading.kind !== 'found') return
  const { lines, mark, lead, line: own } = reading.excerpt
  const text = lines.find(({ number }) => number === own)?.text
  if (own !== line || text === undefined) throw new Error('another line')
  if (lines.length > 2 * NEIGHBOURS + 1 || lines.some((one) => one.text.length > LONGEST_LINE + 2))
    throw new Error('more lines, or longer ones, than are shown')
  if (lead.length > LONGEST_LEAD || (mark !== undefined && mark >= text.length)) throw new Error('a mark outside')
}

async function ask(finder: SourceFinder, wanted: Wanted): Promise<void> {
  expectSound(await finder.read(wanted), wanted)
}

/** Reads lines of a file at places that its own bytes choose, with and without an MD5 and an embedded text. */
async function readFile(input: Uint8Array): Promise<void> {
  if (input.length > LARGEST_FILE) return
  const finder = new SourceFinder([file('Shelf/main.c', input), file('Other/main.c', input.subarray(1))])
  const [a = 0, b = 0, c = 0] = input.subarray(input.length >> 1)
  const path = '/Users/dev/Shelf/main.c'
  const md5 = '0'.repeat(32)
  const source = new TextDecoder().decode(input.subarray(0, 1 << 16))
  for (const line of [1, a, a * 256 + b, 2 ** 53]) {
    await ask(finder, { file: path, line, column: c })
    await ask(finder, { file: path, line, column: a * 65536 + c, known: { path, md5 } })
    await ask(finder, { file: path, line, known: { path, source } })
  }
}

/** Each line of a text is a path of a build, and of a file of the folder. */
async function askPaths(input: Uint8Array): Promise<void> {
  const paths = new TextDecoder().decode(input).split('\n').slice(0, 64)
  const text = new TextEncoder().encode('int main(void) {}\n')
  const finder = new SourceFinder(paths.map((path) => file(path, text)))
  finder.learn(paths)
  for (const path of paths) {
    await ask(finder, { file: path, line: 1, column: 5 })
    finder.choose(path, paths[0] ?? '')
  }
}

const PATHS = madeText(
  'paths',
  [
    '/Users/dev/Shelf/Sources/main.c',
    'Shelf/Sources/main.c',
    'C:\\build\\Shelf\\main.c',
    './Sources/../Sources/Ünïcode.swift',
    'Sources/Model/Item.swift',
    'Sources/View/Item.swift',
    '/',
    '',
  ].join('\n'),
)

export function sourceTargets(places: Places): readonly Target[] {
  const files = [...fixtures(places, 'macho/source'), ...fixtures(places, 'sample/source')]
  return [
    { name: 'source-text', seeds: files, mutate: breakBytes, run: readFile },
    { name: 'source-paths', seeds: [PATHS], mutate: breakText(mutateText), run: askPaths },
  ]
}
