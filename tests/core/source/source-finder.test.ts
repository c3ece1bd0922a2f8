/** From a call's file to its lines: which file, whether it is the one that was built, and every reason why there are none. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LineFile, SourceReading } from '../../../src/core/model/source.ts'
import type { ListedFile } from '../../../src/core/source/listed-file.ts'
import { SourceFinder, type Wanted } from '../../../src/core/source/source-finder.ts'

const listed = (path: string, content: string | Blob | undefined): ListedFile => ({
  path,
  whole: path,
  open: () => Promise.resolve(typeof content === 'string' ? new Blob([content]) : content),
})
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const built = (path: string, text: string): LineFile => ({ path, md5: md5(text) })
const code = 'one\ntwo\nthree\n'

async function read(files: readonly ListedFile[], wanted: Partial<Wanted> = {}): Promise<SourceReading> {
  return new SourceFinder(files).read({ file: '/b/App/a.c', line: 2, ...wanted })
}
const checked = (reading: SourceReading): unknown =>
  reading.kind === 'found' ? [reading.excerpt.path, reading.excerpt.check, reading.excerpt.grade] : reading

test('the file as it was built, a changed one, and one of which nothing is known', async () => {
  const files = [listed('x/App/a.c', code)]
  expect(checked(await read(files, { known: built('/b/App/a.c', code) }))).toEqual(['x/App/a.c', 'same', 'exact'])
  expect(checked(await read(files, { known: built('/b/App/a.c', 'other') }))).toEqual([
    'x/App/a.c',
    'changed',
    'likely',
  ])
  expect(checked(await read(files))).toEqual(['x/App/a.c', 'unknown', 'likely'])
  expect(checked(await read(files, { file: '/b/Lib/a.c' }))).toEqual(['x/App/a.c', 'unknown', 'possible'])
})

test('MD5 decides among files that fit equally, and against one that fits better', async () => {
  const known = built('/b/App/a.c', code)
  const equal = [listed('x/App/a.c', 'else'), listed('y/App/a.c', code)]
  expect(checked(await read(equal, { known }))).toEqual(['y/App/a.c', 'same', 'exact'])
  const moved = [listed('x/App/a.c', 'else'), listed('moved/a.c', code)]
  expect(checked(await read(moved, { known }))).toEqual(['moved/a.c', 'same', 'exact'])
})

test('files that fit equally are told, and none is guessed', async () => {
  const files = Array.from({ length: 6 }, (_, at) => listed(`${at}/App/a.c`, code))
  const several = { kind: 'several', count: 6, paths: ['0/App/a.c', '1/App/a.c', '2/App/a.c', '3/App/a.c'] }
  expect(await read(files)).toEqual(several)
  expect(await read(files, { known: built('/b/App/a.c', 'other') })).toEqual(several)
})

test('what the user chose, and paths learned before, decide', async () => {
  const files = [listed('x/App/a.c', 'x\nx'), listed('y/App/a.c', 'y\ny'), listed('y/Lib/only.c', 'o')]
  const chosen = new SourceFinder(files)
  expect(chosen.choose('/b/App/a.c', 'x/App/a.c')).toBe(true)
  expect(chosen.choose('/b/App/a.c', 'nowhere/a.c')).toBe(false)
  expect(checked(await chosen.read({ file: '/b/App/a.c', line: 1 }))).toEqual(['x/App/a.c', 'unknown', 'likely'])
  const learned = new SourceFinder(files)
  learned.learn(['/b/App/a.c', '/b/Lib/only.c'])
  expect(checked(await learned.read({ file: '/b/App/a.c', line: 1 }))).toEqual(['y/App/a.c', 'unknown', 'likely'])
})

test('a file that changed meanwhile is read again once that is asked for', async () => {
  let text = code
  const file = { ...listed('x/App/a.c', ''), open: () => Promise.resolve(new Blob([text])) }
  const finder = new SourceFinder([file])
  const known = built('/b/App/a.c', code)
  const ask = async (): Promise<unknown> => checked(await finder.read({ file: '/b/App/a.c', line: 2, known }))
  expect(await ask()).toEqual(['x/App/a.c', 'same', 'exact'])
  text = 'new\nnew\n'
  finder.refresh()
  expect(await ask()).toEqual(['x/App/a.c', 'changed', 'likely'])
})

test('the text in the debug information is exact, and needs no folder', async () => {
  const known = { path: '/b/App/a.c', source: code }
  const reading = await read([listed('x/App/a.c', 'else')], { known, column: 2 })
  expect(reading).toMatchObject({
    kind: 'found',
    excerpt: { path: '/b/App/a.c', check: 'same', grade: 'exact', embedded: true, mark: 1, column: 2 },
  })
  expect(await read([], { known, line: 9 })).toEqual({
    kind: 'none',
    reason: '/b/App/a.c has 3 lines, so none is number 9',
  })
})

/** A blob that says how large it is and cannot be read. */
const huge = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('read')) })
Object.defineProperty(huge, 'size', { value: 2 ** 40 })

test.each<readonly [reason: string, files: readonly ListedFile[], wanted: Partial<Wanted>]>([
  ['no file a.c in the source folders', [], {}],
  ['no file a.c in the source folders', [listed('x/b.c', code)], { file: 'C:\\b\\a.c' }],
  ['x/a.c cannot be read', [listed('x/a.c', undefined)], {}],
  ['x/a.c has more than 16 MB: not read', [listed('x/a.c', huge)], {}],
  ['x/a.c is not text', [listed('x/a.c', 'a\0b\nc')], {}],
  ['x/a.c has 3 lines, so none is number 4', [listed('x/a.c', code)], { line: 4 }],
  [
    'x/a.c has 3 lines, so none is number 4; it has changed since the build',
    [listed('x/a.c', code)],
    { line: 4, known: built('/b/App/a.c', 'longer') },
  ],
])('%s', async (reason, files, wanted) => {
  expect(await read(files, wanted)).toEqual({ kind: 'none', reason })
})

test('without a line there are no lines', async () => {
  const finder = new SourceFinder([listed('x/a.c', code)])
  expect(await finder.read({ file: '/b/a.c' })).toEqual({
    kind: 'none',
    reason: 'the debug information names no line',
  })
})
