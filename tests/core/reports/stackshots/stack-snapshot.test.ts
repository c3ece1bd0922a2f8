/** Records of the old kernel buffers: rows of both widths on both sides, queues, sizes of all releases, and limits. */
import { describe, expect, test } from 'vitest'
import { problem } from '../../../../src/core/messages/problems.ts'
import { stackSnapshotFormat } from '../../../../src/core/reports/stackshots/stack-snapshot.ts'
import { chars, u32, u64 } from '../../../support/kcdata-builder.ts'

const TASK = 0xdecafbad
const THREAD = 0xfeedface
const uuidBytes = (first: number): number[] => Array.from({ length: 16 }, (_, at) => first + at)
const UUID_A0 = 'A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF'
const UUID_30 = '30313233-3435-3637-3839-3A3B3C3D3E3F'

interface GivenThread {
  readonly id?: number
  readonly kernel?: readonly bigint[]
  readonly user?: readonly bigint[]
  readonly kernelWide?: boolean
  readonly userWide?: boolean
  readonly hasQueue?: boolean
  readonly header?: 41 | 57 | 69
  readonly state?: number
  readonly continuation?: bigint
  /** Rows that the record claims beyond those that it has. */
  readonly more?: number
}

const rowsOf = (addresses: readonly bigint[], isWide: boolean): number[] =>
  addresses.flatMap((address) => [
    ...(isWide ? u64(address) : u32(Number(address))),
    ...(isWide ? u64(0x7fff) : u32(0x7fff)),
  ])

function thread(given: GivenThread): number[] {
  const { id = 1, kernel = [], user = [], kernelWide = true, userWide = true, hasQueue = false, header = 41 } = given
  const flags = Number(userWide) + 2 * Number(kernelWide) + 4 * Number(hasQueue)
  return [
    ...u32(THREAD),
    ...u32(kernel.length),
    ...u32(user.length + (given.more ?? 0)),
    ...u64(0x1111),
    ...u64(given.continuation ?? 0n),
    ...u64(id),
    ...(header === 41 ? [] : [...u64(0x40), ...u64(0x40)]),
    ...u32(given.state ?? 1),
    flags,
    ...(header === 69 ? Array<number>(12).fill(5) : []),
    ...(hasQueue ? u64(0x55) : []),
    ...rowsOf(kernel, kernelWide),
    ...rowsOf(user, userWide),
  ]
}

interface GivenTask {
  readonly pid?: number
  readonly name?: string
  readonly images?: readonly (readonly [bigint, readonly number[]])[]
  readonly isWide?: boolean
  readonly rest?: readonly number[]
}

function task({ pid = 411, name = 'Kiosk', images = [], isWide = true, rest = [] }: GivenTask = {}): number[] {
  const loads = images.flatMap(([address, uuid]) => [...(isWide ? u64(address) : u32(Number(address))), ...uuid])
  return [...u32(TASK), ...u32(pid), ...u32(images.length), ...rest, 3, ...chars(name, 17), ...loads]
}

function read(...records: readonly (readonly number[])[]) {
  const bytes = Uint8Array.from([9, 9, 9, ...records.flat()]).subarray(3)
  const outcome = stackSnapshotFormat.parse({ path: 'a.stacks', bytes, text: '' })
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error('it is one')
  return report
}

describe('which buffers are of this kind', () => {
  const sniff = (bytes: readonly number[]): boolean =>
    stackSnapshotFormat.sniff({ path: 'a', bytes: Uint8Array.from(bytes), text: '', whole: true })

  test.each([TASK, THREAD, 0xabcddcba, 0xbfcabcde, 0x31c54011])('%i', (magic) => {
    const bytes = [...u32(magic), ...Array<number>(8).fill(0)]
    expect([sniff(bytes), sniff(bytes.slice(0, 11)), sniff([0, ...bytes])]).toEqual([true, false, false])
  })
})

test('a buffer with all of its records', () => {
  const images = [[0x1_0000_0000n, uuidBytes(0xa0)] as const]
  const report = read(
    [...u32(0xabcddcba), ...Array<number>(40).fill(7)],
    task({ images }),
    thread({
      id: 5150,
      kernel: [0xffffff80_00200010n],
      user: [0x1_0000_412cn, 0x7fff_8000_0010n],
      continuation: 0x22n,
    }),
    thread({ id: 5151, user: [0x1_0000_5000n], state: 0x84 }),
    [...u32(0x31c54011), ...Array<number>(9).fill(7)],
    task({ pid: -7, name: '' }),
    thread({ id: 5152 }),
  )
  expect(report).toEqual({
    format: 'stack-snapshot',
    label: 'Kernel stack buffer (stack_snapshot)',
    file: 'a.stacks',
    text: '',
    textKind: 'none',
    header: {
      fields: [
        ['Tasks', '2'],
        ['Threads', '3'],
      ],
    },
    applicationInfo: [],
    threads: [
      {
        id: 5150,
        name: 'Kiosk [411]',
        crashed: false,
        state: ['TH_WAIT', 'continuation 0x22', 'kernel mode'],
        frames: [
          { id: 0, index: 0, kind: 'exact', address: 0xffffff80_00200010n, imageName: 'mach_kernel' },
          { id: 1, index: 1, kind: 'exact', address: 0x1_0000_412cn, image: 0, offset: 0x412c },
          { id: 2, index: 2, kind: 'return', address: 0x7fff_8000_0010n },
        ],
      },
      {
        id: 5151,
        name: 'Kiosk [411]',
        crashed: false,
        state: ['TH_RUN', 'TH_IDLE', 'user mode'],
        frames: [{ id: 3, index: 0, kind: 'exact', address: 0x1_0000_5000n, image: 0, offset: 0x5000 }],
      },
      { id: 5152, name: '??? [-7]', crashed: false, state: ['TH_WAIT', 'user mode'], frames: [] },
    ],
    backtraces: [],
    callTrees: [],
    sections: [],
    images: [{ index: 0, name: 'Kiosk', uuid: UUID_A0, loadAddress: 0x1_0000_0000n }],
    frameCount: 4,
    problems: [],
  })
})

describe('rows of both widths', () => {
  const [upper, lower] = [0xffffff80_00200010n, 0x1_0000_4000n]
  const [upper32, lower32] = [0x8020_0010n, 0x4000n]
  const addresses = (base: bigint, count: number): bigint[] =>
    Array.from({ length: count }, (_, at) => base + BigInt(at * 4))
  const layouts = [41, 57, 69].flatMap((header) =>
    [true, false].flatMap((kernelWide) => [true, false].map((userWide) => ({ header, kernelWide, userWide }))),
  ) as Pick<GivenThread, 'header' | 'kernelWide' | 'userWide'>[]

  test.each(layouts)('$header bytes before them, kernel $kernelWide, program $userWide', (layout) => {
    const make = (id: number, kernel: number, user: number, hasQueue = false): GivenThread => ({
      ...layout,
      id,
      kernel: addresses(layout.kernelWide ? upper : upper32, kernel),
      user: addresses(layout.userWide ? lower : lower32, user),
      hasQueue: hasQueue && layout.header !== 69,
      state: 0x85,
    })
    // As many rows on both sides, none on one side, one with a queue.
    const given = [
      make(1, 3, 5),
      make(2, 2, 2),
      make(3, 0, 3),
      make(4, 4, 0),
      make(5, 0, 0),
      make(6, 1, 2, true),
      make(7, 1, 3),
    ]
    const { threads, problems } = read(task(), ...given.map(thread))
    expect(problems).toEqual([])
    expect(
      threads.map(({ id, state, frames }) => [id, state, frames.map(({ kind, address }) => [kind, address])]),
    ).toEqual(
      given.map(({ id, kernel = [], user = [] }) => [
        id,
        ['TH_WAIT', 'TH_RUN', 'TH_IDLE', kernel.length > 0 ? 'kernel mode' : 'user mode'],
        [kernel, user].flatMap((rows) => rows.map((address, at) => [at === 0 ? 'exact' : 'return', address])),
      ]),
    )
  })
})

describe('images', () => {
  const zeros = Array<number>(16).fill(0)

  test.each([true, false])('named after the program, the loader, or their UUIDs; wide: %s', (isWide) => {
    const images = [
      [0x1000n, uuidBytes(0xa0)],
      [0x2000n, uuidBytes(0x30)],
      [0x3000n, zeros],
      [0x8fdf_f000n, zeros],
      [0x8fe0_0000n, zeros],
      [0x8fff_f000n, zeros],
      [0x9000_0000n, zeros],
    ] as const
    expect(read(task({ images, isWide }), task()).images).toEqual([
      { index: 0, name: 'Kiosk', uuid: UUID_A0, loadAddress: 0x1000n },
      { index: 1, name: UUID_30, uuid: UUID_30, loadAddress: 0x2000n },
      { index: 2, name: '', loadAddress: 0x3000n },
      { index: 3, name: '', loadAddress: 0x8fdf_f000n },
      { index: 4, name: 'dyld', loadAddress: 0x8fe0_0000n },
      { index: 5, name: 'dyld', loadAddress: 0x8fff_f000n },
      { index: 6, name: '', loadAddress: 0x9000_0000n },
    ])
  })

  test.each([
    [0x7fff_5fbf_f000n, 'Kiosk'],
    [0x7fff_5fc0_0000n, 'dyld'],
    [0x7fff_6fff_f000n, 'dyld'],
    [0x7fff_7000_0000n, 'Kiosk'],
  ])('the first at %d', (address, name) => {
    expect(read(task({ images: [[address, zeros]] }), task()).images).toEqual([
      { index: 0, name, loadAddress: address },
    ])
  })

  test('rows lie in the images of their own task, as far as one reaches', () => {
    const images = [[0x1000_0000n, zeros] as const]
    const user = [0xfff_ffffn, 0x1000_0000n, 0x4fff_ffffn, 0x5000_0000n]
    const { threads } = read(
      task({ images }),
      thread({ user }),
      task({ pid: 8, name: 'Till' }),
      thread({ id: 2, user }),
    )
    expect(threads.map(({ name, frames }) => [name, frames.map(({ offset }) => offset)])).toEqual([
      ['Kiosk [411]', [undefined, 0, 0x3fff_ffff, undefined]],
      ['Till [8]', [undefined, undefined, undefined, undefined]],
    ])
  })

  test('rows of the kernel are of no image of the program', () => {
    const { threads } = read(
      task({ images: [[0x1000n, zeros]], isWide: false }),
      thread({ kernel: [0x2000n, 0x2004n], kernelWide: false, user: [0x2000n] }),
    )
    expect(threads[0]?.frames.map(({ imageName, image }) => [imageName, image])).toEqual([
      ['mach_kernel', undefined],
      ['mach_kernel', undefined],
      [undefined, 0],
    ])
  })
})

describe('names of tasks', () => {
  const nameOf = (...records: readonly (readonly number[])[]) => read(...records, thread({})).threads[0]?.name

  test.each([
    ['Kiosk', 'Kiosk [411]'],
    ['a~ z', 'a~ z [411]'],
    ['abcdefghijklmnop', 'abcdefghijklmnop [411]'],
    ['ab\u0001cde\u007fxy', 'cde [411]'],
    ['abc\u0001xyz', 'abc [411]'],
    ['', '??? [411]'],
  ])('%j', (name, expected) => {
    expect(nameOf(task({ name }))).toBe(expected)
  })

  test('images are no part of the name', () => {
    const images = [[0x1_0000_0000n, [...'letters of a UUID'].slice(0, 16).map((char) => char.charCodeAt(0))] as const]
    expect(nameOf(task({ images }), task({ images }))).toBe('Kiosk [411]')
  })

  test('threads before any task are nobody’s', () => {
    expect(read(thread({})).threads[0]?.name).toBe('???')
  })

  test.each([
    [8, '???'],
    [12, '??? [411]'],
  ])('a task of %i bytes', (length, name) => {
    expect(nameOf(task().slice(0, length))).toBe(name)
  })
})

describe('limits', () => {
  const unreadable = (offset: number) => ({ ...problem('unreadable-record', {}, { offset }), file: 'a.stacks' })

  test.each([35, 36, 40])('a record of %i bytes is no thread', (length) => {
    const { threads, problems } = read(task(), thread({ id: 1 }), thread({ id: 2 }).slice(0, length), thread({ id: 3 }))
    expect(threads.map(({ id }) => id)).toEqual([1, 3])
    expect(problems).toEqual([unreadable(30 + 41)])
  })

  test.each([
    [1024, true],
    [1025, false],
  ])('%i rows', (count, isRead) => {
    const user = Array.from({ length: count }, (_, at) => 0x1_0000_0000n + BigInt(at))
    const kernel = user.map((address) => address + 0xffffff00_00000000n)
    for (const rows of [{ user }, { kernel }]) {
      const { threads, problems } = read(task(), thread({ id: 1 }), thread({ id: 2, ...rows }), thread({ id: 3 }))
      expect(threads.map(({ id, frames }) => [id, frames.length])).toEqual(
        isRead
          ? [
              [1, 0],
              [2, count],
              [3, 0],
            ]
          : [
              [1, 0],
              [3, 0],
            ],
      )
      expect(problems).toEqual(isRead ? [] : [unreadable(71)])
    }
  })

  test.each([
    [4096, 4096],
    [4097, 0],
  ])('of %i images %i are read', (count, expected) => {
    const images = Array.from(
      { length: count },
      (_, at) => [0x1_0000_0000n + BigInt(at * 0x1000), uuidBytes(0xa0)] as const,
    )
    expect(read(task({ images }), task()).images).toHaveLength(expected)
  })

  test.each([
    [482, 1],
    [483, 0],
  ])('a task with %i bytes more', (length, expected) => {
    const images = [[0x1_0000_0000n, uuidBytes(0xa0)] as const]
    expect(read(task({ images, rest: Array<number>(length).fill(0) })).images).toHaveLength(expected)
  })

  test.each([1, 2, 5])('%i rows that the last record claims and does not have', (more) => {
    const { threads, problems } = read(
      task(),
      thread({ id: 1, user: [0x1_0000_0000n] }),
      thread({ id: 2, kernel: [0xffffff80_00000010n], user: [0x1_0000_0010n], more }),
    )
    expect(threads.map(({ frames }) => frames.map(({ address }) => address))).toEqual([
      [0x1_0000_0000n],
      [0xffffff80_00000010n, 0x1_0000_0010n],
    ])
    expect(problems).toEqual([
      {
        ...problem('truncated.thread', { missing: more, rows: 2 + more, thread: 2 }, { offset: 30 + 41 + 16 }),
        file: 'a.stacks',
      },
    ])
  })
})

test('the size of headers is that of most records', () => {
  const user = [0x1_0000_0010n]
  const { threads, problems } = read(
    task(),
    ...[1, 2, 3].map((id) => thread({ id, user, header: 57 })),
    thread({ id: 4, user, header: 41 }).concat(Array<number>(3).fill(1)),
    thread({ id: 5, user, header: 57 }),
  )
  expect(threads.map(({ id }) => id)).toEqual([1, 2, 3, 5])
  expect(problems).toHaveLength(1)
})
