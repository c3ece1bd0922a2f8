/** Advice and evidence fit the case: the misuse of a port, who stopped the program, a jump, a service's title, stars with marks before them. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const header = (type: string, more: string): string =>
  `Process:         Till [42]\nOS Version:      macOS 13.2 (22D49)\n\nException Type:  ${type}\n${more}\nCrashed Thread:  0\n\n`
const stack = 'Thread 0 Crashed:\n0   Till    0x0000000100002f10 count + 12\n1   Till    0x0000000100002a00 main + 8\n'

test.each([
  ['SET_EXCEPTION_BEHAVIOR', /handler of Mach exceptions/],
  ['SET_CONTEXT', /the guard of this port/],
  ['UNGUARDED', /the guard of this port/],
  ['MOD_REFS', /deallocated twice/],
  ['DESTROY', /deallocated twice/],
  ['IMMOVABLE', /innermost frame/],
])('%s on a guarded port has its own advice', (use, advice) => {
  const message = `Exception Subtype: GUARD_TYPE_MACH_PORT\nException Message: ${use} on mach port 515 (guarded with 0x6e)`
  const [told] = toldOf(header('EXC_GUARD', message) + stack)
  expect(told?.words).toMatch(advice)
  const others = [/handler of Mach/, /the guard of this port/, /deallocated twice/, /innermost frame/]
  expect(others.filter((one) => one.test(told?.words ?? ''))).toHaveLength(1)
})

const panicked = "thread 'main' panicked at 'no till', src/main.rs:4:5\n"
const lldb = (reason: string): string =>
  `* thread #1, name = 'main', stop reason = ${reason}\n  * frame #0: 0x0000000100002f10 till\`rust_panic\n    frame #1: 0x0000000100002a00 till\`till::main + 8\n`

test('a panic at a breakpoint did not end the program', () => {
  const [told] = toldOf(panicked + lldb('breakpoint 1.1'))
  expect(told?.words).toContain('A debugger stopped the program there.')
  expect(told?.words).not.toContain('the program ended')
})

test('a panic that a signal followed ended it', () => {
  expect(toldOf(panicked + lldb('signal SIGABRT'))[0]?.words).not.toContain('A debugger stopped')
})

test.each([
  ['a first row in no image, at the address of the fault', '???     0x00000001c3654130 0x0 + 7573168432', true],
  ['a first row in an image', 'Till    0x0000000100002f10 count + 12', false],
  ['another address', '???     0x00000001c3654134 0x0 + 7573168436', false],
])('%s', (_, row, isJump) => {
  const codes = 'Exception Codes: KERN_INVALID_ADDRESS at 0x00000001c3654130'
  const [told] = toldOf(
    `${header('EXC_BAD_ACCESS (SIGSEGV)', codes)}Thread 0 Crashed:\n0   ${row}\n1   Till    0x0000000100002a00 main + 8\n`,
  )
  expect(/^Execution at 0x1c3654130/.test(told?.headline.title ?? '')).toBe(isJump)
  expect(/read or wrote memory/.test(told?.words ?? '')).toBe(!isJump)
})

test('the counter of PowerPC tells a jump', () => {
  const text = `Date/Time:      2006-01-02 10:00:00.000 +0000\nOS Version:     10.4.11 (Build 8S165)\nReport Version: 4\n\nCommand: Till\nPID:    384\nThread: 0\n\nException:  EXC_BAD_ACCESS (0x0001)\nCodes:      KERN_INVALID_ADDRESS (0x0001) at 0x4a365410\n\nThread 0 Crashed:\n0   Till   0x00002f10 count + 12\n1   Till   0x00002a00 main + 8\n\nThread 0 crashed with PPC Thread State 64:\n  srr0: 0x000000004a365410 srr1: 0x100000000000f030                        vrsave: 0x0000000000000000\n    cr: 0x24000222          xer: 0x0000000000000000   lr: 0x0000000000002a00  ctr: 0x000000004a365410\n`
  expect(toldOf(text)[0]?.words).toContain('the program counter is 0x4a365410, the address of the fault')
})

test.each([
  ['OS Version: iPhone OS 18.5 (22F76)', /beginBackgroundTask/],
  ['OS Version: macOS 15.7 (24G1)', /release locks of shared files/],
  ['The macOS extension of Till ended so.', /release locks of shared files/],
  ['Till for iOS and macOS ended so.', /beginBackgroundTask/],
  ['Till ended so.', /beginBackgroundTask/],
])('a lock held while suspended: the advice is of the system: %s', (line, advice) => {
  const [told] = toldOf(
    `${line}\nException Type: EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD | Code 0xDEAD10CC\n`,
  )
  const all = [/beginBackgroundTask/, /release locks of shared files/]
  expect(all.filter((one) => one.test(told?.words ?? ''))).toEqual([advice])
})

test('a limit on the time of the processor claims no span of its own', () => {
  const [told] = toldOf(
    'Event:            cpu usage\nAction taken:     Process killed\nCPU:              16 seconds cpu time over 19 seconds (86% cpu average), exceeding limit of 80% cpu over 20 seconds\nDuration:         18.65s\nSteps:            7\n\nHeaviest stack for the target process:\n  6  ??? (Till + 6092) [0x754717cc]\n  6  ??? (ExtensionFoundation + 13864) [0x565b3628]\n',
  )
  expect(told?.words).toContain('more CPU time than the system allows')
  expect(told?.words).not.toMatch(/minutes/)
})

test('a hang in the title of a service quotes the title', () => {
  const [told] = toldOf('Till\n\nApp hanging for at least 2000 ms.\n')
  expect(told?.words).toContain('App hanging for at least 2000 ms')
  expect(told?.words).not.toContain('this is a Console message')
})

test.each(['***', '**\\*', '\\*\\*\\*'])('malloc speaks behind %s', (stars) => {
  const info = `Application Specific Information:\n${stars} error for object 0x7fff940cedd3: pointer being freed was not allocated\n\n`
  const frames =
    'Thread 0 Crashed:\n0   libsystem_kernel.dylib  0x00007fff8e2b1212 __pthread_kill + 10\n1   libsystem_c.dylib  0x00007fff8b2b1212 abort + 140\n2   libsystem_c.dylib  0x00007fff8b2b1512 free + 392\n3   Till    0x0000000100002a00 main + 8\n'
  const [told] = toldOf(
    header('EXC_CRASH (SIGABRT)', 'Exception Codes: 0x0000000000000000, 0x0000000000000000') + info + frames,
  )
  expect(told?.headline.title).not.toMatch(/called abort/)
  expect(told?.headline.title).toMatch(/freed|not allocated/i)
})
