/** Registers that instructions name, under the names that reports have. */
import { expect, test } from 'vitest'
import { registersIn } from '../../../src/core/fault/operands.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'

test.each([
  ['000d40f9', 'ldr x0, [x8, #0x18]', 'arm64', ['x0', 'x8']],
  ['e95b2ab8', 'str w9, [sp, w10, uxtw #2]', 'arm64', ['x9', 'sp', 'x10']],
  ['fd7bbfa9', 'stp x29, x30, [sp, #-0x10]!', 'arm64e', ['fp', 'x29', 'lr', 'x30', 'sp']],
  ['200020d4', 'brk #0x1', 'arm64', []],
  ['04000094', 'bl 0x10', 'arm64', []],
  ['48894818', 'movq %rcx, 0x18(%rax)', 'x86_64', ['rcx', 'rax']],
  ['448944b704', 'movl %r8d, 4(%rdi,%rsi,4)', 'x86_64', ['r8', 'rdi', 'rsi']],
  ['418802', 'movb %al, (%r10)', 'x86_64', ['rax', 'r10']],
  ['89dc', 'movl %ebx, %esp', 'x86_64', ['rbx', 'rsp']],
  ['4088f2', 'movb %sil, %dl', 'x86_64', ['rsi', 'rdx']],
  ['8b10', 'movl (%eax), %edx', 'i386', ['eax', 'edx']],
  ['d7f80c80', 'ldr.w r8, [r7, #0xc]', 'armv7', ['r8', 'r7']],
  ['b0e80250', 'ldm r0!, {r1, r12, lr}', 'armv7', ['r0', 'r1', 'r12', 'lr', 'r14']],
  ['64a110000000', 'movl %fs:0x10, %eax', 'i386', ['fs', 'eax']],
])('%s, %s of %s', (bytes, text, arch, names) => {
  expect(registersIn({ address: runtimeAddress(0n), bytes, text }, arch)).toEqual(names)
})
