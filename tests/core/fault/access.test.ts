/** What instructions touch, by the manuals of Arm and Intel; and what processors say of a fault. */
import { expect, test } from 'vitest'
import { accessOf, addressOf, placeText } from '../../../src/core/fault/access.ts'
import { readEsr, readPageFault } from '../../../src/core/fault/processor-status.ts'
import { trapAt } from '../../../src/core/fault/traps.ts'
import type { InstructionSet } from '../../../src/core/model/architecture.ts'

const registers = new Map<string, bigint>([
  ['x8', 0x1000n],
  ['x9', 0xffff_fffen],
  ['sp', 0x8000n],
  ['fp', 0x9000n],
  ['rax', 0x1000n],
  ['rcx', 2n],
  ['rsp', 0x8000n],
  ['r1', 0x1000n],
  ['r2', 2n],
  ['r7', 0n],
])

const touched = (text: string, set: InstructionSet): unknown => {
  const access = accessOf(text, set, 0x4000n)
  const made = access && addressOf(access, registers, set === 'arm' ? 32 : 64)
  return (
    made && [made.address, access.bytes, `${access.reads ? 'r' : ''}${access.writes ? 'w' : ''}`, placeText(access)]
  )
}

test.each([
  ['ldr x0, [x8, #0x18]', [0x1018n, 8, 'r', 'x8 + 0x18']],
  ['ldr w0, [x8]', [0x1000n, 4, 'r', 'x8']],
  ['ldrsw x0, [x8, x9, lsl #2]', [0x1000n + 0xffff_fffen * 4n, 4, 'r', 'x8 + x9 * 4']],
  ['ldrb w0, [x8, w9, sxtw]', [0xffen, 1, 'r', 'x8 + x9']],
  ['ldrh w0, [x8, w9, uxtw #1]', [0x1000n + 0xffff_fffen * 2n, 2, 'r', 'x8 + x9 * 2']],
  ['stp x29, x30, [sp, #-0x10]!', [0x7ff0n, 16, 'w', 'sp - 0x10']],
  ['ldp d0, d1, [x8], #0x10', [0x1000n, 16, 'r', 'x8']],
  ['str q0, [x29, #-0x20]', [0x8fe0n, 16, 'w', 'fp - 0x20']],
  ['sturb wzr, [x8, #-0x1]', [0xfffn, 1, 'w', 'x8 - 0x1']],
  ['ldaddal w1, w2, [x8]', [0x1000n, 4, 'rw', 'x8']],
  ['ldaxr x1, [x8]', [0x1000n, 8, 'r', 'x8']],
  ['prfm pldl1keep, [x8]', undefined],
  ['add x0, x8, #0x1', undefined],
  ['ldr x0, 0x4010', undefined],
  ['ldr x0, [x10]', undefined],
])('arm64: %s', (text, wanted) => {
  expect(touched(text, 'arm64')).toEqual(wanted)
})

test.each([
  ['ldr r0, [r1, #0x4]', [0x1004n, 4, 'r', 'r1 + 0x4']],
  ['ldr r0, [r7, #0x4]', [4n, 4, 'r', 'r7 + 0x4']],
  ['ldr.w r8, [r7, #-4]', [0xffff_fffcn, 4, 'r', 'r7 - 0x4']],
  ['ldreq r0, [r1]', [0x1000n, 4, 'r', 'r1']],
  ['ldrhs r0, [r1]', [0x1000n, 4, 'r', 'r1']],
  ['ldrhhs r0, [r1]', [0x1000n, 2, 'r', 'r1']],
  ['strb r0, [r1], #1', [0x1000n, 1, 'w', 'r1']],
  ['ldrsh.w r2, [r1, r2, lsl #1]', [0x1004n, 2, 'r', 'r1 + r2 * 2']],
  ['ldr r0, [r1, -r2, lsl #2]', [0xff8n, 4, 'r', 'r1 - r2 * 4']],
  ['ldrd r9, r12, [sp, #8]', [0x8008n, 8, 'r', 'sp + 0x8']],
  ['strex r2, r0, [r1]', [0x1000n, 4, 'w', 'r1']],
  ['push {r4, r5, lr}', [0x7ff4n, 12, 'w', 'sp - 0xc']],
  ['pop.w {r8, r10, r11}', [0x8000n, 12, 'r', 'sp']],
  ['stmdb r1!, {r4, r5}', [0xff8n, 8, 'w', 'r1 - 0x8']],
  ['ldm.w r1, {r4, r5}', [0x1000n, 8, 'r', 'r1']],
  ['vldr s16, [sp, #296]', [0x8128n, 4, 'r', 'sp + 0x128']],
  ['vstr d14, [r1, #-16]', [0xff0n, 8, 'w', 'r1 - 0x10']],
  ['vpush {d8, d9}', [0x7ff0n, 16, 'w', 'sp - 0x10']],
  ['vst1.64 {d8, d9}, [r1:128]!', [0x1000n, 16, 'w', 'r1']],
  ['vld1.8 {d0[3]}, [r1]', [0x1000n, undefined, 'r', 'r1']],
  ['ldr r0, [pc, #0x10]', undefined],
  ['ldr r0, [r1, r2, lsr #2]', undefined],
  ['pld [r1]', undefined],
  ['mov r0, r1', undefined],
])('32-bit Arm: %s', (text, wanted) => {
  expect(touched(text, 'arm')).toEqual(wanted)
})

test.each([
  ['movq 0x18(%rax), %rcx', [0x1018n, 8, 'r', 'rax + 0x18']],
  ['movl %ecx, -0x4(%rax,%rcx,8)', [0x100cn, 4, 'w', 'rax + rcx * 8 - 0x4']],
  ['movb $0x1, 0x10(%rip)', [0x4010n, 1, 'w', '0x4010']],
  ['cmpq $0x0, (%rax)', [0x1000n, 8, 'r', 'rax']],
  ['addl $0x1, (%rax)', [0x1000n, 4, 'rw', 'rax']],
  ['movzbl (%rax), %ecx', [0x1000n, 1, 'r', 'rax']],
  ['callq *0x10(%rax)', [0x1010n, 8, 'r', 'rax + 0x10']],
  ['movaps %xmm0, 0x20(%rax)', [0x1020n, 16, 'w', 'rax + 0x20']],
  ['pushq %rbp', [0x7ff8n, 8, 'w', 'rsp - 0x8']],
  ['retq', [0x8000n, 8, 'r', 'rsp']],
  ['leaq 0x8(%rax), %rcx', undefined],
  ['nopw %cs:(%rax,%rax)', undefined],
  ['movq %gs:0x28, %rax', undefined],
  ['movq %fs:(%rax), %rcx', undefined],
  ['rep movsq (%rsi), %es:(%rdi)', undefined],
  ['movq (%rbx), %rcx', undefined],
])('x86_64: %s', (text, wanted) => {
  expect(touched(text, 'x86')).toEqual(wanted)
})

test('esr: classes and statuses of the Arm manual', () => {
  const says = (esr: bigint): unknown => {
    const status = readEsr(esr)
    return status && [status.touch, status.told.params['says']]
  }
  expect(says(0x9200_0006n)).toEqual(['read', 'a read of memory failed; nothing is mapped there'])
  expect(says(0x9200_004fn)).toEqual(['write', 'a write to memory failed; the page does not allow it'])
  expect(says(0x9200_0061n)).toEqual(['write', 'a write to memory failed; the address is not aligned'])
  expect(says(0x8200_000fn)).toEqual(['execute', 'fetching code failed; the page does not allow it'])
  expect(says(0x7200_0000n)).toEqual([undefined, 'pointer authentication failed'])
  expect(says(0xf200_0001n)).toEqual([undefined, 'a brk instruction'])
  expect(says(0x5600_0080n)).toBeUndefined()
})

test('x86: bits of the error code of a page fault, and of no other exception', () => {
  expect(readPageFault(14n, 4n)).toMatchObject({ touch: 'read', told: { params: { isPresent: false } } })
  expect(readPageFault(14n, 7n)).toMatchObject({ touch: 'write', told: { params: { isPresent: true } } })
  expect(readPageFault(14n, 0x15n)).toMatchObject({ touch: 'execute' })
  expect(readPageFault(13n, 0n)).toBeUndefined()
})

test.each([
  ['brk #0x1', 'trap-general'],
  ['brk #0xc471', 'trap-signature-or-webkit'],
  ['brk #0x5516', 'trap-sanitizer'],
  ['brk #0xf000', 'trap-debugger'],
  ['brk #0x7', 'trap-other'],
  ['ud2', 'trap-general'],
  ['int3', 'trap-debugger'],
  ['ud1l 0x2(%eax), %eax', 'trap-sanitizer'],
  ['trap', 'trap-general'],
  ['bkpt #0x0', 'trap-debugger'],
  ['nop', undefined],
])('trap: %s', (text, code) => {
  expect(trapAt([{ address: 0n, bytes: new Uint8Array(), text }], 0)?.code).toBe(code)
})
