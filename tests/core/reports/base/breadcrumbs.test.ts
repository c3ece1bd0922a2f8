/** Breadcrumbs, and images by their addresses. */
import { describe, expect, test } from 'vitest'
import { MOST_EVENTS, readBreadcrumbs } from '../../../../src/core/reports/base/breadcrumbs.ts'
import { ImageList } from '../../../../src/core/reports/base/image-list.ts'
import { imageOf } from '../../../../src/core/reports/base/image-of-row.ts'
import { NearestImages } from '../../../../src/core/reports/base/nearest-images.ts'

describe('breadcrumbs', () => {
  const read = (crumb: Parameters<typeof readBreadcrumbs>[0][number]) => readBreadcrumbs([crumb])[0]
  test.each<[string, readonly string[]]>([
    ['error', ['error', 'exception', 'fatal', 'Errors', 'ERROR']],
    ['network', ['http', 'request', 'xhr', 'fetch', 'network', 'https', 'network.event']],
    ['state', ['app.lifecycle', 'state', 'device', 'session', 'system', 'battery', 'connectivity', 'device.event']],
    ['navigation', ['navigation', 'ui.lifecycle', 'ui.lifecycle.view']],
    ['user', ['user', 'ui.click', 'ui.', 'touch', 'tap', 'click']],
    ['log', ['log', 'debug', 'info', 'console', 'process', 'sentry.x', 'logs']],
    [
      'other',
      [
        'till',
        'my error',
        'ahttp',
        'a state',
        'my navigation',
        'a user',
        'a log',
        'sentry',
        'ui',
        'app lifecycle',
        'uixclick',
        '',
      ],
    ],
  ])('of the kind %s', (kind, words) => {
    for (const word of words) {
      expect([word, read({ category: word })]).toEqual([word, { kind, text: word || 'breadcrumb' }])
      expect([word, read({ type: word })]).toEqual([word, { kind, text: word || 'breadcrumb' }])
    }
  })
  test.each<[Parameters<typeof readBreadcrumbs>[0][number], object]>([
    [{}, { kind: 'other', text: 'breadcrumb' }],
    [
      { category: 'http', type: 'log' },
      { kind: 'network', text: 'http' },
    ],
    [
      { category: 'till', type: 'log' },
      { kind: 'log', text: 'till' },
    ],
    [
      { category: 'http', level: 'error' },
      { kind: 'error', text: 'http', level: 'error' },
    ],
    [
      { category: 'http', level: 'fatal' },
      { kind: 'error', text: 'http', level: 'fatal' },
    ],
    [
      { category: 'http', level: 'warning' },
      { kind: 'network', text: 'http', level: 'warning' },
    ],
    [
      { category: 'http', level: 'info' },
      { kind: 'network', text: 'http' },
    ],
    [
      { message: 'm', name: 'n', title: 't', category: 'c' },
      { kind: 'other', text: 'm' },
    ],
    [
      { name: 'n', title: 't', category: 'c' },
      { kind: 'other', text: 'n' },
    ],
    [
      { title: 't', category: 'c' },
      { kind: 'other', text: 't' },
    ],
    [
      { message: '', category: 'c', type: 'y' },
      { kind: 'other', text: 'c' },
    ],
    [
      { message: '', category: '', type: 'y' },
      { kind: 'other', text: 'y' },
    ],
    [
      { message: 'm', data: { a: 1, b: null, c: 'x' } },
      { kind: 'other', text: 'm', detail: 'a: 1, c: x' },
    ],
    [
      { message: 'm', metaData: { a: 1 }, metadata: { a: 2 } },
      { kind: 'other', text: 'm', detail: 'a: 1' },
    ],
    [
      { message: 'm', metadata: { a: 2 } },
      { kind: 'other', text: 'm', detail: 'a: 2' },
    ],
    [
      { message: 'm', data: { b: null } },
      { kind: 'other', text: 'm' },
    ],
    [
      { message: 'm', timestamp: 1709287872, time: 1 },
      { kind: 'other', text: 'm', time: '2024-03-01T10:11:12.000Z' },
    ],
    [
      { message: 'm', time: 'now' },
      { kind: 'other', text: 'm', time: 'now' },
    ],
  ])('%j', (crumb, expected) => {
    expect(read(crumb)).toEqual(expected)
  })
  test('long words are cut', () => {
    const [x, cut] = ['x'.repeat(1000), `${'x'.repeat(999)}\u2026`]
    expect(read({ message: x })).toEqual({ kind: 'other', text: x })
    expect(read({ message: `${x}y` })).toEqual({ kind: 'other', text: cut })
    expect(read({ message: 'm', data: { a: 'x'.repeat(998) } })?.detail).toBe(`a: ${'x'.repeat(996)}\u2026`)
  })
  test('the last thousand objects are kept, in their order', () => {
    const list = Array.from({ length: MOST_EVENTS + 2 }, (_, at) => ({ message: `${at}` }))
    expect(readBreadcrumbs([1, ...list, null, 'x', []]).map(({ text }) => text)).toEqual(
      list.slice(2).map(({ message }) => message),
    )
    expect(MOST_EVENTS).toBe(1000)
  })
})

describe('a list of images', () => {
  type Given = readonly [loadAddress: bigint | undefined, size?: number, name?: string, catchAll?: boolean]
  const listOf = (...given: readonly Given[]): ImageList => {
    const list = new ImageList()
    given.forEach(([loadAddress, size, name = 'x', catchAll = false], index) => {
      list.add({ index, loadAddress, size, name, catchAll })
    })
    return list
  }
  const G = 1n << 31n
  test.each<[string, readonly Given[], readonly (readonly [bigint, number | undefined])[]]>([
    ['none', [], [[0n, undefined]]],
    [
      'one',
      [[0x1000n, 0x100]],
      [
        [0xfffn, undefined],
        [0x1000n, 0],
        [0x10ffn, 0],
        [0x1100n, undefined],
      ],
    ],
    [
      'in another order',
      [
        [0x3000n, 0x100],
        [0x1000n, 0x100],
        [0x2000n, 0x100],
      ],
      [
        [0x1000n, 1],
        [0x2050n, 2],
        [0x30ffn, 0],
        [0x1fffn, undefined],
      ],
    ],
    [
      'one in another',
      [
        [0x1000n, 0x1000],
        [0x1400n, 0x100],
      ],
      [
        [0x13ffn, 0],
        [0x1400n, 1],
        [0x14ffn, 1],
        [0x1500n, 0],
        [0x1fffn, 0],
        [0x2000n, undefined],
      ],
    ],
    [
      'two in a third',
      [
        [0x1000n, 0x1000],
        [0x1100n, 1],
        [0x1200n, 1],
      ],
      [
        [0x1300n, 0],
        [0x1200n, 2],
        [0x1100n, 1],
      ],
    ],
    [
      'at one address',
      [
        [0x1000n, 0x100],
        [0x1000n, 0x100],
      ],
      [[0x1000n, 1]],
    ],
    [
      'at one address, the second is smaller',
      [
        [0x1000n, 0x100],
        [0x1000n, 0x10],
      ],
      [
        [0x100fn, 1],
        [0x1010n, 0],
      ],
    ],
    [
      'without a size',
      [[0x1000n]],
      [
        [0x1000n, 0],
        [0x1000n + G - 1n, 0],
        [0x1000n + G, undefined],
      ],
    ],
    [
      'without a size, up to the next',
      [[0x1000n], [0x2000n, 0x10]],
      [
        [0x1fffn, 0],
        [0x2000n, 1],
        [0x2010n, undefined],
      ],
    ],
    ['without a size, two at one address', [[0x1000n], [0x1000n]], [[0x5000n, 1]]],
    [
      'without a size, the next is far',
      [[0x1000n], [0x1000n + G + 1n, 1]],
      [
        [0x1000n + G - 1n, 0],
        [0x1000n + G, undefined],
      ],
    ],
    [
      'half a byte',
      [[0x1000n, 1.5]],
      [
        [0x1001n, 0],
        [0x1002n, undefined],
      ],
    ],
    [
      'that mean everything',
      [
        [0n, 2 ** 40 + 1],
        [0x1000n, 0x10, 'y', true],
        [0x2000n, 0],
      ],
      [
        [0x500n, undefined],
        [0x1000n, undefined],
        [0x2000n, undefined],
      ],
    ],
    [
      'the largest',
      [[0n, 2 ** 40]],
      [
        [2n ** 40n - 1n, 0],
        [2n ** 40n, undefined],
      ],
    ],
    ['without an address', [[undefined, 0x10]], [[0n, undefined]]],
  ])('%s', (_, given, found) => {
    const list = listOf(...given)
    expect(found.map(([address]) => [address, list.at(address)])).toEqual(found)
    for (const [address, index] of found) if (index !== undefined) expect(list.covers(index, address)).toBe(true)
  })
  test('what covers an address, whether another one begins later', () => {
    const list = listOf([0x1000n, 0x1000], [0x1400n, 0x100], [undefined, 1], [0n, 10, 'z', true])
    expect([list.covers(0, 0x1400n), list.covers(0, 0xfffn), list.covers(0, 0x1fffn), list.covers(0, 0x2000n)]).toEqual(
      [...[true, false, true, false]],
    )
    expect([list.covers(2, 0n), list.covers(3, 1n), list.covers(9, 0x1400n)]).toEqual([false, false, false])
  })
  test('images at one address: the one with the higher number begins last', () => {
    for (const order of [
      [3, 5, 4],
      [5, 4, 3],
    ]) {
      const list = new ImageList()
      for (const index of order) list.add({ index, loadAddress: 0x1000n, size: undefined, name: 'x', catchAll: false })
      expect([list.at(0x1000n), list.at(0x5000n)]).toEqual([5, 5])
      expect(order.map((index) => list.covers(index, 0x5000n))).toEqual([true, true, true])
    }
  })
  test('by the address where it begins', () => {
    const list = listOf([0x1000n, 0x10], [0x1000n, 0x10], [0n, 1, 'z', true], [0x3000n, 0], [0x4000n])
    list.addLoaded(0x2000n, 7)
    list.addLoaded(0x2000n, 8)
    expect([0x1000n, 0x2000n, 0n, 0x3000n, 0x4000n, 0x1001n].map((address) => list.loadedAt(address))).toEqual([
      ...[0, 7, undefined, undefined, 4, undefined],
    ])
    expect(list.at(0x2000n)).toBeUndefined()
  })
  test('by the only name', () => {
    const list = listOf([0n, 1, 'a'], [5n, 1, 'b'], [9n, 1, 'b'], [undefined, 1, 'c'])
    expect(['a', 'b', 'c', 'd'].map((name) => list.named(name))).toEqual([0, undefined, 3, undefined])
  })
  test('that grows after it was asked', () => {
    const list = listOf([0x1000n, 0x10, 'a'])
    expect([list.at(0x2000n), list.covers(1, 0x2000n), list.named('b')]).toEqual([undefined, false, undefined])
    list.add({ index: 1, loadAddress: 0x2000n, size: 0x10, name: 'b', catchAll: false })
    expect([list.at(0x2000n), list.covers(1, 0x2000n), list.named('b')]).toEqual([1, true, 1])
    list.add({ index: 2, loadAddress: 0x3000n, size: 0x10, name: 'b', catchAll: false })
    expect([list.covers(2, 0x3000n), list.at(0x3000n), list.named('b')]).toEqual([true, 2, undefined])
  })
})

describe('images without a sure end', () => {
  const image = (index: number, loadAddress: bigint, end?: bigint) => ({
    index,
    loadAddress,
    ...(end !== undefined && { end }),
  })
  const at = (images: readonly ReturnType<typeof image>[], address: bigint, reach = 0x100n) =>
    new NearestImages(images).at(address, reach)?.index
  test('the nearest one that reaches there', () => {
    const images = [image(2, 0x3000n), image(0, 0x1000n, 0x9000n), image(1, 0x2000n, 0x2010n)]
    const found = [0xfffn, 0x1000n, 0x2000n, 0x200fn, 0x2010n, 0x3000n, 0x30ffn, 0x3100n, 0x8fffn, 0x9000n]
    expect(found.map((address) => at(images, address))).toEqual([undefined, 0, 1, 1, 0, 2, 2, 0, 0, undefined])
    expect(at(images, 0x3100n, 0x101n)).toBe(2)
    expect(at([], 0n)).toBeUndefined()
  })
  test('of two at one address the first', () => {
    expect(at([image(0, 0x1000n), image(1, 0x1000n)], 0x1000n)).toBe(0)
    expect(at([image(1, 0x1000n), image(0, 0x1000n)], 0x1000n)).toBe(0)
  })
  test('64 steps are made', () => {
    const images = (between: number) => [
      image(99, 0n, 0x9000n),
      ...Array.from({ length: between }, (_, n) => image(n, BigInt(n + 1), 1n)),
    ]
    expect([62, 63, 64].map((count) => at(images(count), 0x1000n))).toEqual([99, 99, undefined])
  })
  test('added later', () => {
    const nearest = new NearestImages()
    nearest.add(image(0, 0x2000n))
    expect(nearest.at(0x1000n, 1n)).toBeUndefined()
    nearest.add(image(1, 0x1000n))
    expect(nearest.at(0x1000n, 1n)).toEqual({ index: 1, loadAddress: 0x1000n })
    expect(nearest.at(0x2000n, 1n)).toEqual({ index: 0, loadAddress: 0x2000n })
  })
})

test('the image of a row has what the row has, in one order', () => {
  const all = {
    ...{
      name: 'Till',
      path: '/Till',
      uuid: 'U',
      arch: 'arm64',
      loadAddress: 1n,
      version: '1',
      bundleId: 'b',
      textVmaddr: 2n,
    },
    ...{ slide: 3n, slideFrom: 'load-address', listedLoadAddress: 4n, origin: 'app' },
  } as unknown as Parameters<typeof imageOf>[0]
  expect(imageOf(all, 5, 7)).toEqual({ ...all, size: 5, index: 7 })
  expect(Object.keys(imageOf(all, 5, 7)).join()).toBe(
    'index,name,path,uuid,arch,loadAddress,size,version,bundleId,textVmaddr,slide,slideFrom,listedLoadAddress,origin',
  )
  expect(Object.entries(imageOf({ name: 'Till' }, undefined, 0))).toEqual([
    ['index', 0],
    ['name', 'Till'],
  ])
})
