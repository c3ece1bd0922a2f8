/** Sources that source maps quote: the lines beside a frame, how sure they are, and what is not shown. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { sourceReadings } from '../../../src/core/reading/source.ts'
import { framesToShow, readSources } from '../../../src/core/source/report-sources.ts'
import { SourceFinder } from '../../../src/core/source/source-finder.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

const CART = Array.from({ length: 20 }, (_, at) => `é line${at + 1} (total)`).join('\n')
/** Everything from column 50 on is line 12, column 7 of the first source. */
const plain = (changes: object = {}): object => ({
  version: 3,
  sources: ['src/Cart.tsx'],
  sourcesContent: [CART],
  names: [],
  mappings: 'kDAWM',
  ...changes,
})
const report = (rows = '    at total (address at main.jsbundle:1:50)'): string =>
  `TypeError: x\n${rows}\n    at b (address at main.jsbundle:1:2)\n`

async function shown(maps: readonly object[], text = report()): Promise<readonly unknown[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(maps.map((map, at) => ({ path: `${at}/main.jsbundle.map`, blob: new Blob([JSON.stringify(map)]) })))
  const answer = await engine.symbolicate({ path: 'error.txt', blob: new Blob([text]) })
  const [named] = answer.ok ? answer.value : []
  if (!named) throw new Error('no report')
  const frames = framesToShow(named)
  const found = await readSources(named, frames, { finder: new SourceFinder([]), images: [], engine })
  return frames.flatMap((frame) =>
    sourceReadings(named, frame, found).map(({ place, note, excerpt }) =>
      excerpt
        ? [place, note, excerpt.lines.find(({ number }) => number === excerpt.line)?.text.slice(excerpt.mark)]
        : note,
    ),
  )
}

test('the line, its column in UTF-16 units, and that the map may be of another build', async () => {
  expect(await shown([plain()])).toEqual([
    ['src/Cart.tsx:12:7', expect.stringContaining('may be of another build'), '12 (total)'],
  ])
})

test('sections, and a root of the sources', async () => {
  const sections = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: plain({ sourceRoot: '/app/' }) }] }
  expect(await shown([sections])).toEqual([['/app/src/Cart.tsx:12:7', expect.any(String), '12 (total)']])
})

test.each<[string, readonly object[]]>([
  ['a map that quotes nothing', [plain({ sourcesContent: undefined })]],
  ['an empty quotation', [plain({ sourcesContent: [''] })]],
  ['no text at the place of the source', [plain({ sourcesContent: [null, CART] })]],
  ['values that are no texts', [plain({ sourcesContent: [{ a: 1 }] })]],
  ['two texts for one path', [plain({ sources: ['src/Cart.tsx', 'src/Cart.tsx'], sourcesContent: [CART, 'other'] })]],
])('no lines: %s', async (_, maps) => {
  const all = await shown(maps)
  expect(all.length).toBe(1)
  expect(all[0]).toEqual(expect.any(String))
})

test('a line that the quoted text does not have is told', async () => {
  const [note] = await shown([plain({ sourcesContent: ['one\ntwo\n'] })])
  expect(note).toContain('2 lines')
})

test('packages of others are not shown', async () => {
  expect(await shown([plain({ sources: ['node_modules/lib/Cart.js'] })])).toEqual([])
})

test('maps that quote one path differently have no text for it', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([
    { path: 'a.map', blob: new Blob([JSON.stringify(plain())]) },
    { path: 'b.map', blob: new Blob([JSON.stringify(plain({ sourcesContent: ['else'] }))]) },
    { path: 'c.map', blob: new Blob([JSON.stringify(plain({ sources: ['src/Till.tsx'] }))]) },
  ])
  const answer = await engine.quotedSources(['src/Cart.tsx', 'src/Till.tsx', 'src/None.tsx'])
  expect(answer.ok && answer.value).toEqual([{ path: 'src/Till.tsx', text: CART }])
})
