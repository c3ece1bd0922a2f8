/** Registers that instructions name, under the names that reports have. */
import { expect, test } from 'vitest'
import { registersIn } from '../../../src/core/fault/operands.ts'

test.each([
  ['ldr x0, [x8, #0x18]', 'arm64', ['x0', 'x8']],
  ['str w9, [sp, w10, uxtw #2]', 'arm64', ['x9', 'sp', 'x10']],
  ['stp x29, x30, [sp, #-0x10]!', 'arm64e', ['fp', 'x29', 'lr', 'x30', 'sp']],
  ['brk #0x1', 'arm64', []],
  ['bl 0x104001010', 'arm64', []],
  ['movq %rcx, 0x18(%rax)', 'x86_64', ['rcx', 'rax']],
  ['movl %r8d, 4(%rdi,%rsi,4)', 'x86_64', ['r8', 'rdi', 'rsi']],
  ['movb %al, (%r10)', 'x86_64', ['rax', 'r10']],
  ['movl %ebx, %esp', 'x86_64', ['rbx', 'rsp']],
  ['movb %sil, %dl', 'x86_64', ['rsi', 'rdx']],
  ['movl (%eax), %edx', 'i386', ['eax', 'edx']],
  ['ldr.w r8, [r7, #0xc]', 'armv7', ['r8', 'r7']],
  ['ldm r0!, {r1, r12, lr}', 'armv7', ['r0', 'r1', 'r12', 'lr']],
  ['movl %fs:0x10, %eax', 'i386', ['fs', 'eax']],
])('%s of %s', (text, arch, names) => {
  expect(registersIn(text, arch)).toEqual(names)
})
