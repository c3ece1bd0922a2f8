/** Instructions against those that llvm-objdump lists, and what is none. */
import { describe, expect, test } from 'vitest'
import { disassemble, isReadable } from '../../../src/core/disassembly/disassemble.ts'
import { Random } from '../../support/random.ts'
import { listedArm64, listedI386, listedX86_64 } from './listed.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const textsOf = (code: Uint8Array, address: bigint, arch: string): readonly (string | undefined)[] =>
  disassemble(code, address, arch).map(({ text }) => text)

describe.each([
  ['arm64e', listedArm64],
  ['x86_64', listedX86_64],
  ['i386', listedI386],
] as const)('%s', (arch, listed) => {
  test.each(listed)('at %i: %s is %s', (address, bytes, text) => {
    const found = disassemble(bytesOf(bytes), BigInt(address), arch)
    expect(found.map((one) => [one.address, Buffer.from(one.bytes).toString('hex'), one.text])).toEqual([
      [BigInt(address), bytes, text],
    ])
  })

  test('one after the other, as they lie in memory', () => {
    const code = bytesOf(listed.map(([, bytes]) => bytes).join(''))
    const found = disassemble(code, 0n, arch)
    expect(found.map(({ address, text }) => [Number(address), text])).toEqual(listed.map(([at, , text]) => [at, text]))
  })
})

test('bytes that are no instruction are told, and the next are read', () => {
  expect(textsOf(bytesOf('ffffffff1f2003d5'), 0n, 'arm64')).toEqual([undefined, 'nop'])
  expect(textsOf(bytesOf('0655'), 0n, 'x86_64')).toEqual([undefined, 'pushq %rbp'])
})

test('a cut instruction is none', () => {
  expect(textsOf(bytesOf('1f2003d51f20'), 0n, 'arm64')).toEqual(['nop', undefined])
  expect(textsOf(bytesOf('e80102'), 0n, 'x86_64')[0]).toBeUndefined()
  expect(disassemble(new Uint8Array(0), 0n, 'arm64')).toEqual([])
})

test('prefixes without an end are no instruction', () => {
  expect(textsOf(new Uint8Array(40).fill(0x66), 0n, 'x86_64')).toEqual(new Array(40).fill(undefined))
})

test('architectures that are not read give nothing', () => {
  expect(isReadable('armv7')).toBe(false)
  expect(disassemble(bytesOf('1f2003d5'), 0n, 'armv7')).toEqual([])
})

test('any bytes end, take all bytes, and never throw', () => {
  const random = new Random(7)
  for (let round = 0; round < 4000; round++) {
    const code = Uint8Array.from({ length: random.below(48) }, () => random.below(256))
    for (const arch of ['arm64', 'x86_64', 'i386']) {
      const found = disassemble(code, 0xffff_ffff_ffff_fff0n, arch)
      expect(found.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(code.length)
    }
  }
})
