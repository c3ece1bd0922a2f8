/** Words beside the end (the kernel's triage, the syndrome, a failure code), and what they allow to be said. */
import { expect, test } from 'vitest'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { toldOf, type Told } from '../../support/text-told.ts'

const first = (text: string): Told => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}

const access = (esr: string, triage = ''): string => `Process:               Till [42]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Code Type:             ARM-64 (Native)

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Subtype:     KERN_INVALID_ADDRESS at 0xb7666101050dd2e0 -> 0x00000001050dd2e0 (possible pointer authentication failure)
${triage}
Triggered by Thread:  0

Thread 0 Crashed:
0   libsystem_platform.dylib      	0x00000001804f2a80 _platform_strlen + 8
1   Till                          	0x0000000100f2a80c till_print + 12

Thread 0 crashed with ARM Thread State (64-bit):
    x0: 0x0000000000000001   x1: 0x0000000000000000
    pc: 0x00000001804f2a80 cpsr: 0x60001000
   esr: ${esr}
`

test('the processor’s words on the access are shown, not those that older systems decode wrongly', () => {
  expect(first(access('0x92000004 (Data Abort) byte read Translation fault')).words).toContain(
    'esr: (Data Abort) byte read Translation fault',
  )
  expect(first(access('0x56000080 (Syscall)')).words).not.toContain('esr: ')
  expect(first(access('0x56000080  Address size fault')).words).not.toContain('esr: ')
})

test('a read through a pointer that may have a wrong signature is no call', () => {
  const read = first(access('0x92000004 (Data Abort) byte read Translation fault'))
  expect(read.stated).toContain('Where does the pointer come from that is read or written there?')
  expect(read.words).not.toContain('function pointer')
  expect(first(access('0x82000004 (Instruction Abort) Translation fault')).words).toContain('function pointer')
})

test('each of the kernel’s lines once', () => {
  const line = 'VM - Object is not alive'
  const told = first(access('0x92000004', `\nKernel Triage:\n${line}\n${line}\nVM - Page has error bit set\n`))
  expect(told.words).toContain(`Kernel Triage: ${line} VM - Page has error bit set`)
})

test('the code of a failure in a panic', () => {
  const told = first(
    'panic(cpu 0 caller 0xffffff800669167c): Sleep transition timed out after 180 seconds\nFailure code:: 0x00000008 00000014\n\nBacktrace (CPU 0), Frame : Return Address\n0xffffff820690b900 : 0xffffff80060458f8\n',
  )
  expect(told.words).toContain('Failure code: 0x00000008 00000014')
})

const overflow = (region: string, sp: string): string => `Process:               Till [42]
Code Type:             X86-64 (Native)

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       KERN_PROTECTION_FAILURE at 0x00007ffee2593ff8

VM Regions Near 0x7ffee2593ff8:
    MALLOC_SMALL             7fa9e3700000-7fa9e3800000 [ 1024K] rw-/rwx SM=PRV
--> ${region}
    Stack                    7ffee2594000-7ffee2d94000 [ 8192K] rw-/rwx SM=SHM  thread 0

Crashed Thread:        0
Thread 0 Crashed:
0   libtill.dylib                  	0x00000001110e1dc1 till_memset + 1
1   libtill.dylib                  	0x00000001110e1dc6 till_memset + 6

Thread 0 crashed with X86 Thread State (64-bit):
  rax: 0x0000000111122820  rsp: ${sp}
  rip: 0x00000001110e1dc1  cr2: 0x00007ffee2593ff8
`
test.each([
  ['Stack                    7ffeded94000-7ffee2594000 [ 56.0M] r--/rwx SM=PRV', '0x00007ffee2594000', true],
  ['Stack                    7ffeded94000-7ffee2594000 [ 56.0M] ---/rwx SM=NUL', '0x00007ffee2594000', true],
  ['Stack                    7ffeded94000-7ffee2594000 [ 56.0M] rw-/rwx SM=PRV', '0x00007ffee2594000', false],
  ['__TEXT                   7ffeded94000-7ffee2594000 [ 56.0M] r--/rwx SM=COW', '0x00007ffee2594000', false],
  ['Stack                    7ffeded94000-7ffee2594000 [ 56.0M] r--/rwx SM=PRV', '0x0000000102594000', false],
])('%s, stack pointer %s: a full stack %s', (region, sp, isFull) => {
  expect(first(overflow(region, sp)).headline.title.startsWith('Stack overflow')).toBe(isFull)
})

test('a failed check of Swift without its function is in no function that called it', () => {
  const told = first(`SIGTRAP (#0): Application crash: SIGTRAP (Trace/BPT trap)
Thread 0 Crashed:
0  Till               0x0000000102feb040 Swift runtime failure: Index out of range + 0 <compiler-generated>:0
1  UIKitCore          0x00000001982e35a0 0x19775f000 + 12076448
2  TillKit            0x000000010686b560 Drawer.send() + 36 Drawer.swift:33
3  Till               0x0000000102feb140 main + 36
`)
  expect(told.headline.title).toBe('Array index out of range')
  expect(told.report.threads[0]?.frames[2]?.symbol).toMatchObject({ name: 'Drawer.send()', offset: 36, line: 33 })
})

const damaged = ({ report }: Told): readonly string[] =>
  damageOf({ report, resolutions: [], images: [], explanations: [] }).map(({ code }) => code)

test('a piece without addresses lacks no images, and one with a single stack no thread', () => {
  const names = 'Last Exception Backtrace:\n0   CoreFoundation   __exceptionPreprocess + 124\n1   Till   main + 12\n'
  expect(damaged(first(names))).toEqual([])
  expect(
    damaged(first(`Attempted to dereference null pointer.\n\nThread 0 name:\n0   Till   0x104ccc074 main + 12\n`)),
  ).toEqual(['images-missing'])
})
