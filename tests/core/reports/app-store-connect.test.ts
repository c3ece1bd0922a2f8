/** Diagnostic logs of App Store Connect: several logs per signature, lists of trees, blamed frames. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report } from '../../../src/core/model/report.ts'

const UUID = '2BF0E1C5-4CFF-3E6A-8B4C-1C1B2E3C4D5E'

const frame = (name: string, address: string, isBlameFrame: boolean, subFrames: readonly object[] = []) => ({
  offsetIntoBinaryTextSegment: '',
  binaryUUID: UUID,
  binaryName: name,
  address,
  isBlameFrame,
  sampleCount: 5,
  subFrames,
})
const log = (event: string, ...trees: readonly object[]) => ({
  diagnosticMetaData: {
    event,
    osVersion: 'iPhone OS 26.5 (23F77)',
    appVersion: '1.0',
    buildVersion: '7',
    bundleId: 'org.example.shop',
    deviceType: 'iPhone17_2',
    platformArchitecture: 'arm64',
  },
  callStackTree: trees,
})
const tree = (...roots: readonly object[]) => ({
  callStackPerThread: true,
  callStacks: [{ callStackRootFrames: roots }],
})
const stack = tree(frame('Shop', '0x104000100', false, [frame('Shop', '0x104000200', true)]))

function read(document: object): readonly Report[] {
  const outcome = parseReport('logs.json', new TextEncoder().encode(JSON.stringify(document)))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value
}

const insights = [{ insightsCategory: 'Spill', insightsString: 'A file was spilled.', insightsURL: 'doc://x' }]

test('each log is a report of the kind that its event names', () => {
  const reports = read({
    productData: [
      { signatureId: 'a', diagnosticInsights: insights, diagnosticLogs: [log('hang', stack), log('launch', stack)] },
      { signatureId: 'b', diagnosticLogs: [log('disk writes', stack)] },
    ],
    version: '1.0.0',
  })
  expect(reports.map(({ kind }) => kind)).toEqual(['hang', 'app-launch', 'disk-writes'])
  expect(reports.map(({ sections }) => sections.some(({ title }) => title.startsWith('Insights')))).toEqual([
    true,
    true,
    false,
  ])
  expect(reports[0]?.header).toMatchObject({
    bundleId: 'org.example.shop',
    version: '1.0 (7)',
    device: 'iPhone17,2',
  })
})

test('all trees are read, outermost call first; only the leaf is where a sample was taken', () => {
  const [report] = read({ productData: [{ diagnosticLogs: [log('hang', stack, stack)] }] })
  expect(report?.threads).toEqual([])
  expect(report?.callTrees).toHaveLength(2)
  const [root] = report?.callTrees[0]?.roots ?? []
  expect(root).toMatchObject({ count: 5, frame: { kind: 'return', address: 0x104000100n } })
  expect(root?.note).toBeUndefined()
  expect(root?.children[0]).toMatchObject({
    note: 'blamed by App Store Connect',
    frame: { kind: 'exact', address: 0x104000200n },
  })
})

test.each([
  ['a tree that is a word', { callStackTree: ['none'] }],
  ['trees of nothing', { callStackTree: [{}, null, []] }],
  ['metadata that are a list', { diagnosticMetaData: [], callStackTree: [stack] }],
])('%s gives reports or a problem, no exception', (_, entry) => {
  const text = JSON.stringify({ productData: [{ diagnosticInsights: 'x', diagnosticLogs: [entry] }] })
  const outcome = parseReport('logs.json', new TextEncoder().encode(text))
  expect(outcome.ok ? outcome.value.length : outcome.problems.length).toBeGreaterThan(0)
})
