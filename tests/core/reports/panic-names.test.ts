/** Panics as people paste them: names in the backtrace, the panicking processor, values on the next line. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { threadTitle } from '../../../src/core/reading/stacks.ts'

function parseText(text: string): Report {
  const outcome = parseReport('panic.txt', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]!
}

const LOG = `panic(cpu 3 caller 0xffffff8004c00010): Kernel trap at 0xffffff8004ab0020, type 13=general protection, registers:
CR0: 0x0000000080010033, CR2: 0x0000000133bfa030, CR3: 0x000000001b643000, CR4: 0x00000000000026e0
RAX: 0x0000000020100800, RBX: 0x0000000000000002, RCX: 0x00000000c0000103, RDX: 0x0000000000000000
RSP: 0xffffff80e18139b8, RBP: 0xffffff80e1813a10, RSI: 0x000000000000001b, RDI: 0x00000000c0000103
RFL: 0x0000000000010046, RIP: 0xffffff8004ab0020, CS:  0x0000000000000008, SS:  0x0000000000000010
Fault CR2: 0x0000000133bfa030, Error code: 0x0000000000000002, Fault CPU: 0x3, PL: 0, VF: 0

Panicked task 0xffffff8b8c2f19d8: 12 threads: pid 0: kernel_task
Backtrace (CPU 3), panicked thread: 0xffffff952262e598, Frame : Return Address
0xfffffff8321a3a80 : 0xffffff8004826481 mach_kernel : _panic + 0x84
0xfffffff8321a3ad0 : 0xffffff800498bb10 org.example.driver.Dock : __ZN4Dock5closeEv
0xfffffff8321a3b10 : 0xffffff800497b0cc

Mac OS version:
21G83

Kernel version:
Darwin Kernel Version 21.6.0: Wed Aug 10 14:25:27 PDT 2022; root:xnu-1/RELEASE_X86_64
System model name: MacPro7,1 (Mac-1)
System uptime in nanoseconds: 27342382289
`

test('names that the kernel printed stay, with their offsets and images', () => {
  const [thread] = parseText(LOG).threads
  expect(thread!.frames.map(({ imageName, symbol }) => [imageName, symbol?.name, symbol?.offset])).toEqual([
    ['mach_kernel', 'panic', 0x84],
    ['org.example.driver.Dock', '_ZN4Dock5closeEv', undefined],
    [undefined, undefined, undefined],
  ])
})

test('the stack is that of a processor, not of a thread with a number', () => {
  const titles = (text: string): string[] => parseText(text).threads.map((thread) => threadTitle(thread))
  expect(titles(LOG)).toEqual(['Panicked thread, CPU 3'])
  expect(titles(LOG.replace(' panicked thread: 0xffffff952262e598,', ''))).toEqual(['Backtrace of CPU 3'])
})

test('the words of the panic end before the registers, which are kept', () => {
  const report = parseText(LOG)
  expect(report.exception!.reason).toMatch(/type 13=general protection$/)
  const registers = new Map(report.threads[0]!.registers!.map(({ name, value }) => [name, value]))
  expect(registers.get('rip')).toBe(0xffffff8004ab0020n)
  expect(registers.get('rcx')).toBe(0xc0000103n)
})

test('values on the line below their name are fields, and tell the system', () => {
  const { header } = parseText(LOG)
  expect(header).toMatchObject({ os: '21G83', device: 'MacPro7,1 (Mac-1)', process: 'kernel_task', pid: 0 })
  expect(new Map(header.fields).get('Kernel version')).toMatch(/^Darwin Kernel Version 21\.6\.0: .*X86_64$/)
  expect(new Map(header.fields).get('Error code')).toBe('0x0000000000000002')
})

const LINES = LOG.split('\n')
const TASK = LINES.findIndex((line) => line.startsWith('Panicked task'))

test.each(LINES.slice(1, TASK + 1).map((_, at) => at + 1))('a log without its first %i lines is a panic', (at) => {
  const report = parseText(LINES.slice(at).join('\n'))
  expect(report).toMatchObject({ format: 'panic', header: { process: 'kernel_task', pid: 0 } })
  expect(report.exception).toBeUndefined()
})

test('words on a task that panicked are no panic', () => {
  const outcome = parseReport(
    'a.txt',
    new TextEncoder().encode('Panicked task: see the log\nPanicked task 0x1: gone\n'),
  )
  expect(outcome.ok).toBe(false)
})
