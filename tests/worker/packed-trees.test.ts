/** Call trees as bytes: whatever is packed comes out the same, however deep, large or odd. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallTree, CallTreeNode } from '../../src/core/model/report.ts'
import { packTrees } from '../../src/worker/pack-trees.ts'
import { unpackTrees } from '../../src/worker/unpack-trees.ts'

/** Trees as they are after crossing. */
const crossed = (trees: readonly CallTree[]): CallTree[] => unpackTrees(structuredClone(packTrees(trees)))

const whole = fc.oneof(
  fc.nat(),
  fc.maxSafeNat(),
  fc.constantFrom(0, 1, 127, 128, 2 ** 32, Number.MAX_SAFE_INTEGER, -1, -0, 0.5, NaN, Infinity, 1e300),
)
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'start', '__proto__', 'length', '\ud800'))
const span = fc.record({ start: whole, end: whole })
const optional = { requiredKeys: [] as [] }
const symbol = fc
  .tuple(
    fc.record({ name: text }),
    fc.record({ offset: whole, file: text, line: whole, column: whole, marked: fc.constant('likely') }, optional),
  )
  .map(([must, may]) => ({ ...must, ...may }))
const frame = fc
  .tuple(
    fc.record({ id: whole, index: whole, kind: fc.constantFrom('exact', 'return', 'async', 'call') }),
    fc.record(
      {
        address: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(2n ** 64n - 1n, 2n ** 64n, -1n)),
        image: whole,
        imageName: text,
        offset: whole,
        symbol,
        span,
        symbolSpan: span,
        inlined: fc.constant(true),
        foundBy: fc.constant('scan'),
      },
      optional,
    ),
  )
  .map(([must, may]) => ({ ...must, ...may }))
const callWith = (children: fc.Arbitrary<CallTreeNode[]>): fc.Arbitrary<CallTreeNode> =>
  fc
    .tuple(
      fc.record({ frame, count: whole, children }),
      fc.record({ self: whole, note: text, blocks: whole, also: fc.array(fc.bigInt(), { maxLength: 2 }) }, optional),
    )
    .map(([must, may]) => ({ ...must, ...may }) as unknown as CallTreeNode)
let node = callWith(fc.constant([]))
for (let level = 0; level < 3; level++) node = callWith(fc.array(node, { maxLength: 3 }))
const tree = fc
  .tuple(
    fc.record({ title: text, weight: text, roots: fc.array(node, { maxLength: 3 }) }),
    fc.record({ thread: whole, excerpt: fc.boolean() }, optional),
  )
  .map(([must, may]) => ({ ...must, ...may }))

test('trees come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (trees) => {
      expect(crossed(trees)).toStrictEqual(structuredClone(trees))
    }),
    { numRuns: 400 },
  )
})

test('a tree may be a hundred thousand calls deep', () => {
  const leaf = { id: 7, index: 0, kind: 'exact' } as const
  let root: CallTreeNode = { frame: leaf, count: 1, children: [] }
  for (let depth = 1; depth < 100_000; depth++) root = { frame: { ...leaf, id: depth }, count: 1, children: [root] }
  let seen = 0
  const [tree] = crossed([{ title: 'deep', weight: 'samples', roots: [root] }])
  for (let at = tree?.roots[0]; at; at = at.children[0]) seen++
  expect(seen).toBe(100_000)
})

test('a tree is made once as long as it is held, and can be cloned again', () => {
  const roots = [{ frame: { id: 0, index: 0, kind: 'exact' as const }, count: 2, children: [] }]
  const [tree] = crossed([{ title: 'a', weight: 'samples', roots }])
  expect(tree?.roots).toBe(tree?.roots)
  expect(structuredClone(tree)).toEqual({ title: 'a', weight: 'samples', roots })
})

test('calls cost far less as bytes than as objects', () => {
  const roots = Array.from({ length: 10_000 }, (_, id) => ({
    frame: {
      id,
      index: 0,
      kind: 'return' as const,
      address: 0x7fff_0000_0000n + BigInt(id),
      image: 3,
      imageName: 'Shop',
      offset: id,
      symbol: { name: `turn${id % 50}`, offset: 12 },
      symbolSpan: { start: id * 80, end: id * 80 + 40 },
    },
    count: 100,
    children: [],
  })) as unknown as CallTreeNode[]
  const { bytes, texts, odd } = packTrees([{ title: 'a', weight: 'samples', roots }])
  expect(odd).toEqual([])
  expect(texts).toHaveLength(51)
  expect(bytes.length).toBeLessThan(10_000 * 32)
})
