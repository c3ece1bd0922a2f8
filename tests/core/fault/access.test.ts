/** Accesses of instructions to memory, by the manuals of Arm and Intel; and the processors' own words on a fault. */
import { expect, test } from 'vitest'
import { addressOf, placeText } from '../../../src/core/fault/access.ts'
import { readEsr, readPageFault } from '../../../src/core/fault/processor-status.ts'
import { trapAt } from '../../../src/core/fault/traps.ts'
import { readInstructions } from '../../../src/core/instructions/disassemble.ts'
import type { Instruction } from '../../../src/core/instructions/instruction.ts'

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

/** The instruction of bytes as LLVM assembles them, by the text that it has. */
function readOne(hex: string, arch: string, text: string): Instruction {
  const [digits = '', mode] = hex.split(' ')
  const code = Uint8Array.from(Buffer.from(digits, 'hex'))
  // That of x86 ends at 0x4000.
  const address = arch === 'x86_64' ? 0x4000n - BigInt(code.length) : 0n
  const [found, ...others] = readInstructions(code, address, arch, Infinity, mode === 'a32' ? 'a32' : 'thumb')
  expect([found?.text, others]).toEqual([text, []])
  if (!found) throw new Error('no instruction')
  return found
}

function touched(hex: string, arch: string, text: string): unknown {
  const { access } = readOne(hex, arch, text)
  const made = access && addressOf(access, registers, arch === 'armv7' ? 32 : 64)
  return (
    made && [made.address, access.bytes, `${access.reads ? 'r' : ''}${access.writes ? 'w' : ''}`, placeText(access)]
  )
}

test.each([
  ['000d40f9', 'ldr x0, [x8, #0x18]', [0x1018n, 8, 'r', 'x8 + 0x18']],
  ['000140b9', 'ldr w0, [x8]', [0x1000n, 4, 'r', 'x8']],
  ['0079a9b8', 'ldrsw x0, [x8, x9, lsl #2]', [0x1000n + 0xffff_fffen * 4n, 4, 'r', 'x8 + x9 * 4']],
  ['00c96938', 'ldrb w0, [x8, w9, sxtw]', [0xffen, 1, 'r', 'x8 + x9']],
  ['00596978', 'ldrh w0, [x8, w9, uxtw #1]', [0x1000n + 0xffff_fffen * 2n, 2, 'r', 'x8 + x9 * 2']],
  ['fd7bbfa9', 'stp x29, x30, [sp, #-0x10]!', [0x7ff0n, 16, 'w', 'sp - 0x10']],
  ['0005c16c', 'ldp d0, d1, [x8], #0x10', [0x1000n, 16, 'r', 'x8']],
  ['a0039e3c', 'stur q0, [x29, #-0x20]', [0x8fe0n, 16, 'w', 'fp - 0x20']],
  ['1ff11f38', 'sturb wzr, [x8, #-0x1]', [0xfffn, 1, 'w', 'x8 - 0x1']],
  ['0201e1b8', 'ldaddal w1, w2, [x8]', [0x1000n, 4, 'rw', 'x8']],
  ['01fd5fc8', 'ldaxr x1, [x8]', [0x1000n, 8, 'r', 'x8']],
  ['000180f9', 'prfm pldl1keep, [x8]', undefined],
  ['00050091', 'add x0, x8, #0x1', undefined],
  ['80000258', 'ldr x0, 0x4010', undefined],
  ['400140f9', 'ldr x0, [x10]', undefined],
])('arm64: %s, %s', (hex, text, wanted) => {
  expect(touched(hex, 'arm64', text)).toEqual(wanted)
})

test.each([
  ['4868', 'ldr r0, [r1, #0x4]', [0x1004n, 4, 'r', 'r1 + 0x4']],
  ['7868', 'ldr r0, [r7, #0x4]', [4n, 4, 'r', 'r7 + 0x4']],
  ['57f8048c', 'ldr r8, [r7, #-4]', [0xffff_fffcn, 4, 'r', 'r7 - 0x4']],
  ['00009105 a32', 'ldreq r0, [r1]', [0x1000n, 4, 'r', 'r1']],
  ['00009125 a32', 'ldrhs r0, [r1]', [0x1000n, 4, 'r', 'r1']],
  ['b000d121 a32', 'ldrhhs r0, [r1]', [0x1000n, 2, 'r', 'r1']],
  ['0100c1e4 a32', 'strb r0, [r1], #1', [0x1000n, 1, 'w', 'r1']],
  ['31f91220', 'ldrsh.w r2, [r1, r2, lsl #1]', [0x1004n, 2, 'r', 'r1 + r2 * 2']],
  ['020111e7 a32', 'ldr r0, [r1, -r2, lsl #2]', [0xff8n, 4, 'r', 'r1 - r2 * 4']],
  ['dde9029c', 'ldrd r9, r12, [sp, #8]', [0x8008n, 8, 'r', 'sp + 0x8']],
  ['41e80002', 'strex r2, r0, [r1]', [0x1000n, 4, 'w', 'r1']],
  ['30b5', 'push {r4, r5, lr}', [0x7ff4n, 12, 'w', 'sp - 0xc']],
  ['bde8000d', 'pop.w {r8, r10, r11}', [0x8000n, 12, 'r', 'sp']],
  ['300021e9 a32', 'stmdb r1!, {r4, r5}', [0xff8n, 8, 'w', 'r1 - 0x8']],
  ['91e83000', 'ldm.w r1, {r4, r5}', [0x1000n, 8, 'r', 'r1']],
  ['9ded4a8a', 'vldr s16, [sp, #296]', [0x8128n, 4, 'r', 'sp + 0x128']],
  ['01ed04eb', 'vstr d14, [r1, #-16]', [0xff0n, 8, 'w', 'r1 - 0x10']],
  ['2ded048b', 'vpush {d8, d9}', [0x7ff0n, 16, 'w', 'sp - 0x10']],
  ['01f9ed8a', 'vst1.64 {d8, d9}, [r1:128]!', [0x1000n, 16, 'w', 'r1']],
  ['a1f96f00', 'vld1.8 {d0[3]}, [r1]', [0x1000n, undefined, 'r', 'r1']],
  ['0448', 'ldr r0, [pc, #0x10]', undefined],
  ['220191e7 a32', 'ldr r0, [r1, r2, lsr #2]', undefined],
  ['91f800f0', 'pld [r1]', undefined],
  ['0846', 'mov r0, r1', undefined],
])('32-bit Arm: %s, %s', (hex, text, wanted) => {
  expect(touched(hex, 'armv7', text)).toEqual(wanted)
})

test.each([
  ['488b4818', 'movq 0x18(%rax), %rcx', [0x1018n, 8, 'r', 'rax + 0x18']],
  ['894cc8fc', 'movl %ecx, -0x4(%rax,%rcx,8)', [0x100cn, 4, 'w', 'rax + rcx * 8 - 0x4']],
  ['c6051000000001', 'movb $0x1, 0x10(%rip)', [0x4010n, 1, 'w', '0x4010']],
  ['48833800', 'cmpq $0x0, (%rax)', [0x1000n, 8, 'r', 'rax']],
  ['830001', 'addl $0x1, (%rax)', [0x1000n, 4, 'rw', 'rax']],
  ['0fb608', 'movzbl (%rax), %ecx', [0x1000n, 1, 'r', 'rax']],
  ['486308', 'movslq (%rax), %rcx', [0x1000n, 4, 'r', 'rax']],
  ['0fbe08', 'movsbl (%rax), %ecx', [0x1000n, 1, 'r', 'rax']],
  ['ff5010', 'callq *0x10(%rax)', [0x1010n, 8, 'r', 'rax + 0x10']],
  ['0f294020', 'movaps %xmm0, 0x20(%rax)', [0x1020n, 16, 'w', 'rax + 0x20']],
  ['55', 'pushq %rbp', [0x7ff8n, 8, 'w', 'rsp - 0x8']],
  ['c3', 'retq', [0x8000n, 8, 'r', 'rsp']],
  ['488d4808', 'leaq 0x8(%rax), %rcx', undefined],
  ['2e660f1f0400', 'nopw %cs:(%rax,%rax)', undefined],
  ['65488b042528000000', 'movq %gs:0x28, %rax', undefined],
  ['64488b08', 'movq %fs:(%rax), %rcx', undefined],
  ['f348a5', 'rep movsq (%rsi), %es:(%rdi)', undefined],
  ['488b0b', 'movq (%rbx), %rcx', undefined],
])('x86_64: %s, %s', (hex, text, wanted) => {
  expect(touched(hex, 'x86_64', text)).toEqual(wanted)
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
  ['200020d4', 'arm64', 'brk #0x1', 'trap-general'],
  ['208e38d4', 'arm64', 'brk #0xc471', 'trap-signature-or-webkit'],
  ['c0a22ad4', 'arm64', 'brk #0x5516', 'trap-sanitizer'],
  ['00003ed4', 'arm64', 'brk #0xf000', 'trap-debugger'],
  ['e00020d4', 'arm64', 'brk #0x7', 'trap-other'],
  ['0f0b', 'x86_64', 'ud2', 'trap-general'],
  ['cc', 'x86_64', 'int3', 'trap-debugger'],
  ['670fb94002', 'x86_64', 'ud1l 0x2(%eax), %eax', 'trap-sanitizer'],
  ['fede', 'armv7', 'trap', 'trap-general'],
  ['00be', 'armv7', 'bkpt #0x0', 'trap-debugger'],
  ['1f2003d5', 'arm64', 'nop', undefined],
])('trap: %s of %s, %s', (hex, arch, text, code) => {
  expect(trapAt([readOne(hex, arch, text)], 0)?.code).toBe(code)
})
