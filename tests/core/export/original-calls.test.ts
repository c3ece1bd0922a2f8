/** MetricKit's own form: names in a key of ours in each frame, put back where an earlier export stood, read again as they were. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import { originalExporter } from '../../../src/core/export/original.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'

const frame = (uuid: string, offset: number, more: object = {}): object => ({
  binaryUUID: uuid.repeat(8) + `-${uuid.repeat(4)}`.repeat(3) + `-${uuid.repeat(12)}`,
  offsetIntoBinaryTextSegment: offset,
  ...more,
})
/** Two threads of one image without a name; the second branches. */
const payload = (more: object = {}): string => {
  const callers = { subFrames: [frame('A', 32), frame('A', 64)] }
  const callStacks = [
    { threadAttributed: true, callStackRootFrames: [frame('A', 16, { subFrames: [frame('A', 32, more)] })] },
    { callStackRootFrames: [frame('A', 48, callers)] },
  ]
  return JSON.stringify({ crashDiagnostics: [{ callStackTree: { callStackPerThread: true, callStacks } }] }, null, 2)
}

function read(text: string): Report {
  const outcome = parseReport('payload.json', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return outcome.value[0]
}

const call = (name: string, more: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'dwarf',
  ...more,
})

/** Every frame named by its offset, with an inlined call; rows that were written for one call have that alone. */
function named(report: Report, prefix: string): SymbolicatedReport {
  const symbolicated = unresolved(report)
  const resolutions = [...symbolicated.resolutions]
  const rows = report.threads.flatMap((thread) => thread.frames)
  const isWritten = rows.some(({ inlined }) => inlined)
  for (const frame of eachFrame(report)) {
    const { id, offset = 0, inlined } = frame
    const calls = [
      call(`inner "${offset}" {}`, { inlined: true, file: '/src/Inner.swift', line: offset, column: 3 }),
      call(`${prefix}${offset}`, { file: '/src/Outer.swift', line: 7, functionOffset: 4 }),
    ]
    const isRow = isWritten && rows.includes(frame)
    resolutions[id] = {
      kind: 'resolved',
      calls: isRow ? (inlined ? calls.slice(0, 1) : calls.slice(1)) : calls,
      grade: { level: offset === 32 ? 'doubtful' : 'exact', evidence: [] },
    }
  }
  return { ...symbolicated, resolutions }
}

/** The rows of the first thread, in words. */
const rowsOf = ({ threads }: Report): readonly string[] | undefined =>
  threads[0]?.frames.map(({ index, offset, inlined, symbol }) => {
    const { name, offset: inside, file, line, column, marked } = symbol ?? {}
    return [index, offset, inlined && 'inlined', name, inside, file, line, column, marked]
      .filter((part) => part !== undefined && part !== false)
      .join(' ')
  })

test('every frame gets its calls, and nothing else of the report changes', () => {
  const report = read(payload())
  const written = originalExporter.write([named(report, 'outer')])
  expect(JSON.parse(written, (key, value: unknown) => (key === 'symbolicatedCalls' ? undefined : value))).toEqual(
    JSON.parse(payload()),
  )
  const again = read(written)
  expect(rowsOf(again)).toEqual([
    '0 16 inlined inner "16" {} Inner.swift 16 3',
    '0 16 outer16 4 Outer.swift 7',
    '1 32 inlined inner "32" {} Inner.swift 32 3 doubtful',
    '1 32 outer32 4 Outer.swift 7 doubtful',
  ])
  // A tree's row is the function itself.
  expect(again.callTrees[0]?.roots[0]?.frame.symbol?.name).toBe('outer48')
  expect(again.callTrees[0]?.roots[0]?.children.map((child) => child.frame.symbol?.name)).toEqual([
    'outer32',
    'outer64',
  ])
})

test('a report that was written is written again as it is, and with other names anew', () => {
  const once = originalExporter.write([named(read(payload()), 'outer')])
  expect(originalExporter.write([unresolved(read(once))])).toBe(once)
  expect(originalExporter.write([named(read(once), 'outer')])).toBe(once)
  expect(originalExporter.write([named(read(once), 'other')])).toBe(once.replaceAll('outer', 'other'))
})

test.each<[string, unknown]>([
  ['no list', 5],
  ['a list of no calls', [null, 1, 'name', []]],
  ['an object', { name: 'x' }],
  ['bad fields', [{ name: 5, line: 'many', column: 1e300, offset: -0.5, grade: 'exact', file: {} }]],
  ['a deep list', JSON.parse('['.repeat(200) + ']'.repeat(200))],
])('%s in place of the calls does no harm', (_what, value) => {
  const report = read(payload({ symbolicatedCalls: value }))
  const [frame0, frame1] = report.threads[0]?.frames ?? []
  expect(frame0?.symbol).toBeUndefined()
  expect(frame1?.symbol?.name ?? '').toBe('')
  expect(Object.keys(frame1?.symbol ?? {})).toEqual(frame1?.symbol ? ['name'] : [])
  expect(() => originalExporter.write([named(report, 'outer')])).not.toThrow()
})
