/** `unslide lookup` with a source map; and what the program says where a debug file or map is missing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()
const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const map = write(
  'main.jsbundle.map',
  JSON.stringify({ version: 3, file: 'main.jsbundle', sources: ['src/Cart.tsx'], names: [], mappings: 'kDAWM' }),
)

test('a place of a script leads to its source', () => {
  const { status, out } = unslide(['lookup', '--symbols', map, '1:50', '1:4021'])
  expect([status, out]).toEqual([0, '(src/Cart.tsx:12:7)\n(src/Cart.tsx:12:7)\n'])
  const json = unslide(['lookup', '--symbols', map, '--format', 'json', '1:50'])
  expect(linesOf(json.out)).toEqual([{ place: '1:50', file: 'src/Cart.tsx', line: 12, column: 7 }])
})

test('a place without a source, two maps, no map', () => {
  const without = unslide(['lookup', '--symbols', map, '2:0'])
  expect([without.status, without.out]).toEqual([1, '2:0\n'])
  expect(without.err).toContain('1 of 1 place')
  const other = write('other.map', JSON.stringify({ version: 3, sources: [], names: [], mappings: '' }))
  expect(unslide(['lookup', '--symbols', map, '--symbols', other, '1:50']).status).toBe(2)
  const text = write('notes.txt', 'no map')
  const none = unslide(['lookup', '--symbols', text, '1:50'])
  expect(none.status).toBe(2)
  expect(none.err).toContain('no valid JSON')
})

test('inspect says what a map holds', () => {
  const { status, err } = unslide(['inspect', map])
  expect(status).toBe(0)
  expect(err).toContain('leads from main.jsbundle to 1 source file')
})

test('a Dart trace without its debug file names the option that writes it, not a dSYM', () => {
  const trace = write(
    'trace.txt',
    `build_id: 'a1b2c3d4e5f6471829304b5c6d7e8f90'
    #00 abs 0000000104007150 virt 0000000000007150 _kDartIsolateSnapshotInstructions+0x150
    #01 abs 0000000104007170 virt 0000000000007170 _kDartIsolateSnapshotInstructions+0x170
`,
  )
  const { err } = unslide(['symbolicate', trace])
  expect(err).toContain('--split-debug-info')
  expect(err).not.toContain('Give the dSYM')
})

test('--source shows the lines that a source map quotes, and says so', () => {
  const quoting = write(
    'quoting.js.map',
    JSON.stringify({
      version: 3,
      file: 'main.jsbundle',
      sources: ['src/Cart.tsx'],
      sourcesContent: [Array.from({ length: 14 }, (_, at) => `const line${at + 1} = total()`).join('\n')],
      names: [],
      mappings: 'kDAWM',
    }),
  )
  const trace = write(
    'quoted.txt',
    'TypeError: x\n    at a (address at main.jsbundle:1:50)\n    at b (address at main.jsbundle:1:60)\n',
  )
  const { out } = unslide(['symbolicate', trace, '--symbols', quoting, '--source', folder])
  expect(out).toContain('> 12 | const line12 = total()')
  expect(out).toContain('source map quotes')
})

test('publish says that it leaves a map without an id out, and what to do with it', () => {
  const { status, err } = unslide(['publish', map, '--to', join(folder, 'site')])
  expect(status).toBe(2)
  expect(err).toContain(`${map}: this map`)
  expect(err).toContain('--symbols')
  expect(err).toContain('--map-name')
})

test('names and files of a map cannot pass for another answer', () => {
  const hostile = write(
    'hostile.map',
    JSON.stringify({
      version: 3,
      sources: ['a.js:1:1)\n(b.js'],
      names: [],
      mappings: 'AAAA',
      x_facebook_sources: [[{ names: ['f (c.js:1:1)\n\u{e0067}g'], mappings: 'AAA' }]],
    }),
  )
  const { out } = unslide(['lookup', '--symbols', hostile, '1:0', '1:9'])
  expect(out.trimEnd().split('\n')).toHaveLength(2)
  expect(out).toContain('\\u000a\\udb40\\udc67g')
})
