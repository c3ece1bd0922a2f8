import { expect, test } from 'vitest'
import type { ArchFamily } from '../../../src/core/model/architecture.ts'
import { readPrologue } from '../../../src/core/memory/instruction-set.ts'

const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(' ', '').match(/../g)!, (pair) => parseInt(pair, 16))

/** Functions as assembled, and where in them they stopped. */
const arm64 = fromHex(
  // sub sp, sp, #32; stp x29, x30, [sp, #16]; add x29, sp, #16; nop; ldp x29, x30, [sp, #16]; add sp, sp, #32; ret
  'ff8300d1 fd7b01a9 fd430091 1f2003d5 fd7b41a9 ff830091 c0035fd6',
)
const signed = fromHex(
  // pacibsp; stp x29, x30, [sp, #-16]!; mov x29, sp; ldp x29, x30, [sp], #16; retab
  '7f2303d5 fd7bbfa9 fd030091 fd7bc1a8 ff0f5fd6',
)
// stp x29, x30, [sp, #-48]!; stp x19, x20, [sp, #32]; mov x29, sp; ldp x19, x20, [sp, #32]; ldp x29, x30, [sp], #48; ret; nop
const early = fromHex('fd7bbda9 f35302a9 fd030091 f35342a9 fd7bc3a8 c0035fd6 1f2003d5')
// stp d9, d8, [sp, #-32]!; stp x29, x30, [sp, #16]; add x29, sp, #16; str d10, [sp, #8]; nop; ldp x29, x30, [sp, #16]; ldp d9, d8, [sp], #32; ret
const floats = fromHex('e923be6d fd7b01a9 fd430091 ea0700fd 1f2003d5 fd7b41a9 e923c26c c0035fd6')
const oneSaved = fromHex('fe0f1ff8 1f2003d5') // str x30, [sp, #-16]!; nop
// push rbx; push r14; sub rsp, 16; nop…; add rsp, 16; pop r14; pop rbx; ret
const frameless = fromHex('53 4156 4883ec10 90 90 4883c410 415e 5b c3')
const thumb = fromHex('80b5 6f46 00bf 80bd') // push {r7, lr}; mov r7, sp; nop; pop {r7, pc}
const thumbDeep = fromHex('f0b5 03af 00bf f0bd') // push {r4-r7, lr}; add r7, sp, #12; nop; pop
const a32 = fromHex('80402de9 04708de2 00f020e3') // push {r7, lr}; add r7, sp, #4; nop
const x86 = fromHex('55 4889e5 90 5d c3') // push rbp; mov rbp, rsp; nop; pop rbp; ret

// test edi, edi; je +1; ret; push rbx; nop
const late = fromHex('85ff 7401 c3 53 90')
const left = fromHex('55 4889e5 c9 c3') // push rbp; mov rbp, rsp; leave; ret
const aligned = fromHex('55 4889e5 4883e4f0 90') // push rbp; mov rbp, rsp; and rsp, -16; nop
const tail = fromHex('53 5b e900000000') // push rbx; pop rbx; jmp
const dataWithin = fromHex('53 90 06 06 5b c3') // push rbx; nop; no instructions; pop rbx; ret
// cbz w0, +8; b .; ret: nothing but the first branch leads to the third
const lateArm = fromHex('40000034 00000014 c0035fd6')

/** CFA minus stack pointer, CFA minus frame pointer, saved registers: read off the instructions by hand. */
type Shape = readonly [stackBytes: number | undefined, frameBytes: number | undefined, saved: Record<number, number>]

test.each<[string, ArchFamily, Uint8Array, number, Shape]>([
  ['at the start', 'arm64', arm64, 0, [0, undefined, {}]],
  ['before the record is written', 'arm64', arm64, 4, [32, undefined, {}]],
  ['before x29 is set', 'arm64', arm64, 8, [32, undefined, { 29: -16, 30: -8 }]],
  ['in the body', 'arm64', arm64, 12, [32, 16, { 29: -16, 30: -8 }]],
  ['before the record is read back', 'arm64', arm64, 16, [32, 16, { 29: -16, 30: -8 }]],
  ['after the record is read back', 'arm64', arm64, 20, [32, undefined, {}]],
  ['at ret', 'arm64', arm64, 24, [0, undefined, {}]],
  ['in the body of signed code', 'arm64', signed, 12, [16, 16, { 29: -16, 30: -8 }]],
  ['at retab', 'arm64', signed, 16, [0, undefined, {}]],
  ['behind a return in the middle', 'arm64', early, 24, [48, 48, { 19: -16, 20: -8, 29: -48, 30: -40 }]],
  [
    'floating-point registers saved',
    'arm64',
    floats,
    20,
    // d8 and d9 once; what is stored where d8 lies later is another's.
    [32, 16, { 73: -32, 72: -24, 74: -24, 29: -16, 30: -8 }],
  ],
  ['and back', 'arm64', floats, 28, [0, undefined, { 74: -24 }]],
  ['a leaf that saves one register', 'arm64', oneSaved, 4, [16, undefined, { 30: -16 }]],
  ['before r7 is set', 'arm', thumb, 2, [0, undefined, {}]],
  ['in Thumb’s body', 'arm', thumb, 4, [undefined, 8, {}]],
  ['in Thumb’s body, more saved', 'arm', thumbDeep, 4, [undefined, 8, {}]],
  ['before r7 is set, A32', 'arm', a32, 4, [0, undefined, {}]],
  ['in A32’s body', 'arm', a32, 8, [undefined, 8, {}]],
  ['at the start', 'x86_64', x86, 0, [8, undefined, {}]],
  ['after push rbp', 'x86_64', x86, 1, [16, undefined, { 6: -16 }]],
  ['in the body', 'x86_64', x86, 4, [16, 16, { 6: -16 }]],
  ['at pop rbp', 'x86_64', x86, 5, [16, 16, { 6: -16 }]],
  ['on the way without a frame', 'x86_64', late, 4, [8, undefined, {}]],
  ['behind its return, on the other way', 'x86_64', late, 5, [8, undefined, {}]],
  ['where that has a frame', 'x86_64', late, 6, [16, undefined, { 3: -16 }]],
  ['behind leave', 'x86_64', left, 5, [8, undefined, {}]],
  ['with its stack aligned', 'x86_64', aligned, 8, [undefined, 16, { 6: -16 }]],
  ['at a tail call', 'x86_64', tail, 2, [8, undefined, {}]],
  ['data among the code, before a return', 'x86_64', dataWithin, 4, [16, undefined, { 3: -16 }]],
  ['on the way without a frame', 'arm64', lateArm, 8, [0, undefined, {}]],
  ['at ret', 'x86_64', x86, 6, [8, undefined, {}]],
  ['in the body of a function without a frame pointer', 'x86_64', frameless, 8, [40, undefined, { 3: -16, 14: -24 }]],
  ['before its stack is given back', 'x86_64', frameless, 9, [40, undefined, { 3: -16, 14: -24 }]],
  ['between its pops', 'x86_64', frameless, 15, [16, undefined, { 3: -16 }]],
])('%s (%s)', (_name, family, code, at, [stackBytes, frameBytes, saved]) => {
  const shape = readPrologue(code, at, family)
  expect(shape?.stackBytes).toBe(stackBytes)
  expect(shape?.frameBytes).toBe(frameBytes)
  expect(Object.fromEntries(shape?.saved ?? [])).toEqual(saved)
})

test('code that ends early is no error', () => {
  for (const family of ['arm64', 'arm', 'x86_64', 'i386'] as const) {
    for (let size = 0; size < arm64.length; size++) {
      expect(readPrologue(arm64.subarray(0, size), 20, family) === undefined).toBe(size < 20)
    }
  }
})
