/** Waits of a kernel stackshot: each kind, each owner that is none, and the bounds of their numbers. */
import { describe, expect, test } from 'vitest'
import { WaitBuilder } from '../../../../src/core/reports/base/wait-words.ts'
import type { KcItem } from '../../../../src/core/reports/stackshots/kcdata-items.ts'
import { addKcWaits } from '../../../../src/core/reports/stackshots/kcdata-waits.ts'
import { u64 } from '../../../support/kcdata-builder.ts'

const ALL_BITS = (1n << 64n) - 1n
const MOST = 1n << 53n
const wait = (waiter: bigint | number, type: number, owner: bigint | number): number[] => [
  ...u64(owner),
  ...u64(waiter),
  ...u64(0xabc0),
  type,
]
const turnstile = (waiter: bigint | number, context: bigint | number, hops: number, flags: number): number[] => [
  ...u64(waiter),
  ...u64(context),
  47,
  hops,
  ...u64(flags),
]
const itemOf = (type: number, bytes: readonly number[], count?: number): KcItem => ({
  type,
  id: 0n,
  bytes: Uint8Array.from(bytes),
  offset: 0,
  ...(count !== undefined && { count }),
  children: [],
})
function read(...items: readonly KcItem[]) {
  const waits = new WaitBuilder()
  addKcWaits(waits, items)
  return waits.finish()
}
const readOne = (type: number, owner: bigint | number) => read(itemOf(0x91d, wait(71, type, owner)))

describe('kinds of waits', () => {
  test.each([
    [0x1, 'kernel mutex 0xabc0'],
    [0x7, 'krwlock 0xabc0 for reading'],
    [0x8, 'krwlock 0xabc0 for writing'],
    [0x9, 'krwlock 0xabc0 for upgrading'],
    [0xa, 'unfair lock 0xabc0'],
    [0xb, 'pthread mutex 0xabc0'],
    [0xc, 'pthread rwlock 0xabc0 for reading'],
    [0xd, 'pthread rwlock 0xabc0 for writing'],
    [0x10, 'workloop sync wait 0xabc0'],
    [0x12, 'turnstile 0xabc0'],
    [0x13, 'eventlink 0xabc0'],
    [0x14, 'compressor segment 0xabc0'],
  ])('the kind %i is for a thread', (type, words) => {
    expect(readOne(type, 91)).toEqual([{ id: 71, text: `${words} owned by thread 91`, on: { id: 91 } }])
    expect(readOne(type, 0)).toEqual([{ id: 71, text: `${words} with unknown owner` }])
    expect(readOne(type, MOST - 1n)).toEqual([
      { id: 71, text: `${words} owned by thread 9007199254740991`, on: { id: 9007199254740991 } },
    ])
    expect(readOne(type, MOST)).toEqual([{ id: 71, text: `${words} owned by thread 9007199254740992` }])
  })

  test.each([
    [0x4, 'mach_msg send on port 0xabc0'],
    [0x11, 'waitpid'],
  ])('the kind %i is for a process', (type, words) => {
    expect(readOne(type, 34)).toEqual([{ id: 71, text: `${words} owned by pid 34`, on: { process: '? [34]' } }])
    expect(readOne(type, 0)).toEqual([{ id: 71, text: `${words} with unknown owner` }])
    expect(readOne(type, MOST)).toEqual([{ id: 71, text: `${words} owned by pid 9007199254740992` }])
  })

  test.each([
    [0x2, 'mach_msg receive on port 0xabc0'],
    [0x3, 'mach_msg receive on port set 0xabc0'],
    [0x5, 'mach_msg send on port 0xabc0 in transit'],
    [0xe, 'pthread condvar 0xabc0'],
    [0x16, 'wait of type 22 0xabc0'],
    [0xff, 'wait of type 255 0xabc0'],
  ])('the kind %i is for nobody', (type, words) => {
    expect([...readOne(type, 91), ...readOne(type, 0)]).toEqual([
      { id: 71, text: words },
      { id: 71, text: words },
    ])
  })

  test('who made a semaphore need not be who signals it', () => {
    expect(readOne(0x6, 34)).toEqual([{ id: 71, text: 'semaphore port 0xabc0 owned by pid 34' }])
    expect(readOne(0x6, 0)).toEqual([{ id: 71, text: 'semaphore port 0xabc0 with unknown owner' }])
  })

  test.each([0x0, 0xf, 0x15])('the kind %i is no wait', (type) => {
    expect(readOne(type, 91)).toEqual([])
  })

  test.each([
    [1n, ' owned by the kernel'],
    [2n, ' locked'],
    [3n, ' locked'],
    [4n, ' in transit'],
    [5n, ' held for a moment'],
    [6n, ' with no worker thread yet'],
    [7n, ' suspended'],
    // Numbers beside these are of threads.
    [0n, ' owned by thread 18446744073709551615'],
    [8n, ' owned by thread 18446744073709551607'],
  ])('the owner %d below the highest number', (below, words) => {
    expect(readOne(0xb, ALL_BITS - below)).toEqual([{ id: 71, text: `pthread mutex 0xabc0${words}` }])
  })
})

describe('turnstiles', () => {
  const readTurnstile = (context: bigint | number, hops: number, flags: number) =>
    read(itemOf(0x929, turnstile(72, context, hops, flags)))

  test.each([
    [0x8, 0, 'turnstile, pushing thread 99, hops: 1', { id: 99 }],
    [0x8, 1, 'turnstile, pushing thread 99, hops: 1', { id: 99 }],
    [0x8, 2, 'turnstile, pushing thread 99, hops: 2', { id: 99, hops: 2 }],
    [0x3e, 255, 'turnstile, pushing thread 99, hops: 255', { id: 99, hops: 255 }],
    [0x10, 1, 'turnstile blocked on task pid 99, hops: 1', { process: '? [99]' }],
    [0x36, 3, 'turnstile blocked on task pid 99, hops: 3', { process: '? [99]', hops: 3 }],
  ])('the flags %i with %i hops', (flags, hops, text, on) => {
    expect(readTurnstile(99, hops, flags)).toEqual([{ id: 72, text, on }])
  })

  test.each([
    [0x4, 'turnstile of workqueue 0x63'],
    [0x26, 'turnstile of workqueue 0x63'],
    [0x2, 'turnstile whose queue was locked'],
    [0x20, 'turnstile whose queue was locked'],
    [0x22, 'turnstile whose queue was locked'],
    [0x1, 'turnstile with unknown owner'],
    [0xc1, 'turnstile with unknown owner'],
    [0x0, 'turnstile with unknown owner'],
  ])('the flags %i name nobody', (flags, text) => {
    expect(readTurnstile(0x63, 1, flags)).toEqual([{ id: 72, text }])
  })

  test('a thread without a number, or with one too large', () => {
    expect([...readTurnstile(0, 1, 8), ...readTurnstile(MOST, 1, 8), ...readTurnstile(MOST - 1n, 1, 8)]).toEqual([
      { id: 72, text: 'turnstile, pushing thread 0, hops: 1' },
      { id: 72, text: 'turnstile, pushing thread 9007199254740992, hops: 1' },
      { id: 72, text: 'turnstile, pushing thread 9007199254740991, hops: 1', on: { id: 9007199254740991 } },
    ])
  })
})

describe('arrays', () => {
  const told = (id: number) => ({ id, text: 'pthread condvar 0xabc0' })
  const element = (waiter: bigint | number): number[] => wait(waiter, 0xe, 0)

  test.each([
    [0, []],
    [1, [told(1)]],
    [3, [told(1), told(2), told(3)]],
  ])('of %i elements', (count, expected) => {
    const bytes = [1, 2, 3].slice(0, count).flatMap(element)
    expect(read(itemOf(0x91d, bytes, count))).toEqual(expected)
  })

  test('elements of later kernels are longer', () => {
    const bytes = [1, 2].flatMap((id) => [...element(id), 7, 8, 9])
    expect(read(itemOf(0x91d, bytes, 2))).toEqual([told(1), told(2)])
    expect(read(itemOf(0x91d, [...bytes, 1], 2))).toEqual([told(1), told(2)])
  })

  test('elements that are one byte too short are none', () => {
    expect(read(itemOf(0x91d, [1, 2].flatMap(element).slice(0, -1), 2))).toEqual([])
    expect(read(itemOf(0x91d, element(1).slice(0, -1)))).toEqual([])
    expect(read(itemOf(0x929, turnstile(1, 99, 1, 8).slice(0, -1)))).toEqual([])
    expect(
      read(
        itemOf(
          0x929,
          [1, 2].flatMap((id) => turnstile(id, 0, 1, 2)),
          2,
        ),
      ),
    ).toEqual([
      { id: 1, text: 'turnstile whose queue was locked' },
      { id: 2, text: 'turnstile whose queue was locked' },
    ])
  })

  test('waiters without a number, or with one too large, are nobody', () => {
    expect(read(itemOf(0x91d, [0, MOST, MOST + 1n, MOST - 1n, 1].flatMap(element), 5))).toEqual([
      told(Number(MOST - 1n)),
      told(1),
    ])
  })

  test('other items have no waits', () => {
    expect(read(itemOf(0x91c, element(1)), itemOf(0x928, turnstile(1, 99, 1, 8)), itemOf(0x91d, element(2)))).toEqual([
      told(2),
    ])
  })
})
