/** Small parts of indexes, called alone: paths, lists, slices, objects of a debug map, kinds of Blobs, the head of a pack. */
import { describe, expect, test } from 'vitest'
import type { LinkedObject } from '../../../src/core/ports.ts'
import { isDirect, isFar, isOfFile, readBytes, readTogether } from '../../../src/core/symindex/blob-reads.ts'
import { objectPlace, packObjects } from '../../../src/core/symindex/linked-objects.ts'
import { directoryHead, sniffPack } from '../../../src/core/symindex/pack-layout.ts'
import { joinPath } from '../../../src/core/symindex/path.ts'
import { slotOf } from '../../../src/core/symindex/section-slots.ts'
import { DEFAULT_SIZES } from '../../../src/core/symindex/sizes.ts'
import { sharesOf, sliceAt } from '../../../src/core/symindex/slices.ts'
import { placeOf, sortedOnce } from '../../../src/core/symindex/sorted-once.ts'
import { unitSlices } from '../../../src/core/symindex/unit-slices.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import * as L from '../../../wasm/assembly/layout.ts'

test.each([
  ['/build', 'src', 'a.c', '/build/src/a.c'],
  ['/build', '/usr/include', 'a.h', '/usr/include/a.h'],
  ['/build', 'src', '/abs/a.c', '/abs/a.c'],
  ['', 'src', 'a.c', 'src/a.c'],
  ['/build', '', 'a.c', '/build/a.c'],
  ['', '', 'a.c', 'a.c'],
  ['/build/', 'src/', 'a.c', '/build/src/a.c'],
  ['C:\\build', 'src', 'a.c', 'C:\\build\\src/a.c'],
  ['C:/build', 'src', 'a.c', 'C:/build/src/a.c'],
  ['/build', 'D:\\src', 'a.c', 'D:\\src\\a.c'],
  ['/build', 'src', 'd:\\a.c', 'd:\\a.c'],
  ['/build', 'src', 'd:/a.c', 'd:/a.c'],
  ['/build', 'src', '\\\\host\\a.c', '\\\\host\\a.c'],
  ['/build', 'src', 'xd:/a.c', '/build/src/xd:/a.c'],
  ['/build', 'src\\', 'a.c', '/build/src\\a.c'],
  ['/build', 'src', '', '/build/src'],
])('the parts %j, %j and %j of a path', (compilation, directory, name, expected) => {
  expect(joinPath(compilation, directory, name)).toBe(expected)
})

test('numbers of several lists, each once, and places among them', () => {
  const all = sortedOnce([Uint32Array.of(9, 3, 3), new Uint32Array(0), Uint32Array.of(0, 9, 0xffffffff)])
  expect([...all]).toEqual([0, 3, 9, 0xffffffff])
  expect([0, 1, 3, 4, 9, 10, 0xffffffff].map((wanted) => placeOf(all, wanted))).toEqual([0, 1, 1, 2, 2, 3, 3])
  expect(placeOf(Uint32Array.of(1, 2), 3)).toBe(2)
  expect([...sortedOnce([])]).toEqual([])
})

describe('slices', () => {
  const sizes = { ...DEFAULT_SIZES, directJob: 10, oneShard: 100 }
  test.each([
    [0, 1, 1],
    [1, 1, 1],
    [99, 99, 1],
    [100, 10, 10],
    [101, 10, 11],
    [1280, 10, 128],
    [1281, 11, 117],
    [128_000, 1000, 128],
  ])('of %i bytes have %i bytes, and are %i', (size, bytes, count) => {
    expect(unitSlices.cut(size, sizes)).toEqual({ bytes, count })
  })
  test('a unit belongs to the slice that it begins in; each slice has two shares', () => {
    const slicing = { bytes: 10, count: 3 }
    expect([0, 9, 10, 29].map((offset) => sliceAt(slicing, offset))).toEqual([0, 0, 1, 2])
    expect(sharesOf(slicing)).toBe(6)
  })
})

test.each([
  ['debug_info', L.SECTION_INFO],
  ['debug_str', L.SECTION_STR],
  ['debug_line_str', L.SECTION_LINE_STR],
  ['debug_abbrev', L.SECTION_ABBREV],
  ['debug_line', L.SECTION_LINE],
  ['debug_str_offs', L.SECTION_STR_OFFSETS],
  ['debug_str_offsets', L.SECTION_STR_OFFSETS],
  ['debug_addr', L.SECTION_ADDR],
  ['debug_ranges', L.SECTION_RANGES],
  ['debug_rnglists', L.SECTION_RNGLISTS],
  ['debug_aranges', L.SECTION_ARANGES],
  ['debug_types', undefined],
  ['', undefined],
])('the slot of the section %s', (name, slot) => {
  expect(slotOf(name)).toBe(slot)
})

test('objects of a debug map: where each one’s moves and parts are, and the way back', () => {
  const part = (section: string, start: number, size: number, fileOffset: number) => ({
    section,
    start,
    size,
    fileOffset,
  })
  const objects: readonly LinkedObject[] = [
    {
      file: 'a.o',
      parts: [part('debug_info', 0, 100, 1000), part('debug_other', 5, 6, 7)],
      moves: Uint32Array.of(1, 2, 3, 4, 5, 6),
    },
    {
      file: 'b.o',
      parts: [part('debug_info', 100, 50, 2000), part('debug_line', 8, 9, 3000)],
      moves: Uint32Array.of(7, 8, 9),
    },
    { file: 'c.o', parts: [], moves: new Uint32Array(0) },
  ]
  const { records, moves } = packObjects(objects)
  expect([...moves]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const recordOf = (at: number): number[] => [...records.subarray(at * L.OBJECT_WORDS, (at + 1) * L.OBJECT_WORDS)]
  const parts = (record: readonly number[], slot: number): readonly number[] =>
    record.slice(L.OBJECT_PARTS + slot * 2, L.OBJECT_PARTS + slot * 2 + 2)
  expect([0, 1, 2].map((at) => recordOf(at).slice(0, 2))).toEqual([
    [0, 2],
    [2, 1],
    [3, 0],
  ])
  expect(parts(recordOf(0), L.SECTION_INFO)).toEqual([0, 100])
  expect(parts(recordOf(1), L.SECTION_INFO)).toEqual([100, 50])
  expect(parts(recordOf(1), L.SECTION_LINE)).toEqual([8, 9])
  expect(recordOf(0).reduce((sum, word) => sum + word, 0)).toBe(102)
  expect(objectPlace(objects, L.SECTION_INFO, 40)).toEqual({ file: 'a.o', fileOffset: 1000, offset: 40 })
  expect(objectPlace(objects, L.SECTION_INFO, 101)).toEqual({ file: 'b.o', fileOffset: 2000, offset: 1 })
  expect(objectPlace(objects, L.SECTION_INFO, 150)).toEqual({ file: 'b.o', fileOffset: 2000, offset: 50 })
  expect(objectPlace(objects, L.SECTION_INFO, 151)).toBeUndefined()
  expect(objectPlace(objects, L.SECTION_LINE, 7)).toBeUndefined()
  expect(objectPlace(objects, L.SECTION_LINE, 17)).toEqual({ file: 'b.o', fileOffset: 3000, offset: 9 })
})

describe('Blobs', () => {
  const direct = joinBytes([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)])
  const ofFile = Object.assign(joinBytes([Uint8Array.of(1)]), { place: {} })
  const placed = Object.assign(new Blob(['x']), { place: {} })
  const far = Object.assign(new Blob(['x']), { isFar: true })
  test('which are read at once, which are of a file, which are far', () => {
    const all = [new Blob(['x']), direct, ofFile, placed, far]
    expect(all.map(isDirect)).toEqual([false, true, true, false, false])
    expect(all.map(isOfFile)).toEqual([false, false, true, false, false])
    expect(all.map(isFar)).toEqual([false, false, false, false, true])
  })
  test.each([
    [0, 5, [1, 2, 3, 4, 5]],
    [2, 4, [3, 4]],
    [3, 99, [4, 5]],
    [5, 9, []],
    [9, 12, []],
    [4, 2, []],
  ])('the bytes from %i to %i of five', async (from, to, expected) => {
    expect([...(await readBytes(direct, from, to))]).toEqual(expected)
    expect([...(await readBytes(new Blob([Uint8Array.of(1, 2, 3, 4, 5)]), from, to))]).toEqual(expected)
  })
  test('one that can be read at once is not read piece by piece', async () => {
    const read = Object.assign(joinBytes([Uint8Array.of(1, 2, 3)]), {
      slice: () => {
        throw new Error('sliced')
      },
    })
    expect([...(await readBytes(read, 1, 3))]).toEqual([2, 3])
  })
  test('several ranges together', async () => {
    const ranges = [
      { start: 1, end: 3 },
      { start: 4, end: 9 },
      { start: 0, end: 1 },
    ]
    for (const blob of [direct, new Blob([Uint8Array.of(1, 2, 3, 4, 5)])]) {
      expect((await readTogether(blob, ranges)).map((bytes) => [...bytes])).toEqual([[2, 3], [5], [1]])
      expect((await readTogether(blob, ranges.slice(1, 2))).map((bytes) => [...bytes])).toEqual([[5]])
    }
  })
})

test('a pack is known by its first bytes, and its directory begins by its version', () => {
  const head = (text: string): Uint8Array => new TextEncoder().encode(text)
  expect(sniffPack(head('UNSLPAK\n\u0001\u0000\u0000\u0000'))).toBe(true)
  expect(sniffPack(head('UNSLPAK\n\u0001\u0000\u0000'))).toBe(false)
  expect(sniffPack(head('UNSLPAX\n\u0001\u0000\u0000\u0000'))).toBe(false)
  expect([directoryHead(1), directoryHead(2)]).toEqual([12, 16])
})
