/** Tasks and threads of a kernel stackshot: whose they are, what they did, and in which image each row lies. */
import { describe, expect, test } from 'vitest'
import { parseKcdata } from '../../../../src/core/reports/stackshots/kcdata-items.ts'
import { addStackshotTasks, cacheFacts, pidOfTask } from '../../../../src/core/reports/stackshots/kcdata-tasks.ts'
import { threadStates } from '../../../../src/core/reports/stackshots/thread-states.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { chars, kcArray, kcBuffer, kcContainer, kcItem, u32, u64 } from '../../../support/kcdata-builder.ts'

function read(...items: readonly (readonly number[])[]) {
  const builder = new ReportBuilder('a.kcdata')
  const bytes = kcBuffer(0x59a25807, items.flat())
  const added = addStackshotTasks(builder, parseKcdata(bytes, 'a.kcdata').items)
  return { ...added, ...builder.finish() }
}

const snapshotOf = (pid: number, name: string): number[] =>
  kcItem(0x905, [...Array<number>(84).fill(0xee), ...u32(pid), ...chars(name, 32), 0x58, 0x59])
const threadSnapshot = (id: number, state: number, continuation: bigint | number = 0): number[] =>
  kcItem(0x906, [...u64(id), ...u64(0xeeee), ...u64(continuation), ...Array<number>(64).fill(0xee), ...u32(state), 1])
const uuidBytes = (first: number): number[] => Array.from({ length: 16 }, (_, at) => first + at)
const UUID_A0 = 'A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF'
const UUID_30 = '30313233-3435-3637-3839-3A3B3C3D3E3F'
const task = (pid: number, ...items: readonly (readonly number[])[]): number[] =>
  kcContainer(0x903, pid, [...snapshotOf(pid, 'Kiosk'), ...items.flat()])

describe('whose a thread is', () => {
  test('tasks and threads in the order of the buffer', () => {
    expect(
      read(
        kcItem(0x905, [...Array<number>(84).fill(0), ...u32(1), ...chars('none', 32)]),
        kcContainer(0x903, 5, [
          ...snapshotOf(411, 'Kiosk'),
          ...kcContainer(0x904, 6, [
            ...threadSnapshot(5150, 0x5, 0xffffff80003b1860n),
            ...kcItem(0x909, chars('till')),
          ]),
          ...kcContainer(0x904, 5151, kcItem(0x928, chars('shop.queue'))),
        ]),
        kcContainer(0x903, 0xffffffff, []),
        kcContainer(0x903, 12, snapshotOf(13, '')),
        kcContainer(0x904, 99, []),
      ),
    ).toEqual({
      threads: [
        {
          id: 5150,
          name: 'Kiosk [411] till',
          crashed: false,
          state: ['TH_WAIT', 'TH_RUN', 'continuation 0xffffff80003b1860'],
          frames: [],
          process: 411,
        },
        { id: 5151, name: 'Kiosk [411]', queue: 'shop.queue', crashed: false, frames: [], process: 411 },
      ],
      waits: [],
      sections: [
        {
          kind: 'table',
          title: 'Processes',
          columns: ['pid', 'Name', 'Threads'],
          rows: [
            ['411', 'Kiosk', '2'],
            ['-1', '???', '0'],
            ['13', '???', '0'],
          ],
        },
      ],
      images: [],
      frameCount: 0,
      problems: [],
    })
  })

  test('without tasks there is no table', () => {
    expect(read(kcItem(0x90f, chars('Darwin')))).toEqual({
      threads: [],
      waits: [],
      sections: [],
      images: [],
      frameCount: 0,
      problems: [],
    })
  })

  test.each([
    [0n, 0],
    [411n, 411],
    [0x7fffffffn, 2147483647],
    [0x80000000n, -2147483648],
    [0xffffffffn, -1],
    [0x1_0000_0002n, 2],
  ])('the container %d is of process %i', (id, pid) => {
    expect(pidOfTask({ type: 0x903, id, bytes: new Uint8Array(0), offset: 0, children: [] })).toBe(pid)
  })

  test('a name fills its field', () => {
    const name = 'abcdefghijklmnopqrstuvwxyz123456'
    expect(read(kcContainer(0x903, 1, snapshotOf(1, name))).sections).toMatchObject([{ rows: [['1', name, '0']] }])
  })
})

test.each<[number, bigint, string[]]>([
  [0, 0n, []],
  [0x1, 0n, ['TH_WAIT']],
  [0x2, 0n, ['TH_SUSP']],
  [0x4, 0n, ['TH_RUN']],
  [0x8, 0n, ['TH_UNINT']],
  [0x10, 0n, ['TH_TERMINATE']],
  [0x20, 0n, ['TH_TERMINATE2']],
  [0x40, 0n, []],
  [0x80, 0n, ['TH_IDLE']],
  [0x100, 0xabn, ['continuation 0xab']],
  [0x89, 1n, ['TH_WAIT', 'TH_UNINT', 'TH_IDLE', 'continuation 0x1']],
])('the state %i with the continuation %d', (bits, continuation, names) => {
  expect(threadStates(bits, continuation)).toEqual(names)
})

describe('rows', () => {
  const wide = (address: bigint | number): number[] => [...u64(address), ...u64(0xeeee)]
  const narrow = (address: number): number[] => [...u32(address), ...u32(0xeeee)]
  const framesOf = (...items: readonly (readonly number[])[]) =>
    read(task(7, kcContainer(0x904, 71, items.flat()))).threads[0]?.frames.map(({ kind, address }) => [kind, address])

  test.each<[number, (address: number) => number[]]>([
    [0x90b, wide],
    [0x90a, narrow],
    [0x914, u64],
    [0x913, u32],
    [0x90d, wide],
    [0x90c, narrow],
    [0x916, u64],
    [0x915, u32],
  ])('of the type %i', (type, row) => {
    const rows = [row(0x1010), row(0x2020), row(0x3030)]
    const expected = [
      ['exact', 0x1010n],
      ['return', 0x2020n],
      ['return', 0x3030n],
    ]
    expect(framesOf(kcArray(type, rows))).toEqual(expected)
    expect(framesOf(kcArray(type, rows.slice(0, 1)))).toEqual(expected.slice(0, 1))
    expect(framesOf(kcArray(type, []))).toEqual([])
    // A row that is not whole tells nothing.
    expect(framesOf(kcItem(type, rows.flat().slice(0, -1)))).toEqual(expected.slice(0, 2))
  })

  test.each([0x909, 0x90e, 0x912, 0x917])('not of the type %i', (type) => {
    expect(framesOf(kcArray(type, [wide(0x1010)]))).toEqual([])
  })

  test('those of the kernel come first, and each side begins where the thread stood', () => {
    expect(framesOf(kcArray(0x916, [u64(0x10), u64(0x20)]), kcArray(0x914, [u64(0x30), u64(0x40)]))).toEqual([
      ['exact', 0x30n],
      ['return', 0x40n],
      ['exact', 0x10n],
      ['return', 0x20n],
    ])
  })

  test('addresses of 64 bits are read whole', () => {
    expect(framesOf(kcArray(0x916, [u64(0xffff_fff0_1234_5678n)]))).toEqual([['exact', 0xffff_fff0_1234_5678n]])
    expect(framesOf(kcArray(0x915, [u32(0xf234_5678)]))).toEqual([['exact', 0xf234_5678n]])
  })
})

describe('images', () => {
  const load64 = (address: bigint | number, uuid: readonly number[]): number[] => [...u64(address), ...uuid]
  const load32 = (address: number, uuid: readonly number[]): number[] => [...u32(address), ...uuid]
  const zeros = Array<number>(16).fill(0)

  test.each<[number, (address: number, uuid: readonly number[]) => number[]]>([
    [0x31, load64],
    [0x91c, load64],
    [0x30, load32],
  ])('of the type %i, with the UUID where there is one', (type, load) => {
    const images = [load(0x1000_0000, uuidBytes(0xa0)), load(0x3000_0000, zeros), load(0x2000_0000, uuidBytes(0x30))]
    expect(read(task(7, kcArray(type, images))).images).toEqual([
      { index: 0, name: '', uuid: UUID_A0, loadAddress: 0x1000_0000n },
      { index: 1, name: '', loadAddress: 0x3000_0000n },
      { index: 2, name: '', uuid: UUID_30, loadAddress: 0x2000_0000n },
    ])
    expect(read(task(7, kcItem(type, images.flat().slice(0, -1)))).images).toHaveLength(2)
    expect(read(task(7, kcItem(type, images[0] ?? []))).images).toHaveLength(1)
  })

  test('other items are no images', () => {
    expect(read(task(7, kcArray(0x32, [load64(0x1000_0000, uuidBytes(0xa0))]))).images).toEqual([])
  })

  const rowsAt = (addresses: readonly (bigint | number)[], type = 0x916): number[] =>
    kcContainer(0x904, 71, kcArray(type, addresses.map(u64)))
  const cache = (address: bigint | number, uuid = uuidBytes(0x30)): number[] =>
    kcItem(0x908, [...u64(0x1000), ...uuid, ...u64(address)])

  test('a row lies in the image that begins before it and reaches so far', () => {
    const images = kcArray(0x31, [load64(0x3000_0000, uuidBytes(0xa0)), load64(0x1000_0000, uuidBytes(0x30))])
    const addresses = [0xfff_ffff, 0x1000_0000, 0x2fff_ffff, 0x3000_0000, 0x6fff_ffff, 0x7000_0000]
    expect(read(task(7, images, rowsAt(addresses))).threads[0]?.frames).toEqual([
      { id: 0, index: 0, kind: 'exact', address: 0xfff_ffffn },
      { id: 1, index: 1, kind: 'return', address: 0x1000_0000n, image: 1, offset: 0 },
      { id: 2, index: 2, kind: 'return', address: 0x2fff_ffffn, image: 1, offset: 0x1fff_ffff },
      { id: 3, index: 3, kind: 'return', address: 0x3000_0000n, image: 0, offset: 0 },
      { id: 4, index: 4, kind: 'return', address: 0x6fff_ffffn, image: 0, offset: 0x3fff_ffff },
      { id: 5, index: 5, kind: 'return', address: 0x7000_0000n },
    ])
  })

  test('images are those of the own task', () => {
    const images = kcArray(0x31, [load64(0x1000_0000, uuidBytes(0xa0))])
    expect(read(task(7, images), task(8, rowsAt([0x1000_0010]))).threads[0]?.frames).toEqual([
      { id: 0, index: 0, kind: 'exact', address: 0x1000_0010n },
    ])
  })

  test('the shared cache is of all tasks, and reaches 6 GiB', () => {
    const addresses = [0x1_7fff_ffffn, 0x1_8000_0000n, 0x2_ffff_ffffn, 0x3_0000_0000n]
    const found = read(cache(0x1_8000_0000n), task(7, rowsAt(addresses)), task(8, rowsAt([0x1_8000_0020n])))
    expect(found.images).toEqual([
      { index: 0, name: 'dyld shared cache', uuid: UUID_30, loadAddress: 0x1_8000_0000n, origin: 'system' },
    ])
    expect(found.threads.map(({ frames }) => frames.map(({ image, offset }) => [image, offset]))).toEqual([
      [
        [undefined, undefined],
        [0, 0],
        [0, 0x1_7fff_ffff],
        [undefined, undefined],
      ],
      [[0, 0x20]],
    ])
  })

  test.each<[string, number[]]>([
    ['no UUID', cache(0x1_8000_0000n, zeros)],
    ['no address', cache(0)],
    ['an address that no page has', cache(0x1_8000_0800n)],
    ['an end before its address', kcItem(0x908, [...u64(0x1000), ...uuidBytes(0x30), 0, 0, 0, 0, 1, 0, 0])],
    ['another type', kcItem(0x90e, [...u64(0x1000), ...uuidBytes(0x30), ...u64(0x1_8000_0000n)])],
  ])('a shared cache with %s is no image', (_, item) => {
    expect(read(item, task(7, rowsAt([0x1_8000_0010n]))).images).toEqual([])
  })

  test.each([
    [32, { slide: 0x1000n, uuid: UUID_30, loadAddress: 0x1_8000_0000n }],
    [31, { slide: 0x1000n, uuid: UUID_30 }],
    [24, { slide: 0x1000n, uuid: UUID_30 }],
    [23, { slide: 0x1000n }],
    [8, { slide: 0x1000n }],
    [7, {}],
  ])('%i bytes of a shared cache', (length, facts) => {
    const bytes = Uint8Array.from([...u64(0x1000), ...uuidBytes(0x30), ...u64(0x1_8000_0000n)]).subarray(0, length)
    expect(cacheFacts({ type: 0x908, id: 0n, bytes, offset: 0, children: [] })).toEqual(facts)
  })
})
