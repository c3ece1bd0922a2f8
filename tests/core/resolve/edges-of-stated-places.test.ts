/** Places that the user states, called alone: which image is meant, what is told where none is, and what becomes of its frames. */
import { describe, expect, test } from 'vitest'
import type { StatedPlace } from '../../../src/core/engine-types.ts'
import { linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage, KnownImage } from '../../../src/core/model/image.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { sortPlaces, withProgramName, withStatedPlaces } from '../../../src/core/resolve/stated-places.ts'
import { makeKnown } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid, type RowParts } from '../../support/report-builder.ts'

const at = 0x104cc8000n
const app = makeKnown({ uuid: uuid('A'), name: 'App', textVmaddr: linkAddress(0x1_0000_0000n) })
const otherApp = makeKnown({ uuid: uuid('C'), name: 'App', textVmaddr: linkAddress(0x2_0000_0000n) })
const lib = makeKnown({ uuid: uuid('B'), name: 'Lib', textVmaddr: linkAddress(0n) })
const load = (image?: StatedPlace['image'], value = at): StatedPlace => ({
  ...(image !== undefined && { image }),
  at: { kind: 'load', value },
})
const slide = (image: StatedPlace['image'], value: bigint): StatedPlace => ({
  ...(image !== undefined && { image }),
  at: { kind: 'slide', value },
})

interface Given {
  readonly images?: readonly (Partial<BinaryImage> & { readonly name: string })[]
  readonly rows?: readonly RowParts[]
  readonly process?: string
  readonly known?: readonly KnownImage[]
}

function place({ images = [], rows = [], process, known = [app] }: Given, ...places: readonly StatedPlace[]): Report {
  const report = makeReport({
    header: { arch: 'arm64', fields: [], ...(process !== undefined && { process }) },
    images: images.map((image, index) => makeImage({ index, ...image })),
    rows,
  })
  return withStatedPlaces(report, places, known)
}

/** Positions of the images whose place is the user's, and the problems told. */
function outcome(report: Report): readonly unknown[] {
  return [
    ...report.images.flatMap(({ slideFrom }, position) => (slideFrom === 'given' ? [position] : [])),
    ...report.problems.map(({ variant, params }) => [variant, params]),
  ]
}

const bare: readonly RowParts[] = [{ address: at + 0x10n }]
const runtime = (value: bigint) => ({ loadAddress: runtimeAddress(value) })

describe('the image that is meant', () => {
  test.each<[string, Given, StatedPlace, readonly unknown[]]>([
    ['the only one of the name', { images: [{ name: 'Lib' }, { name: 'App' }] }, load('App'), [1]],
    ['the one of the UUID', { images: [{ name: 'App' }, { name: 'App', uuid: uuid('A') }] }, load(uuid('A')), [1]],
    ['one that a UUID names', { images: [{ name: 'App' }, { name: uuid('A') }] }, load(uuid('A')), [1]],
    [
      'of two the one without a place',
      { images: [{ name: 'App', ...runtime(0x1000n) }, { name: 'App' }] },
      load('App'),
      [1],
    ],
    [
      'of two the one without a slide',
      { images: [{ name: 'App', slide: 0x4000n }, { name: 'App' }] },
      load('App'),
      [1],
    ],
    [
      'none of two without a place',
      { images: [{ name: 'App', uuid: uuid('A') }, { name: 'App' }] },
      load('App'),
      [['several', { images: [uuid('A'), 'App'] }]],
    ],
    [
      'none of two with places',
      {
        images: [
          { name: 'App', ...runtime(0x1000n) },
          { name: 'App', ...runtime(0x2000n) },
        ],
      },
      load('App'),
      [['several', { images: ['0x1000', '0x2000'] }]],
    ],
    ['the one at a position', { images: [{ name: 'App' }, { name: 'App' }] }, load(1), [1]],
    ['none behind the last position', { images: [{ name: 'App' }] }, load(1), [['number', { number: 1 }]]],
    ['the program, by its process', { images: [{ name: 'App' }, { name: 'Main' }], process: 'Main' }, load(), [1]],
    [
      'none of two of the process',
      { images: [{ name: 'Main' }, { name: 'Main' }], process: 'Main' },
      load(),
      [['several', { images: ['Main', 'Main'] }]],
    ],
    ['the one with symbols of its UUID', { images: [{ name: 'x' }, { name: 'y', uuid: uuid('A') }] }, load(), [1]],
    ['the one with symbols of its name', { images: [{ name: 'x' }, { name: 'App' }], process: 'Gone' }, load(), [1]],
    [
      'none with symbols of another build',
      { images: [{ name: 'App', uuid: uuid('9') }] },
      load(),
      [['none', undefined]],
    ],
    [
      'none of two with symbols',
      { images: [{ name: 'App' }, { name: 'Lib' }], known: [app, lib] },
      load(),
      [['several', { images: ['App', 'Lib'] }]],
    ],
  ])('%s', (_, given, stated, expected) => {
    expect(outcome(place(given, stated))).toEqual(expected)
  })

  test('of two images of one name the second place is of the one that is left', () => {
    const report = place({ images: [{ name: 'App' }, { name: 'App' }] }, load(0), load('App', at + 0x4000n))
    expect(report.images.map(({ loadAddress }) => loadAddress)).toEqual([at, at + 0x4000n])
  })
})

describe('an image that the report does not list', () => {
  const added = (given: Given, stated: StatedPlace): unknown => {
    const { images, problems } = place({ rows: bare, ...given }, stated)
    return problems.length > 0
      ? problems.map(({ variant, params }) => [variant, params])
      : images.map(({ index, name, uuid: id, arch }) => [index, name, id, arch])
  }
  const noBare: readonly RowParts[] = [{ address: at, image: 0 }, { symbol: { name: 'f' } }]
  test.each<[string, unknown, unknown]>([
    ['of the name, with its symbols', added({}, load('App')), [[0, 'App', uuid('A'), 'arm64']]],
    ['of a name without symbols', added({}, load('Gone')), [[0, 'Gone', undefined, undefined]]],
    ['of the UUID', added({ known: [lib, app] }, load(uuid('A'))), [[0, 'App', uuid('A'), 'arm64']]],
    ['of a UUID without symbols', added({}, load(uuid('D'))), [[0, uuid('D'), undefined, undefined]]],
    ['of the only symbols', added({}, load()), [[0, 'App', uuid('A'), 'arm64']]],
    ['of one of two builds of a name', added({ known: [app, otherApp] }, load()), [[0, 'App', undefined, undefined]]],
    ['of symbols of two names', added({ known: [app, lib] }, load()), [['vague', { examples: ['App', 'Lib'] }]]],
    ['without any symbols', added({ known: [] }, load()), [['vague', { examples: [] }]]],
    [
      'behind those that are listed',
      added({ images: [{ name: 'Lib' }] }, load('App')),
      [
        [0, 'Lib', undefined, undefined],
        [1, 'App', uuid('A'), 'arm64'],
      ],
    ],
    [
      'where each row has its image or no address',
      added({ images: [{ name: 'Lib' }], rows: noBare }, load('App')),
      [['none', { image: 'App' }]],
    ],
    ['where there is no row', added({ rows: [] }, load()), [['none', undefined]]],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})

describe('the place', () => {
  const placed = (image: Partial<BinaryImage>, stated: StatedPlace, known = [app]): unknown => {
    const { images, problems } = place({ images: [{ name: 'App', ...image }], known }, stated)
    const { loadAddress, textVmaddr, listedLoadAddress, slideFrom } = images[0]!
    return [
      loadAddress,
      textVmaddr,
      listedLoadAddress,
      slideFrom,
      ...problems.map(({ code, variant }) => variant ?? code),
    ]
  }
  const kernel = 0xfffffff007004800n
  const own = linkAddress(0x8000n)
  test.each<[string, unknown, readonly unknown[]]>([
    ['a load address', placed({}, load('App')), [at, undefined, undefined, 'given']],
    ['between two pages', placed({}, load('App', at + 0x800n)), [undefined, undefined, undefined, undefined, 'page']],
    ['a page of 4 KiB', placed({}, load('App', at + 0x1000n)), [at + 0x1000n, undefined, undefined, 'given']],
    ['a part of the kernel', placed({}, load('App', kernel)), [kernel, undefined, undefined, 'given']],
    [
      'the first address of the kernel',
      placed({}, load('App', (1n << 63n) + 1n)),
      [(1n << 63n) + 1n, undefined, undefined, 'given'],
    ],
    ['a slide of the symbols', placed({}, slide('App', 0x4000n)), [0x1_0000_4000n, 0x1_0000_0000n, undefined, 'given']],
    [
      'a slide of the report’s own start',
      placed({ textVmaddr: own }, slide('App', 0x4000n)),
      [0xc000n, own, undefined, 'given'],
    ],
    [
      'a slide between two pages',
      placed({}, slide('App', 0x4800n)),
      [undefined, undefined, undefined, undefined, 'page'],
    ],
    [
      'a slide of symbols that disagree',
      placed({}, slide('App', 0x4000n), [app, otherApp]),
      [undefined, undefined, undefined, undefined, 'slide'],
    ],
    [
      'a slide of two builds with one start',
      placed({}, slide('App', 0x4000n), [app, { ...otherApp, textVmaddr: app.textVmaddr }]),
      [0x1_0000_4000n, app.textVmaddr, undefined, 'given'],
    ],
    [
      'a slide of the build that a UUID ties',
      placed({ uuid: uuid('C') }, slide('App', 0x4000n), [app, otherApp]),
      [0x2_0000_4000n, otherApp.textVmaddr, undefined, 'given'],
    ],
    [
      'another than the list',
      placed(runtime(0x1000n), load('App')),
      [at, undefined, 0x1000n, 'given', 'place-differs'],
    ],
    ['as the list', placed(runtime(at), load('App')), [at, undefined, at, 'given']],
    [
      'another than the list that is said to state it',
      placed({ ...runtime(0x1000n), slideFrom: 'load-address' }, load('App')),
      [at, undefined, 0x1000n, 'given', 'place-differs'],
    ],
    [
      'another than one that was inferred',
      placed({ ...runtime(0x1000n), slideFrom: 'call-sites' }, load('App')),
      [at, undefined, undefined, 'given'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('what is told of a place', () => {
    const listed = place({ images: [{ name: 'App', ...runtime(0x1000n) }] }, load('App'))
    expect(listed.problems).toMatchObject([
      { code: 'place-differs', params: { image: 'App', loadAddress: '0x104cc8000', listed: '0x1000' } },
    ])
    const between = place({ images: [{ name: 'App' }] }, load('App', at + 1n))
    expect(between.problems).toMatchObject([
      { code: 'unused-place', file: 'made.crash', params: { image: 'App', loadAddress: '0x104cc8001' } },
    ])
    const before = makeReport({ problems: [{ code: 'kept', message: 'Kept.' }] })
    expect(withStatedPlaces(before, [load(3)], []).problems.map(({ code }) => code)).toEqual(['kept', 'unused-place'])
    expect(withStatedPlaces(before, [], [])).toBe(before)
  })
})

describe('frames of an image that was placed', () => {
  const images = [
    { name: 'App', size: 0x8000 },
    { name: 'Lib', ...runtime(0x2_0000_0000n), size: 0x8000 },
  ]
  const frames = (rows: readonly RowParts[], ...places: readonly StatedPlace[]): unknown =>
    place({ images, rows }, ...places).threads[0]!.frames.map((frame) => [
      frame.image,
      frame.offset,
      ...('offset' in frame ? ['has one'] : []),
    ])
  test.each<[string, RowParts, readonly unknown[]]>([
    ['in its range', { address: at + 0x10n }, [0, 0x10, 'has one']],
    ['behind its end', { address: at + 0x8000n }, [undefined, undefined]],
    ['said to be in it, behind its end', { address: at + 0x9000n, image: 0 }, [0, 0x9000, 'has one']],
    ['said to be in it, with an offset', { address: at + 0x10n, image: 0, offset: 0x777 }, [0, 0x10, 'has one']],
    ['said to be in it, before its start', { address: at - 0x10n, image: 0, offset: 0x777 }, [0, undefined]],
    ['said to be in it, without an address', { image: 0, offset: 0x777 }, [0, 0x777, 'has one']],
    ['in an image that was not placed', { address: 0x2_0000_0010n, offset: 7 }, [undefined, 7, 'has one']],
    ['said to be in an image that was not placed', { image: 1, offset: 7 }, [1, 7, 'has one']],
    ['nowhere', { offset: 7 }, [undefined, 7, 'has one']],
  ])('%s', (_, row, expected) => {
    expect(frames([row], load('App'))).toEqual([expected])
  })

  test('stay as they are where no place fits', () => {
    expect(frames([{ address: at + 0x10n, offset: 7 }], load(9))).toEqual([[undefined, 7, 'has one']])
  })
})

describe('places by position', () => {
  test('come apart from the others, in their order', () => {
    const places = [load('App'), load(1), load(), load(0)]
    expect(sortPlaces(places)).toEqual({ named: [places[0], places[2]], numbered: [places[1], places[3]] })
  })
})

describe('the name of a program that the report only places', () => {
  const nameless = { name: '', ...runtime(at) }
  const names = (images: Given['images'], known: readonly KnownImage[]): readonly string[] =>
    withProgramName(
      makeReport({ images: (images ?? []).map((image, index) => makeImage({ index, ...image })) }),
      known,
    ).images.map(({ name }) => name)
  test.each<[string, readonly string[], readonly string[]]>([
    ['is that of the symbols', names([nameless], [app]), ['App']],
    ['is that of all their builds', names([{ name: 'Lib' }, nameless], [app, otherApp]), ['Lib', 'App']],
    ['is none of two', names([nameless], [app, lib]), ['']],
    ['is none without symbols', names([nameless], []), ['']],
    ['is not given to one of two images', names([nameless, nameless], [app]), ['', '']],
    ['is not needed where a UUID tells it', names([{ ...nameless, uuid: uuid('9') }], [app]), ['']],
    ['is not needed where it has one', names([{ name: 'Main' }], [app]), ['Main']],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
