/** A sample whose main thread is in one blocking call says so, one that waits for events says that; one that works says neither. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from '../reports/fixture.ts'

const sample = (calls: readonly (readonly [count: number, depth: number, name: string, image?: string])[]): string =>
  `Analysis of sampling Larder (pid 812) every 1 millisecond
Process:         Larder [812]
Code Type:       ARM64
Analysis Tool:   /usr/bin/sample

Call graph:
    200 Thread_1166804   DispatchQueue_1: com.apple.main-thread  (serial)
${calls.map(([count, depth, name, image = 'Larder'], at) => `      ${'  '.repeat(depth)}${count} ${name}  (in ${image}) + 10  [0x10000${(at + 1) * 1000}]`).join('\n')}
    200 Thread_1166805
      200 _pthread_wqthread  (in libsystem_pthread.dylib) + 290  [0x7fff20000001]
        200 __workq_kernreturn  (in libsystem_kernel.dylib) + 8  [0x7fff20000101]
`
const system = 'libsystem_kernel.dylib'
const told = (calls: Parameters<typeof sample>[0]) => {
  const report = readPasted(sample(calls))
  const [first] = explain({ report, resolutions: [], images: [], explanations: [] }).explanations
  return first?.message?.code === 'samples-wait' ? [first.title, first.meaning.includes('lock')] : undefined
}
const loop = (name: string): Parameters<typeof sample>[0] => [[200, 0, 'main'], [200, 1, '__CFRunLoopServiceMachPort', 'CoreFoundation'], [200, 2, name, system]] // prettier-ignore

test.each(['read', '__read_nocancel', 'recvfrom', '__recvfrom', '__wait4', '__semwait_signal', 'semaphore_wait_trap', '__psynch_cvwait', 'connect', 'flock'])(
  'all in %s',
  (name) => {
    expect(told([[200, 0, 'main'], [200, 1, 'fill()'], [200, 2, name, system]])).toEqual([
      `The main thread waits: 200 of 200 samples are in ${name}`,
      false,
    ])
  },
) // prettier-ignore

test('a lock further out is what it waits for', () => {
  const calls = [[200, 0, 'main'], [200, 1, '_dispatch_sync_f_slow', 'libdispatch.dylib'], [200, 2, 'semaphore_wait_trap', system]] as const
  expect(told(calls)).toEqual(['The main thread waits: 200 of 200 samples are in _dispatch_sync_f_slow', true])
}) // prettier-ignore

test.each([
  ['poll', [[200, 0, 'main'], [200, 1, 'poll', system]]],
  ['__select', [[198, 0, 'main'], [198, 1, '__select', system]]],
  ['kevent64', [[200, 0, 'main'], [200, 1, 'uv__io_poll'], [200, 2, 'kevent64', system]]],
  ['mach_msg2_trap', loop('mach_msg2_trap')],
  ['mach_msg_trap', loop('mach_msg_trap')],
  ['read', loop('read')],
] as const)('a wait for the next event in %s', (name, calls) => {
  const count = calls[0][0]
  expect(told(calls)).toEqual([`The main thread waits for an event: ${count} of ${count} samples are in ${name}`, false])
}) // prettier-ignore

test('code of no image below a wait, as Rosetta makes it, takes nothing away', () => {
  const calls = [[200, 0, 'main'], [200, 1, '_pthread_cond_wait', 'libsystem_pthread.dylib'], [200, 2, '???', '<unknown binary>'], [200, 3, '???', '<unknown binary>']] as const
  expect(told(calls)).toEqual(['The main thread waits: 200 of 200 samples are in _pthread_cond_wait', false])
}) // prettier-ignore

test.each([
  ['two calls', [[200, 0, 'main'], [120, 1, 'read', system], [80, 1, 'fill()']]],
  ['a call that works', [[200, 0, 'main'], [200, 1, 'reader']]],
  ['work below a call with such a name', [[200, 0, 'main'], [200, 1, 'read'], [200, 2, 'parse()']]],
  ['work without a name below such a call', [[200, 0, 'main'], [200, 1, 'read'], [200, 2, '???']]],
  ['work below a poll of its own', [[200, 0, 'main'], [200, 1, 'poll'], [200, 2, 'parse()']]],
  ['two of three events and one piece of work', [[200, 0, 'main'], [140, 1, 'poll', system], [60, 1, 'fill()']]],
] as const)('%s is not told as a wait', (_, calls) => {
  expect(told(calls)).toBeUndefined()
}) // prettier-ignore
