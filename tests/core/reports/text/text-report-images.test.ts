/** Images that rows of a text print, and the rows joined to them. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import { parseUuid } from '../../../../src/core/model/image.ts'
import { ReportBuilder, type ImageRow } from '../../../../src/core/reports/base/report-builder.ts'
import {
  addTextStack,
  offsetsForAddresses,
  programOf,
  TextImages,
} from '../../../../src/core/reports/text/text-report.ts'
import type { StatedLoad } from '../../../../src/core/reports/text/text-images.ts'
import type { TextRow } from '../../../../src/core/reports/text/text-rows.ts'
import { lineAt } from './lines-at.ts'

const imageUuid = parseUuid('AC58D77F-1D2E-3A4B-8C5D-6E7F80910213')
const otherUuid = parseUuid('BC58D77F-1D2E-3A4B-8C5D-6E7F80910213')
const LOAD = 0x1_0400_0000n
const image = (name: string, loadAddress?: bigint, size?: number): ImageRow => ({
  name,
  ...(loadAddress !== undefined && { loadAddress: runtimeAddress(loadAddress) }),
  ...(size !== undefined && { size }),
})

interface Made {
  readonly images: TextImages
  /** All images as the report gets them. */
  readonly list: () => readonly unknown[]
}

function make(listed: readonly ImageRow[], rows: readonly TextRow[] = []): Made {
  const builder = new ReportBuilder('till.txt')
  const images = new TextImages(builder, listed)
  images.learn(rows)
  return { images, list: () => builder.finish().images }
}

describe('images that rows print', () => {
  const till = { imageName: 'Till', loadAddress: LOAD }
  const learned = { name: 'Till', loadAddress: LOAD, slideFrom: 'load-address' }

  test.each<readonly [name: string, listed: readonly ImageRow[], rows: readonly TextRow[], images: readonly object[]]>([
    ['nothing', [], [], []],
    ['a name alone', [], [{ imageName: 'Till', address: LOAD }], []],
    ['a load address', [], [till], [learned]],
    ['a load address without a name', [], [{ loadAddress: LOAD }], [{ ...learned, name: '' }]],
    ['a UUID', [], [{ imageName: 'Till', imageUuid }], [{ name: 'Till', uuid: imageUuid }]],
    ['a UUID without a name', [], [{ imageUuid }], [{ name: '', uuid: imageUuid }]],
    ['a place in the file', [], [{ imageName: 'Till', imageText: 0n }], [{ name: 'Till', textVmaddr: 0n }]],
    ['an architecture', [], [{ imageName: 'Till', imageArch: 'arm64' }], [{ name: 'Till', arch: 'arm64' }]],
    ['a path alone', [], [{ imageName: 'Till', imagePath: '/t/Till' }], []],
    [
      'everything',
      [],
      [{ ...till, imageUuid, imageText: 0x1_0000_0000n, imageArch: 'arm64', imagePath: '/t/Till' }],
      [{ ...learned, path: '/t/Till', arch: 'arm64', uuid: imageUuid, textVmaddr: 0x1_0000_0000n }],
    ],
    ['a load address twice', [], [till, { ...till, imageName: 'Other' }], [learned]],
    [
      'two load addresses',
      [],
      [till, { ...till, loadAddress: LOAD + 0x1000n }],
      [learned, { ...learned, loadAddress: LOAD + 0x1000n }],
    ],
    ['a listed load address', [image('T', LOAD)], [till], [{ name: 'T', loadAddress: LOAD }]],
    ['a listed name', [image('Till')], [{ imageName: 'Till', imageUuid }], [{ name: 'Till' }]],
    ['a listed name and a load address', [image('Till')], [till], [{ name: 'Till' }, learned]],
    [
      'a name listed twice',
      [image('Till'), image('Till', LOAD)],
      [{ imageName: 'Till', imageUuid }],
      [{ name: 'Till' }, { name: 'Till', loadAddress: LOAD }],
    ],
    [
      'no name, and two UUIDs',
      [],
      [{ imageUuid }, { imageUuid: otherUuid }],
      [
        { name: '', uuid: imageUuid },
        { name: '', uuid: otherUuid },
      ],
    ],
    [
      'the last byte of a listed image',
      [image('T', LOAD - 0x1000n, 0x1001)],
      [till],
      [{ name: 'T', loadAddress: LOAD - 0x1000n, size: 0x1001 }],
    ],
    [
      'the end of a listed image',
      [image('T', LOAD - 0x1000n, 0x1000)],
      [till],
      [{ name: 'T', loadAddress: LOAD - 0x1000n, size: 0x1000 }, learned],
    ],
    [
      'behind an image without an end',
      [image('T', LOAD - 0x1000n)],
      [till],
      [{ name: 'T', loadAddress: LOAD - 0x1000n }, learned],
    ],
    [
      'behind an image of no size',
      [image('T', LOAD - 0x1000n, 0)],
      [till],
      [{ name: 'T', loadAddress: LOAD - 0x1000n, size: 0 }, learned],
    ],
    ['sure rows first', [], [{ imageName: 'A', loadAddress: LOAD, unalignedIn: 3 }, till], [learned]],
    ['a row that may be misprinted', [], [{ ...till, unalignedIn: 3 }], [learned]],
    [
      'a misprinted row',
      [image('Till', LOAD)],
      [{ ...till, loadAddress: LOAD + 4n, unalignedIn: 3 }],
      [{ name: 'Till', loadAddress: LOAD }],
    ],
    [
      'a row like its unaligned image',
      [image('Till', LOAD + 8n)],
      [{ ...till, loadAddress: LOAD + 4n, unalignedIn: 3 }],
      [
        { name: 'Till', loadAddress: LOAD + 8n },
        { ...learned, loadAddress: LOAD + 4n },
      ],
    ],
    [
      'an unaligned row of an image without a place',
      [image('Till')],
      [{ ...till, unalignedIn: 3 }],
      [{ name: 'Till' }, learned],
    ],
    [
      'an unaligned row without a name',
      [image('Till', LOAD)],
      [{ loadAddress: LOAD + 4n, unalignedIn: 3 }],
      [
        { name: 'Till', loadAddress: LOAD },
        { ...learned, name: '', loadAddress: LOAD + 4n },
      ],
    ],
  ])('%s', (_, listed, rows, images) => {
    expect(make(listed, rows).list()).toEqual(images.map((one, index) => ({ index, ...one })))
  })

  test.each<readonly [stated: ImageRow, isNew: boolean]>([
    [image('B', LOAD), false],
    [image('B', LOAD + 0x1000n), true],
    [image('B'), true],
    [image('A'), true],
  ])('%o beside a known one', (stated, isNew) => {
    const { images, list } = make([image('A', LOAD)])
    images.state(stated)
    expect(list()).toEqual([{ index: 0, name: 'A', loadAddress: LOAD }, ...(isNew ? [{ index: 1, ...stated }] : [])])
  })

  test.each([
    [[], false],
    [[image('A')], false],
    [[image('A'), image('B', LOAD)], true],
  ])('%o has places: %s', (listed, has) => {
    expect(make(listed).images.hasPlaces).toBe(has)
  })

  test.each<readonly [listed: readonly ImageRow[], address: bigint | undefined, covers: boolean]>([
    [[image('A', LOAD)], undefined, false],
    [[image('A')], LOAD, false],
    [[image('A', LOAD)], LOAD - 1n, false],
    [[image('A', LOAD)], LOAD, false],
    [[image('A', LOAD)], LOAD + 1n, true],
    [[image('A', LOAD)], LOAD + 0x3fff_ffffn, true],
    [[image('A', LOAD)], LOAD + 0x4000_0000n, false],
    [[image('A', LOAD, 16)], LOAD + 15n, true],
    [[image('A', LOAD, 16)], LOAD + 16n, false],
    [[image('A', LOAD, 15.5)], LOAD + 15n, true],
  ])('%o covers %s: %s', (listed, address, covers) => {
    expect(make(listed).images.covers(address)).toBe(covers)
  })
})

describe('rows joined to images', () => {
  const join = (listed: readonly ImageRow[], rows: readonly TextRow[], row: TextRow) =>
    make(listed, rows).images.join(row)
  const two = [image('A', LOAD, 0x1000), image('B', LOAD + 0x1000n)]
  const twice = [image('A', LOAD, 0x1000), image('A', LOAD + 0x1000n)]

  test.each<readonly [listed: readonly ImageRow[], row: TextRow, image: number | undefined]>([
    [[], { imageName: 'A', address: LOAD }, undefined],
    [two, {}, undefined],
    [two, { loadAddress: LOAD }, 0],
    [two, { loadAddress: LOAD + 0x1000n }, 1],
    [two, { loadAddress: LOAD + 4n }, 0],
    [two, { loadAddress: LOAD + 0x1004n }, undefined],
    [two, { loadAddress: LOAD + 0x1004n, imageName: 'A', address: LOAD }, undefined],
    [two, { imageName: 'A' }, 0],
    [two, { imageName: 'B' }, 1],
    [two, { imageName: 'C' }, undefined],
    [two, { imageName: 'B', address: LOAD + 0x1000n }, 1],
    [two, { imageName: 'B', address: LOAD + 0xfffn }, undefined],
    [two, { imageName: 'A', address: LOAD + 0x5000n }, 0],
    [[image('A')], { imageName: 'A', address: 4n }, 0],
    [two, { imageName: 'C', address: LOAD + 4n }, undefined],
    [two, { imageName: '???', address: LOAD + 4n }, undefined],
    [[image('???', LOAD)], { imageName: '???' }, undefined],
    [[image('', LOAD)], { imageName: '' }, undefined],
    [two, { imageName: '', address: LOAD + 4n }, 0],
    [two, { address: LOAD + 4n }, 0],
    [two, { address: LOAD + 0x1004n }, 1],
    [two, { address: LOAD - 4n }, undefined],
    [two, { address: LOAD + 0x4000_0fffn }, 1],
    [two, { address: LOAD + 0x4000_1000n }, undefined],
    [twice, { imageName: 'A' }, undefined],
    [twice, { imageName: 'A', imageUuid }, 0],
    [[...twice, image('A'), image('A')], { imageName: 'A', imageUuid }, 0],
    [[image('A', LOAD), image('B', LOAD)], { loadAddress: LOAD }, 0],
  ])('%o: %o', (listed, row, found) => {
    expect(join(listed, [], row)).toEqual(found === undefined ? row : { ...row, image: found })
  })

  const NEAR = 0x10_0000n
  const last = LOAD + 0x2000n

  test.each<readonly [imagePath: string | undefined, address: bigint | undefined, at: bigint, isIn: boolean]>([
    [undefined, last, last + NEAR, true],
    [undefined, last, last + NEAR + 1n, false],
    ['/Applications/Till.app/Till', last, last + NEAR, true],
    ['/usr/lib/libtill.dylib', last, last, true],
    ['/usr/lib/libtill.dylib', last, last + 1n, false],
    ['/usr/lib/libtill.dylib', undefined, LOAD, true],
    ['/usr/lib/libtill.dylib', undefined, LOAD + 1n, false],
    ['/usr/lib/libtill.dylib', LOAD - 4n, LOAD, true],
  ])('behind the last row of %s at %s: %s', (imagePath, address, at, isIn) => {
    const rows: readonly TextRow[] = [
      { imageName: 'Till', imagePath, loadAddress: LOAD, address },
      { imageName: 'Till', imagePath, loadAddress: LOAD, ...(address !== undefined && { address: address - 1n }) },
      { address: last + 0x100_0000n },
    ]
    expect(join([], rows, { address: at })).toEqual(isIn ? { address: at, image: 0 } : { address: at })
  })

  test('rows do not end a listed image', () => {
    const rows: readonly TextRow[] = [{ imageName: 'A', loadAddress: LOAD, address: LOAD + 4n }]
    const address = LOAD + 0x1000_0000n
    expect(join([image('A', LOAD)], rows, { address })).toEqual({ address, image: 0 })
  })

  test.each([
    [LOAD, true],
    [LOAD + 8n, false],
    [undefined, false],
  ])('an unaligned row of an image at %s is misprinted: %s', (loadAddress, isMisprinted) => {
    const row: TextRow = { imageName: 'A', address: LOAD + 0x20n, unalignedIn: 4 }
    expect(join([image('A', loadAddress)], [], row)).toEqual({
      ...row,
      ...(isMisprinted ? { misprintedIn: 4 } : { image: 0 }),
    })
    expect(join([image('A', LOAD)], [], { imageName: 'A' })).toEqual({ imageName: 'A', image: 0 })
  })
})

test('images without an end do not hide the one around them', () => {
  const inner = Array.from({ length: 70 }, (_, at) => image(`I${String(at)}`, LOAD + BigInt((at + 1) * 16)))
  const { images } = make([image('A', LOAD, 0x10000), ...inner])
  expect(images.join({ loadAddress: LOAD + 0x8000n })).toEqual({ loadAddress: LOAD + 0x8000n, image: 0 })
})

test('of images with one name the first tells whether a row is misprinted', () => {
  const row: TextRow = { imageName: 'A', address: LOAD + 0x20n, unalignedIn: 4 }
  const aligned = [image('A', LOAD), image('A', LOAD + 8n)]
  expect(make(aligned).images.join(row)).toEqual({ ...row, misprintedIn: 4 })
  expect(make(aligned.toReversed()).images.join(row)).toEqual(row)
})

describe('kinds of addresses in a stack', () => {
  const kinds = (rows: readonly TextRow[], rule: 'thread' | 'exact') => {
    const builder = new ReportBuilder('till.txt')
    const images = new TextImages(builder, [image('A', LOAD)])
    return addTextStack(builder, images, rows, rule).map(({ index, kind, image: at }) => [index, kind, at])
  }
  const row = (index?: number, name = 'f'): TextRow => ({
    ...(index !== undefined && { index }),
    imageName: 'A',
    address: LOAD + BigInt(4 * (index ?? 0)),
    symbol: { name },
  })

  test.each<readonly [rows: readonly TextRow[], rule: 'thread' | 'exact', kinds: readonly string[]]>([
    [[], 'thread', []],
    [[row(0), row(1)], 'thread', ['exact', 'return']],
    [[row(), row()], 'thread', ['exact', 'return']],
    [[row(1), row(2)], 'thread', ['return', 'return']],
    [[row(1), row(2)], 'exact', ['exact', 'exact']],
    [[row(0, '__exceptionPreprocess'), row(1)], 'thread', ['return', 'return']],
    [[row(0, '__exceptionPreprocess'), row(1)], 'exact', ['return', 'return']],
    [[row(0), row(1, '__exceptionPreprocess')], 'thread', ['exact', 'return']],
    [[{ index: 0 }, row(1)], 'thread', ['exact', 'return']],
  ])('%o by %s', (rows, rule, expected) => {
    expect(kinds(rows, rule)).toEqual(
      expected.map((kind, at) => [rows[at]?.index ?? at, kind, rows[at]?.imageName === undefined ? undefined : 0]),
    )
  })
})

describe('the program of a load address', () => {
  const load: StatedLoad = { loadAddress: LOAD, line: lineAt('base') }
  const row = (imageName?: string, address?: bigint): TextRow => ({
    ...(imageName !== undefined && { imageName }),
    ...(address !== undefined && { address }),
  })

  test.each<readonly [rows: readonly TextRow[], process: string | undefined, name: string]>([
    [[], undefined, ''],
    [[], 'Till', 'Till'],
    [[row('A')], 'Till', 'A'],
    [[row('A'), row('B'), row('B')], 'Till', 'B'],
    [[row('B'), row('B'), row('A')], 'Till', 'B'],
    [[row('A'), row('B')], 'Till', 'A'],
    [[row(), row(''), row('???'), row('libtill.dylib')], 'Till', 'Till'],
    [[row(''), row(), row('')], 'Till', 'Till'],
    [[row(), row(), row('A')], 'Till', 'A'],
    [[row('A', LOAD)], 'Till', 'A'],
    [[row('A', LOAD - 1n)], 'Till', 'Till'],
    [[row('A', LOAD + 0x3fff_ffffn)], 'Till', 'A'],
    [[row('A', LOAD + 0x4000_0000n)], 'Till', 'Till'],
  ])('%o of %s', (rows, process, name) => {
    expect(programOf(load, rows, process)).toEqual({ name, loadAddress: LOAD, slideFrom: 'load-address' })
  })

  test('a slide tells the place in the file', () => {
    expect(programOf({ ...load, textVmaddr: 0x1_0000_0000n }, [])).toEqual({
      name: '',
      loadAddress: LOAD,
      textVmaddr: 0x1_0000_0000n,
      slideFrom: 'load-address',
    })
  })
})

describe('offsets in place of addresses', () => {
  const LOWEST = 0x1000_0000n
  const low: TextRow = { imageName: 'Till', address: LOWEST - 1n }
  const lib: TextRow = { imageName: 'libtill.dylib', address: 4n }

  test.each<readonly [rows: readonly TextRow[], are: boolean]>([
    [[], false],
    [[low, low], false],
    [[low, low, low], true],
    [[lib], true],
    [[low, lib], true],
    [[{ ...low, imageUuid }], true],
    [[{ ...lib, address: LOWEST }], false],
    [[lib, { ...low, address: LOWEST }], false],
    [[lib, { imageName: 'Till' }], true],
    [[{}, lib], true],
    [[lib, { ...low, loadAddress: 4n }], false],
  ])('%o: %s', (rows, are) => {
    const stacks = rows.map((row, start) => ({ rows: [row], span: { start, end: start + 1 } }))
    expect(offsetsForAddresses(stacks)).toEqual(
      stacks.map(({ rows: [row = {}], span }) => {
        const { address, ...other } = row
        return { rows: [are && address !== undefined ? { ...other, offset: Number(address) } : row], span }
      }),
    )
  })
})
