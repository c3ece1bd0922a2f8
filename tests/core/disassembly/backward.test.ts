/** Instructions before an address: every result is really there, and ambiguous bytes give no result. */
import { expect, test } from 'vitest'
import { disassembleBefore } from '../../../src/core/disassembly/backward.ts'
import { Random } from '../../support/random.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

test('before an address: words of arm64 from the end, a cut one left out', () => {
  const found = disassembleBefore(bytesOf('0000fd0300911f2003d5'), 0x1000n, 'arm64')
  expect(found.map(({ address, text }) => [address, text])).toEqual([
    [0xff8n, 'mov x29, sp'],
    [0xffcn, 'nop'],
  ])
})

test('before an address: of x86 only what every reading has', () => {
  const code = bytesOf(`${'90'.repeat(16)}554889e54157`)
  const found = disassembleBefore(code, 0x2000n, 'x86_64')
  expect(found.slice(-3).map(({ address, text }) => [address, text])).toEqual([
    [0x1ffan, 'pushq %rbp'],
    [0x1ffbn, 'movq %rsp, %rbp'],
    [0x1ffen, 'pushq %r15'],
  ])
  // Ends within an instruction however it is read: an address of eight bytes that are all opcodes of two.
  expect(disassembleBefore(bytesOf('0f'.repeat(30)), 0x2000n, 'x86_64')).toEqual([])
})

test('other architectures give nothing', () => {
  expect(disassembleBefore(bytesOf('1f2003d5'), 4n, 'ppc')).toEqual([])
})

test('any bytes: what is told ends at the address', () => {
  const random = new Random(7)
  for (let round = 0; round < 2000; round++) {
    const code = Uint8Array.from({ length: random.below(48) }, () => random.below(256))
    for (const arch of ['arm64', 'x86_64', 'i386']) {
      const found = disassembleBefore(code, 0x1000n, arch)
      const length = found.reduce((sum, { bytes }) => sum + bytes.length, 0)
      expect(found[0]?.address ?? 0x1000n).toBe(0x1000n - BigInt(length))
    }
  }
})
