/** Instructions drawn at random from each family, as llvm-objdump spells them: `fixtures/instructions`. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { disassemble } from '../../../src/core/instructions/disassemble.ts'
import type { ArmMode } from '../../../src/core/model/architecture.ts'

const rowsOf = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`../../fixtures/instructions/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

/** What the README of `core/instructions` lists as not read, or as read otherwise, by LLVM's text. */
const OTHERWISE: readonly RegExp[] = [
  // Lists of vector registers that go past the last.
  /\{[^}]*\bd(?:29|30|31)\S*, (?:d[0-5]\b|fpinst2|mvfr)/,
  // LLVM drops operands of these.
  /^(?:fmlal|bfdot|bfmlal)/,
  // SME2, and eight-bit floating point.
  /^(?:bmop|b?fmop[as] za\d\.h|fmop[as] .*\.b$|[us]mop[as] za\d\.s, .*\.h$)/,
  // AMD's own: FMA4, SSE4a and XOP.
  /^vf(?:n?m(?:add|sub)|maddsub|msubadd)[ps][sd]\b|^vpermil2|^movnts[sd]\b/,
  // AVX-512 for half precision and of Xeon Phi.
  /^v\w+[sp]h\b|^v4f|^vp4dp/,
  // Intel's after 2020.
  /^\{(?:vex|nf)\}|^cmp\w+xadd|^vpdp\w+|^vsm[34]|^vsha512|^t(?:dp|cmm|ile|mm)|^sttilecfg|^ldtilecfg|^cldemote|%r(?:1[6-9]|2\d|3[01])d?\b/,
  /^(?:xrelease|xacquire)$/,
]
/**
 * MOVLPD and MOVHPD of registers, which Intel reserves: LLVM names the form without the prefix. And REV and its kin in Thumb, which have
 * their register twice: with two registers they are unpredictable.
 */
const RESERVED = /^660f1[26][c-f]|^[9b](.)fa[89ab](?!\1)/
/** Rows that no rule above covers: LLVM prints a number of ten or another size, and some that are not read. */
const SINGLE = /^(?:ldc2l|pli \[|strw \(|smsww \(|xsaves64|vgf2p8affine\w*qb .*\{1to\d\})/

/** LLVM drops the offset of these. */
const withoutOffset = (text: string | undefined): string | undefined =>
  text?.replace(/^((?:ldapur|stlur) [bhsdq]\d.*), #-?0x[0-9a-f]+\]$/, '$1]')

/** Of the forms of instructions, those that are not read, or are read otherwise: no more, and no fewer. */
const UNLIKE = new Map<string, string[]>()
for (const [name = '', hex = '', text = ''] of rowsOf('unlike')) {
  const known = UNLIKE.get(name) ?? []
  UNLIKE.set(name, [...known, `${hex} ${text}`])
}

test.each<readonly [name: string, arch: string, mode: ArmMode | undefined]>([
  ['arm64', 'arm64', undefined],
  ['sme', 'arm64', undefined],
  ['a32', 'armv7', 'a32'],
  ['a32-vectors', 'armv7', 'a32'],
  ['a32-floats', 'armv7', 'a32'],
  ['thumb', 'armv7', 'thumb'],
  ['thumb-vectors', 'armv7', 'thumb'],
  ['thumb-floats', 'armv7', 'thumb'],
  ['x86_64', 'x86_64', undefined],
  ['x86_64-0f', 'x86_64', undefined],
  ['i386', 'i386', undefined],
  ['vex', 'x86_64', undefined],
  ['evex', 'x86_64', undefined],
  ['structures', 'arm64', undefined],
  ['x87', 'x86_64', undefined],
  ['x86_64-groups', 'x86_64', undefined],
  ['moves', 'arm64', undefined],
  ['thumb-parallel', 'armv7', 'thumb'],
  ['x86_64-crc32', 'x86_64', undefined],
  ['x86_64-prefixes', 'x86_64', undefined],
  ['arm64-forms', 'arm64', undefined],
  ['arm64-scalars-forms', 'arm64', undefined],
  ['sme-forms', 'arm64', undefined],
  ['a32-forms', 'armv7', 'a32'],
  ['a32-vectors-forms', 'armv7', 'a32'],
  ['a32-floats-forms', 'armv7', 'a32'],
  ['thumb-forms', 'armv7', 'thumb'],
  ['x86_64-forms', 'x86_64', undefined],
  ['x86_64-0f-forms', 'x86_64', undefined],
  ['i386-forms', 'i386', undefined],
  ['vex-forms', 'x86_64', undefined],
  ['evex-forms', 'x86_64', undefined],
])('%s', (name, arch, mode) => {
  const all = rowsOf(name)
  const rows = all.filter(
    ([, hex = '', text = '']) => !RESERVED.test(hex) && ![...OTHERWISE, SINGLE].some((one) => one.test(text)),
  )
  expect(rows.length).toBeGreaterThan(all.length * 0.8)
  const unlike = rows.flatMap(([address = '', hex = '', text = '']) => {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))
    const [found] = disassemble(bytes, BigInt(`0x${address}`), arch, 1, mode)
    return found && withoutOffset(found.text) === text && found.bytes.length === bytes.length ? [] : [`${hex} ${text}`]
  })
  expect(unlike.sort()).toEqual(UNLIKE.get(name)?.sort() ?? [])
})

/** Stores of 64 bytes, and INT1, which LLVM does not list. */
const READ = /^st64bv0? |\bint1$/

test.each<readonly [name: string, arch: string, mode: ArmMode | undefined]>([
  ['arm64-none', 'arm64', undefined],
  ['arm64-near-none', 'arm64', undefined],
  ['a32-near-none', 'armv7', 'a32'],
  ['thumb-near-none', 'armv7', 'thumb'],
  ['x86_64-near-none', 'x86_64', undefined],
  ['i386-near-none', 'i386', undefined],
])('what LLVM calls no instruction is none: %s', (name, arch, mode) => {
  const read = rowsOf(name).flatMap((row) => {
    const hex = row.at(-1) ?? ''
    const bytes = new Uint8Array(32).fill(0x90)
    bytes.set(Buffer.from(hex, 'hex'))
    const [found] = disassemble(bytes, 0n, arch, 1, mode)
    return found?.text === undefined || READ.test(found.text) ? [] : [`${hex} ${found.text}`]
  })
  expect(rowsOf(name).length).toBeGreaterThan(1000)
  expect(read.sort()).toEqual(UNLIKE.get(name)?.sort() ?? [])
})

test.each<readonly [name: string, arch: string, mode: ArmMode | undefined]>([
  ['arm64-spaces', 'arm64', undefined],
  ['a32-spaces', 'armv7', 'a32'],
  ['thumb-spaces', 'armv7', 'thumb'],
])('each word of a small space is what LLVM lists, or none: %s', (name, arch, mode) => {
  const unlike = rowsOf(name).flatMap(([hex = '', text = '']) => {
    const [found] = disassemble(Uint8Array.from(Buffer.from(hex, 'hex')), 0n, arch, 1, mode)
    return (found?.text ?? '') === text ? [] : [`${hex} ${text}`]
  })
  expect(unlike.sort()).toEqual(UNLIKE.get(name)?.sort() ?? [])
})
