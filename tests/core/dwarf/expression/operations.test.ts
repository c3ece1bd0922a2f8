/** Every operation of expressions: its operands as bytes, and what it does to the stack, against arithmetic in plain numbers. */
import { expect, test } from 'vitest'
import { ByteCursor } from '../../../../src/core/bytes/cursor.ts'
import {
  ExpressionMachine,
  NoValue,
  type ExpressionHost,
  type Place,
} from '../../../../src/core/dwarf/expression/machine.ts'
import { readOperation } from '../../../../src/core/dwarf/expression/operations.ts'

const shape = { version: 4, addressSize: 8, offsetSize: 4 } as const
const host: ExpressionHost = {
  register: (number) => 0x1000n * BigInt(number + 1),
  inRegister: (number) => ({ kind: 'lost', reason: `register ${number}` }),
  runtime: (address) => address + 0x4000n,
  indexedAddress: (index) => (index < 4n ? 0x100n + index : undefined),
  frameBase: () => 0x3000n,
  callFrameAddress: () => 0x2000n,
  atEntry: (expression) => BigInt(expression.length),
  integerType: (offset) => ({ 1: { bits: 8, isSigned: true }, 2: { bits: 8, isSigned: false } })[Number(offset)],
}

interface Setting {
  readonly littleEndian?: boolean
  readonly addressSize?: 4 | 8
  readonly stackBits?: number
  readonly host?: ExpressionHost
}

/** The whole place; memory holds the byte 7 everywhere. */
function run(bytes: readonly number[], initial: readonly bigint[] = [], setting: Setting = {}): Place {
  const { littleEndian = true, addressSize = 8, stackBits = addressSize * 8 } = setting
  const machine = new ExpressionMachine(
    { bytes: Uint8Array.from(bytes), shape: { ...shape, addressSize }, littleEndian, stackBits, initial },
    setting.host ?? host,
  )
  for (;;) {
    const asked = machine.step()
    if (asked === 'done') return machine.place()
    if (asked) machine.push(BigInt(`0x${'07'.repeat(asked.size)}`) + (asked.address << 64n))
  }
}

/** The stack, top first. */
function stackOf(bytes: readonly number[], initial: readonly bigint[] = [], setting: Setting = {}): readonly bigint[] {
  const left: bigint[] = []
  for (let drops = 0; ; drops++) {
    const place = run([...bytes, ...Array<number>(drops).fill(0x13)], initial, setting)
    if (place.kind !== 'memory') return left
    left.push(place.address)
  }
}

const DEEP = [0x11n, 0x22n, 0x33n]

/** Results for two signed operands, from plain arithmetic in the test. */
const binary: readonly (readonly [
  name: string,
  code: number,
  result: (a: bigint, b: bigint, bits: number) => bigint,
])[] = [
  ['and', 0x1a, (a, b) => a & b],
  ['minus', 0x1c, (a, b) => a - b],
  ['mul', 0x1e, (a, b) => a * b],
  ['or', 0x21, (a, b) => a | b],
  ['plus', 0x22, (a, b) => a + b],
  ['xor', 0x27, (a, b) => a ^ b],
  ['eq', 0x29, (a, b) => (a === b ? 1n : 0n)],
  ['ge', 0x2a, (a, b) => (a >= b ? 1n : 0n)],
  ['gt', 0x2b, (a, b) => (a > b ? 1n : 0n)],
  ['le', 0x2c, (a, b) => (a <= b ? 1n : 0n)],
  ['lt', 0x2d, (a, b) => (a < b ? 1n : 0n)],
  ['ne', 0x2e, (a, b) => (a === b ? 0n : 1n)],
  ['div', 0x1b, (a, b) => a / b],
  ['mod', 0x1d, (a, b, bits) => BigInt.asUintN(bits, a) % BigInt.asUintN(bits, b)],
]
const values = [1n, 2n, 7n, 8n, -1n, -2n, -7n, 0x7fff_ffffn, -0x8000_0000n, 0x1234n]

test.each(
  binary.flatMap(([name, code, result]) => ([4, 8] as const).map((size) => [name, size, code, result] as const)),
)('DW_OP_%s with addresses of %i bytes', (_, addressSize, code, result) => {
  const bits = addressSize * 8
  for (const a of values) {
    for (const b of values) {
      const expected = BigInt.asUintN(bits, result(a, b, bits))
      expect(stackOf([code], [0x11n, a, b], { addressSize }), `${a}, ${b}`).toEqual([expected, 0x11n])
    }
    expect(() => run([code], [a], { addressSize })).toThrow(NoValue)
  }
})

test.each([0x1b, 0x1d])('0x%s by zero has no value', (code) => {
  expect(() => run([code], [7n, 0n])).toThrow(NoValue)
})

test.each([4, 8] as const)(
  'shifts with addresses of %i bytes: from none to more than there are bits',
  (addressSize) => {
    const bits = addressSize * 8
    for (const value of values) {
      for (const by of [0, 1, 8, 31, 32, 63, 64, 65, 1000]) {
        const shifted = (code: number) => stackOf([code], [0x11n, value, BigInt(by)], { addressSize })
        const unsigned = BigInt.asUintN(bits, value)
        const fit = by >= bits
        expect(shifted(0x24), `${value} << ${by}`).toEqual([
          fit ? 0n : BigInt.asUintN(bits, unsigned << BigInt(by)),
          0x11n,
        ])
        expect(shifted(0x25), `${value} >> ${by}`).toEqual([fit ? 0n : unsigned >> BigInt(by), 0x11n])
        const filled = value < 0n ? BigInt.asUintN(bits, -1n) : 0n
        expect(shifted(0x26), `${value} >>> ${by}`).toEqual([
          fit ? filled : BigInt.asUintN(bits, value >> BigInt(by)),
          0x11n,
        ])
      }
    }
  },
)

test.each<readonly [string, readonly number[], readonly bigint[]]>([
  ['dup', [0x12], [0x33n, 0x33n, 0x22n, 0x11n]],
  ['drop', [0x13], [0x22n, 0x11n]],
  ['over', [0x14], [0x22n, 0x33n, 0x22n, 0x11n]],
  ['pick 0', [0x15, 0], [0x33n, 0x33n, 0x22n, 0x11n]],
  ['pick 2', [0x15, 2], [0x11n, 0x33n, 0x22n, 0x11n]],
  ['swap', [0x16], [0x22n, 0x33n, 0x11n]],
  ['rot', [0x17], [0x22n, 0x11n, 0x33n]],
  ['abs', [0x19], [0x33n, 0x22n, 0x11n]],
  ['neg', [0x1f], [2n ** 64n - 0x33n, 0x22n, 0x11n]],
  ['neg, abs', [0x1f, 0x19], [0x33n, 0x22n, 0x11n]],
  ['not', [0x20], [2n ** 64n - 0x34n, 0x22n, 0x11n]],
  ['plus_uconst', [0x23, 0x81, 1], [0x33n + 0x81n, 0x22n, 0x11n]],
  ['nop', [0x96], [0x33n, 0x22n, 0x11n]],
  ['skip', [0x2f, 1, 0, 0x13], [0x33n, 0x22n, 0x11n]],
  ['skip nothing', [0x2f, 0, 0, 0x13], [0x22n, 0x11n]],
  ['bra', [0x28, 1, 0, 0x13], [0x22n, 0x11n]],
  ['bra at 0', [0x30, 0x28, 1, 0, 0x13], [0x22n, 0x11n]],
])('DW_OP_%s', (_, bytes, stack) => {
  expect(stackOf(bytes, DEEP)).toEqual(stack)
})

test.each<readonly [string, readonly number[], number]>([
  ['dup', [0x12], 1],
  ['drop', [0x13], 1],
  ['over', [0x14], 2],
  ['pick 2', [0x15, 2], 3],
  ['swap', [0x16], 2],
  ['rot', [0x17], 3],
  ['abs', [0x19], 1],
  ['neg', [0x1f], 1],
  ['not', [0x20], 1],
  ['plus_uconst', [0x23, 1], 1],
  ['shl', [0x24], 2],
  ['shr', [0x25], 2],
  ['shra', [0x26], 2],
  ['bra', [0x28, 0, 0], 1],
  ['deref', [0x06], 1],
  ['deref_size', [0x94, 4], 1],
  ['stack_value', [0x9f], 1],
  ['convert', [0xa8, 1], 1],
])('DW_OP_%s takes so many values', (_, bytes, count) => {
  expect(() => run(bytes, DEEP.slice(0, count))).not.toThrow()
  expect(() => run(bytes, DEEP.slice(0, count - 1))).toThrow(NoValue)
})

const ones = (count: number): readonly number[] => Array<number>(count).fill(0xff)
test.each<readonly [string, readonly number[], bigint]>([
  ['addr', [0x03, 1, 2, 0, 0, 0, 0, 0, 0], 0x4201n],
  ['const1u', [0x08, ...ones(1)], 0xffn],
  ['const1s', [0x09, ...ones(1)], -1n],
  ['const2u', [0x0a, ...ones(2)], 0xffffn],
  ['const2s', [0x0b, ...ones(2)], -1n],
  ['const4u', [0x0c, ...ones(4)], 0xffff_ffffn],
  ['const4s', [0x0d, ...ones(4)], -1n],
  ['const8u', [0x0e, ...ones(7), 0x7f], 0x7fff_ffff_ffff_ffffn],
  ['const8s', [0x0f, ...ones(8)], -1n],
  ['constu', [0x10, 0xff, 0x7f], 0x3fffn],
  ['consts', [0x11, 0xff, 0x7f], -1n],
  ['fbreg', [0x91, 0x7f], 0x2fffn],
  ['bregx', [0x92, 0x28, 0x7f], 0x2_8fffn],
  ['call_frame_cfa', [0x9c], 0x2000n],
  ['addrx', [0xa1, 3], 0x4103n],
  ['constx', [0xa2, 3], 0x103n],
  ['entry_value', [0xa3, 2, 0x50, 0x96], 2n],
  ['GNU_entry_value', [0xf3, 2, 0x50, 0x96], 2n],
  ['const_type', [0xa4, 2, 2, 0x34, 0x12], 0x1234n],
  ['regval_type', [0xa5, 3, 2], 0x4000n],
])('DW_OP_%s pushes', (_, bytes, value) => {
  expect(stackOf(bytes, [0x11n])).toEqual([BigInt.asUintN(64, value), 0x11n])
  for (let length = 1; length < bytes.length; length++) expect(() => run(bytes.slice(0, length))).toThrow()
})

test('numbers in the other order of bytes', () => {
  const big = { littleEndian: false }
  expect(stackOf([0x0a, 0x12, 0x34], [], big)).toEqual([0x1234n])
  expect(stackOf([0xa4, 2, 2, 0x12, 0x34], [], big)).toEqual([0x1234n])
  expect(stackOf([0x03, 0, 0, 0x12, 0x34], [], { ...big, addressSize: 4 })).toEqual([0x5234n])
  expect(stackOf([0x2f, 0, 1, 0x13], DEEP, big)).toEqual([0x33n, 0x22n, 0x11n])
})

test('all literals, registers and registers with an offset', () => {
  for (let number = 0; number < 32; number++) {
    expect(stackOf([0x30 + number])).toEqual([BigInt(number)])
    expect(run([0x50 + number])).toEqual({ kind: 'lost', reason: `register ${number}` })
    expect(stackOf([0x70 + number, 0x7e])).toEqual([0x1000n * BigInt(number + 1) - 2n])
  }
  expect(run([0x90, 0x81, 1])).toEqual({ kind: 'lost', reason: 'register 129' })
})

test.each<readonly [string, readonly number[], Place]>([
  ['nothing', [], { kind: 'lost', reason: 'optimised out' }],
  ['a value', [0x35, 0x9f], { kind: 'bits', bits: 5n, size: 64 }],
  ['a value of bytes', [0x9e, 2, 0x34, 0x12], { kind: 'bits', bits: 0x1234n, size: 16 }],
  ['a value of no bytes', [0x9e, 0], { kind: 'bits', bits: 0n, size: 0 }],
  ['a pointer', [0xa0, 1, 2, 0, 0, 0x7f], { kind: 'implicit', target: 0x201, offset: -1n }],
  ['GNU’s pointer', [0xf2, 1, 2, 0, 0, 4], { kind: 'implicit', target: 0x201, offset: 4n }],
  ['a place of memory', [0x35, 0x36], { kind: 'memory', address: 6n }],
])('the place is %s', (_, bytes, place) => {
  expect(run(bytes)).toEqual(place)
})

test('pieces in bytes and in bits, and the limits of both', () => {
  expect(run([0x35, 0x9f, 0x93, 4, 0x36, 0x9d, 3, 0])).toEqual({
    kind: 'pieces',
    pieces: [
      { place: { kind: 'bits', bits: 5n, size: 64 }, bits: 32 },
      { place: { kind: 'memory', address: 6n }, bits: 3 },
    ],
  })
  expect(() => run([0x93, 0x80, 0x80, 8])).not.toThrow()
  expect(() => run([0x93, 0x81, 0x80, 8])).toThrow(NoValue)
  expect(() => run([0x9d, 3, 1])).toThrow('DW_OP_bit_piece')
  const pieces = (count: number) => Array.from({ length: count }, () => [0x93, 1]).flat()
  expect(() => run(pieces(256))).not.toThrow()
  expect(() => run(pieces(257))).toThrow(NoValue)
})

test('memory is read in the size that the operation says, and no wider than the stack', () => {
  expect(stackOf([0x35, 0x06])).toEqual([0x0707_0707_0707_0707n])
  expect(stackOf([0x35, 0x06], [], { addressSize: 4 })).toEqual([0x0707_0707n])
  expect(stackOf([0x35, 0x94, 1])).toEqual([7n])
  expect(stackOf([0x35, 0x94, 16])).toEqual([0x0707_0707_0707_0707n])
  expect(stackOf([0x35, 0xa6, 2, 1])).toEqual([0x0707n])
  expect(() => run([0x35, 0x94, 64])).not.toThrow()
  for (const size of [0, 65]) expect(() => run([0x35, 0x94, size])).toThrow(`DW_OP_deref_size ${size}`)
})

test('conversions keep the low bits, with their sign', () => {
  for (const code of [0xa8, 0xa9, 0xf7]) {
    expect(stackOf([code, 1], [0x1ffn])).toEqual([2n ** 64n - 1n])
    expect(stackOf([code, 1], [0x17fn])).toEqual([0x7fn])
    expect(stackOf([code, 2], [0x1ffn])).toEqual([0xffn])
    expect(stackOf([code, 0], [0x1ffn])).toEqual([0x1ffn])
    expect(() => run([code, 3], [0x1ffn])).toThrow(NoValue)
  }
})

test('a host that lacks what an operation needs is told its name', () => {
  const poor: ExpressionHost = { register: () => 1n }
  const asks: readonly (readonly [string, readonly number[]])[] = [
    ['reg3', [0x53]],
    ['regx', [0x90, 3]],
    ['addr', [0x03, 1, 0, 0, 0, 0, 0, 0, 0]],
    ['addrx', [0xa1, 1]],
    ['constx', [0xa2, 1]],
    ['fbreg', [0x91, 1]],
    ['call_frame_cfa', [0x9c]],
    ['entry_value', [0xa3, 1, 0x50]],
    ['convert', [0x31, 0xa8, 1]],
    ['push_object_address', [0x97]],
    ['call2', [0x98, 0, 0]],
    ['call4', [0x99, 0, 0, 0, 0]],
    ['call_ref', [0x9a, 0, 0, 0, 0]],
    ['xderef', [0x18]],
    ['xderef_size', [0x95, 1]],
    ['GNU_addr_index', [0xfb, 1]],
    ['GNU_const_index', [0xfc, 1]],
  ]
  for (const [name, bytes] of asks) expect(() => run(bytes, [], { host: poor }), name).toThrow(`DW_OP_${name}`)
  expect(stackOf([0x73, 4], [], { host: poor })).toEqual([5n])
})

test('what has no end, or no place in the expression, has no value', () => {
  expect(() => run(Array<number>(4000).fill(0x96))).not.toThrow()
  expect(() => run(Array<number>(4001).fill(0x96))).toThrow(NoValue)
  expect(() => run(Array<number>(256).fill(0x31))).not.toThrow()
  expect(() => run(Array<number>(257).fill(0x31))).toThrow(NoValue)
  expect(() => run([0x2f, 0xfd, 0xff])).toThrow(NoValue)
  expect(() => run([0x2f, 0xfc, 0xff])).toThrow(NoValue)
  expect(() => run([0x2f, 2, 0, 0x96])).toThrow(NoValue)
  expect(() => run([0x9b])).toThrow('thread-local')
  expect(() => run([0xe0])).toThrow('thread-local')
  expect(() => run([0xa1, 4])).toThrow(NoValue)
  expect(() => run([0xef])).toThrow(NoValue)
  let spent = 0
  run([0x31, 0x32, 0x22], [], { host: { ...host, spend: () => void spent++ } })
  expect(spent).toBe(3)
})

test('references have the size of the file’s version', () => {
  const read = (bytes: readonly number[], version: number, offsetSize: 4 | 8, addressSize = 8) => {
    const cursor = new ByteCursor(Uint8Array.from(bytes), { file: '', littleEndian: true })
    const operation = readOperation(cursor, { version, addressSize, offsetSize })
    return [operation?.name, operation?.operands[0]?.value, cursor.at]
  }
  const call = [0x9a, 1, 0, 0, 0, 0, 0, 0, 0]
  expect(read(call, 5, 4)).toEqual(['DW_OP_call_ref', 1n, 5])
  expect(read(call, 3, 4)).toEqual(['DW_OP_call_ref', 1n, 5])
  expect(read(call, 2, 4)).toEqual(['DW_OP_call_ref', 1n, 9])
  expect(read(call, 2, 8, 4)).toEqual(['DW_OP_call_ref', 1n, 5])
  expect(read(call, 5, 8, 4)).toEqual(['DW_OP_call_ref', 1n, 9])
  expect(read([0x02], 5, 4)).toEqual([undefined, undefined, 1])
})
