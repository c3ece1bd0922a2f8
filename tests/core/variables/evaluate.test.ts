/** Expressions that lie: each ends with a reason, and what is known of a piece stays. */
import { expect, test } from 'vitest'
import { DebugInfo } from '../../../src/core/dwarf/reader/debug-info.ts'
import type { Place } from '../../../src/core/dwarf/expression/machine.ts'
import { evaluate, type FrameView } from '../../../src/core/variables/evaluate.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'

const start = 0x1_0000_1000n
const info = new DebugInfo(
  dwarfInput({
    units: [
      {
        version: 4,
        root: entry(TAG.unit, [attribute(AT.low, FORM.address, start), attribute(AT.high, FORM.data4, 0x100)], []),
      },
    ],
  }),
)

const frame: FrameView = {
  register: (number) => (number < 20 ? 0x1000n + BigInt(number) : undefined),
  memory: (address, size) => (address === 0x1005n ? new Uint8Array(size).fill(7) : undefined),
  runtime: (address) => address + 0x4000n,
  pc: start,
  work: { left: 1_000_000 },
  cfa: 0x2000n,
  frameBase: () => 0x3000n,
  atEntry: () => 42n,
}

async function run(...bytes: readonly number[]): Promise<Place> {
  const { whenRead } = await import('../../../src/core/bytes/paged.ts')
  return whenRead(() => {
    const unit = info.unitAt(start)
    if (!unit) throw new Error('no unit')
    return evaluate(info, unit, Uint8Array.from(bytes), frame)
  })
}

test('places: frame base, register, value, CFA, moved addresses, what was passed', async () => {
  expect(await run(0x91, 0x70)).toEqual({ kind: 'memory', address: 0x2ff0n })
  expect(await run(0x55)).toEqual({ kind: 'bits', bits: 0x1005n, size: 64 })
  expect(await run(0x9c)).toEqual({ kind: 'memory', address: 0x2000n })
  expect(await run(0x03, 1, 0, 0, 0, 0, 0, 0, 0)).toEqual({ kind: 'memory', address: 0x4001n })
  expect(await run(0xa3, 1, 0x50, 0x9f)).toEqual({ kind: 'bits', bits: 42n, size: 64 })
  expect(await run(0x75, 0, 0x94, 2, 0x9f)).toEqual({ kind: 'bits', bits: 0x0707n, size: 64 })
  // DW_OP_lit7, DW_OP_lit2, DW_OP_neg, DW_OP_div: -3, as the standard divides.
  expect(await run(0x37, 0x32, 0x1f, 0x1b, 0x9f)).toEqual({ kind: 'bits', bits: BigInt.asUintN(64, -3n), size: 64 })
})

test('pieces: a lost register takes no other with it, nothing is optimised out', async () => {
  const place = await run(0x50, 0x93, 4, 0x93, 4, 0x6e, 0x93, 8)
  expect(place).toMatchObject({
    kind: 'pieces',
    pieces: [
      { place: { bits: 0x1000n }, bits: 32 },
      { place: { kind: 'lost', reason: 'optimised out' }, bits: 32 },
      { place: { kind: 'lost', reason: 'register W30 is not known in this frame' }, bits: 64 },
    ],
  })
})

test.each([
  ['a loop', [0x2f, 0xfd, 0xff], 'its location does not end'],
  ['a stack that only grows', [0x30, 0x2f, 0xfc, 0xff], 'its location does not end'],
  ['a division by zero', [0x31, 0x30, 0x1b], 'its location is damaged'],
  ['an empty stack', [0x22], 'its location is damaged'],
  ['a jump out of the expression', [0x2f, 0xff, 0x7f], 'its location is damaged'],
  ['memory that is not there', [0x30, 0x06], 'memory not in the report'],
  ['an operation cut short', [0x03, 1], 'its location is damaged'],
  ['an operation that nobody knows', [0xef], 'its location is damaged'],
  ['thread-local storage', [0x30, 0x9b], 'thread-local storage is not in the report'],
  ['a piece of a size that cannot be', [0x50, 0x93, 0xff, 0xff, 0xff, 0xff, 0x0f], 'its location is damaged'],
])('%s', async (_, bytes, reason) => {
  expect(await run(...bytes)).toEqual({ kind: 'lost', reason })
})
