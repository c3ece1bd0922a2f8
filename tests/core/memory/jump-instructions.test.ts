import { expect, test } from 'vitest'
import { hasJump } from '../../../src/core/memory/instruction-set.ts'

const words = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)
const NOP = 0xd503201f

// Bytes as llvm-mc writes them for the instruction beside them.
test.each<[string, string, Uint8Array, number, boolean]>([
  ['b #8', 'arm64', words(NOP, 0x14000002, NOP, NOP), 12, true],
  ['b #8, another place', 'arm64', words(NOP, 0x14000002, NOP, NOP), 8, false],
  ['b #-4', 'arm64', words(NOP, 0x17ffffff), 0, true],
  ['b far back', 'arm64', words(NOP, 0x16000000), 4 - 0x8000000, true],
  ['bl #8 is a call', 'arm64', words(NOP, 0x94000002, NOP, NOP), 12, false],
  ['b.eq #8 has a condition', 'arm64', words(NOP, 0x54000040, NOP, NOP), 12, false],
  ['jmp rel32', 'x86_64', Uint8Array.of(0x5d, 0xe9, 0x10, 0, 0, 0, 0x90), 0x16, true],
  ['jmp rel32 back', 'x86_64', Uint8Array.of(0x5d, 0xe9, 0xf0, 0xff, 0xff, 0xff), -10, true],
  ['jmp rel8', 'x86_64', Uint8Array.of(0xeb, 0x10), 0x12, true],
  ['call rel32', 'x86_64', Uint8Array.of(0x5d, 0xe8, 0x10, 0, 0, 0), 0x16, false],
  ['je rel8', 'x86_64', Uint8Array.of(0x74, 0x10), 0x12, false],
  ['E9 inside an immediate', 'x86_64', Uint8Array.of(0xb8, 0xe9, 0x10, 0, 0, 0xc3), 0x16, false],
  ['code for 32-bit ARM is not read', 'armv7', words(0xea000000), 8, false],
  ['an instruction cut off', 'x86_64', Uint8Array.of(0xe9, 0x10), 0x15, false],
])('%s', (_, arch, code, to, expected) => {
  const family = arch === 'armv7' ? 'arm' : (arch as 'arm64' | 'x86_64')
  expect(hasJump(code, 0, code.length, to, family)).toBe(expected)
})

test('only the code asked for is read', () => {
  const code = words(0x14000002, NOP, 0x14000002, NOP, NOP)
  expect(hasJump(code, 4, 8, 16, 'arm64')).toBe(false)
  expect(hasJump(code, 8, 12, 16, 'arm64')).toBe(true)
  expect(hasJump(code, 8, 11, 16, 'arm64')).toBe(false)
})
