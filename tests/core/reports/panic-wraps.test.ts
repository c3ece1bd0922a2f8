/** Panic logs as people post them: lines wrapped by hand, ranges of kexts cut, names written behind addresses. */
import { expect, test } from 'vitest'
import { panicParts } from '../../../src/core/reading/overview/panic.ts'
import { fixtureBytes, readPasted } from './fixture.ts'
import { wrapped as brokenAt } from './wrapped-text.ts'

const uuid = 'AB3CDADB-06B6-32F5-9E47-9889901353CA'
const plain = `panic(cpu 4 caller 0xfffffff015b84ae0): [zone.larder]: element modified after free
Kernel version: Darwin Kernel Version 25.1.0: Thu Oct 23 11:09:22 PDT 2025; root:xnu-12377.42.6~55/RELEASE_ARM64_T8030
Compressor Info: 3% of compressed pages limit (OK) and 8% of segments limit (OK) with 3 swapfiles and OK swap space
Panicked task 0xffffffe5b4f1e820: pid 956: Larder
Kernel Extensions in backtrace:
   com.example.driver.Shelf(2.0)[${uuid}]@0xfffffff016a47020->0xfffffff016a84f9f
last started kext at 9499117165: >Shelf	2.0 (addr 0xffffff7f994a9000, size 12288)
`
const wrapped = plain
  .replace('2025; root', '2025;\n  root')
  .replace('of segments', 'of\n    segments')
  .replace(']@0x', ']\n      @0x')

const overview = (text: string): string => {
  const report = readPasted(text)
  return JSON.stringify(panicParts({ report, resolutions: [], images: [], explanations: [] }), (key, value: unknown) =>
    key === 'span' ? undefined : value,
  )
}

test('a log wrapped by hand says the same as the whole one', () => {
  expect(wrapped).not.toBe(plain)
  expect(overview(wrapped)).toBe(overview(plain))
  for (const words of ['RELEASE_ARM64_T8030', 'OK swap space', uuid, '0xfffffff016a47020', 'Larder [956]"'])
    expect(overview(wrapped)).toContain(words)
})

test('a kext without its range is listed, and is no place for addresses', () => {
  const report = readPasted(plain.replace(/\[.*9f$/m, '').replace('  com', '      com'))
  expect(report.images.map(({ name, version, loadAddress }) => [name, version, loadAddress])).toEqual([
    ['com.example.driver.Shelf', '2.0', undefined],
  ])
})

test('a line in lower case is the rest of a field only below one', () => {
  const parts = overview(`${plain}\nloaded kexts:\n>Shelf	2.0\n`)
  expect(parts).not.toContain('3 swapfiles and OK swap space last started')
  expect(parts).toContain('with 3 swapfiles and OK swap space"')
})

test('rows without a frame pointer keep the names behind them', () => {
  const rows = [
    '0xfffffff007135e70  fp: 0xffffffe00021b330',
    '0xfffffff0076e1ad4  # _panic',
    '0xfffffff007182550',
    '0x1bf085ae4 ; _start',
  ]
  const report = readPasted(
    `${plain}Panicked thread: 0xffffffe004303a18, backtrace: 0xffffffe00021b2f0, tid: 4884\n${rows.map((row) => `  lr: ${row}`).join('\n')}\n`,
  )
  expect(report.threads[0]?.frames.map(({ address, symbol }) => [address, symbol?.name])).toEqual([
    [0xfffffff007135e70n, undefined],
    [0xfffffff0076e1ad4n, 'panic'],
    [0xfffffff007182550n, undefined],
    [0x1bf085ae4n, 'start'],
  ])
})

test('the stacks of a co-processor, broken at any column', () => {
  const text = new TextDecoder().decode(fixtureBytes('panic/coprocessor.panic'))
  const stacks = (words: string): readonly (readonly (bigint | undefined)[])[] => {
    const { threads, backtraces } = readPasted(words)
    return [...threads, ...backtraces].map(({ frames }) => frames.map(({ address }) => address))
  }
  const isBroken = (column: number): boolean => text.split('\n').filter((line) => line.length > column).length > 1
  const columns = Array.from({ length: 20 }, (_, at) => 61 + at).filter(isBroken)
  expect(columns.filter((column) => String(stacks(brokenAt(text, column))) !== String(stacks(text)))).toEqual([])
  expect(columns.length).toBeGreaterThan(15)
})
