/** States of threads by sample, from the notes of a spindump's rows. */
import { expect, test } from 'vitest'
import { profileOf } from '../../../src/core/reading/profile.ts'
import { runsInOrder, stateCounts, stateRunOf } from '../../../src/core/reading/states.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'

test('a note tells a state and the samples that saw it', () => {
  expect(stateRunOf('(running) 1-49')).toEqual({ first: 1, last: 49, state: 'running' })
  expect(stateRunOf('(suspended, blocked by semaphore) 50')).toEqual({ first: 50, last: 50, state: 'suspended' })
  expect(stateRunOf('(blocked by turnstile waiting for running, runnable [7] (x) thread 0x1) 2-3')).toEqual({
    first: 2,
    last: 3,
    state: 'blocked',
  })
  for (const none of ['1-49', '(running)', '(in a bar) 1-2', '(running) 1-2 more', ''])
    expect(stateRunOf(none)).toBeUndefined()
})

test('runs stand in the order of time, and none over another', () => {
  const runs = runsInOrder([
    { first: 5, last: 9, state: 'blocked' },
    { first: 1, last: 3, state: 'running' },
    { first: 4, last: 6, state: 'running' },
    { first: 2, last: 2, state: 'suspended' },
  ])
  expect(runs).toEqual([
    { first: 1, last: 6, state: 'running' },
    { first: 7, last: 9, state: 'blocked' },
  ])
  expect(stateCounts(runs)).toEqual([
    { state: 'running', count: 6 },
    { state: 'blocked', count: 3 },
  ])
})

test('a track of a spindump has the states of its thread', () => {
  const text = `Date/Time:        2026-03-01 10:00:00.000 +0100
OS Version:       macOS 14.4 (Build 23E214)
Data Source:      Stackshots
Command:          Shop
PID:              42

Process:          Shop [42]
UUID:             0000002A-AEAB-3BF1-AC79-C58000DAAC3A

  Thread 0x1f3    Thread name "till"    100 samples (1-100)    priority 31
  100  start + 16 (Shop + 16) [0x100000010]
    40   count + 32 (Shop + 64) [0x100000040] (running) 1-40
   *60   psynch_mtxcontinue + 0 (kernel + 11285) [0xffffff8003753c15] (blocked by turnstile waiting for Bank [9] thread 0x2) 41-100

  Thread 0x1f4    100 samples (1-100)
  100  start + 16 (Shop + 16) [0x100000010] 1-100
`
  const outcome = parseReport('shop.txt', new TextEncoder().encode(text))
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error('it is one')
  const { tracks } = profileOf(unresolved(report))
  expect(tracks.map(({ title, states }) => [title, states])).toEqual([
    [
      'Shop [42] · Thread 0x1f3 · till',
      [
        { first: 1, last: 40, state: 'running' },
        { first: 41, last: 100, state: 'blocked' },
      ],
    ],
    ['Shop [42] · Thread 0x1f4', undefined],
  ])
})
