import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { stackSnapshot } from '../../support/stack-snapshot-builder.ts'
import { describe, parseFixture } from './fixture.ts'

const uuid = Array.from({ length: 16 }, (_, at) => 0xa0 + at)
const threads = [
  { id: 5150, kernel: [0xffffff8000200010n, 0xffffff8000200100n], user: [0x1_0000_412cn, 0x7fff_8000_0010n] },
  { id: 5151, kernel: [], user: [0x1_0000_5000n] },
]

test.each(['10.6', '10.7'] as const)('the records of %s are told by their distances', (release) => {
  const bytes = stackSnapshot(release, 'Kiosk', [[0x1_0000_0000n, uuid]], threads)
  const outcome = parseReport('stacks', bytes)
  const report = outcome.ok ? outcome.value[0] : undefined
  expect(report?.format).toBe('stack-snapshot')
  expect(
    report?.threads.map(({ id, name, state, frames }) => [
      id,
      name,
      state,
      frames.map((frame) => describe(report, frame)),
    ]),
  ).toEqual([
    [
      5150,
      'Kiosk [411]',
      ['TH_WAIT', 'TH_IDLE', 'continuation 0x2222', 'kernel mode'],
      ['exact 0xffffff8000200010', 'return 0xffffff8000200100', 'exact Kiosk+0x412c', 'return 0x7fff80000010'],
    ],
    [5151, 'Kiosk [411]', ['TH_WAIT', 'TH_IDLE', 'continuation 0x2222', 'user mode'], ['exact Kiosk+0x5000']],
  ])
  expect(report?.images.map((image) => [image.name, image.loadAddress, image.uuid])).toEqual([
    ['Kiosk', 0x1_0000_0000n, 'A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF'],
  ])
})

test('the fixture is read', () => {
  expect(parseFixture('stack-snapshot/kiosk.stacks')[0]?.threads).toHaveLength(2)
})

test('a thread with more rows than the buffer holds is told, the others are kept', () => {
  const bytes = stackSnapshot('10.7', 'Kiosk', [], threads)
  bytes.set([0xff, 0x03], 66 + 4)
  const outcome = parseReport('stacks', bytes)
  expect(outcome.ok && outcome.value[0]?.threads.map(({ id }) => id)).toEqual([5151])
  expect(outcome.ok && outcome.value[0]?.problems.map(({ code, offset }) => [code, offset])).toEqual([
    ['unreadable-record', 66],
  ])
})

test.each([['10.6', threads] as const, ['10.7', threads] as const, ['10.7', threads.slice(0, 1)] as const])(
  'a buffer of %s that is longer than its records, the rest zeros',
  (release, written) => {
    const bytes = stackSnapshot(release, 'Kiosk', [[0x1_0000_0000n, uuid]], written)
    const padded = new Uint8Array(bytes.length + 4096)
    padded.set(bytes)
    const rows = (input: Uint8Array) => {
      const outcome = parseReport('stacks', input)
      return outcome.ok && outcome.value[0]?.threads.map(({ id, frames }) => [id, frames.map(({ address }) => address)])
    }
    expect(rows(padded)).toEqual(rows(bytes))
  },
)

/** Addresses of each thread's frames, and the problems. */
const rowsOf = (bytes: Uint8Array) => {
  const outcome = parseReport('stacks', bytes)
  const report = outcome.ok ? outcome.value[0] : undefined
  return {
    rows: report?.threads.map(({ frames }) => frames.map(({ address }) => address)) ?? [],
    codes: report?.problems.map(({ code, message }) => `${code} ${message}`) ?? [],
  }
}

test.each(['10.6', '10.7'] as const)(
  'a buffer of %s that is cut keeps every complete row of its last thread',
  (release) => {
    const one = { id: 7, kernel: [0xffffff8000200010n, 0xffffff8000200100n], user: [0x1_0000_412cn, 0x7fff_8000_0010n] }
    for (const written of [[...threads, one], [one]]) {
      const bytes = stackSnapshot(release, 'Kiosk', [[0x1_0000_0000n, uuid]], written)
      const whole = rowsOf(bytes).rows
      for (let missing = 1; missing <= 4 * 16; missing++) {
        const { rows, codes } = rowsOf(bytes.subarray(0, bytes.length - missing))
        const lost = Math.ceil(missing / 16)
        expect(rows, String(missing)).toEqual([...whole.slice(0, -1), whole.at(-1)?.slice(0, 4 - lost) ?? []])
        expect(codes).toEqual([
          `truncated The buffer is truncated: ${lost} of 4 rows of thread 7 ${lost === 1 ? 'is' : 'are'} missing.`,
        ])
      }
    }
  },
)

test('images have the name of the program, of the loader, or their UUID; kernel rows are of the kernel', () => {
  const other = Array.from({ length: 16 }, (_, at) => 0x30 + at)
  const images = [
    [0x1_0000_0000n, uuid],
    [0x1_0020_0000n, other],
    [0x7fff_5fc4_0000n, other.map((byte) => byte + 1)],
  ] as const
  const bytes = stackSnapshot('10.7', 'Kiosk', images, threads)
  const outcome = parseReport('stacks', bytes)
  const report = outcome.ok ? outcome.value[0] : undefined
  expect(report?.images.map(({ name }) => name)).toEqual(['Kiosk', '30313233-3435-3637-3839-3A3B3C3D3E3F', 'dyld'])
  expect(report?.threads[0]?.frames.map(({ imageName }) => imageName)).toEqual([
    'mach_kernel',
    'mach_kernel',
    undefined,
    undefined,
  ])
})
