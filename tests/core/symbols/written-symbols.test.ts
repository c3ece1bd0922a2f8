/** Symbol files of other formats that are written: our own readers say at every address what the index says, and LLVM reads the GSYM ones. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, openAsBlob, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { BreakpadWriter } from '../../../src/core/symbols/breakpad-write.ts'
import { GsymWriter } from '../../../src/core/symbols/gsym-write.ts'
import type { WrittenImage } from '../../../src/core/symbols/written-file.ts'
import { writeSymbols } from '../../../src/core/engine/indexing/written-symbols.ts'
import { parseUuid, type ImageUuid } from '../../../src/core/model/image.ts'
import { sniffMachO } from '../../../src/core/macho/open.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import type { SymbolIndex } from '../../../src/core/symindex/reader.ts'
import { readFileSync } from 'node:fs'
import { builtIndex } from '../../support/test-builder.ts'
import { compareWritten, writtenAndRead } from '../../support/written-symbols.ts'

const fixtures = fileURLToPath(new URL('../../fixtures/macho', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const paths = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((path) => {
    const file = join(fixtures, path)
    return statSync(file).isFile() && sniffMachO(readFileSync(file).subarray(0, 64))
  })
  .sort()

async function indexesOf(path: string): Promise<readonly SymbolIndex[]> {
  const opened = await machoSource.open({ path, blob: await openAsBlob(join(fixtures, path)) })
  const indexes: SymbolIndex[] = []
  for (const image of opened.ok ? opened.value : []) {
    const prepared = await image.prepare()
    if (prepared.ok) indexes.push(await builtIndex(prepared.value))
  }
  return indexes
}

/** Every offset of the code, one by one: nothing is left to what the writer takes for an edge. */
async function everyOffset(index: SymbolIndex): Promise<readonly number[]> {
  const edges = await index.edges()
  const [first = 0, last = 0] = [edges[0], edges.at(-1)]
  return Array.from({ length: last - first + 64 }, (_, at) => first + at)
}

test('the fixtures have all that is compared', async () => {
  let [functions, symbols, inlined] = [0, 0, 0]
  for (const path of paths)
    for (const index of await indexesOf(path)) {
      const { read } = await writtenAndRead(index, 'breakpad')
      const compared = await compareWritten(index, read, 'breakpad', await everyOffset(index))
      functions += compared.functions
      symbols += compared.symbols
      inlined += compared.inlined
    }
  expect(functions).toBeGreaterThan(5000)
  expect(symbols).toBeGreaterThan(10)
  expect(inlined).toBeGreaterThan(500)
})

test.each(paths)('%s, written and read back, answers alike at every address', async (path) => {
  for (const index of await indexesOf(path))
    for (const format of ['breakpad', 'gsym'] as const) {
      const { read } = await writtenAndRead(index, format)
      const { differing } = await compareWritten(index, read, format, await everyOffset(index))
      expect(differing.slice(0, 5), `${format} ${index.arch}`).toEqual([])
      expect(read.uuid).toBe(index.uuid)
      if (format === 'gsym') expect(read.textVmaddr).toBe(index.textVmaddr)
    }
})

const tool = ['llvm-gsymutil-19', 'llvm-gsymutil'].find((name) => spawnSync(name, ['--version']).status === 0)

test.runIf(tool !== undefined).each(paths)('%s as GSYM is sound to LLVM', async (path) => {
  for (const index of await indexesOf(path)) {
    const file = join(folder, 'written.gsym')
    const { blob } = await writeSymbols(index, 'gsym')
    writeFileSync(file, new Uint8Array(await blob.arrayBuffer()))
    const dump = spawnSync(tool ?? '', [file], { encoding: 'utf8', maxBuffer: 1 << 28 })
    expect(dump.status, dump.stderr).toBe(0)
    expect(dump.stderr).toBe('')
    expect(dump.stdout).toContain(`UUID         = ${index.uuid.replaceAll('-', '').toLowerCase()}`)
  }
})

const image: WrittenImage = {
  uuid: parseUuid('2D10C42F591D3265B14778BA0868073F') as ImageUuid,
  arch: 'i386',
  name: 'Shop\nFUNC 0 ffff 0 forged',
  base: 0x1000n,
}

test('a name of two lines makes no record of its own', async () => {
  const writer = new BreakpadWriter(image)
  writer.addFunction({
    name: 'one\nPUBLIC 0 0 two',
    address: 0x10,
    size: 4,
    lines: [{ address: 0x10, size: 4, line: 3, file: '/a\nFILE 9 /b' }],
    inlines: [{ name: 'in\r\nside', callFile: '', callLine: 0, ranges: [{ address: 0x10, size: 2 }], children: [] }],
  })
  writer.addFunction({ name: '', address: 0x20, size: 4, lines: [], inlines: [] })
  writer.addSymbol({ address: 0x30, name: 'last\n' })
  expect((await writer.finish().text()).split('\n')).toEqual([
    'MODULE mac x86 2D10C42F591D3265B14778BA0868073F0 Shop FUNC 0 ffff 0 forged',
    'FILE 1 /a FILE 9 /b',
    'INLINE_ORIGIN 0 in side',
    'FUNC 10 4 0 one PUBLIC 0 0 two',
    'INLINE 0 0 0 0 10 2',
    '10 4 3 1',
    'FUNC 20 4 0 <name omitted>',
    'PUBLIC 30 0 last',
    '',
  ])
})

test.each([
  [0xf0, 1],
  [0xfff0, 2],
  [0xfff_fff0, 4],
])('addresses up to 0x%x take %i bytes each', async (address, bytes) => {
  const writer = new GsymWriter(image)
  writer.addSymbol({ address: 0, name: 'first' })
  writer.addSymbol({ address, name: 'last' })
  const written = new Uint8Array(await writer.finish().arrayBuffer())
  expect(written[6]).toBe(bytes)
})
