/** A sample whose main thread is in one blocking call says so; one that waits for events, or works, does not. */
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
  ['an event loop', [[200, 0, 'main'], [200, 1, '__CFRunLoopServiceMachPort', 'CoreFoundation'], [200, 2, 'mach_msg2_trap', system]]],
  ['an event loop that reads', [[200, 0, 'main'], [200, 1, '__CFRunLoopServiceMachPort', 'CoreFoundation'], [200, 2, 'read', system]]],
  ['two calls', [[200, 0, 'main'], [120, 1, 'read', system], [80, 1, 'fill()']]],
  ['a call that works', [[200, 0, 'main'], [200, 1, 'reader']]],
  ['work below a call with such a name', [[200, 0, 'main'], [200, 1, 'read'], [200, 2, 'parse()']]],
  ['a poll, as servers do it', [[200, 0, 'main'], [200, 1, 'poll', system]]],
] as const)('%s is not told as a wait', (_, calls) => {
  expect(told(calls)).toBeUndefined()
}) // prettier-ignore
