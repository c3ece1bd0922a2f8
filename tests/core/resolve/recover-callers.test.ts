import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { Register, Thread } from '../../../src/core/model/report.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import type { CodeSections } from '../../../src/core/memory/image-code.ts'
import { makeImage, makeKnown, makeReport, makeSymbols, uuid } from './report-builder.ts'

const base = 0x104000000n
const app = makeImage({ name: 'App', uuid: uuid('A'), base: runtimeAddress(base), size: 0x10000 })
const functions = [
  { start: 0x1000, end: 0x1100, name: 'leaf' },
  { start: 0x1100, end: 0x1200, name: 'caller' },
  { start: 0x1200, end: 0x1300, name: 'outer' },
]

/** `caller` calls `leaf` at 0x1140; `outer` calls `caller` at 0x1240. */
function code(): CodeSections {
  const words = new Uint32Array(0xc0).fill(0xd503201f)
  const call = (from: number, to: number): void => {
    words[(from - 0x1000) / 4] = (0x94000000 | (((to - from) / 4) & 0x3ffffff)) >>> 0
  }
  call(0x1140, 0x1000)
  call(0x1240, 0x1100)
  return {
    sections: [{ start: imageOffset(0x1000), bytes: new Uint8Array(words.buffer) }],
    functionStarts: functions.map(({ start }) => imageOffset(start)),
  }
}

async function recover(
  frames: readonly bigint[],
  lr: bigint,
  thread: Partial<Thread> = {},
  registers: readonly Register[] = [{ name: 'lr', value: lr }],
) {
  const [pc = 0n] = frames
  const report = makeReport({
    images: [app],
    rows: frames.map((address) => ({ address })),
    thread: {
      registers: [{ name: 'pc', value: pc }, { name: 'sp', value: 0x16f000000n }, ...registers],
      ...thread,
    },
  })
  const { recovered } = await resolveReport(
    report,
    makeSymbols([makeKnown({})], functions, { code: async () => code() }),
  )
  return recovered?.map(({ after, address, resolution }) => [
    after,
    address - base,
    resolution.kind === 'resolved' && resolution.calls[0]?.function,
  ])
}

test.each<[string, bigint[], bigint, unknown]>([
  [
    'a jump to nowhere: the link register is the caller',
    [0n, base + 0x1244n],
    base + 0x1144n,
    [[0, 0x1144n, 'caller']],
  ],
  ['the report has that caller already', [0n, base + 0x1144n], base + 0x1144n, undefined],
  ['a leaf without a frame record', [base + 0x1010n, base + 0x1244n], base + 0x1144n, [[0, 0x1144n, 'caller']]],
  ['the leaf’s caller is there already', [base + 0x1010n, base + 0x1144n], base + 0x1144n, undefined],
  ['a stale link register of the stopped function', [base + 0x1150n, base + 0x1244n], base + 0x1144n, undefined],
  ['a link register that follows no call', [base + 0x1010n, base + 0x1244n], base + 0x1150n, undefined],
  ['a call to another function', [base + 0x1010n, base + 0x1290n], base + 0x1244n, undefined],
])('%s', async (_name, frames, lr, expected) => {
  expect(await recover(frames, lr)).toEqual(expected)
})

test('a stack word that is a call to the stopped function is the caller', async () => {
  const bytes = new Uint8Array(new BigUint64Array([7n, base + 0x1250n, base + 0x1144n, base + 0x1244n]).buffer)
  const stackMemory = { start: runtimeAddress(0x16f000000n), bytes }
  expect(await recover([base + 0x1010n, base + 0x1244n], 0n, { stackMemory })).toEqual([[0, 0x1144n, 'caller']])
})
