import { describe, expect, test } from 'vitest'
import { linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import type { KnownImage } from '../../../src/core/model/image.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { withCacheImages } from '../../../src/core/resolve/shared-cache.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeReport, uuid } from '../../support/report-builder.ts'

const CACHE = uuid('C')
const start = linkAddress(0x1_8000_0000n)
const inCache = (letter: string, name: string, at: bigint, textBytes: number): KnownImage =>
  makeKnown({
    uuid: uuid(letter),
    name,
    path: `cache!/usr/lib/${name}`,
    kind: 'dylib',
    detail: 'symbols',
    textVmaddr: linkAddress(start + at),
    cache: { uuid: CACHE, start, textBytes },
  })
const known = [inCache('A', 'libone.dylib', 0x8000n, 0x4000), inCache('B', 'libtwo.dylib', 0x10000n, 0x4000)]
const symbols = makeSymbols(known, [{ start: 0x1000, end: 0x2000, name: 'f', source: 'symtab' }])
const SLIDE = 0x1234_0000n
const at = (offset: bigint): bigint => start + SLIDE + offset
const region = { loadAddress: runtimeAddress(start + SLIDE), size: 0x400_0000 }
const rows = [at(0x9010n), at(0x11010n), at(0xd000n), 0x1_0400_0000n].map((address) => ({ address }))

test('an address in the shared cache finds its library by the slide of the cache', async () => {
  const report = { ...makeReport({ rows }), sharedCache: { ...region, uuid: CACHE } }
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images).toMatchObject([
    { name: 'libone.dylib', path: '/usr/lib/libone.dylib', loadAddress: at(0x8000n), size: 0x4000, origin: 'system' },
    { name: 'libtwo.dylib', loadAddress: at(0x10000n) },
  ])
  // Between the libraries, and outside of the cache, there is none.
  expect(answer.report.threads[0]?.frames.map(({ image }) => image)).toEqual([0, 1, undefined, undefined])
  expect(answer.resolutions.map(({ kind }) => kind)).toEqual([
    'resolved',
    'resolved',
    'outside-images',
    'outside-images',
  ])
  expect(answer.report.problems).toEqual([])
})

test('a cache of another build names nothing by its place, and that is told', async () => {
  const report = { ...makeReport({ rows }), sharedCache: { ...region, uuid: uuid('D') } }
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images).toEqual([])
  expect(answer.resolutions.every(({ kind }) => kind === 'outside-images')).toBe(true)
  expect(answer.report.problems).toMatchObject([
    { code: 'other-shared-cache', severity: 'note', params: { wanted: uuid('D'), have: [CACHE] } },
  ])
})

test.each([
  ['without a UUID', { ...makeReport({ rows }), sharedCache: region }],
  ['without a cache', makeReport({ rows })],
])('a report %s says nothing of a library', async (_, report) => {
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images).toEqual([])
})

test('frames in the cache as a whole are frames of its libraries', async () => {
  const whole = { index: 0, uuid: CACHE, name: 'dyld shared cache', loadAddress: region.loadAddress }
  const report = makeReport({ images: [whole], rows: [{ address: at(0x11010n), image: 0 }] })
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images.map(({ name }) => name)).toEqual(['dyld shared cache', 'libtwo.dylib'])
  expect(answer.resolutions[0]).toMatchObject({ kind: 'resolved', calls: [{ function: 'f' }] })
})

test('a library that the report lists elsewhere keeps its place there', async () => {
  const listed = {
    index: 0,
    uuid: uuid('A'),
    name: 'libone.dylib',
    loadAddress: runtimeAddress(at(0x8000n)),
    size: 0x4000,
  }
  const report = { ...makeReport({ images: [listed], rows }), sharedCache: { ...region, uuid: CACHE } }
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images.map(({ name }) => name)).toEqual(['libone.dylib', 'libtwo.dylib'])
})

describe('called alone', () => {
  const report = (
    loadAddress = region.loadAddress,
    addresses: readonly bigint[] = rows.map(({ address }) => address),
  ) =>
    makeReport({
      rows: addresses.map((address) => ({ address })),
      sharedCache: { ...region, loadAddress, uuid: CACHE },
    })
  const imagesIn = (found: ReturnType<typeof withCacheImages>) =>
    found.images.map(({ name, loadAddress }) => [name, loadAddress])
  const one = ['libone.dylib', at(0x8000n)]
  const two = ['libtwo.dylib', at(0x10000n)]

  test('libraries of another cache, and those whose bytes are not known, hold no address', () => {
    const of = (image: KnownImage, cache: Partial<NonNullable<KnownImage['cache']>>): KnownImage => ({
      ...image,
      cache: { uuid: CACHE, start, textBytes: 0x4000, ...cache },
    })
    const [first, second] = known as [KnownImage, KnownImage]
    expect(imagesIn(withCacheImages(report(), [first, of(second, { uuid: uuid('E') })]))).toEqual([one])
    expect(imagesIn(withCacheImages(report(), [first, of(second, { textBytes: 0 })]))).toEqual([one])
    // A library of another cache at the same place, and one without bytes behind the right one, hide nothing.
    const hidden = of({ ...first, uuid: uuid('E'), name: 'other.dylib' }, { uuid: uuid('F') })
    const empty = of(
      { ...first, uuid: uuid('E'), name: 'empty.dylib', textVmaddr: linkAddress(start + 0x9000n) },
      { textBytes: 0 },
    )
    for (const more of [hidden, empty])
      expect(imagesIn(withCacheImages(report(), [first, more, second]))).toEqual([one, two])
  })

  test('in whatever order they are listed, each address is in the library around it', () => {
    for (const list of [known, [...known].reverse()]) {
      const found = withCacheImages(report(), list)
      expect(imagesIn(found)).toEqual([one, two])
      expect(found.threads[0]?.frames.map(({ image }) => image)).toEqual([0, 1, undefined, undefined])
    }
  })

  test('the first and the last byte of a library, and of the cache', () => {
    const imageAt = (offset: bigint): string | undefined => {
      const found = withCacheImages(report(undefined, [at(offset)]), known)
      const image = found.threads[0]?.frames[0]?.image
      return image === undefined ? undefined : found.images[image]?.name
    }
    expect([0x7fffn, 0x8000n, 0xbfffn, 0xc000n, 0x10000n, 0x13fffn].map(imageAt)).toEqual([
      undefined,
      'libone.dylib',
      'libone.dylib',
      undefined,
      'libtwo.dylib',
      'libtwo.dylib',
    ])
  })

  test('one library is added once, a signed address is cleaned, an offset is counted from the library', () => {
    const signed = (0x28n << 48n) | at(0x8010n)
    const found = withCacheImages(report(undefined, [at(0x8020n), signed]), known)
    expect(imagesIn(found)).toEqual([one])
    expect(found.threads[0]?.frames.map(({ image }) => image)).toEqual([0, 0])
    const counted = makeReport({
      rows: [{ address: at(0x8020n), offset: 7 }, { address: at(0x8030n) }],
      sharedCache: { ...region, uuid: CACHE },
    })
    const frames = withCacheImages(counted, known).threads[0]?.frames
    expect(frames?.map(({ offset }) => offset)).toEqual([0x20, undefined])
    expect(frames?.[1]).not.toHaveProperty('offset')
  })

  test('frames that name an image stay where they are, and without a cache at hand all does', () => {
    const named = makeReport({
      rows: [{ address: at(0x8020n), imageName: 'App' }],
      sharedCache: { ...region, uuid: CACHE },
    })
    expect(withCacheImages(named, known).images).toEqual([])
    const plain = report()
    expect(withCacheImages(plain, [makeKnown({})])).toBe(plain)
    expect(withCacheImages(report(undefined, []), known).images).toEqual([])
    const nameless = makeKnown({
      uuid: uuid('A'),
      cache: { uuid: CACHE, start, textBytes: 0x4000 },
      textVmaddr: linkAddress(start + 0x8000n),
    })
    expect(withCacheImages(report(), [nameless]).images[0]).not.toHaveProperty('path')
  })
})
