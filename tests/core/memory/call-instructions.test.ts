import { expect, test } from 'vitest'
import type { ArchFamily } from '../../../src/core/model/architecture.ts'
import { callEndingAt } from '../../../src/core/memory/instruction-set.ts'

/** Encodings as an assembler wrote them; the target counts from the end of the bytes. */
test.each<[ArchFamily, string, string, { target?: number } | undefined]>([
  ['arm64', 'bl .+8', '02000094', { target: 4 }],
  ['arm64', 'bl .-8', 'feffff97', { target: -12 }],
  ['arm64', 'blr x8', '00013fd6', {}],
  ['arm64', 'blraa x8, x9', '09093fd7', {}],
  ['arm64', 'blraaz x8', '1f093fd6', {}],
  ['arm64', 'blrab x8, x9', '090d3fd7', {}],
  ['arm64', 'blrabz x17', '3f0e3fd6', {}],
  ['arm64', 'b .+8', '02000014', undefined],
  ['arm64', 'br x8', '00011fd6', undefined],
  ['arm64', 'ret', 'c0035fd6', undefined],
  ['arm', 'Thumb bl .+8', '00f002f8', { target: 4 }],
  ['arm', 'Thumb bl .-8', 'fff7faff', { target: -12 }],
  ['arm', 'Thumb blx .+8', '00f002e8', { target: 4 }],
  ['arm', 'Thumb blx r3', '9847', {}],
  ['arm', 'Thumb b.w .+8', '00f002b8', undefined],
  ['arm', 'Thumb bl .+0x100000', 'fff0feff', { target: 0xffffc }],
  ['arm', 'Thumb bl .-0x300000', 'fff4feff', { target: -0x300004 }],
  ['arm', 'bl .+16', '020000eb', { target: 12 }],
  ['arm', 'blx .+16', '020000fa', { target: 12 }],
  ['arm', 'blx r3', '33ff2fe1', {}],
  ['arm', 'bleq .-8', 'fcffff0b', { target: -12 }],
  ['arm', 'b .+8', '000000ea', undefined],
  ['arm', 'bx lr', '1eff2fe1', undefined],
  ['x86_64', 'call .+16', 'e80b000000', { target: 11 }],
  ['x86_64', 'call *%rax', 'ffd0', {}],
  ['x86_64', 'call *%r11', '41ffd3', {}],
  ['x86_64', 'call *8(%rax)', 'ff5008', {}],
  ['x86_64', 'call *8(%rsp)', 'ff542408', {}],
  ['x86_64', 'call *0x1000(%rip)', 'ff1500100000', {}],
  ['x86_64', 'call *0x1000(%rax)', 'ff9000100000', {}],
  ['x86_64', 'call *0x1000(%rsp,%rcx,8)', 'ff94cc00100000', {}],
  ['x86_64', 'call *(,%rcx,8)', 'ff14cd00000000', {}],
  ['x86_64', 'call *(%rax,%rcx,8)', 'ff14c8', {}],
  ['x86_64', 'jmp *%rax', 'ffe0', undefined],
  ['i386', 'call .-5', 'e8f6ffffff', { target: -10 }],
  ['other', 'anything', 'e8f6ffffff', undefined],
])('%s: %s', (family, _words, hex, expected) => {
  const code = Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16))
  expect(callEndingAt(code, code.length, family)).toEqual(expected)
  // Cut at the front, or with a place after the end, it is no call and no error.
  expect(callEndingAt(code.subarray(code.length), 0, family)).toBeUndefined()
  expect(callEndingAt(code, code.length + 16, family)).toBeUndefined()
})
