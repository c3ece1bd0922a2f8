/** Code 13 of an Intel processor: no address is known, whatever number the report prints beside it. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const gdb = (reason: string): string =>
  `Program received signal EXC_BAD_ACCESS, Could not access memory.\nReason: ${reason}\n0x00204782 in till_open (base=0xb0308bdc) at till.c:14\n(gdb) bt\n#0  0x00204782 in till_open (base=0xb0308bdc) at till.c:14\n#1  0x001ac37b in till_start (all=0x3cfe00) at till.c:48\n#2  0x00008146 in main (argc=1) at till.c:97\n`
const lldb = (codes: string): string =>
  `* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (${codes})\n  * frame #0: 0x0000000100003f50 Till\`till_open + 16 at till.c:14\n    frame #1: 0x0000000100003f90 Till\`main + 32 at till.c:97\n`
const alone = (words: string): string => `Thread 1: ${words}\n`

test.each([
  gdb('13 at address: 0x00000000'),
  gdb('13 at address: 0x0000000000000000'),
  lldb('code=13, address=0x0'),
  lldb('code=EXC_I386_GPFLT'),
  lldb('code=EXC_I386_GPFLT, address=0x0'),
  alone('EXC_BAD_ACCESS (code=13, address=0x0)'),
  alone('EXC_BAD_ACCESS (code=0xd, address=0x0)'),
  alone('EXC_BAD_ACCESS (code: 13, address: 0x0)'),
  alone('EXC_BAD_ACCESS (code=EXC_I386_GPFLT)'),
])('a general protection fault is no access to null: %s', (text) => {
  const [told] = toldOf(text)
  expect(told?.words).not.toMatch(/\bnull\b/i)
  expect(told?.words).not.toMatch(/bad access at 0x0\b/)
  expect(told?.headline).toMatchObject({ code: 'general-protection' })
})

test.each([
  gdb('KERN_INVALID_ADDRESS at address: 0x00000000'),
  lldb('code=1, address=0x0'),
  gdb('1 at address: 0x00000000'),
])('another code tells of the address beside it: %s', (text) => {
  expect(toldOf(text)[0]?.headline.title).toMatch(/null/i)
})
