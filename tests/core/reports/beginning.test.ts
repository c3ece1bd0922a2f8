/** The beginning of a large report is shown while the rest is read; it says nothing that the whole does not say, too. */
import { expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import type { ReportFormat, Sample } from '../../../src/core/reports/base/format.ts'
import { readBeginning, type Beginning } from '../../../src/core/reports/beginning.ts'
import { openReports } from '../../../src/core/reports/open-report.ts'
import { findReportFormat } from '../../../src/core/reports/read-report.ts'
import { spindump } from '../../support/spindump.ts'

async function read(
  text: string,
): Promise<{ beginnings: Beginning[]; opened: Awaited<ReturnType<typeof openReports>> }> {
  const bytes = new TextEncoder().encode(text)
  const file = { path: 'large.txt', blob: new Blob([bytes]) }
  const beginnings: Beginning[] = []
  const opened = await openReports(file, bytes.subarray(0, 65_536), undefined, (beginning) =>
    beginnings.push(beginning),
  )
  return { beginnings, opened }
}

/** Names and counts of a tree, without what is known only once all images are. */
const shapeOf = (nodes: readonly CallTreeNode[]): readonly unknown[] =>
  nodes.map(({ frame, count, children }) => [frame.symbol?.name, frame.address, count, shapeOf(children)])

test('a large spindump is shown with its first threads, each whole', async () => {
  const text = spindump(50, 25, 40)
  const { beginnings, opened } = await read(text)
  expect(opened.ok).toBe(true)
  const whole = opened.ok ? opened.value[0] : undefined
  expect(beginnings).toHaveLength(1)
  const [beginning] = beginnings
  expect(beginning?.of).toBe(text.length)
  expect(beginning?.bytes).toBe(beginning?.report.text.length)
  const trees = beginning?.report.callTrees ?? []
  expect(trees.length).toBeGreaterThan(20)
  expect(trees.length).toBeLessThan(whole?.callTrees.length ?? 0)
  for (const [at, tree] of trees.entries()) {
    expect(tree.title).toBe(whole?.callTrees[at]?.title)
    expect(shapeOf(tree.roots)).toEqual(shapeOf(whole?.callTrees[at]?.roots ?? []))
  }
})

test('small files, and files that only make sense as a whole, have no beginning', async () => {
  expect((await read(spindump(4, 25, 40))).beginnings).toEqual([])
  const crash = `Process: Shop [1]\nException Type: EXC_CRASH\n\nThread 0 Crashed:\n${'0  Shop  0x0000000100000010 main + 16\n'.repeat(150_000)}`
  const find = (sample: Sample): ReportFormat | undefined => {
    const format = findReportFormat(sample)
    return format && 'parse' in format ? format : undefined
  }
  const blob = new Blob([crash])
  expect(await readBeginning({ path: 'large.crash', blob }, find)).toBeUndefined()
  expect(await readBeginning({ path: 'large.txt', blob: new Blob([spindump(50, 25, 40)]) }, find)).toBeDefined()
})
