/** Lengths of x86 instructions behind prefixes, as llvm-objdump 19 lists these bytes; what follows them is not theirs. */
import { expect, test } from 'vitest'
import { x86InstructionAt } from '../../../src/core/memory/x86-instruction.ts'

test.each([
  [8, 6, 'movl 0xdeadbeef, %eax', '67a1efbeadde'],
  [8, 9, 'movabsb 0xef0000000000, %al: an address of 64 bits', 'a00000000000ef0000'],
  [4, 5, 'movl 0xdeadbeef, %eax', 'a1efbeadde'],
  [4, 4, 'movb %al, 0x27ff', '67a2ff27'],
  [4, 5, 'cmpl %esi, -0x6242(%si)', '6739b4be9d'],
  [4, 3, 'addl %ebx, (%di)', '67011d'],
  [4, 5, 'movl 0x1234, %eax without a base', '678b063412'],
  [4, 4, 'leal 0x52(%si), %esp', '678d6452'],
  [4, 4, 'callw 0x106', '66e80201'],
  [4, 4, 'jmp 0x106', '66e90201'],
  [4, 5, 'jo of 16 bits', '660f800201'],
  [4, 3, 'jmpw *(%eax)', '66ff20'],
  [4, 8, 'testw $0x9012, -0x31e4(%bx,%di)', '6667f7811cce1290'],
  [8, 7, 'subq $-0x3573d7f3, %rax: REX.W goes before 66', '66482d0d288cca'],
  [8, 4, 'movl -0x8(%ecx), %eax', '678b41f8'],
] as const)('of %i bytes a word: %i bytes are %s', (word, size, what, hex) => {
  const bytes = Uint8Array.from(Buffer.from(`${hex}${'90'.repeat(12)}`, 'hex'))
  expect(x86InstructionAt(bytes, 0, word)?.size, what).toBe(size)
})

test('a near jump of 16 bits counts its distance with its sign', () => {
  expect(x86InstructionAt(Uint8Array.of(0x66, 0xe9, 0xf0, 0xff), 0, 4)?.immediate).toBe(-16)
})
