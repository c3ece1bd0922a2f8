import { expect, test } from 'vitest'
import type { ArchFamily } from '../../../src/core/memory/architecture.ts'
import { frameRecordAt, type FrameRecord } from '../../../src/core/memory/prologue.ts'

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
const thumb = fromHex('80b5 6f46 00bf 80bd') // push {r7, lr}; mov r7, sp; nop; pop {r7, pc}
const thumbDeep = fromHex('f0b5 03af 00bf f0bd') // push {r4-r7, lr}; add r7, sp, #12; nop; pop
const a32 = fromHex('80402de9 04708de2 00f020e3') // push {r7, lr}; add r7, sp, #4; nop
const x86 = fromHex('55 4889e5 90 5d c3') // push rbp; mov rbp, rsp; nop; pop rbp; ret

test.each<[string, ArchFamily, Uint8Array, number, FrameRecord]>([
  ['at the start', 'arm64', arm64, 0, 'absent'],
  ['before x29 is set', 'arm64', arm64, 8, 'absent'],
  ['in the body', 'arm64', arm64, 12, 'made'],
  ['before the record is read back', 'arm64', arm64, 16, 'made'],
  ['after the record is read back', 'arm64', arm64, 20, 'absent'],
  ['at ret', 'arm64', arm64, 24, 'absent'],
  ['in the body of signed code', 'arm64', signed, 12, 'made'],
  ['at retab', 'arm64', signed, 16, 'absent'],
  ['before r7 is set', 'arm', thumb, 2, 'absent'],
  ['in Thumb’s body', 'arm', thumb, 4, 'made'],
  ['in Thumb’s body, more saved', 'arm', thumbDeep, 4, 'made'],
  ['before r7 is set, A32', 'arm', a32, 4, 'absent'],
  ['in A32’s body', 'arm', a32, 8, 'made'],
  ['at the start', 'x86_64', x86, 0, 'absent'],
  ['after push rbp', 'x86_64', x86, 1, 'pushed'],
  ['in the body', 'x86_64', x86, 4, 'made'],
  ['at ret', 'x86_64', x86, 6, 'absent'],
])('%s (%s)', (_name, family, code, at, expected) => {
  expect(frameRecordAt(code, at, family)).toBe(expected)
})

test('code that ends early is no error', () => {
  for (const family of ['arm64', 'arm', 'x86_64'] as const) {
    for (let size = 0; size < arm64.length; size++) {
      expect(['made', 'pushed', 'absent']).toContain(frameRecordAt(arm64.subarray(0, size), 20, family))
    }
  }
})
