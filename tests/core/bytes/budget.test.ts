/** Small files that demand endless work: each ends with a problem and keeps what was read before. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Budget, LIMITS, type Cost } from '../../../src/core/bytes/budget.ts'
import { walk, type WalkItem } from '../../../src/core/containers/walk.ts'
import { parseBindOpcodes } from '../../../src/core/macho/bind-opcodes.ts'
import { parseChainedFixups } from '../../../src/core/macho/chained-fixups.ts'
import { parseExportsTrie } from '../../../src/core/macho/exports-trie.ts'
import { openMachO } from '../../../src/core/macho/open.ts'
import { dwarfSections } from '../../../src/core/symbols/dwarf-sections.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildMachO } from '../../support/macho-builder.ts'
import { buildTar, paxRecord } from '../../support/tar-builder.ts'

test.each(Object.keys(LIMITS) as Cost[])('%s ends, and stays at its end', (cost) => {
  const budget = new Budget(1000)
  const { atLeast, perByte } = LIMITS[cost]
  budget.spend(cost, atLeast)
  expect(() => budget.spend(cost, perByte * 1000 + 1)).toThrow(/left out/)
  expect(() => budget.spend(cost, 0)).toThrow()
})

test('an amount that is no number is none that may be spent', () => {
  expect(() => new Budget(10).spend('steps', Number.NaN)).toThrow()
})

async function walked(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<readonly WalkItem[]> {
  const items: WalkItem[] = []
  for await (const item of walk([{ path: name, blob: new Blob([bytes]) }])) items.push(item)
  return items
}

const codesOf = (items: readonly WalkItem[]): readonly string[] =>
  items.flatMap((item) => ('problems' in item ? item.problems.map(({ code }) => code) : []))

test('an archive of far more files than its size allows: those read so far, and one problem', async () => {
  const files = Array.from({ length: 6000 }, (_, at) => ({ path: `f${at}`, content: 'x' }))
  const items = await walked(Uint8Array.from(gzipSync(buildTar(files))), 'many.tar.gz')
  expect(codesOf(items)).toEqual(['over-budget'])
  expect(items.filter(({ kind }) => kind === 'leaf').length).toBeGreaterThan(3000)
})

test('a file that decompresses to far more than its size allows', async () => {
  const bomb = gzipSync(new Uint8Array(200 << 20))
  const items = await walked(Uint8Array.from(bomb), 'zeros.gz')
  expect(codesOf(items)).toEqual(['over-budget'])
})

test('an archive of far more archives than its size allows', async () => {
  const packed = gzipSync('no report')
  const archives = Array.from({ length: 400 }, (_, at) => ({ path: `${at}.gz`, content: packed }))
  const items = await walked(Uint8Array.from(gzipSync(buildTar(archives))), 'many.tar.gz')
  expect(codesOf(items)).toEqual(['over-budget'])
  expect(items.filter(({ kind }) => kind === 'leaf').length).toBeGreaterThanOrEqual(LIMITS.archives.atLeast)
})

test.each(['-1', '-1024', 'Infinity', '1e400', '9007199254740993', 'x'])('a pax size of %s is damage', async (size) => {
  const tar = buildTar([
    { path: 'head', type: 'x', content: paxRecord('size', size) },
    { path: 'a.ips', content: 'x' },
    { path: 'b.ips', content: 'y' },
  ])
  expect(codesOf(await walked(tar, 'a.tar'))).toEqual(['bad-tar'])
})

test('bind opcodes that bind one place for ever', () => {
  const bytes = new ByteWriter()
    .u8(0x40)
    .text('_a')
    .u8(0xc0)
    .uleb(2 ** 48)
  // Skip -8: the pointer's own size back.
  for (let byte = 0; byte < 9; byte++) bytes.u8(byte === 0 ? 0xf8 : 0xff)
  const opcodes = bytes.u8(0x01).done()
  expect(() => parseBindOpcodes(opcodes, [], 8, { file: 'App', budget: new Budget(opcodes.length) })).toThrow(
    /far more often/,
  )
})

test('imports that share one long name hold it once; overlapping long names end', () => {
  const name = 'n'.repeat(1 << 20)
  const fixups = (step: number): Uint8Array => {
    const bytes = new ByteWriter()
      .u32(0)
      .u32(28)
      .u32(32)
      .u32(32 + 4000)
      .u32(1000)
      .u32(1)
      .u32(0)
    bytes.u32(0)
    for (let at = 0; at < 1000; at++) bytes.u32((at * step) << 9)
    return bytes.text(name).done()
  }
  const parse = (bytes: Uint8Array) => parseChainedFixups(bytes, { file: 'App', budget: new Budget(bytes.length) })
  expect(parse(fixups(0)).imports).toHaveLength(1000)
  expect(() => parse(fixups(1))).toThrow(/names in this file/)
})

test('a trie of many names with one long prefix: the names read so far, and a problem', () => {
  const prefix = 'p'.repeat(60_000)
  const head = new ByteWriter()
    .u8(0)
    .u8(1)
    .text(prefix)
    .uleb(prefix.length + 6)
    .done()
  const middle = new ByteWriter().u8(0).u8(255)
  const first = head.length + 2 + 255 * 5
  for (let child = 0; child < 255; child++) {
    const at = first + child * 4
    middle
      .u8(0x41 + (child % 26))
      .u8(0)
      .bytes([(at & 0x7f) | 0x80, ((at >> 7) & 0x7f) | 0x80, at >> 14])
  }
  const leaves = new ByteWriter()
  for (let child = 0; child < 255; child++)
    leaves
      .u8(2)
      .u8(0)
      .u8(child & 0x7f)
      .u8(0)
  const bytes = new Uint8Array([...head, ...middle.done(), ...leaves.done()])
  const budget = new Budget(0)
  budget.spend('text', LIMITS.text.atLeast - 10 * prefix.length)
  const { symbols, problems } = parseExportsTrie(bytes, { file: 'lib', budget })
  expect(symbols.length).toBeGreaterThan(0)
  expect(symbols.length).toBeLessThan(10)
  expect(problems.at(-1)?.code).toBe('over-budget')
})

test('sections that overlap are not all loaded', async () => {
  const bytes = new Uint8Array(1 << 20)
  const sections = Array.from({ length: 4 }, () => ({
    name: '__debug_info',
    segment: '__DWARF',
    bytes,
    relocations: [[0, 0x0e000000]] as const,
  }))
  const macho = buildMachO({ fileType: 1, sections, symbols: [{ name: '_a', address: 0x40n }] })
  const { images } = await openMachO({ path: 'a.o', blob: new Blob([macho.slice()]) })
  const image = images[0]
  if (!image) throw new Error('no image')
  const budget = new Budget(0)
  budget.spend('loaded', LIMITS.loaded.atLeast - 2.5 * 2 ** 20)
  const read = await dwarfSections(image, budget)
  expect(read.problems.map(({ code }) => code)).toEqual(['over-budget'])
  expect(read.sections).toHaveLength(2)
})
