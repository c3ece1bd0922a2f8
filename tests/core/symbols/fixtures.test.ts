/** Linked programs of many targets: what they are, by how they were built. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspectMachO } from '../../../src/core/symbols/inspect.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'

const fixture = (path: string) => ({
  path,
  blob: new Blob([readFileSync(new URL(`../../fixtures/macho/${path}`, import.meta.url))]),
})

const DWARF = 'Shelf.dSYM/Contents/Resources/DWARF/Shelf'

test.each<[string, string[], number[], string, string]>([
  ['ios-arm64-dwarf4', ['arm64'], [4], 'iOS', '15.0'],
  ['macos-arm64-dwarf5', ['arm64'], [5], 'macOS', '13.0'],
  ['macos-arm64-dwarf2', ['arm64'], [2], 'macOS', '12.0'],
  ['macos-x86_64-dwarf4', ['x86_64'], [4], 'macOS', '11.0'],
  ['watchos-arm64_32-dwarf4', ['arm64_32'], [4], 'watchOS', '8.0'],
  ['ios-arm64e-dwarf4', ['arm64e'], [4], 'iOS', '15.0'],
  ['ios-armv7-dwarf4', ['armv7'], [4], 'iOS', '9.0'],
  ['macos-i386-dwarf4', ['i386'], [4], 'macOS', '10.13'],
  ['ios-arm64-dylib', ['arm64'], [4], 'iOS', '15.0'],
  ['fat-x86_64-arm64', ['x86_64', 'arm64'], [4, 5], 'macOS', '11.0'],
])('%s: image and dSYM belong together', async (name, arches, versions, platform, minimumOs) => {
  const image = await inspectMachO(fixture(`${name}/Shelf`))
  const dsym = await inspectMachO(fixture(`${name}/${DWARF}`))
  if (!image.ok || !dsym.ok) throw new Error('not opened')
  expect([...image.problems, ...dsym.problems]).toEqual([])
  expect(image.value.map(({ arch }) => arch)).toEqual(arches)
  expect(dsym.value.map(({ arch }) => arch)).toEqual(arches)
  expect(dsym.value.map(({ uuid }) => uuid)).toEqual(image.value.map(({ uuid }) => uuid))
  expect(dsym.value.every(({ kind, uuid }) => kind === 'dsym' && uuid)).toBe(true)
  expect(image.value[0]).toMatchObject({ platform, minimumOs, dwarf: [] })
  expect(image.value.every(({ functions }) => functions >= 10)).toBe(true)
  expect(dsym.value.flatMap(({ dwarf }) => dwarf)).toEqual(versions)
  expect(dsym.value[0]?.producers).toEqual([expect.stringMatching(/clang version 19/)])
  expect(dsym.value[0]?.languages).toEqual(expect.arrayContaining(['C++14']))
})

test('the names of a stripped library are those that it exports', async () => {
  const opened = await machoSource.open(fixture('ios-arm64-dylib/Shelf.exports-only'))
  const input = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!input?.ok) throw new Error('not opened')
  const names = input.value.symbols.filter(({ source }) => source === 'exports').map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['find_book', 'count_gaps', 'tidy_shelf', 'describe_store', 'main']))
  expect(names).not.toContain('gap')
  expect(names.every((name) => !name.startsWith('OBJC_'))).toBe(true)
})

test.each([
  ['ios-arm64-dylib/Shelf.exports-only'], // chained fixups, relative lists
])('Objective-C methods of a stripped image are named from its metadata: %s', async (path) => {
  const opened = await machoSource.open(fixture(path))
  const input = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!input?.ok) throw new Error('not opened')
  const truth = readFileSync(new URL(`../../fixtures/macho/${path.split('/')[0]}/truth.jsonl`, import.meta.url), 'utf8')
  const starts = new Map<string, number>()
  for (const line of truth.trimEnd().split('\n')) {
    const { frames } = JSON.parse(line) as { frames: { function?: string; start?: string }[] }
    const outer = frames.at(-1)
    if (outer?.function && /^[-+]\[/.test(outer.function)) starts.set(outer.function, Number(outer.start))
  }
  const found = input.value.symbols.filter(({ source }) => source === 'metadata')
  expect(new Map(found.map(({ name, offset }) => [name, offset as number]))).toEqual(starts)
  expect(starts.size).toBeGreaterThan(4)
})
