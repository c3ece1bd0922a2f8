/** MetricKit's diagnostics whose every value differs, their kinds, what offsets mean, and trees against stacks. */
import { describe, expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { understood, type Json } from '../../support/made-fields.ts'

const A = 'AAAAAAAA-0000-1111-2222-333333333333'
const B = 'BBBBBBBB-0000-1111-2222-333333333333'

function reportsOf(document: Json): readonly Report[] {
  const outcome = parseReport('made.json', new TextEncoder().encode(JSON.stringify(document)))
  return outcome.ok ? outcome.value : []
}
type Members = Readonly<Record<string, unknown>>
const read = (document: Json): Members => understood(reportsOf(document)[0]!) as Members

const frame = (address: number, offset: number, ...subFrames: readonly Json[]): Json => ({
  address,
  offsetIntoBinaryTextSegment: offset,
  binaryUUID: A,
  binaryName: 'Till',
  sampleCount: 4,
  ...(subFrames.length > 0 && { subFrames }),
})
const stack = (...roots: readonly Json[]): Json => ({ threadAttributed: true, callStackRootFrames: roots })
const inner = frame(0x1_0000_1010, 0x1010, frame(0x1_0000_1020, 0x1020))

const meta = {
  version: '1.0.0',
  exceptionType: 1,
  exceptionCode: 2,
  signal: 11,
  terminationReason: 'Namespace FRONTBOARD, Code 0x8badf00d',
  virtualMemoryRegionInfo: '0 is not in any region',
  objectiveCexceptionReason: { exceptionName: 'NSRangeException', composedMessage: 'out of range' },
  appVersion: '4.2',
  appBuildVersion: '99',
  bundleIdentifier: 'com.shop.till',
  osVersion: 'iPhone OS 17.1 (21B74)',
  deviceType: 'iPhone15_2',
  platformArchitecture: 'arm64e',
  pid: 77,
  signpostData: [
    { name: 'load', beginTimeStamp: '2026-01-02T03:00:00Z', subsystem: 'com.shop', category: 'cart' },
    { subsystem: 'alone' },
  ],
}

const payload = (kind: string, body: Json, more: Readonly<Record<string, Json>> = {}): Json => ({
  timeStampBegin: '2026-01-02 00:00:00',
  timeStampEnd: '2026-01-03 00:00:00',
  [kind]: [body],
  ...more,
})

test('every value in its field', () => {
  const body = {
    diagnosticMetaData: meta,
    callStackTree: {
      callStackPerThread: true,
      callStacks: [stack(inner), { callStackRootFrames: [frame(0x1_0000_1030, 0x1030)] }],
    },
  }
  expect(read(payload('crashDiagnostics', body))).toEqual({
    header: {
      bundleId: 'com.shop.till',
      version: '4.2 (99)',
      os: 'iPhone OS 17.1 (21B74)',
      device: 'iPhone15,2',
      arch: 'arm64e',
      date: '2026-01-02 00:00:00 – 2026-01-03 00:00:00',
      pid: 77,
    },
    format: 'metrickit',
    label: 'MetricKit crash',
    kind: 'crash',
    textKind: 'json',
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGSEGV',
      rawCodes: ['0x2'],
      address: '0x0',
      name: 'NSRangeException',
      reason: 'out of range',
    },
    termination: {
      namespace: 'FRONTBOARD',
      code: '0x8badf00d',
      reasons: ['Namespace FRONTBOARD, Code 0x8badf00d'],
    },
    applicationInfo: ['out of range'],
    threads: [
      {
        id: 0,
        crashed: true,
        frames: [
          { id: 0, index: 0, kind: 'exact', address: '0x100001010', image: 0, imageName: 'Till', offset: 0x1010 },
          { id: 1, index: 1, kind: 'return', address: '0x100001020', image: 0, imageName: 'Till', offset: 0x1020 },
        ],
      },
      {
        id: 1,
        crashed: false,
        frames: [
          { id: 2, index: 0, kind: 'exact', address: '0x100001030', image: 0, imageName: 'Till', offset: 0x1030 },
        ],
      },
    ],
    backtraces: [],
    callTrees: [],
    events: [
      { kind: 'log', text: 'load', time: '2026-01-02T03:00:00Z', detail: 'com.shop cart' },
      { kind: 'log', text: 'signpost', detail: 'alone' },
    ],
    images: [{ index: 0, name: 'Till', uuid: A, loadAddress: '0x100000000' }],
  })
})

describe('kinds', () => {
  const tree = { callStacks: [stack(inner)] }
  test.each([
    ['crashDiagnostics', 'crash'],
    ['hangDiagnostics', 'hang'],
    ['cpuExceptionDiagnostics', 'cpu-limit'],
    ['diskWriteExceptionDiagnostics', 'disk-writes'],
    ['appLaunchDiagnostics', 'app-launch'],
    ['crashDiagnostic', 'crash'],
    ['hangDiagnostic', 'hang'],
    ['cpuExceptionDiagnostic', 'cpu-limit'],
    ['diskWriteExceptionDiagnostic', 'disk-writes'],
    ['appLaunchDiagnostic', 'app-launch'],
    ['memoryExceptionDiagnostic', 'memory-exception'],
  ])('%s', (key, kind) => {
    expect(read(payload(key, { diagnosticMetaData: {}, callStackTree: tree }))['kind']).toBe(kind)
  })

  test.each<[Json, string]>([
    [{ hangDuration: '2 sec' }, 'hang'],
    [{ writesCaused: '1 MB' }, 'disk-writes'],
    [{ totalCPUTime: '1 sec' }, 'cpu-limit'],
    [{ launchDuration: '1 sec' }, 'app-launch'],
    [{ event: 'HANG' }, 'hang'],
    [{ event: 'app launch' }, 'app-launch'],
    [{ event: 'disk writes' }, 'disk-writes'],
    [{ event: 'cpu use' }, 'cpu-limit'],
    [{ exceptionType: 1 }, 'crash'],
    [{ signal: 6 }, 'crash'],
    [{ terminationReason: 'x' }, 'crash'],
    [{ event: 'other' }, 'call-stacks'],
    [{}, 'call-stacks'],
  ])('a diagnostic alone, by %j', (diagnosticMetaData, kind) => {
    expect(read({ diagnosticMetaData, callStackTree: tree })['kind']).toBe(kind)
  })

  test('a payload without diagnostics is metrics; several diagnostics are as many reports', () => {
    expect(read({ timeStampBegin: 'a', timeStampEnd: 'a', cpuMetrics: { x: '1' } })).toMatchObject({
      kind: 'metrics',
      header: { date: 'a' },
    })
    const body = { callStackTree: tree }
    const both = payload('crashDiagnostics', body, { hangDiagnostics: [body, body] })
    expect(reportsOf(both).map(({ kind }) => kind)).toEqual(['crash', 'hang', 'hang'])
    expect(reportsOf({ upload: { payloads: [both] } }).map(({ kind }) => kind)).toEqual(['crash', 'hang', 'hang'])
  })
})

describe('threads and trees', () => {
  const of = (callStackTree: Json, kind = 'hangDiagnostics') =>
    read(payload(kind, { callStackTree })) as {
      threads: { crashed: boolean; attributed?: boolean; frames: Members[] }[]
      callTrees: { title: string; weight: string; roots: Members[] }[]
    }

  test('a chain is a stack, unless it was sampled or branches', () => {
    expect(of({ callStackPerThread: true, callStacks: [stack(inner)] }).threads[0]).toMatchObject({
      crashed: true,
      attributed: true,
    })
    const attributed = of({ callStackPerThread: true, callStacks: [stack(inner)] }, 'crashDiagnostics').threads[0]
    expect(attributed).not.toHaveProperty('attributed')
    const sampled = of({ callStackPerThread: false, callStacks: [stack(inner)] })
    expect(sampled.threads).toEqual([])
    expect(sampled.callTrees).toMatchObject([
      {
        title: 'MetricKit hang',
        weight: 'samples',
        roots: [
          {
            count: 4,
            frame: { kind: 'return', index: 0 },
            children: [{ count: 4, frame: { kind: 'exact', index: 1 } }],
          },
        ],
      },
    ])
    const branches = stack(frame(0x1_0000_1010, 0x1010, frame(0x1_0000_1020, 0x1020), frame(0x1_0000_1030, 0x1030)))
    expect(
      of({ callStacks: [branches, stack(frame(0x1_0000_1010, 0x1010), frame(0x1_0000_1020, 0x1020))] }).callTrees.map(
        ({ title }) => title,
      ),
    ).toEqual(['MetricKit hang, stack 0', 'MetricKit hang, stack 1'])
    expect(of({ callStacks: [{ callStackRootFrames: [] }] })).toMatchObject({ callTrees: [] })
  })

  test('frames that Apple holds responsible are of samples, and marked', () => {
    const blamed = { ...(inner as Readonly<Record<string, Json>>), isBlameFrame: true }
    const [tree] = of({ callStacks: [stack(blamed)] }).callTrees
    expect(tree?.roots[0]).toHaveProperty('note')
    expect((tree?.roots[0] as { children: Members[] }).children[0]).not.toHaveProperty('note')
    const not = { ...(inner as Readonly<Record<string, Json>>), isBlameFrame: false }
    expect(of({ callStacks: [stack(not)] }).callTrees[0]?.roots[0]).not.toHaveProperty('note')
  })

  test('other names: root frames, threads of a tree, names of images once a tree', () => {
    const bare = { address: 0x1_0000_1010, offsetIntoBinaryTextSegment: 0x1010, binaryUUID: B }
    const one = read(
      payload('crashDiagnostics', {
        callStackTree: { binaryInfo: [{ uuid: B, name: 'Listed' }], callStackThreads: [{ rootFrames: [bare] }] },
      }),
    )
    expect(one).toMatchObject({
      images: [{ name: 'Listed', uuid: B, loadAddress: '0x100000000' }],
      threads: [{ frames: [{ image: 0 }] }],
    })
    // A piece of a file begins with a frame.
    expect(read(inner)).toMatchObject({ threads: [{ frames: [{ offset: 0x1010 }, { offset: 0x1020 }] }] })
  })
})

describe('what offsets mean', () => {
  const images = (...pairs: readonly (readonly [address: number | undefined, value: number])[]) => {
    const roots = pairs.map(([address, value]) => ({
      ...(address !== undefined && { address }),
      offsetIntoBinaryTextSegment: value,
      binaryUUID: A,
      binaryName: 'Till',
    }))
    const one = read(
      payload('crashDiagnostics', { callStackTree: { callStacks: roots.map((root) => stack(root)) } }),
    ) as {
      images: { loadAddress?: string }[]
      threads: { frames: { offset?: number }[] }[]
    }
    return [one.images[0]?.loadAddress, ...one.threads.map(({ frames }) => frames[0]?.offset)]
  }
  const base = 0x1_0400_0000
  test.each([
    ['offsets', [[base + 0x1010, 0x1010]], ['0x104000000', 0x1010]],
    ['load addresses', [[base + 0x1010, base]], ['0x104000000', 0x1010]],
    ['a load address without the address', [[undefined, base]], ['0x104000000', undefined]],
    [
      'offsets of two loads',
      [
        [base + 0x1010, 0x1010],
        [base + 0x5010, 0x1010],
      ],
      [undefined, 0x1010, 0x1010],
    ],
    [
      'two load addresses',
      [
        [base + 0x1010, base],
        [base + 0x5010, base + 0x4000],
      ],
      [undefined, 0x1010, 0x1010],
    ],
    [
      'one that says nothing, and one that does',
      [
        [base + 0x1010, 0x1010],
        [undefined, 0x2000],
      ],
      ['0x104000000', 0x1010, 0x2000],
    ],
    ['offsets that are no distance to a page', [[base + 0x1010, 0x1018]], ['0x103fffff8', 0x1018]],
    ['addresses below', [[0x1000, 0x2000]], [undefined, 0x2000]],
  ] as const)('%s', (_, pairs, expected) => {
    expect(images(...pairs)).toEqual(expected)
  })
})

test.each<[Json, Readonly<Record<string, unknown>>]>([
  [{ exceptionType: 99 }, { type: 'EXC_99' }],
  [{ exceptionType: 'EXC_X' }, { type: 'EXC_X' }],
  [{ signal: 30 }, { signal: 'signal 30' }],
  [{ signal: 'SIGX' }, { signal: 'SIGX' }],
  [{ exceptionCode: 'text' }, { codes: 'text' }],
  [{ exceptionCode: 7 }, { rawCodes: ['0x7'] }],
])('the exception of %j', (diagnosticMetaData, exception) => {
  expect(read(payload('crashDiagnostics', { diagnosticMetaData, callStackTree: {} }))['exception']).toEqual(exception)
})

test.each([
  ['2 sec', 2],
  ['2.5 s', 2.5],
  ['250 ms', 0.25],
  ['250ms', 0.25],
  ['2 secs', undefined],
  ['long', undefined],
])('a hang of %s', (hangDuration, lasted) => {
  const one = read(payload('hangDiagnostics', { diagnosticMetaData: { hangDuration }, callStackTree: {} }))
  expect(one['events']).toEqual(
    lasted === undefined ? undefined : [{ kind: 'measure', text: 'The app did not respond', lasted }],
  )
})
