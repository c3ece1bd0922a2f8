/** Hidden names and their maps: in any order and drop, of another build, cut short, and with numbers that no build has. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { AddSummary, Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { readNames } from '../../../src/core/symbols/hidden-names.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const NOW = '2D10C42F-591D-3265-B147-78BA0868073F'
const BEFORE = 'C8374B6D-6E96-34D8-AE38-EFAA5FEC424F'

const names = ['__hidden#1_', '__hidden#0_', '_plain', '__hidden#2_', '__hidden#x_', '__hidden#3_']
const imageBytes = (uuid = NOW): Uint8Array<ArrayBuffer> =>
  buildMachO({
    uuid,
    sections: [codeSection(0x100)],
    symbols: names.map((name, at) => ({ name, address: 0x1_0000_1000n + BigInt(at * 16), section: 1 })),
  })
const file = (path: string, content: BlobPart): InputFile => ({ path, blob: new Blob([content]) })
const image = file('App.dSYM/Contents/Resources/DWARF/App', imageBytes())
const lines = ['-[Shelf tidy]', '_main', '__ZN5Shelf4sortEv', '']
const map = (uuid = BEFORE, text = lines.join('\n')): InputFile =>
  file(`App.xcarchive/BCSymbolMaps/${uuid}.bcsymbolmap`, `BCSymbolMap Version: 2.0\n${text}`)
const plist = file(
  `App.dSYM/Contents/Resources/${NOW}.plist`,
  `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>DBGOriginalUUID</key>
<string>${BEFORE}</string></dict></plist>`,
)

async function told(...drops: readonly (readonly InputFile[])[]): Promise<{
  engine: Engine
  added: readonly AddSummary[]
  functions: readonly (string | undefined)[]
  codes: string[]
}> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const added: AddSummary[] = []
  for (const drop of drops) added.push(await engine.add(drop))
  return { engine, added, ...(await namesOf(engine)) }
}

async function namesOf(engine: Engine): Promise<{ functions: readonly (string | undefined)[]; codes: string[] }> {
  const [known] = await engine.images()
  if (!known) throw new Error('no image')
  const looked = await engine.lookup({ key: known, offsets: names.map((_, at) => imageOffset(0x1000 + at * 16)) })
  return {
    functions: looked.ok ? looked.value.map(([call]) => call?.function) : [],
    codes: looked.problems.map(({ code, variant }) => (variant === undefined ? code : `${code}.${variant}`)),
  }
}

const shown = ['main', '-[Shelf tidy]', 'plain', 'Shelf::sort()', '_hidden#x_', '__hidden#3_']
const hidden = ['__hidden#1_', '__hidden#0_', 'plain', '__hidden#2_', '_hidden#x_', '__hidden#3_']

test.each([
  ['together', [[image, plist, map()]]],
  ['the map first', [[map()], [plist], [image]]],
  ['the map last', [[image], [plist], [map()]]],
  ['the property list last', [[image, map()], [plist]]],
  ['by the UUID that the image still has', [[image], [map(NOW)]]],
  ['twice', [[image, plist, map()], [map()], [image]]],
])('names are those of the map: %s', async (_, drops) => {
  const { functions, codes } = await told(...drops)
  expect(functions).toEqual(shown)
  expect(codes).toEqual(['symbol-map.range'])
})

test.each([
  ['no map', [[image]], 'hidden-names'],
  ['the map of another build', [[image, map('AAAAAAAA-6E96-34D8-AE38-EFAA5FEC424F')]], 'hidden-names'],
  ['a map of the original UUID, which nothing tells', [[image, map()]], 'hidden-names'],
  ['the property list alone', [[image, plist]], 'hidden-names.original'],
])('names stay hidden, and what to give is said: %s', async (_, drops, code) => {
  const { functions, codes } = await told(...drops)
  expect(functions).toEqual(hidden)
  expect(codes).toEqual([code])
})

test('a map says which image it is for, or which it waits for', async () => {
  const { added } = await told([map()], [image, plist, map()])
  const [first, second] = added.map(({ files }) => files.find(({ path }) => path.endsWith('.bcsymbolmap')))
  expect(first?.problems).toMatchObject([{ code: 'symbol-map', variant: 'waits', params: { uuid: BEFORE } }])
  expect(second).toMatchObject({ kind: 'symbols', problems: [], images: [{ uuid: NOW, kind: 'executable' }] })
})

test('a report whose names are hidden says so of the image, and what to give', async () => {
  const { engine } = await told([image])
  const report = `Incident Identifier: 1\nProcess: App [1]\nThread 0 Crashed:\n0   App   0x0000000100001004 0x100000000 + 4100\n
Binary Images:\n0x100000000 - 0x100003fff App arm64 <${NOW.replaceAll('-', '').toLowerCase()}> /App.app/App\n`
  const symbolicated = await engine.symbolicate(file('App.crash', report))
  expect(symbolicated.ok && symbolicated.value[0]?.images[0]?.reason).toMatch(
    /Names of 1 frame are hidden.*BCSymbolMaps/,
  )
  await engine.add([plist, map()])
  const again = await engine.symbolicate(file('App.crash', report))
  expect(again.ok && again.value[0]?.images[0]?.reason).not.toMatch(/hidden/)
})

test('an index that was made without the map is made again with it', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([image])
  const [known] = await engine.images()
  if (!known) throw new Error('no image')
  await engine.index([known])
  expect((await namesOf(engine)).functions).toEqual(hidden)
  await engine.add([plist, map()])
  expect((await namesOf(engine)).functions).toEqual(shown)
})

test('an image without hidden names does not need its map', async () => {
  const plain = buildMachO({
    uuid: NOW,
    sections: [codeSection(0x100)],
    symbols: [{ name: '_main', address: 0x1_0000_1000n, section: 1 }],
  })
  const { functions, codes } = await told([file('App', plain), map(NOW, '_wrong\n')])
  expect(functions[0]).toBe('main')
  expect(codes).toEqual([])
})

test.each([
  [
    'a map without a UUID in its name',
    file('names.bcsymbolmap', 'BCSymbolMap Version: 2.0\n_a\n'),
    'symbol-map',
    'name',
  ],
  ['a map of another version', file(`${NOW}.bcsymbolmap`, 'BCSymbolMap Version: 3.0\n_a\n'), 'symbol-map', 'version'],
  [
    'a property list without a UUID',
    file(`${NOW}.plist`, '<?xml version="1.0"?><plist><dict><key>DBGOriginalUUID</key><true/></dict></plist>'),
    'symbol-map',
    'original',
  ],
])('%s is refused with a reason', async (_, broken, code, variant) => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const { files } = await engine.add([broken])
  expect(files).toMatchObject([{ kind: 'unreadable', problems: [{ code, variant }] }])
})

test.each<[string, string, readonly string[]]>([
  ['lines', 'BCSymbolMap Version: 2.0\n_a\n\n_c\n', ['_a', '', '_c']],
  ['lines of Windows', 'BCSymbolMap Version: 2.0\r\n_a\r\n_b\r\n', ['_a', '_b']],
  ['a last line that does not end', 'BCSymbolMap Version: 2.0\n_a\n_b', ['_a', '_b']],
  ['text behind a NUL', 'BCSymbolMap Version: 2.0\n_a\0b\n', ['_a']],
  ['nothing', 'BCSymbolMap Version: 2.0', []],
  ['UTF-8', 'BCSymbolMap Version: 2.0\n-[Größe 測る]\n', ['-[Größe 測る]']],
])('the names of a map: %s', async (_, text, wanted) => {
  const { count, packed } = await readNames(file('m', text))
  const starts = new Uint32Array(packed.buffer, 0, count + 1)
  const texts = packed.subarray(starts.byteLength)
  const found = Array.from({ length: count }, (_, at) =>
    new TextDecoder().decode(texts.subarray(starts[at], starts[at + 1])),
  )
  expect(found).toEqual(wanted)
  expect(starts[count]).toBe(texts.length)
})

test('a number that the map does not have is told with its count, the map and how many names that has', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([image, plist, map()])
  const [known] = await engine.images()
  const looked = known && (await engine.lookup({ key: known, offsets: [imageOffset(0x1000)] }))
  expect(looked?.problems.map(({ params, file: path }) => [params, path])).toEqual([
    [{ count: 1, map: map().path, names: 3 }, image.path],
  ])
})
