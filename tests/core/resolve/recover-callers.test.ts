import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { Register, Thread } from '../../../src/core/model/report.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import type { CodeSections, ImageCode } from '../../../src/core/memory/image-code.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const base = 0x104000000n
const app = makeImage({ name: 'App', uuid: uuid('A'), loadAddress: runtimeAddress(base), size: 0x10000 })
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

/** With a dSYM alone there is no code: what is left is where the link register points. */
async function recoverWithoutCode(lr: bigint, next: bigint, images = [app]) {
  const pc = base + 0x1010n
  const report = makeReport({
    images,
    rows: [{ address: pc }, { address: next }],
    thread: {
      registers: [
        { name: 'pc', value: pc },
        { name: 'sp', value: 0x16f000000n },
        { name: 'lr', value: lr },
      ],
    },
  })
  const { recovered } = await resolveReport(report, makeSymbols([makeKnown({})], functions))
  return recovered?.map(({ address, resolution }) => [
    address - base,
    resolution.kind === 'resolved' && [resolution.calls[0]?.function, resolution.grade.level],
  ])
}

const other = makeImage({ name: 'Other', uuid: uuid('B'), loadAddress: runtimeAddress(0x108000000n), size: 0x10000 })

test.each<[string, bigint, bigint, unknown]>([
  ['points out of the leaf', base + 0x1144n, base + 0x1244n, [[0x1144n, ['caller', 'likely']]]],
  ['points into the stopped function', base + 0x1080n, base + 0x1244n, undefined],
  ['is what the report has already', base + 0x1244n, base + 0x1244n, undefined],
  ['points to an image without symbols', 0x108001000n, base + 0x1244n, undefined],
  ['points to no image', 0x7000n, base + 0x1244n, undefined],
])('without code, a link register that %s', async (_name, lr, next, expected) => {
  expect(await recoverWithoutCode(lr, next, [app, other])).toEqual(expected)
})

/** x86_64: `leaf` moves the stack pointer by 24 bytes and sets no frame pointer; `caller` has a frame record. */
async function recoverX86(listed: readonly bigint[], stack: readonly bigint[]) {
  const bytes = new Uint8Array(0x300).fill(0x90)
  bytes.set([0x48, 0x83, 0xec, 0x18], 0) // leaf: sub rsp, 24
  bytes.set([0x55, 0x48, 0x89, 0xe5], 0x100) // caller: push rbp; mov rbp, rsp
  bytes.set([0x55, 0x48, 0x89, 0xe5], 0x200) // outer
  const code: ImageCode = {
    sections: [{ start: imageOffset(0x1000), bytes }],
    functionStarts: functions.map(({ start }) => imageOffset(start)),
  }
  const report = makeReport({
    header: { arch: 'x86_64', fields: [] },
    images: [{ ...app, arch: 'x86_64' }],
    rows: listed.map((address) => ({ address: base + address })),
    thread: {
      registers: [
        { name: 'rip', value: base + 0x1010n },
        { name: 'rsp', value: 0x16f000000n },
        { name: 'rbp', value: 0x16f000040n },
      ],
      stackMemory: { start: runtimeAddress(0x16f000000n), bytes: new Uint8Array(new BigUint64Array(stack).buffer) },
    },
  })
  const symbols = makeSymbols([makeKnown({ arch: 'x86_64' })], functions, { unwinding: async () => code })
  const { recovered } = await resolveReport(report, symbols)
  return recovered?.map(({ after, address, reason }) => [after, address - base, reason])
}

const byPrologue = 'found in the stack memory of the report, by the prologue of the function it called'
const stack = [1n, 2n, 3n, base + 0x1144n, 4n, 5n, 6n, 7n, 0n, base + 0x1244n]

test.each<[string, readonly bigint[], unknown]>([
  ['the frameless leaf’s caller is missing', [0x1010n, 0x1244n], [[0, 0x1144n, byPrologue]]],
  ['nothing is missing', [0x1010n, 0x1144n, 0x1244n], undefined],
  [
    'all callers are missing',
    [0x1010n],
    [
      [0, 0x1144n, byPrologue],
      [0, 0x1244n, expect.stringContaining('prologue')],
    ],
  ],
  ['the report goes another way', [0x1010n, 0x1290n], undefined],
])('stack memory of x86_64: %s', async (_name, listed, expected) => {
  expect(await recoverX86(listed, stack)).toEqual(expected)
})
