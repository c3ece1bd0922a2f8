/** Call frame information and expressions that lie: each ends soon, keeps what it could read, and says what is wrong. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateExpression } from '../../../../src/core/memory/cfi-expression.ts'
import { mostInstructions, mostRows } from '../../../../src/core/dwarf/cfi/limits.ts'
import { readCfiRows } from '../../../../src/core/dwarf/cfi/program.ts'
import { openCfiTable, type CfiSection, type CfiTable } from '../../../../src/core/dwarf/cfi/table.ts'
import { readNow } from '../../../../src/core/memory/memory-read.ts'
import { imageOffset, linkAddress, runtimeAddress } from '../../../../src/core/model/address.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'

const textVmaddr = linkAddress(0x1_0000_0000n)

function table(bytes: Uint8Array, kind: CfiSection['kind'] = 'debug_frame'): CfiTable {
  return openCfiTable({ kind, bytes, address: textVmaddr, textVmaddr, addressBytes: 8 })
}

/** A CIE of x86_64: CFA=rsp+8, return address at CFA-8. */
const common = (codeAlignment = 1): Uint8Array =>
  entry(new ByteWriter().u32(0xffffffff).u8(3, 0, codeAlignment, 0x78, 16, 0x0c, 7, 8, 0x90, 1).done())

function entry(body: Uint8Array): Uint8Array {
  return new ByteWriter().u32(body.length).bytes(body).done()
}

const described = (start: number, size: number | bigint, program: readonly number[], at = 0): Uint8Array =>
  entry(
    new ByteWriter()
      .u32(at)
      .u64(textVmaddr + BigInt(start), size)
      .u8(...program)
      .done(),
  )

const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  parts.reduce((out, part) => out.bytes(part), new ByteWriter()).done()

const rowsOf = (...program: readonly number[]) => {
  const [only] = table(join(common(), described(0x1000, 0x100, program))).functions
  if (!only) throw new Error('a function expected')
  return readCfiRows(only)
}

test.each<[string, readonly number[], number, string | undefined]>([
  ['nothing but no-operations', Array.from({ length: 100 }, () => 0), 1, undefined],
  ['advances that never end', Array.from({ length: 30_000 }, () => 0x41), mostRows, undefined],
  ['no-operations that never end', Array.from({ length: mostInstructions + 9 }, () => 0), 1, 'cfi-too-long'],
  ['states remembered without end', Array.from({ length: 99 }, () => 0x0a), 1, 'cfi-too-deep'],
  ['a state that was never remembered', [0x41, 0x0b, 0x41], 2, 'cfi-nothing-remembered'],
  ['an instruction that nobody knows', [0x41, 0x3f], 2, 'cfi-unknown'],
  ['an operand that is cut off', [0x41, 0x0c, 0x87], 2, 'truncated'],
  ['a block longer than the entry', [0x41, 0x0f, 0x7f, 0x00], 2, 'truncated'],
  ['an address before the one before', [0x41, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], 2, 'cfi-set-loc'],
  [
    'registers without end',
    Array.from({ length: 900 }, (_, n) => [0x07, 0x80 | (n & 0x7f), n >> 7]).flat(),
    1,
    'cfi-too-many-registers',
  ],
  ['a jump of 2^64 bytes', [0x1d, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 1, 'cfi-too-far'],
])('%s', (_name, program, rows, problem) => {
  const read = rowsOf(...program)
  expect(read.rows.length).toBe(rows)
  expect(read.problem?.code).toBe(problem)
  expect(read.rows[0]).toMatchObject({ start: 0x1000, cfa: { kind: 'register', register: 7, offset: 8 } })
})

/** Where the damaged entries begin. */
const badAt = 0x2b

test.each<[string, readonly Uint8Array[], string]>([
  ['a length near 2^32', [new ByteWriter().u32(0xfffffff0, 0, 0).done()], 'truncated-cfi'],
  ['a length near 2^64', [new ByteWriter().u32(0xffffffff).u64(-1n).u32(0, 0).done()], 'truncated-cfi'],
  ['a common entry beyond the section', [described(0x2000, 16, [], 0x7fffffff)], 'truncated'],
  ['a common entry that is itself', [described(0x2000, 16, [], badAt)], 'no-common-entry'],
  [
    'an unknown version',
    [entry(new ByteWriter().u32(0xffffffff).u8(9, 0, 1, 1, 1).done()), described(0x2000, 16, [], badAt)],
    'cfi-version',
  ],
])('%s is told, and what was read before is kept', (_name, parts, problem) => {
  const good = join(common(), described(0x1000, 16, [0x41]))
  expect(good.length).toBe(badAt)
  const read = table(join(good, ...parts))
  expect(read.functions[0]?.start).toBe(0x1000)
  expect(read.problems.map(({ code }) => code)).toContain(problem)
})

test('a function of 2^64 bytes is left out; one that overlaps another is found by its inner one', () => {
  const read = table(
    join(common(), described(0x1000, -1n, []), described(0x1000, 0x1000, []), described(0x1800, 0x10, [])),
  )
  expect(read.functions.map(({ start, size }) => [start, size])).toEqual([
    [0x1000, 0x1000],
    [0x1800, 0x10],
  ])
  expect(read.at(imageOffset(0x1808))?.start).toBe(0x1800)
  expect(read.at(imageOffset(0x1810))?.start).toBe(0x1000)
})

const memory = [{ start: runtimeAddress(0x5000), bytes: new ByteWriter().u64(0x1122334455667788n, 7).done() }]

const evaluate = (...bytes: readonly number[]): bigint | undefined =>
  readNow(
    evaluateExpression({
      bytes: Uint8Array.from(bytes),
      addressBytes: 8,
      register: (number) => (number === 7 ? 0x5000n : undefined),
      initial: 100n,
    }),
    memory,
  )

/** Results worked out by hand from DWARF 5, section 2.5.1. */
test.each<[string, readonly number[], bigint | undefined]>([
  ['the CFA alone', [], 100n],
  ['breg, deref', [0x77, 0x00, 0x06], 0x1122334455667788n],
  ['deref_size 2', [0x77, 0x00, 0x94, 2], 0x7788n],
  ['bregx, plus_uconst', [0x92, 7, 8, 0x23, 8], 0x5010n],
  ['lit, minus', [0x31, 0x1c], 99n],
  ['minus one is 2^64 - 1', [0x30, 0x31, 0x1c], 0xffff_ffff_ffff_ffffn],
  ['signed division', [0x09, 0xf8, 0x33, 0x1b], BigInt.asUintN(64, -2n)],
  ['mod', [0x37, 0x33, 0x1d], 1n],
  ['and, or, xor', [0x3c, 0x3a, 0x1a, 0x31, 0x21, 0x3f, 0x27], 6n],
  ['shl by too much', [0x31, 0x0e, 255, 255, 255, 255, 255, 255, 255, 255, 0x24], 0n],
  ['shra keeps the sign', [0x09, 0xf0, 0x32, 0x26], BigInt.asUintN(64, -4n)],
  ['swap, over, drop', [0x31, 0x32, 0x16, 0x14, 0x13], 1n],
  ['rot: the top goes third', [0x31, 0x32, 0x33, 0x17], 2n],
  ['pick', [0x31, 0x32, 0x33, 0x15, 2], 1n],
  ['a comparison is signed', [0x09, 0xff, 0x30, 0x2d], 1n],
  ['eq, ge and le hold for equals', [0x31, 0x31, 0x29, 0x31, 0x31, 0x2a, 0x31, 0x31, 0x2c, 0x22, 0x22], 3n],
  ['ne, gt and lt do not', [0x31, 0x31, 0x2e, 0x31, 0x31, 0x2b, 0x31, 0x31, 0x2d, 0x22, 0x22], 0n],
  ['bra over a literal', [0x31, 0x28, 1, 0, 0x35, 0x36], 6n],
  ['neg, abs, not', [0x31, 0x1f, 0x19, 0x20], 0xffff_ffff_ffff_fffen],
  ['consts, const2u', [0x11, 0x7f, 0x0a, 2, 0, 0x22], 1n],
  ['a loop', [0x2f, 0xfd, 0xff], undefined],
  ['a loop that grows', [0x31, 0x2f, 0xfc, 0xff], undefined],
  ['a jump out of itself', [0x2f, 0x00, 0x70], undefined],
  ['memory that was not kept', [0x0c, 0xef, 0xbe, 0xad, 0xde, 0x06], undefined],
  ['a register that is lost', [0x70, 0], undefined],
  ['an empty stack', [0x13, 0x13], undefined],
  ['division by zero', [0x30, 0x1b], undefined],
  ['an operation of other places', [0x9c], undefined],
  ['an operand that is cut off', [0x0e, 1, 2], undefined],
])('expression: %s', (_name, bytes, expected) => {
  expect(evaluate(...bytes)).toBe(expected)
})

test('random sections and programs end in rows or problems, never in an exception', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('eh_frame' as const, 'debug_frame' as const),
      (bytes, kind) => {
        const start = kind === 'debug_frame' ? common() : new Uint8Array()
        for (const section of [bytes, join(start, described(0x1000, 64, [...bytes]), bytes)]) {
          for (const each of table(section, kind).functions) {
            expect(readCfiRows(each, { kind, textVmaddr }).rows.length).toBeLessThanOrEqual(mostRows)
          }
        }
      },
    ),
    { numRuns: 400 },
  )
})
