/** Call trees far deeper than any program's: each reads, is written by every exporter and crosses to another thread. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { formatComparison } from '../../../src/core/export/comparison.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { compareReports } from '../../../src/core/compare/compare-reports.ts'
import { EMBEDDED_ID } from '../../../src/core/model/embedded-report.ts'
import type { CallTreeNode, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'

/** Indented rows take bytes by the square of their depth: these many levels are some megabytes. */
const LEVELS = 3000
/** Where a level takes the same bytes at any depth. */
const MANY = 100_000

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

const sampleHead = `Sampling process 410 for 3 seconds with 1 millisecond of run time between samples
Analysis of sampling Harbor (pid 410) every 1 millisecond
Process:         Harbor [410]
Load Address:    0x104000000

Call graph:
`
const metricFrame = (inside: string): string =>
  `{"binaryUUID":"C0FFEE00-1111-3222-8333-444455556666","offsetIntoBinaryTextSegment":16684,"sampleCount":1,"binaryName":"Kiosk","address":4362092844,"subFrames":[${inside}]}`

function nested(count: number, innermost: string, wrap: (inside: string) => string): string {
  const [open, close] = wrap('\u0000').split('\u0000') as [string, string]
  return open.repeat(count) + innermost + close.repeat(count)
}

const metricKit = (count: number): string =>
  `{"timeStampBegin":"2024-03-01 08:00:00","hangDiagnostics":[{"version":"1.0.0","callStackTree":{"callStackPerThread":false,"callStacks":[{"callStackRootFrames":[${nested(count, '', metricFrame)}]}]}}]}`

/** Two children at the root, so that it is a tree and no chain. */
const branched = (count: number): string =>
  metricKit(count).replace('"subFrames":[', `"subFrames":[${metricFrame('')},`)

const inputs: readonly (readonly [name: string, text: () => string])[] = [
  [
    'sample.txt',
    () =>
      `${sampleHead}    1 Thread_1\n${range(LEVELS)
        .map((at) => `${' '.repeat(4 + at)}1 f${at}  (in Harbor) + 1  [0x104004434]`)
        .join('\n')}\n`,
  ],
  [
    'copy.txt',
    () =>
      `Weight\tSelf Weight\tSymbol Name\n${range(LEVELS)
        .map((at) => `1.00 ms  100.0%\t-\t${' '.repeat(at)}f${at}`)
        .join('\n')}\n`,
  ],
  ['payload.json', () => metricKit(MANY)],
  ['tree.json', () => branched(MANY)],
  ['shallower.json', () => branched(1500)],
  [
    'thread.crash',
    () =>
      `Process: App [1]\n\nThread 0 Crashed:\n${range(MANY)
        .map((at) => `${at}   App   0x0000000104004000 0x104000000 + 16384`)
        .join('\n')}\n\nBinary Images:\n0x104000000 - 0x10400ffff App arm64 <11111111222233334444555555555555> /App\n`,
  ],
  [
    'page.html',
    () =>
      `<!doctype html><meta name="generator" content="Unslide"><script type="application/json" id="${EMBEDDED_ID}">${nested(MANY, '', (inside) => `{"roots":[${inside}]}`)}</script>`,
  ],
]

function depthOf(roots: readonly CallTreeNode[]): number {
  let depth = 0
  for (let level = roots; level.length > 0; level = level.flatMap(({ children }) => children)) depth++
  return depth
}

async function symbolicate(name: string, text: string): Promise<readonly SymbolicatedReport[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path: name, blob: new Blob([text]) })
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
  if (!outcome.ok) expect(outcome.problems.length).toBeGreaterThan(0)
  return outcome.ok ? outcome.value : []
}

test.each(inputs)('%s', async (name, text) => {
  const named = await symbolicate(name, text())
  if (name !== 'page.html') expect(named).toHaveLength(1)
  for (const report of named) {
    for (const { roots } of report.report.callTrees) expect(depthOf(roots)).toBeLessThanOrEqual(1024)
    structuredClone(report)
    expect(formatComparison(compareReports(report, report), report, report)).not.toBe('')
    for (const exporter of exporters) expect(exporter.write([report])).not.toBe('')
  }
})

test('what is left out of a tree for its depth is told', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const [name, text] of inputs.filter(([path]) => /copy|tree|shallower/.test(path))) {
    const outcome = await engine.parse({ path: name, blob: new Blob([text()]) })
    const told = [...outcome.problems, ...(outcome.ok ? outcome.value.flatMap(({ problems }) => problems) : [])]
    expect(
      told.map(({ code }) => code),
      name,
    ).toContain('deep-tree')
  }
})
