/** Lists of symbols without a UUID: their names, and the cases in which a binary proves their build. Bugly's tables, which have a UUID. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { AddSummary, Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { symbolSources } from '../../../src/core/symbols/registry.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const UUID = '2D10C42F-591D-3265-B147-78BA0868073F'
const BASE = 0x1_0000_1000n
const names = ['_main', '-[Shelf tidy it:]', '__ZN5Shelf4sortEv', '_a', '_b', '_c', '_d', '_e', '_f', '_g']
const at = (index: number): bigint => BASE + BigInt(index * 16)
const hex = (value: bigint, digits: number): string => value.toString(16).padStart(digits, '0')

/** A stripped binary with function starts alone; `moved` shifts its last function, as another build would. */
const binary = (moved = 0, name = 'App'): InputFile => ({
  path: name,
  blob: new Blob([
    buildMachO({
      uuid: UUID,
      cpuType: 0x0100000c,
      sections: [codeSection(0x100)],
      functionStarts: names.map((_, index) => 0x1000 + index * 16 + (index === 9 ? moved : 0)),
    }),
  ]),
})
const text = (path: string, lines: readonly string[]): InputFile => ({
  path,
  blob: new Blob([`${lines.join('\n')}\n`]),
})

const linkMap = text('App-LinkMap-normal-arm64.txt', [
  '# Path: /build/App.app/App',
  '# Arch: arm64',
  '# Object files:',
  '[  0] linker synthesized',
  '[  1] /build/0x100001000\t0x10\t[  9] evil.o',
  '# Sections:',
  '# Address\tSize    \tSegment\tSection',
  '0x100001000\t0x00000100\t__TEXT\t__text',
  '# Symbols:',
  '# Address\tSize    \tFile  Name',
  ...names.map((name, index) => `0x${hex(at(index), 9)}\t0x00000010\t[  1] ${name}`),
  '0x100003000\t0x00000010\t[  1] _data',
  '# Dead Stripped Symbols:',
  '#        \tSize    \tFile  Name',
  '<<dead>>\t0x00000010\t[  1] _dead',
  '0x100001000\t0x00000010\t[  1] _dead_too',
])
const rowsOf = (row: (address: string, name: string) => string): readonly string[] =>
  names.map((name, index) => row(hex(at(index), 16), name))
const bsd = rowsOf((address, name) => `${address} T ${name}`)
const lists: readonly (readonly [string, InputFile])[] = [
  ['a link map', linkMap],
  ['nm', text('App.nm.txt', ['                 U _malloc', ...bsd, '0000000100003000 D _data'])],
  [
    'nm with sizes',
    text(
      'App.txt',
      rowsOf((address, name) => `${address} 0000000000000010 t ${name}`),
    ),
  ],
  [
    'nm -P',
    text('App.txt', ['_malloc U 0 0', ...rowsOf((address, name) => `${name} T ${address.replace(/^0+/, '')} 0`)]),
  ],
  [
    'nm -m',
    text('App.txt', [
      '                 (undefined) external _malloc (from libSystem)',
      '0000000100000000 (__TEXT,__text) [referenced dynamically] external __mh_execute_header',
      ...rowsOf((address, name) => `${address} (__TEXT,__text) non-external [cold func] ${name}`),
      '0000000100003000 (__DATA,__data) external _data',
    ]),
  ],
  ['nm of a path', text('listing.txt', ['', '/build/App.app/App (for architecture arm64):', ...bsd])],
]

async function engineWith(...files: readonly InputFile[]): Promise<{ engine: Engine; added: readonly AddSummary[] }> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const added: AddSummary[] = []
  for (const file of files) added.push(await engine.add([file]))
  return { engine, added }
}

async function namesIn(engine: Engine): Promise<readonly (string | undefined)[]> {
  const images = await engine.images()
  const image = images.find(({ uuid }) => uuid === UUID) ?? images[0]
  const looked = await engine.lookup({
    key: image!,
    offsets: names.map((_, index) => imageOffset(0x1004 + index * 16)),
  })
  return looked.ok ? looked.value.map(([call]) => call?.mangled) : []
}

const wanted = names.map((name) => name.replace(/^_/, ''))

test.each(lists)('%s alone: its names, and that its build is not known', async (_, list) => {
  expect(symbolSources.filter((source) => source.sniff(new Uint8Array(0)))).toEqual([])
  const { engine, added } = await engineWith(list)
  expect(added[0]?.files).toMatchObject([{ kind: 'symbols', problems: [{ code: 'no-uuid', variant: 'list' }] }])
  expect(await engine.images()).toMatchObject([{ name: 'App', detail: 'symbols' }])
  expect(await namesIn(engine)).toEqual(wanted)
})

test.each(lists)('%s is that of a binary whose functions begin where it says, in either order', async (_, list) => {
  for (const files of [
    [list, binary()],
    [binary(), list],
  ]) {
    const { engine, added } = await engineWith(...files)
    expect(await engine.images()).toMatchObject([{ uuid: UUID, arch: 'arm64' }])
    expect(await namesIn(engine)).toEqual(wanted)
    if (files[1] === list) expect(added[1]?.files).toMatchObject([{ problems: [], images: [{ uuid: UUID }] }])
  }
})

test.each(lists)('%s is not that of a binary of another build, or of another name', async (_, list) => {
  for (const other of [binary(4), binary(0, 'Other')]) {
    const { engine } = await engineWith(other, list)
    expect((await engine.images()).length).toBe(2)
    expect(await namesIn(engine)).toEqual(names.map(() => ''))
  }
})

test('a link map whose sections have other sizes is of another build', async () => {
  const lines = (await linkMap.blob.text()).trimEnd().replace('0x00000100\t__TEXT', '0x00000104\t__TEXT')
  const { engine } = await engineWith(binary(), text('LinkMap.txt', [lines]))
  expect((await engine.images()).length).toBe(2)
})

const bugly = (head: readonly string[], rows: readonly string[]): InputFile =>
  text('App.app.symbol', [...head, 'Symbol table:', ...rows])
const buglyHead = ['Format:\tBugly', 'Arch:\tarm64', `UUID:\t${UUID.replaceAll('-', '').toLowerCase()}`]

test('a Bugly table: functions, files and lines, and rows that are none', async () => {
  const rows = [
    '1000\t1008\tmain\tmain.m:10',
    '1008\t1010\tmain\tmain.m:11',
    'no row',
    '1010\t1020\t-[Shelf tidy]\tShelf.m:20\textra',
    '1030\t1040\twithoutFile',
  ]
  const { engine } = await engineWith(bugly(buglyHead, rows))
  expect(await engine.images()).toMatchObject([{ uuid: UUID, arch: 'arm64', name: 'App', detail: 'dwarf' }])
  const [image] = await engine.images()
  const offsets = [0x1004, 0x1008, 0x1010, 0x1020, 0x1030].map((offset) => imageOffset(offset))
  const looked = await engine.lookup({ key: image!, offsets })
  expect(looked.problems).toMatchObject([{ code: 'bad-bugly', variant: 'row', line: 7 }])
  const told = looked.ok
    ? looked.value.map(([call]) => call && [call.function, call.file, call.line, call.functionOffset])
    : []
  expect(told).toEqual([
    ['main', 'main.m', 10, 4],
    ['main', 'main.m', 11, 8],
    ['-[Shelf tidy]', 'Shelf.m', 20, 0],
    undefined,
    ['withoutFile', undefined, undefined, 0],
  ])
})

test('a Bugly table of linked addresses counts from where programs lie', async () => {
  const { engine } = await engineWith(bugly(buglyHead, ['100001000\t100001010\tmain\tmain.m:10']))
  const [image] = await engine.images()
  const looked = await engine.lookup({ key: image!, offsets: [imageOffset(0x1000)] })
  expect(looked).toMatchObject({ value: [[{ function: 'main', line: 10 }]] })
})

test('a Bugly table without a UUID is refused', async () => {
  const { added } = await engineWith(bugly(['UUID: none', 'Arch: arm64'], ['1000\t1010\tmain\tmain.m:1']))
  expect(added[0]?.files).toMatchObject([{ kind: 'unreadable', problems: [{ code: 'bad-bugly' }] }])
})

test.each([
  ['prose', ['a b c', 'dead beef is no row', 'main T 10', 'x']],
  ['rows of a crash', ['0   App  0x0000000100001000 main + 4', '1   App  0x0000000100001010 start + 4']],
  ['three rows', bsd.slice(0, 3)],
])('%s is no output of nm', (_, lines) => {
  const head = new TextEncoder().encode(`${lines.join('\n')}\n`)
  expect(symbolSources.filter((source) => source.sniff(head))).toEqual([])
})

test.each([2, 150])('nm of %i files: each is an image of its own, up to a hundred', async (count) => {
  const files = Array.from({ length: count }, (_, file) => [`part${file}.o:`, ...bsd, ''])
  const { engine } = await engineWith(text('all.nm.txt', files.flat()))
  const images = await engine.images()
  expect(new Set(images.map(({ uuid }) => uuid)).size).toBe(Math.min(count, 100))
  expect(images.map(({ name }) => name)).toContain('part1.o')
})
