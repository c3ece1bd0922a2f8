/** Instructions against those that llvm-objdump lists, and what is none. */
import { describe, expect, test } from 'vitest'
import { readBefore } from '../../../src/core/instructions/backward.ts'
import { disassemble, isReadable } from '../../../src/core/instructions/disassemble.ts'
import { listedA32, listedArm64, listedAvx512, listedI386, listedNewer, listedThumb, listedX86_64 } from './listed.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const textsOf = (code: Uint8Array, address: bigint, arch: string): readonly (string | undefined)[] =>
  disassemble(code, address, arch).map(({ text }) => text)

describe.each([
  ['arm64e', listedArm64],
  ['arm64', listedNewer],
  ['x86_64', listedX86_64],
  ['x86_64', listedAvx512],
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

test('Thumb, one after the other: IT makes what follows conditional', () => {
  const code = bytesOf(listedThumb.map(([, bytes]) => bytes).join(''))
  const found = disassemble(code, 0n, 'armv7')
  expect(found.map(({ address, text }) => [Number(address), text])).toEqual(
    listedThumb.map(([at, , text]) => [at, text]),
  )
  // Elsewhere the same bytes set the flags.
  expect(textsOf(bytesOf('0120'), 0n, 'armv7')).toEqual(['movs r0, #0x1'])
  // IT for all conditions takes no others.
  expect(['e8bf', 'e4bf', 'ecbf', 'f8bf'].map((it) => textsOf(bytesOf(it), 0n, 'armv7'))).toEqual([
    ['it al'],
    ['itt al'],
    [undefined],
    [undefined],
  ])
})

test.each(listedA32)('A32 at %i: %s is %s', (address, bytes, text) => {
  const [found, ...others] = disassemble(bytesOf(bytes), BigInt(address), 'armv7', Infinity, 'a32')
  expect([found?.text, others]).toEqual([text, []])
})

test('of 32-bit Arm, what is not said is Thumb since armv7 and A32 before', () => {
  const code = bytesOf('1eff2fe1')
  expect(textsOf(code, 0n, 'armv6')).toEqual(['bx lr'])
  expect(textsOf(code, 0n, 'armv7')).toEqual(['vrhadd.u16 d14, d14, d31'])
  expect(disassemble(code, 0n, 'armv6', Infinity, 'thumb')[0]?.text).toBe('vrhadd.u16 d14, d14, d31')
  const before = readBefore(bytesOf('0000a0e11eff2fe1'), 0x1000n, 'armv7', 'a32')
  expect(before.map(({ address, text }) => [address, text])).toEqual([
    [0xff8n, 'mov r0, r0'],
    [0xffcn, 'bx lr'],
  ])
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

test('AVX-512: what EVEX does not allow is no instruction, and in code of 32 bits its byte bounds an array', () => {
  // Zeroes without a mask to memory; rounding of an instruction that has none; bits of registers that are not there.
  for (const bytes of ['62f17cc91100', '62f17c1810c0', '62f97c481000'])
    expect(textsOf(bytesOf(bytes), 0n, 'x86_64')[0]).toBeUndefined()
  expect(textsOf(bytesOf('6203'), 0n, 'i386')).toEqual(['bound %eax, (%ebx)'])
  expect(textsOf(bytesOf('62f17c481000'), 0n, 'i386')).toEqual(['vmovups (%eax), %zmm0'])
})

// As llvm-objdump 14 and 19 spell these bytes.
test.each([
  ['x86_64', '67a1efbeadde', 'movl 0xdeadbeef, %eax'],
  ['x86_64', '67a2efbeadde', 'movb %al, 0xdeadbeef'],
  ['x86_64', '67ee', 'addr32 outb %al, %dx'],
  ['i386', '67ee', 'addr16 outb %al, %dx'],
  ['x86_64', 'f348870b', 'rep xchgq %rcx, (%rbx)'],
  ['i386', 'f348', 'rep decl %eax'],
  ['x86_64', '678b41f8', 'movl -0x8(%ecx), %eax'],
  ['x86_64', '678b0425f0ffffff', 'movl -0x10, %eax'],
  ['i386', '66e80201', 'callw 0x106'],
  ['i386', '66e90201', 'jmp 0x106'],
  ['i386', '66ff20', 'jmpw *(%eax)'],
  ['i386', '66ea020134f2', 'ljmpw $0xf234, $0x102'],
  ['i386', 'c4c109fc7024', 'vpaddb 0x24(%eax), %xmm6, %xmm6'],
  ['i386', 'c4c219f7d0', 'shlxl %esp, %eax, %edx'],
  ['i386', 'c4c2d0f7a1bd36b5fd', 'bextrl %ebp, -0x24ac943(%ecx), %esp'],
  ['i386', '62f11546', undefined],
  ['i386', '62f1154660e8', 'vpunpcklbw %zmm0, %zmm5, %zmm5 {%k6}'],
  ['i386', '8248b5f8', 'orb $-0x8, -0x4b(%eax)'],
])('%s: prefixes and numbers of registers: %s is %s', (arch, bytes, text) => {
  const [found] = disassemble(bytesOf(bytes), 0n, arch)
  expect(found?.text).toBe(text)
  if (text !== undefined) expect(found?.bytes).toHaveLength(bytes.length / 2)
})

test('prefixes without an end are no instruction', () => {
  expect(textsOf(new Uint8Array(40).fill(0x66), 0n, 'x86_64')).toEqual(new Array(40).fill(undefined))
})

test('architectures that are not read give nothing', () => {
  expect(isReadable('ppc')).toBe(false)
  expect(disassemble(bytesOf('1f2003d5'), 0n, 'ppc')).toEqual([])
})
