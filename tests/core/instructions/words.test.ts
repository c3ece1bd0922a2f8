/** Small tables of instructions: words for conditions, registers that are named, code that is cut, lanes that LLVM's lister leaves out. */
import { describe, expect, test } from 'vitest'
import { disassemble, readInstructions } from '../../../src/core/instructions/disassemble.ts'
import { flagsCondition, wordOf } from '../../../src/core/instructions/meaning.ts'
import { Register } from '../../../src/core/instructions/spelled.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const register = new Register('x3', 'x3', 'x3', 8)

describe('Arm’s words for conditions', () => {
  // Each second one is the opposite of the one before (Arm's manual, C1.2.4).
  test.each([
    ['eq', 'eq', false],
    ['ne', 'eq', true],
    ['hs', 'hs', false],
    ['lo', 'hs', true],
    ['mi', 'mi', false],
    ['pl', 'mi', true],
    ['vs', 'vs', false],
    ['vc', 'vs', true],
    ['hi', 'hi', false],
    ['ls', 'hi', true],
    ['ge', 'ge', false],
    ['lt', 'ge', true],
    ['gt', 'gt', false],
    ['le', 'gt', true],
  ] as const)('%s', (word, flags, not) => {
    expect(flagsCondition(word)).toEqual({ kind: 'flags', flags, not })
    expect(wordOf({ kind: 'flags', flags, not })).toBe(word)
  })
  test('none', () => {
    expect(flagsCondition('al')).toBeUndefined()
    expect(flagsCondition(undefined)).toBeUndefined()
    expect(wordOf({ kind: 'zero', register, not: false })).toBeUndefined()
    expect(wordOf({ kind: 'set', register, bit: 3, not: true })).toBeUndefined()
  })
})

// The operands as llvm-mc 19 assembled them.
test.each([
  ['arm64', '220840b9', ['w2', 'x1']],
  ['arm64', '226863f8', ['x2', 'x1', 'x3']],
  ['arm64', '220c41a9', ['x2', 'x3', 'x1']],
  ['arm64', '4100038b', ['x1', 'x2', 'x3']],
  ['arm64', '1f2003d5', []],
  ['x86_64', '488b44cb08', ['rbx', 'rcx', 'rax']],
  ['x86_64', '64488b0425b0000000', ['fs', 'rax']],
  ['armv7', '70bc', ['r4', 'r5', 'r6']],
] as const)('%s %s names its registers', (arch, hex, names) => {
  const [found] = readInstructions(bytesOf(hex), 0n, arch)
  expect(found?.registers.map(({ name }) => name)).toEqual(names)
})

test.each([
  ['armv7', undefined, '00bf00', ['nop', undefined], [2, 1]],
  ['armv7', undefined, '00bf00f0', ['nop', undefined], [2, 2]],
  ['armv7', undefined, '00bf00f001', ['nop', undefined], [2, 3]],
  ['armv7', 'a32', '00f020e300f0', ['nop', undefined], [4, 2]],
  ['arm64', undefined, '1f2003d51f2003', ['nop', undefined], [4, 3]],
] as const)('%s %s: what is cut is one piece: %s', (arch, mode, hex, texts, sizes) => {
  const found = disassemble(bytesOf(hex), 0n, arch, Infinity, mode)
  expect(found.map(({ text }) => text)).toEqual(texts)
  expect(found.map(({ bytes }) => bytes.length)).toEqual(sizes)
})

// llvm-objdump leaves the lanes of these out; llvm-mc makes these bytes of these texts.
test.each([
  ['41f0c30f', 'bfmlalb.4s v1, v2, v3[0]'],
  ['5ef0d04f', 'bfmlalt.4s v30, v2, v0[1]'],
  ['41f0e30f', 'bfmlalb.4s v1, v2, v3[2]'],
  ['41f8c30f', 'bfmlalb.4s v1, v2, v3[4]'],
  ['41f8d30f', 'bfmlalb.4s v1, v2, v3[5]'],
  ['41f8ff4f', 'bfmlalt.4s v1, v2, v15[7]'],
])('lanes: %s is %s', (hex, text) => {
  expect(disassemble(bytesOf(hex), 0n, 'arm64').map((one) => one.text)).toEqual([text])
})

test.each([
  ['f30f1efa', 'endbr64', 4],
  ['f30f1efb', 'endbr32', 4],
])('targets of branches of x86: %s is %s', (hex, text, size) => {
  const found = disassemble(bytesOf(hex), 0n, 'x86_64', 1)
  expect(found.map((one) => [one.text, one.bytes.length])).toEqual([[text, size]])
})

test('no more than asked for', () => {
  const code = bytesOf('1f2003d5'.repeat(4))
  expect(disassemble(code, 0n, 'arm64', 3)).toHaveLength(3)
  expect(disassemble(code, 0n, 'arm64', 0)).toEqual([])
  expect(readInstructions(code, 0n, 'arm64', 2).map(({ next }) => next)).toEqual([4n, 8n])
  expect(readInstructions(code, 0n, 'ppc')).toEqual([])
})
