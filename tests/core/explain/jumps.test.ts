/** The program counter is the address of the fault: the program ran there, and neither read nor wrote. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from '../reports/fixture.ts'

const first = (text: string) => {
  const [one] = explain({ report: readPasted(text), resolutions: [], images: [], explanations: [] }).explanations
  return [one?.message?.code, one?.title]
}

const lldb = (address: string, row: string, code = 1): string =>
  `* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=${code}, address=${address})
  * frame #0: ${row}
    frame #1: 0x0000000123c284b2 Shelf\`fill + 18
    frame #2: 0x00000001235ba23d Shelf\`main + 40
`

test('a debugger’s innermost frame at the address of the fault', () => {
  expect(first(lldb('0x14eee', '0x0000000000014eee'))).toEqual([
    'jump-nowhere',
    'Execution at 0x14eee, where there is no code',
  ])
  expect(first(lldb('0x14eee', '0x0000000000014eee', 2))[0]).toBe('jump-nowhere')
})

test('another address, another frame, no code of the kernel: no jump', () => {
  expect(first(lldb('0x14ee8', '0x0000000000014eee'))[0]).not.toBe('jump-nowhere')
  expect(first(lldb('0x14eee', '0x0000000000014eee', 130))[0]).not.toBe('jump-nowhere')
  const cut = lldb('0x123c284b2', '0x0000000000014eee').replace(/^ {2}\* frame #0.*\n/m, '')
  expect(first(cut)[0]).not.toBe('jump-nowhere')
})

test('a call of null in a debugger', () => {
  expect(first(lldb('0x0', '0x0000000000000000'))[0]).toBe('null-call')
})

const powerpc = (counter: string): string => `Process:         Larder [128]
Path:            /Applications/Larder.app/Contents/MacOS/Larder
Code Type:       PPC (Native)
OS Version:      10.4.11 (Build 8S165)
Exception:  EXC_BAD_ACCESS (0x0001)
Codes:      KERN_INVALID_ADDRESS (0x0001) at 0xc3654130

Thread 0 Crashed:
0   com.example.Larder 	0x0007a26c fill + 24
1   com.example.Larder 	0x0007a158 main + 100

Thread 0 crashed with PPC Thread State 64:
  srr0: ${counter} srr1: 0x100000000000f030                        vrsave: 0x0000000000000000
    cr: 0x28000282          xer: 0x0000000000000000   lr: 0x00000000000079a4  ctr: 0x0000000000000000
`

test('PowerPC’s counter is srr0', () => {
  expect(first(powerpc('0x00000000c3654130'))[0]).toBe('jump-nowhere')
  expect(first(powerpc('0x000000000007a26c'))[0]).not.toBe('jump-nowhere')
})

const syndrome = (esr: string): string => `Process: Larder [7]
Code Type: ARM-64
Exception Type: EXC_BAD_ACCESS (SIGBUS)
Exception Codes: KERN_PROTECTION_FAILURE at 0x0000000104acc000
Crashed Thread: 0

Thread 0 Crashed:
0   Larder  0x0000000104acc000 0x104ac8000 + 16384

Thread 0 crashed with ARM Thread State (64-bit):
    x0: 0x0000000000000001   x1: 0x0000000000000000
    lr: 0x0000000104acc100   sp: 0x000000016b5e4b30   pc: 0x0000000104acc000 cpsr: 0x60000000
   far: 0x0000000104acc000  esr: ${esr}
`

test('code that may be run and not read: the syndrome says that its own bytes were read', () => {
  expect(first(syndrome('0x8200000f (Instruction Abort) Permission fault'))[0]).toBe('jump-nowhere')
  expect(first(syndrome('0x9200000f (Data Abort) byte read Permission fault'))[0]).toBe('protection')
})
