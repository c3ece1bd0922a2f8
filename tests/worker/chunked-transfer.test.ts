import { expect, test } from 'vitest'
import { success } from '../../src/core/model/problem.ts'
import type { CallTreeNode, SymbolicatedReport } from '../../src/core/model/report.ts'
import { ChunkJoiner, sendChunked, type Chunk } from '../../src/worker/chunked-transfer.ts'
import { app, buildReport } from '../support/report-builder.ts'

/** A report of one crashed thread, given `trees` call trees of `depth` nodes each. */
function reportWith(trees: number, depth: number): SymbolicatedReport {
  const made = buildReport([app('main')])
  const [frame] = made.report.threads[0]?.frames ?? []
  const [resolution] = made.resolutions
  if (!frame || !resolution) throw new Error('the builder makes one frame')
  const callTrees = Array.from({ length: trees }, (_, tree) => {
    let node: CallTreeNode = { frame, count: tree, children: [] }
    for (let at = 1; at < depth; at++) node = { frame, count: at, children: [node] }
    return { title: `thread ${tree}`, weight: 'samples', roots: [node] }
  })
  const frameCount = trees * depth + 1
  return { ...made, report: { ...made.report, callTrees, frameCount }, resolutions: Array(frameCount).fill(resolution) }
}

async function cross(reports: readonly SymbolicatedReport[]): Promise<{ chunks: Chunk[]; joined: unknown }> {
  const joiner = new ChunkJoiner()
  const chunks: Chunk[] = []
  const rest = await sendChunked(success(reports), (chunk) => {
    chunks.push(chunk)
    return joiner.take(structuredClone(chunk))
  })
  return { chunks, joined: joiner.join(structuredClone(rest)) }
}

test('a large report arrives whole, in chunks of bounded size', async () => {
  const reports = [reportWith(1, 5), reportWith(300, 100)]
  const { chunks, joined } = await cross(reports)
  expect(joined).toEqual(success(reports))
  expect(chunks.length).toBeGreaterThan(2)
  expect(chunks.every(({ path }) => path.join(' ').startsWith('value 1 '))).toBe(true)
  const cloned = chunks.map(({ part }) => ('items' in part ? part.items.length : 0))
  expect(Math.max(...cloned)).toBeLessThanOrEqual(4000)
})

test('a resolution that many frames share crosses once, and stays one', async () => {
  const { chunks, joined } = await cross([reportWith(300, 100)])
  const distinct = chunks.flatMap(({ part }) => (part.kind === 'distinct' ? part.items : []))
  expect(distinct).toHaveLength(1)
  const { value } = joined as { value: readonly SymbolicatedReport[] }
  expect(new Set(value[0]?.resolutions).size).toBe(1)
})

test('a long text crosses in pieces', async () => {
  const report = reportWith(300, 100)
  const text = Array.from({ length: 1_200_000 }, (_, at) => `row ${at}\n`).join('')
  const reports = [{ ...report, report: { ...report.report, text } }]
  const { chunks, joined } = await cross(reports)
  expect(joined).toEqual(success(reports))
  const pieces = chunks.flatMap(({ part }) => (part.kind === 'text' ? [part.text.length] : []))
  expect(pieces.length).toBeGreaterThan(1)
  expect(Math.max(...pieces)).toBeLessThan(text.length / 2)
})

test('memory is moved, and only what the sender needs no more', async () => {
  const report = reportWith(300, 100)
  const moved: ArrayBuffer[] = []
  const before = structuredClone(report)
  await sendChunked(success([report]), (chunk, buffers) => {
    structuredClone(chunk, { transfer: [...buffers] })
    moved.push(...buffers)
  })
  expect(moved.length).toBeGreaterThan(1)
  expect(report).toEqual(before)
})

test('a small report crosses in one message', async () => {
  const reports = [reportWith(2, 10)]
  expect(await cross(reports)).toEqual({ chunks: [], joined: success(reports) })
})

test('what came in packs is sent on in them, once, and stays', async () => {
  const report = reportWith(300, 200)
  const looked: number[] = []
  const joiner = new ChunkJoiner(() => looked.push(1))
  const came: Chunk[] = []
  const rest = await sendChunked([report], (chunk) => {
    came.push(chunk)
    return joiner.take(structuredClone(chunk))
  })
  const received = joiner.join(structuredClone(rest))
  const again = new ChunkJoiner()
  const sent: Chunk[] = []
  const left = await sendChunked(received, (chunk, moved) => {
    expect(moved).toEqual([])
    sent.push(chunk)
    return again.take(structuredClone(chunk))
  })
  // Nothing is unpacked for it.
  expect(looked).toEqual([])
  expect(sent.map(({ part }) => part.kind)).toEqual(came.map(({ part }) => part.kind))
  expect(again.join(structuredClone(left))).toEqual([report])
  expect(received).toEqual([report])
  expect(looked).toHaveLength(300)
  // A choice of the trees is no pack: it is packed anew.
  const some = received.map((one) => ({
    ...one,
    report: { ...one.report, callTrees: one.report.callTrees.slice(0, 150) },
  }))
  const third = new ChunkJoiner()
  const few = await sendChunked(some, (chunk, moved) => third.take(structuredClone(chunk, { transfer: [...moved] })))
  expect(third.join(few)).toEqual(some)
})
