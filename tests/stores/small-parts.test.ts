/** Small parts of stores, called alone: marks, names, bounds, maps of blocks, inflating, silence, far files. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { parseUuid } from '../../src/core/model/image.ts'
import { answersInTime } from '../../src/stores/in-time.ts'
import { isNamed } from '../../src/stores/is-named.ts'
import { joinBytes } from '../../src/stores/memory-blob.ts'
import { absentMark, absentSince, isYoung } from '../../src/stores/site/absent.ts'
import { blockAt, openRecord, readMap, sealGroup, writeMap } from '../../src/stores/site/block-map.ts'
import { FarBlob } from '../../src/stores/site/far-blob.ts'
import { inflate } from '../../src/stores/site/inflate.ts'
import { blocksFile, folderOf, isArchName, isSha256, manifestPath, mapFile } from '../../src/stores/site/layout.ts'
import { sliceBounds } from '../../src/stores/slice-bounds.ts'

describe('what was missing', () => {
  test.each([
    [absentMark(), 0],
    [absentMark(12), 12],
    [new TextEncoder().encode('1'.repeat(16)), Number('1'.repeat(16))],
    [new TextEncoder().encode('1'.repeat(17)), undefined],
    [new TextEncoder().encode('12a'), undefined],
    [new TextEncoder().encode('-1'), undefined],
  ])('case %#', (mark, since) => {
    expect(absentSince(mark)).toBe(since)
  })
  test.each([
    [undefined, 5, 10, false],
    [5, 5, 10, true],
    [5, 14, 10, true],
    [5, 15, 10, false],
    [6, 5, 10, false],
  ])('of %s at %i for %i: %s', (since, now, milliseconds, young) => {
    expect(isYoung(since, now, milliseconds)).toBe(young)
  })
})

test('names of published files', () => {
  const uuid = parseUuid('A'.repeat(32))!
  const sha = 'ab'.repeat(32)
  expect(folderOf(uuid)).toBe(`symbols/${uuid}`)
  expect(manifestPath(uuid)).toBe(`symbols/${uuid}/manifest.json`)
  expect(mapFile(sha)).toBe(`${'ab'.repeat(16)}.unslide-map`)
  expect(blocksFile('arm64', sha)).toBe(`arm64-${'ab'.repeat(16)}.unslide-blocks`)
  expect(['arm64', 'x86_64h', 'a'.repeat(24), '', 'a'.repeat(25), 'arm/64', 'arm 64'].map(isArchName)).toEqual([
    ...[true, true, true],
    ...[false, false, false, false],
  ])
  expect([sha, sha.slice(1), `${sha}0`, sha.toUpperCase(), `x${sha.slice(1)}`].map(isSha256)).toEqual([
    true,
    ...[false, false, false, false],
  ])
})

test.each([
  [0, 10, [0, 10]],
  [2, 5, [2, 5]],
  [5, 2, [5, 5]],
  [-3, 10, [7, 10]],
  [-3, -1, [7, 9]],
  [-20, 4, [0, 4]],
  [4, 99, [4, 10]],
  [12, 14, [10, 10]],
])('a slice from %i to %i of 10 bytes', (start, end, bounds) => {
  expect(sliceBounds(start, end, 10)).toEqual(bounds)
})

test('errors of browsers are known by their names', () => {
  const named = Object.assign(new Error('x'), { name: 'QuotaExceededError' })
  expect([isNamed(named, 'QuotaExceededError'), isNamed(named, 'Other'), isNamed({ name: 'Other' }, 'Other')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('maps of blocks', () => {
  const group = (fill: number): Uint8Array => new Uint8Array(16).fill(fill)
  const rows = (...sizes: readonly (readonly [number, number])[]) =>
    sizes.map(([bytes, packedBytes]) => ({ bytes, packedBytes }))

  test('what was written is read: where each block begins, in the index and in the file', () => {
    const map = writeMap(rows([100, 60], [200, 150], [300, 20]), [group(7)])
    // Each record has the digests of its neighbours before it: two for the first pair, one for the third.
    const fileBytes = 50 + (32 + 60) + (32 + 150) + (16 + 20)
    const read = readMap(map, { bytes: 600, fileBytes, mapBytes: 50 })
    expect(read?.count).toBe(3)
    expect([...(read?.starts ?? [])]).toEqual([0, 100, 300, 600])
    expect([...(read?.places ?? [])]).toEqual([50, 142, 324, 360])
    expect([...(read?.groups ?? [])]).toEqual([...group(7)])
    expect([0, 99, 100, 299, 300, 599, 9999].map((place) => blockAt(read!, place))).toEqual([0, 0, 1, 1, 2, 2, 2])
    for (const sizes of [
      { bytes: 601, fileBytes, mapBytes: 50 },
      { bytes: 600, fileBytes: fileBytes + 1, mapBytes: 50 },
      { bytes: 600, fileBytes, mapBytes: 51 },
    ])
      expect(readMap(map, sizes)).toBeUndefined()
    const sizes = { bytes: 600, fileBytes, mapBytes: 50 }
    expect(readMap(map.subarray(0, -1), sizes)).toBeUndefined()
    expect(readMap(Uint8Array.from([...map, 0]), sizes)).toBeUndefined()
    expect(readMap(new Uint8Array(0), sizes)).toBeUndefined()
  })

  test.each([
    ['one block of one byte', rows([1, 1]), true],
    ['the largest block', rows([65_536, 1]), true],
    ['a larger one', rows([65_537, 1]), false],
    ['an empty block', rows([0, 1]), false],
    ['one that grew by 64', rows([10, 74]), true],
    ['one that grew by more', rows([10, 75]), false],
    ['one without bytes in the file', rows([10, 0]), false],
  ])('%s', (_, blocks, isSound) => {
    const bytes = blocks.reduce((sum, one) => sum + one.bytes, 0)
    const fileBytes = blocks.reduce((sum, one) => sum + one.packedBytes, 0)
    const read = readMap(writeMap(blocks, [group(1)]), { bytes, fileBytes, mapBytes: 0 })
    expect(read !== undefined).toBe(isSound)
  })

  test.each([1, 2, 3, 5, 64, 65])(
    'of %i blocks each is opened by the digests before it, and no changed byte',
    (count) => {
      const packed = Array.from({ length: count }, (_, at) => Uint8Array.of(at, 1, 2))
      const groups = [packed.slice(0, 64), packed.slice(64)]
        .filter((one) => one.length > 0)
        .map((one) => sealGroup(one))
      const map = {
        count,
        starts: new Float64Array(),
        places: new Float64Array(),
        groups: Uint8Array.from(groups.flatMap(({ root }) => [...root])),
      }
      for (const [at, block] of packed.entries()) {
        const proof = groups[Math.floor(at / 64)]!.proofs[at % 64]!
        const record = Uint8Array.from([...proof.flatMap((one) => [...one]), ...block])
        expect(openRecord(map, at, record)).toEqual(block)
        for (const place of [0, record.length - 1]) {
          const changed = Uint8Array.from(record)
          changed[place] = (changed[place] ?? 0) ^ 1
          expect(openRecord(map, at, changed)).toBeUndefined()
        }
        // A digest that is cut, or is not there, proves nothing.
        const short = map.groups.subarray(0, Math.floor(at / 64) * 16 + 15)
        for (const cut of [short, short.subarray(0, -15)])
          expect(openRecord({ ...map, groups: cut }, at, record)).toBeUndefined()
      }
    },
  )
})

describe('inflating', () => {
  const packed = Uint8Array.from(deflateSync(Uint8Array.of(1, 2, 3, 4)))
  test('as many bytes as are wanted, no more and no fewer', async () => {
    expect(await inflate(packed, 4)).toEqual(Uint8Array.of(1, 2, 3, 4))
    expect(await inflate(packed, 3)).toBeUndefined()
    expect(await inflate(packed, 5)).toBeUndefined()
  })
  test('damage', async () => {
    expect(await inflate(packed.subarray(0, 6), 4)).toBeUndefined()
    expect(await inflate(Uint8Array.of(9, 9, 9), 4)).toBeUndefined()
  })
})

describe('storage that does not answer', () => {
  test('is waited for as long as an answer may take, then refused until it comes', async () => {
    vi.useFakeTimers()
    try {
      const inTime = answersInTime(100)
      expect(await inTime(() => Promise.resolve(7))).toBe(7)
      let answer: (value: number) => void = () => undefined
      const late = inTime(() => new Promise<number>((resolve) => (answer = resolve)))
      const refused = expect(late).rejects.toThrow()
      await vi.advanceTimersByTimeAsync(99)
      expect(await inTime(() => Promise.resolve(8))).toBe(8)
      await vi.advanceTimersByTimeAsync(1)
      await refused
      const work = vi.fn(() => Promise.resolve(9))
      await expect(inTime(work)).rejects.toThrow()
      expect(work).not.toHaveBeenCalled()
      answer(1)
      await vi.advanceTimersByTimeAsync(0)
      expect(await inTime(work)).toBe(9)
      await expect(inTime(() => Promise.reject(new Error('own')))).rejects.toThrow('own')
      expect(await inTime(work)).toBe(9)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('blobs', () => {
  test('of a far file: slices, texts, streams, and only what is wanted is read', async () => {
    const asked: string[] = []
    const file = {
      bytes: 10,
      read: (start: number, end: number) => {
        asked.push(`${start}-${end}`)
        return Promise.resolve(Uint8Array.from({ length: end - start }, (_, at) => 48 + start + at))
      },
    }
    const blob = new FarBlob(file)
    expect(blob.size).toBe(10)
    expect(await blob.slice(2, 5).text()).toBe('234')
    expect(await blob.slice(2, 8).slice(-3, -1).text()).toBe('56')
    expect(await blob.slice(8).text()).toBe('89')
    expect(blob.slice(8, 4).size).toBe(0)
    expect(new Uint8Array(await blob.slice(0, 2).arrayBuffer())).toEqual(Uint8Array.of(48, 49))
    expect(asked).toEqual(['2-5', '5-7', '8-10', '0-2'])
    const read: number[] = []
    for await (const part of blob.slice(1, 4).stream()) read.push(...part)
    expect(read).toEqual([49, 50, 51])
    expect(blob.isFar).toBe(true)
  })

  test('of a far file that is long: streams go on in pieces to the end', async () => {
    const size = (1 << 20) + 5
    const asked: string[] = []
    const file = {
      bytes: size,
      read: (start: number, end: number) => {
        asked.push(`${start}-${end}`)
        return Promise.resolve(new Uint8Array(end - start))
      },
    }
    let length = 0
    for await (const part of new FarBlob(file).stream()) length += part.length
    expect(length).toBe(size)
    expect(asked).toEqual([`0-${1 << 20}`, `${1 << 20}-${size}`])
  })

  test('joined in memory, from bytes and from joined ones alone', async () => {
    const one = joinBytes([Uint8Array.of(1, 2), Uint8Array.of(3)])
    const two = joinBytes([one, Uint8Array.of(4)])
    expect(new Uint8Array(await two.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3, 4))
    expect(new Uint8Array(await two.slice(1, 4).arrayBuffer())).toEqual(Uint8Array.of(2, 3, 4))
    expect(() => joinBytes([new Blob(['x'])])).toThrow(TypeError)
  })
})
