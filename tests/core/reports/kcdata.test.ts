import { describe, expect, test } from 'vitest'
import { waitsOf } from '../../../src/core/reading/waits.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import {
  chars,
  kcArray,
  kcBuffer,
  kcContainer,
  kcItem,
  kioskCorpse,
  kioskStackshot,
  u32,
  u64,
} from '../../support/kcdata-builder.ts'
import { describe as tell, fixtureBytes, parseFixture } from './fixture.ts'

test('the fixtures are what the builder writes', () => {
  expect(Uint8Array.from(fixtureBytes('kcdata/stackshot.kcdata'))).toEqual(kioskStackshot())
  expect(Uint8Array.from(fixtureBytes('kcdata/corpse.kcdata'))).toEqual(kioskCorpse())
})

test('a stackshot: kernel rows first, each side begins where the thread stood, images by load info', () => {
  const [report] = parseFixture('kcdata/stackshot.kcdata')
  expect(
    report?.threads.map(({ id, name, state, frames }) => [
      id,
      name,
      state,
      report && frames.map((frame) => tell(report, frame)),
    ]),
  ).toEqual([
    [
      5150,
      'Kiosk [411] till',
      ['TH_WAIT', 'continuation 0xffffff80003b1860'],
      ['exact 0xffffff8000200010', 'exact dyld shared cache+0x10', 'return +0x412c', 'return 0x10'],
    ],
    [5151, 'Kiosk [411]', ['TH_RUN', 'continuation 0xffffff80003b1860'], ['exact +0x5000']],
  ])
  expect(report?.images.map(({ loadAddress, uuid }) => [loadAddress, uuid])).toEqual([
    [0x1_8000_0000n, '5F5E5D5C-5B5A-5958-5756-555453525150'],
    [0x1_0400_0000n, 'A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF'],
  ])
  expect(report?.header).toMatchObject({ os: 'Darwin Kernel Version 23.1.0', date: '2023-11-14T22:13:20.000Z' })
})

test('a corpse: who it was, and why it ended, from the buffer within', () => {
  const [report] = parseFixture('kcdata/corpse.kcdata')
  expect(report?.header).toMatchObject({ process: 'Kiosk', pid: 411 })
  expect(report?.exception).toEqual({ type: 'EXC_CRASH', signal: 'SIGABRT', rawCodes: [0x6000000n, 0n] })
  expect(report?.termination).toEqual({ namespace: 'RUNNINGBOARD', code: 0x8badf00dn, reasons: ['out of coins'] })
})

test('a buffer cut in a thread keeps the rows before it and tells the place', () => {
  const bytes = kioskStackshot()
  const outcome = parseReport('cut', bytes.subarray(0, bytes.length - 100))
  expect(outcome.ok && outcome.value[0]?.threads.map(({ frames }) => frames.length)).toEqual([4, 0])
  expect(outcome.ok && outcome.value[0]?.problems.map(({ code }) => code)).toEqual(['truncated'])
})

test('an item that claims more than there is ends the reading', () => {
  const bytes = Uint8Array.from([...kioskCorpse().subarray(0, 16), ...kcItem(0x805, [1, 0, 0, 0])])
  bytes.set([0xff, 0xff, 0xff, 0x7f], 20)
  const outcome = parseReport('lie', bytes)
  expect(outcome.ok && outcome.value[0]?.problems[0]?.message).toContain('2,147,483,647 bytes')
})

test.each<[number, bigint, string, string | undefined]>([
  [1, 7n, 'JETSAM', 'per-process-limit'],
  [1, 14n, 'JETSAM', 'sustained-memory-pressure'],
  [2, 9n, 'SIGNAL', 'SIGKILL'],
  [3, 2n, 'CODESIGNING', 'Invalid page'],
  [9, 14n, 'EXEC', 'Wrong platform'],
  [10, 0x8badf00dn, 'SPRINGBOARD', undefined],
  [1, 1n << 40n, 'JETSAM', undefined],
  [99, 1n, '99', undefined],
])('an exit reason %d, %d in words', (namespace, code, name, indicator) => {
  const basic = new DataView(new ArrayBuffer(24))
  basic.setUint32(0, namespace, true)
  basic.setBigUint64(4, code, true)
  const bytes = kcBuffer(0x53a20900, kcItem(0x1001, [...new Uint8Array(basic.buffer)]))
  const outcome = parseReport('reason', bytes)
  expect(outcome.ok && outcome.value[0]?.termination).toEqual({
    namespace: name,
    code,
    ...(indicator && { indicator }),
  })
})

describe('waits of a stackshot', () => {
  const wait = (waiter: number, type: number, owner: bigint | number, more: readonly number[] = []): number[] => [
    ...u64(owner),
    ...u64(waiter),
    ...u64(0xabc0),
    type,
    ...more,
  ]
  const turnstile = (waiter: number, context: number, hops: number, flags: number): number[] => [
    ...u64(waiter),
    ...u64(context),
    47,
    hops,
    ...u64(flags),
  ]
  const thread = (id: number): number[] =>
    kcContainer(0x904, id, kcItem(0x906, [...u64(id), ...Array<number>(80).fill(0), ...u32(1)]))
  const task = (pid: number, name: string, items: readonly number[]): number[] => {
    const snapshot = kcItem(0x905, [...Array<number>(84).fill(0), ...u32(pid), ...chars(name, 32)])
    return kcContainer(0x903, pid, [...snapshot, ...items])
  }
  const read = (items: readonly number[]) => {
    const outcome = parseReport('waits.kcdata', kcBuffer(0x59a25807, items))
    if (!outcome.ok || !outcome.value[0]) throw new Error('it is one')
    return outcome.value[0]
  }

  test('two threads that hold what the other one needs are a deadlock, across processes', () => {
    const report = read([
      ...task(7, 'Till', [...kcArray(0x91d, [wait(71, 0xb, 91)]), ...thread(71), ...thread(72)]),
      ...task(9, 'Bank', [...thread(91), ...kcArray(0x91d, [wait(91, 0xa, 71)])]),
    ])
    const waits = waitsOf(report)
    expect(waits?.deadlocks).toMatchObject([{ grade: 'proved', length: 2 }])
    expect(waits?.deadlocks[0]?.links.map(({ title, text }) => [title, text])).toEqual([
      ['Till [7] · Thread 71', 'pthread mutex 0xabc0 owned by thread 91'],
      ['Bank [9] · Thread 91', 'unfair lock 0xabc0 owned by thread 71'],
    ])
  })

  test('longer elements of later kernels are read, and an owner that is none is told as such', () => {
    const label = [1, 0, 2, 0, 0, 0]
    const report = read(
      task(7, 'Till', [
        ...thread(71),
        ...thread(72),
        ...thread(73),
        ...thread(74),
        ...kcArray(0x91d, [
          wait(71, 0x4, 0xffff_ffff_ffff_fffen, label),
          wait(72, 0x1, 0, label),
          wait(73, 0x6, 34, label),
          wait(74, 0xf, 0, label),
        ]),
      ]),
    )
    expect(report.waits).toEqual([
      { id: 71, thread: 0, process: 'Till [7]', text: 'mach_msg send on port 0xabc0 owned by the kernel' },
      { id: 72, thread: 1, process: 'Till [7]', text: 'kernel mutex 0xabc0 with unknown owner' },
      // Whoever made a semaphore need not be who signals it.
      { id: 73, thread: 2, process: 'Till [7]', text: 'semaphore port 0xabc0 owned by pid 34' },
    ])
  })

  test('turnstiles lead to a thread, a task, or nobody', () => {
    const report = read(
      task(7, 'Till', [
        ...thread(71),
        ...kcArray(0x929, [turnstile(71, 99, 3, 8), turnstile(72, 7, 1, 0x10), turnstile(73, 5, 1, 4)]),
      ]),
    )
    expect(report.waits).toMatchObject([
      { id: 71, text: 'turnstile, pushing thread 99, hops: 3', on: { id: 99, hops: 3 } },
      { id: 72, text: 'turnstile blocked on task pid 7, hops: 1', on: { process: 'Till [7]' } },
      { id: 73, text: 'turnstile of workqueue 0x5' },
    ])
    expect(report.waits?.[2]?.on).toBeUndefined()
  })

  test('elements shorter than they must be tell nothing', () => {
    const report = read(
      task(7, 'Till', [
        ...thread(71),
        ...kcArray(0x91d, [
          [1, 2, 3],
          [4, 5, 6],
        ]),
      ]),
    )
    expect(report.waits).toBeUndefined()
    expect(report.threads).toHaveLength(1)
  })
})
