/** Programs that have their lines in object files, through the built command line. `npm run build:cli` must have run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'

const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/macho/${path}`, import.meta.url))
const folder = testFolder()

interface Truth {
  readonly address: string
  readonly frames: readonly { readonly function?: string; readonly file?: string; readonly line?: number }[]
}

/** llvm-symbolizer's answers for functions, from the dSYM of the same program. */
function truthOf(name: string): readonly Truth[] {
  const lines = readFileSync(fixture(`${name}/truth.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Truth)
  return rows.filter(({ frames: [inner] }) => inner?.function !== undefined && inner.function !== '_mh_execute_header')
}

test.each([
  ['macos-arm64-objects', ['Shelf', 'build']],
  // Objects need no UUID once their program is there.
  ['macos-arm64-objects', ['build', 'Shelf']],
  ['macos-x86_64-objects', ['Shelf', 'build']],
  ['ios-armv7-objects', ['build', 'Shelf']],
])('%s as %j: the lines of its dSYM', (name, paths) => {
  const rows = truthOf(name)
  const symbols = paths.flatMap((path) => ['--symbols', fixture(`${name}/${path}`)])
  const args = ['lookup', ...symbols, '--format', 'json', ...rows.map(({ address }) => address)]
  const { status, out, err } = unslide(args)
  expect({ status, err }).toEqual({ status: 0, err: '' })
  const told = linesOf<JsonFrame>(out).map(({ calls = [] }) =>
    calls.map((call) => [call.function, call.file, call.line]),
  )
  expect(told).toEqual(rows.map(({ frames }) => frames.map((frame) => [frame.function, frame.file, frame.line])))
})

test('an index of the program answers without the objects', () => {
  const name = 'macos-arm64-objects'
  const indexes = join(folder, 'indexes')
  const built = unslide([
    'index',
    fixture(`${name}/Shelf`),
    fixture(`${name}/build`),
    '--threads',
    '2',
    '--out',
    indexes,
  ])
  expect({ status: built.status, err: built.err }).toEqual({ status: 0, err: '' })
  expect(built.out.match(/^\S+ arm64 /gm)).toEqual(['Shelf arm64 '])
  const { out } = unslide(['lookup', '--symbols', indexes, '0x10000084c'])
  expect(out).toBe('main (in Shelf) (main.c:6)\n')
})

test('without its objects: names and source files, the paths that are missing, and what to give', () => {
  const shelf = fixture('macos-arm64-objects/Shelf')
  const { status, out, err } = unslide(['lookup', '--symbols', shelf, '--format', 'json', '0x10000084c'])
  const call = { function: 'main', file: '/Users/dev/Shelf/main.c', source: 'symtab' }
  expect(linesOf<JsonFrame>(out)[0]?.calls?.[0]).toMatchObject(call)
  expect(linesOf<JsonFrame>(out)[0]?.calls?.[0]?.line).toBeUndefined()
  expect(status).toBe(0)
  expect(err).toMatch(/4 object files\. None was found: main\.c\.o, .*libshelf\.a\(search\.c\.o\)/)
  expect(err).toMatch(/Give the build folder, or a dSYM/)
})

test('inspect tells where the lines are', () => {
  const { out } = unslide(['inspect', fixture('macos-arm64-objects/Shelf')])
  expect(out).toMatch(/lines in +4 object files: main\.c\.o, tidy\.cpp\.o, store\.m\.o …/)
})
