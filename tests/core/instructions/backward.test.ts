/** Instructions before an address: every result is really there, and ambiguous bytes give no result. */
import { expect, test } from 'vitest'
import { readBefore } from '../../../src/core/instructions/backward.ts'
import { disassemble } from '../../../src/core/instructions/disassemble.ts'
import { Random } from '../../support/random.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

test('before an address: words of arm64 from the end, a cut one left out', () => {
  const found = readBefore(bytesOf('0000fd0300911f2003d5'), 0x1000n, 'arm64')
  expect(found.map(({ address, text }) => [address, text])).toEqual([
    [0xff8n, 'mov x29, sp'],
    [0xffcn, 'nop'],
  ])
})

test('before an address: of x86 only what every reading has', () => {
  const code = bytesOf(`${'90'.repeat(16)}554889e54157`)
  const found = readBefore(code, 0x2000n, 'x86_64')
  expect(found.slice(-3).map(({ address, text }) => [address, text])).toEqual([
    [0x1ffan, 'pushq %rbp'],
    [0x1ffbn, 'movq %rsp, %rbp'],
    [0x1ffen, 'pushq %r15'],
  ])
  // Ends within an instruction however it is read: an address of eight bytes that are all opcodes of two.
  expect(readBefore(bytesOf('0f'.repeat(30)), 0x2000n, 'x86_64')).toEqual([])
})

test('other architectures give nothing', () => {
  expect(readBefore(bytesOf('1f2003d5'), 4n, 'ppc')).toEqual([])
})

test('any bytes: what is told ends at the address', () => {
  const random = new Random(7)
  for (let round = 0; round < 2000; round++) {
    const code = Uint8Array.from({ length: random.below(48) }, () => random.below(256))
    for (const arch of ['arm64', 'x86_64', 'i386']) {
      const found = readBefore(code, 0x1000n, arch)
      const length = found.reduce((sum, { bytes }) => sum + bytes.length, 0)
      expect(found[0]?.address ?? 0x1000n).toBe(0x1000n - BigInt(length))
    }
  }
})

/** Where the instructions of a reading begin that starts at a byte; undefined unless all are instructions and the last ends at the end. */
function reading(code: Uint8Array, from: number, arch: string): readonly number[] | undefined {
  const found = disassemble(code.slice(from), 0n, arch)
  const length = found.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const isWhole = found.every(({ text }) => text !== undefined) && length === code.length - from
  return isWhole ? found.map(({ address }) => from + Number(address)) : undefined
}

/** One of the first 15 bytes begins an instruction: what all readings from them have, from the first such place on. */
function sharedBy(code: Uint8Array, step: number, arch: string): readonly number[] {
  const readings: (readonly number[])[] = []
  for (let from = 0; from < Math.min(15, code.length); from += step) {
    const found = reading(code, from, arch)
    if (found) readings.push(found)
  }
  return readings[0]?.filter((at) => readings.every((one) => one.includes(at))) ?? []
}

test.each([
  ['x86_64', 1],
  ['i386', 1],
  ['armv7', 2],
] as const)('before an address, %s: the starts that all readings have', (arch, step) => {
  const random = new Random(15)
  let told = 0
  for (let round = 0; round < 1500; round++) {
    const code = Uint8Array.from({ length: step * random.below(24) }, () => random.below(256))
    const found = readBefore(code, 0x4000n, arch)
    const start = 0x4000 - code.length
    expect(found.map(({ address }) => Number(address) - start)).toEqual(sharedBy(code, step, arch))
    if (found.length > 0) told++
  }
  expect(told).toBeGreaterThan(100)
})
