/** The words of waits: what names who can end one, and what only sounds so. */
import { expect, test } from 'vitest'
import { readSamples, readWaitLine, readWaitNote, WaitBuilder } from '../../../../src/core/reports/base/wait-words.ts'

// Words as `formatWaitInfo` and `formatTurnstileInfo` of xnu's kcdata.py and as OSAnalytics write them.
test.each([
  ['kernel mutex 0x400e9c9c03bef889 owned by thread 3876991', { id: 3876991, hops: 1 }],
  ['kernel mutex 400e9c9c owned by thread 5', { id: 5, hops: 1 }],
  ['pthread mutex 0xd38110af0 owned by thread 181467', { id: 181467, hops: 1 }],
  ['unfair lock 0x1 owned by thread 9', { id: 9, hops: 1 }],
  ['krwlock 0x1 for writing owned by thread 9', { id: 9, hops: 1 }],
  ['queue processed by thread 181467', { id: 181467, hops: 1 }],
  ['workloop sync wait, owned by thread 7, workloop id 1f', { id: 7, hops: 1 }],
  ['turnstile, pushing thread 7', { id: 7, hops: 1 }],
  ['eventlink, signaled by thread 7', { id: 7, hops: 1 }],
  ['blocked on 181467, hops: 1, priority: 47', { id: 181467, hops: 1 }],
  ['blocked on: 181467, hops: 3, priority: 47', { id: 181467, hops: 3 }],
  ['mach_msg send on port 0x6e479f3fd8a9d0c1 owned by pid 656', { pid: 656, hops: 1 }],
  ['turnstile blocked on task pid 656, hops: 2, priority: 31', { pid: 656, hops: 2 }],
  ['waitpid, for pid 12', { pid: 12, hops: 1 }],
])('%s', (text, on) => {
  expect(readWaitLine(`thread 1: ${text}`)).toEqual({ waiter: 1, text, on })
})

test.each([
  'mach_msg receive on port set 0xc7477d16fb739d6d',
  'mach_msg receive on port 0x1e340fc5b7dba3 name 0x3710f',
  'pthread condvar 0x6e4c4fa10',
  // Who made a semaphore need not be who signals it.
  'semaphore port 0x8a083abadf59875 owned by pid 34',
  'semaphore port 0x8a083abadf59875 owned by thread 34',
  'turnstile has unknown inheritor',
  'mach_msg send on port 0x1 owned by kernel',
  'pthread mutex 0x1 with unknown owner',
  'spinlock 0x60a914cb4',
  'unknown type 17 (owner 6, context 0)',
  'queue that is suspended',
  'waitpid, for any children',
])('%s names nobody', (text) => {
  expect(readWaitLine(`thread 1: ${text}`)).toEqual({ waiter: 1, text })
})

// As spindump writes them behind the last call of a sample.
test.each([
  ['(blocked by turnstile waiting for NNIM [3715] thread 0xf1aeb)', { id: 0xf1aeb, pid: 3715, name: 'NNIM', hops: 1 }],
  [
    '(blocked by turnstile waiting for NNIM [3715] [unique pid 33011] thread 0xf1aeb) 1-83',
    { id: 0xf1aeb, pid: 3715, name: 'NNIM', hops: 1 },
  ],
  [
    '(blocked by turnstile with priority 92 waiting for WindowServer [176] thread 0x3e2) 1-12',
    { id: 0x3e2, pid: 176, name: 'WindowServer', hops: 1 },
  ],
  ['(blocked by turnstile waiting for tccd [9] after 2 hops) 4', { pid: 9, name: 'tccd', hops: 2 }],
  ['(suspended, blocked by turnstile waiting for Cursor [858])', { pid: 858, name: 'Cursor', hops: 1 }],
  [
    '(blocked by krwlock for writing owned by openbox [69832] thread 0x9609e)',
    { id: 0x9609e, pid: 69832, name: 'openbox', hops: 1 },
  ],
  ['(blocked by wait4 on make [77]) 1-3', { pid: 77, name: 'make', hops: 1 }],
  [
    '(blocked by turnstile waiting for Code Helper (Renderer) [22] thread 0x1) 1-49',
    { id: 1, pid: 22, name: 'Code Helper (Renderer)', hops: 1 },
  ],
  ['(blocked by turnstile waiting for thread 0xce8dc4)', { id: 0xce8dc4, hops: 1 }],
  ['(blocked by turnstile waiting for this thread) 1-11', { self: true, hops: 1 }],
])('%s', (note, on) => {
  expect(readWaitNote(note)?.on).toEqual(on)
})

test('what a spindump tells to be a deadlock is told', () => {
  const read = readWaitNote('(blocked by turnstile waiting for this thread - part of a deadlock) 1-10')
  expect(read).toMatchObject({ on: { self: true }, isToldDeadlock: true })
  const other = readWaitNote('(blocked by turnstile waiting for App [7] thread 0x2 - part of a deadlock)')
  expect(other).toMatchObject({ on: { id: 2, pid: 7 }, isToldDeadlock: true })
})

test('states and samples are no waits', () => {
  for (const note of ['(running) 1-49', '1-49', '(runnable)', '(suspended) 3', '', '(blocked by', 'blocked by x'])
    expect(readWaitNote(note)).toBeUndefined()
})

test('samples', () => {
  expect(readSamples('(running) 1-49')).toEqual({ first: 1, last: 49 })
  expect(readSamples('(blocked by x [1] thread 0x2) 7')).toEqual({ first: 7, last: 7 })
  expect(readSamples('3-9 (blocked by x [1] thread 0x2)')).toEqual({ first: 3, last: 9 })
  expect(readSamples('3-2')).toEqual({ first: 3, last: 3 })
  expect(readSamples('(blocked by x [17])')).toBeUndefined()
})

test('hostile words are read, each a few times at most', () => {
  for (const words of ['(', ' on ', 'owned by ', 'waiting for ', '[1] ', ' thread 0x', ',']) {
    readWaitNote(`(blocked by ${words.repeat(100_000)})`)
    // Cut off before its end, a wait keeps its own words.
    expect(readWaitNote(`(blocked by ${words.repeat(60)}`)?.text.length ?? 0).toBeLessThanOrEqual(60 * words.length)
    readWaitLine(`thread 1: ${words.repeat(100_000)}`)
    readWaitLine(`thread 1: pthread mutex ${words.repeat(60)}`)
  }
})

test('a wait seen in many samples is one wait, in runs', () => {
  const waits = new WaitBuilder()
  const read = { text: 'x', on: { id: 2 } }
  waits.addThread(1, { thread: 0, process: 'App [1]' })
  waits.add(1, read, { first: 1, last: 3 })
  waits.add(1, read, { first: 4, last: 4 })
  waits.add(1, read, { first: 9, last: 12 })
  expect(waits.finish()).toEqual([
    {
      id: 1,
      thread: 0,
      process: 'App [1]',
      text: 'x',
      on: { id: 2 },
      seen: [
        { first: 1, last: 4 },
        { first: 9, last: 12 },
      ],
    },
  ])
})
