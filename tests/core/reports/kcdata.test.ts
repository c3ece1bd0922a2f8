import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { kcBuffer, kcItem, kioskCorpse, kioskStackshot } from '../../support/kcdata-builder.ts'
import { describe, fixtureBytes, parseFixture } from './fixture.ts'

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
      report && frames.map((frame) => describe(report, frame)),
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
  expect(outcome.ok && outcome.value[0]?.problems[0]?.message).toContain('2147483647 bytes')
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
