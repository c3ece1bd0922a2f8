/** Parts of MetricKit's files, each alone: marks, payloads inside others, the head, sections, events, frames and calls. */
import { describe, expect, test } from 'vitest'
import { metrickitWriteBack } from '../../../../src/core/reports/metrickit/metrickit-write-back.ts'
import { metrickitFormat } from '../../../../src/core/reports/metrickit/metrickit.ts'
import type { Members } from '../../../support/made-fields.ts'
import { claims } from '../../../support/claims.ts'
import { pick, told, toldJson } from '../../../support/format-told.ts'

const read = (document: unknown): Members => toldJson(metrickitFormat, document)
const count = (document: unknown): number => {
  const all = told(metrickitFormat, JSON.stringify(document))
  return all.filter(({ failed }) => failed === undefined).length
}

test.each<[string, boolean]>([
  ['{"offsetIntoBinaryTextSegment":1}', true],
  ['"callStackRootFrames":[', true],
  ['x "callStackTree": {', true],
  ['{"timeStampBegin":"a","timeStampEnd":"b"}', true],
  ['{"timeStampBegin":"a"}', false],
  ['{"timeStampEnd":"b"}', false],
  ['{"callStacks":[]}', false],
])('claims %s: %s', (text, expected) => {
  expect(claims(metrickitFormat, text)).toBe(expected)
})

const bare = {
  ...{ format: 'metrickit', label: 'MetricKit call stacks', kind: 'call-stacks', textKind: 'json' },
  header: { fields: [['diagnostic', 'call stacks']] },
  ...{
    applicationInfo: [],
    threads: [{ id: 0, crashed: false, frames: [] }],
    backtraces: [],
    callTrees: [],
    sections: [],
    images: [],
  },
  ...{ frameCount: 0, problems: [] },
}

test('a diagnostic without anything', () => {
  const { label, ...one } = read({ callStackTree: {} })
  expect({ ...one, label: 'MetricKit call stacks' }).toEqual(bare)
  expect(label).toMatch(/^MetricKit /)
})

describe('payloads', () => {
  const body = { callStackTree: {} }
  const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => ({ a: inner }), body)
  test.each<[unknown, number]>([
    [body, 1],
    ...['callStacks', 'callStackRootFrames', 'offsetIntoBinaryTextSegment'].map((key): [unknown, number] => [[{ [key]: [] }, 7], 1]),
    [[body, [body], 7, null, 'x'], 2],
    [nested(6), 1],
    [{ a: nested(6), timeStampBegin: 'x' }, 1],
    [[nested(6), body], 1],
    [[nested(5), body], 2],
    [{ crashDiagnostics: [body, 7, {}], hangDiagnostics: [], crashDiagnostic: {} }, 3],
    [{ crashDiagnostics: 7 }, 1],
    [{ callStackTree: {}, crashDiagnostics: [body, body] }, 1],
  ])('in %j: %d', (document, expected) => {
    expect(count(document)).toBe(expected)
  }) // prettier-ignore
  test('what is said around them', () => {
    const diagnosticInsights = [{ insightsString: 'i' }]
    const log = { a: { diagnosticInsights, diagnosticLogs: [{ callStackTree: {} }] } }
    expect(read({ b: 1, ...log })['sections']).toMatchObject([{ rows: [['', 'i', '']] }])
    const inner = { x: { timeStampBegin: 'b', diagnosticInsights, y: { callStackTree: {} } } }
    expect(pick(read({ timeStampBegin: 'a', ...inner }), 'header', 'sections')).toMatchObject({
      ...{ header: { date: 'a' }, sections: [] },
    })
  })
  test('a piece of a file', () => {
    const frames = (text: string) => (told(metrickitFormat, text)[0]?.['threads'] as { frames: Members[] }[])[0]?.frames
    const piece = '"offsetIntoBinaryTextSegment":16,"binaryName":"Till"'
    const frame = { id: 0, index: 0, kind: 'exact', imageName: 'Till', offset: 16 }
    for (const text of [`${piece}}`, ` ${piece} , "subFrames":[]}, {`]) expect(frames(text)).toEqual([frame])
    for (const text of [`{${piece}}`, ` \n\ufeff[{${piece}}]`]) expect(frames(text)?.[0]).toHaveProperty('span')
  })
}) // prettier-ignore

describe('the head', () => {
  const head = (body: object, payload?: object): unknown =>
    read(payload ? { ...payload, crashDiagnostics: [body] } : { callStackTree: {}, ...body })['header']
  const meta = (diagnosticMetaData: object) => ({ diagnosticMetaData })
  const crash = ['diagnostic', 'crash']
  const stacks = ['diagnostic', 'call stacks']
  test.each<[object, object | undefined, Members, readonly (readonly string[])[]]>([
    [{}, {}, {}, [crash]],
    [meta({ appVersion: '1', appBuildVersion: '2', buildVersion: '3' }), {}, { version: '1 (2)' }, [crash, ['appVersion', '1'], ['appBuildVersion', '2'], ['buildVersion', '3']]],
    [meta({ appVersion: '1', buildVersion: '3' }), {}, { version: '1 (3)' }, [crash, ['appVersion', '1'], ['buildVersion', '3']]],
    [meta({ bundleIdentifier: 'a', bundleId: 'b' }), {}, { bundleId: 'a' }, [crash, ['bundleIdentifier', 'a'], ['bundleId', 'b']]],
    [meta({ bundleId: 'b' }), {}, { bundleId: 'b' }, [crash, ['bundleId', 'b']]],
    ...([['iPhone17_2', 'iPhone17,2'], ['iPad123_456', 'iPad123,456'], ['iPhone17,2', 'iPhone17,2'], ['x iPhone17_2', 'x iPhone17_2'], ['iPhone17_2 x', 'iPhone17_2 x'], ['iPhone1234_2', 'iPhone1234_2'], ['iPhone1_2345', 'iPhone1_2345'], ['17_2', '17_2'], ['iPhone_2', 'iPhone_2'], ['i1_2_3', 'i1_2_3']] as const).map(
      ([deviceType, device]): [object, object, Members, readonly (readonly string[])[]] => [meta({ deviceType }), {}, { device }, [crash, ['deviceType', deviceType]]],
    ),
    [{}, { timeStampBegin: 'a', timeStampEnd: 'b' }, { date: 'a – b' }, [crash, ['timeStampBegin', 'a'], ['timeStampEnd', 'b']]],
    [{}, { timeStampBegin: 'a', timeStampEnd: 'a' }, { date: 'a' }, [crash, ['timeStampBegin', 'a'], ['timeStampEnd', 'a']]],
    [{}, { timeStampEnd: 'b' }, { date: 'b' }, [crash, ['timeStampEnd', 'b']]],
    [{ version: '1', timeStampBegin: 'x', list: [] }, {}, {}, [crash, ['version', '1']]],
    [{ ...meta({ a: 1 }), a: 2, b: 3, timeStampBegin: 'x' }, undefined, { date: 'x' }, [stacks, ['timeStampBegin', 'x'], ['a', '1'], ['b', '3']]],
    [{ pid: 7, callStackTree: {}, own: { a: 1 } }, { environment: { osVersion: { platform: 'iOS', number: '27.0', buildNumber: '25A' }, applicationVersion: '4', applicationBuildVersion: '9', bundleIdentifier: 'c' } }, { os: 'iOS 27.0 (25A)', version: '4 (9)', bundleId: 'c', pid: 7 }, [crash, ['osVersion', 'iOS 27.0 (25A)'], ['applicationVersion', '4'], ['applicationBuildVersion', '9'], ['bundleIdentifier', 'c'], ['appVersion', '4'], ['appBuildVersion', '9'], ['pid', '7']]],
    [{ diagnosticMetaData: { pid: 8 } }, { environment: { osVersion: { number: '27.0' } } }, { os: '27.0' }, [crash, ['osVersion', '27.0']]],
    [{}, { environment: { osVersion: {} } }, {}, [crash]],
    [{}, { environment: { appVersion: '5', appBuildVersion: '6' } }, { version: '5 (6)' }, [crash, ['appVersion', '5'], ['appBuildVersion', '6']]],
    [meta({ pid: 8 }), { environment: 7 }, { pid: 8 }, [crash, ['pid', '8']]],
  ])('of %j in %j', (body, payload, values, fields) => {
    expect(head(body, payload)).toEqual({ ...values, fields })
  }) // prettier-ignore
})

describe('sections and words', () => {
  const of = (meta: object, payload: object = {}) =>
    pick(read({ ...payload, crashDiagnostics: [{ diagnosticMetaData: meta }] }), 'sections', 'termination', 'exception')
  const region = (virtualMemoryRegionInfo: string) => ({ exceptionType: 1, virtualMemoryRegionInfo })
  const table = (title: string, columns: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    ...{ kind: 'table', title, columns, rows },
  })
  test('insights, regions, and members of all kinds', () => {
    const insight = { insightsCategory: 'a', insightsString: 'b', insightsURL: 'c', other: 'd' }
    const payload = { diagnosticInsights: [insight, 7, { insightsURL: 'e' }] }
    const meta = { virtualMemoryRegionInfo: 'R', object: { a: 1 }, list: [1, 'x'], signpostData: [{ a: 1 }] }
    const { sections } = of(meta, payload)
    const [first, ...others] = sections as Members[]
    expect(first).toEqual({
      ...table('', ['Category', 'Insight', 'Link'], ['a', 'b', 'c'], ['', '', 'e']),
      title: first?.['title'],
    })
    expect(others).toEqual([
      { kind: 'text', title: 'VM Region Info', text: 'R' },
      table('object', ['Field', 'Value'], ['a', '1']),
      { kind: 'text', title: 'list', text: '1\nx' },
    ])
    expect(of({}, { diagnosticInsights: [] })['sections']).toEqual([])
  })
  test.each<[string, string | undefined]>([
    ['0x10 is not in any region.', '0x10'],
    [' \n0x1F is in 0x1000-0x2000', '0x1f'],
    ['0 is not in any region', '0x0'],
    [`0x${'f'.repeat(16)} is in x`, `0x${'f'.repeat(16)}`],
    [`0x${'f'.repeat(17)} is in x`, undefined],
    ['x 0x10 is in y', undefined],
    ['10 is in y', undefined],
    ['0x10 is near y', undefined],
    ['0x10 is not y', undefined],
    ['', undefined],
  ])('the address in %j', (words, address) => {
    const exception = { type: 'EXC_BAD_ACCESS', ...(address !== undefined && { address }) }
    expect(of(region(words))['exception']).toEqual(exception)
    expect(of({ ...region(words), exceptionType: 2 })['exception']).toEqual({ type: 'EXC_BAD_INSTRUCTION' })
    expect(of({ ...region(words), exceptionCode: 13 })['exception']).toEqual({
      ...{ type: 'EXC_BAD_ACCESS', rawCodes: ['0xd'] },
    })
  })
  test.each<[string, Members]>([
    ['Namespace SIGNAL, Code 0xB', { namespace: 'SIGNAL', code: '0xb' }],
    ['x Namespace A_1, Code 11 Abort', { namespace: 'A_1', code: '0xb' }],
    ['Namespace A, Code 12345678901234567890', { namespace: 'A', code: '0xab54a98ceb1f0ad2' }],
    ['Namespace , Code 1', {}],
    ['Namespace A, Code x', {}],
    ['Namespace A Code 1', {}],
  ])('the termination %j', (terminationReason, parts) => {
    expect(of({ terminationReason })['termination']).toEqual({ ...parts, reasons: [terminationReason] })
  })
  test('neither exception nor termination', () => {
    expect(of({})).toEqual({ sections: [] })
  })
})

describe('events', () => {
  const events = (meta: object): unknown => read({ hangDiagnostics: [{ diagnosticMetaData: meta }] })['events']
  test.each([
    ['2 sec', 2],
    ['12s', 12],
    ['2.25 s', 2.25],
    ['1500 ms', 1.5],
    ['2  s', undefined],
    ['x 2 s', undefined],
    ['2 min', undefined],
    ['2 secs', undefined],
    ['', undefined],
  ])('a hang of %j', (hangDuration, lasted) => {
    const event: unknown = expect.objectContaining({ kind: 'measure', lasted })
    expect(events({ hangDuration })).toEqual(lasted === undefined ? undefined : [event])
  })
  test('signposts', () => {
    const signpost = { name: 'n', beginTimeStamp: 't', subsystem: 's', category: 'c' }
    const log = (values: object) => ({ kind: 'log', ...values })
    expect(events({ signpostData: [signpost, 7, {}, { category: 'c' }] })).toEqual([
      log({ text: 'n', time: 't', detail: 's c' }),
      ...[log({ text: 'signpost' }), log({ text: 'signpost', detail: 'c' })],
    ])
    expect(events({ signpostData: [] })).toBeUndefined()
  })
})

describe('stacks', () => {
  const A = 'AAAAAAAA-0000-1111-2222-333333333333'
  const G4 = 0x1_0000_0000
  type Node = { frame: Members; count: number; note?: string; children: readonly Node[] }
  const of = (tree: object) =>
    read({ hangDiagnostics: [{ callStackTree: tree }] }) as {
      threads: { frames: Members[] }[]
      callTrees: { roots: Node[] }[]
      images: Members[]
      problems: Members[]
    }
  const frameOf = (values: object, more: object = {}) => {
    const [frame] = of({ ...more, callStacks: [{ callStackRootFrames: [values] }] }).threads[0]?.frames ?? []
    return frame && Object.fromEntries(Object.entries(frame).filter(([key]) => key !== 'span'))
  }
  const exact = { id: 0, index: 0, kind: 'exact' }
  test.each<[object, Members]>([
    [
      { address: G4, symbol: 'a', symbolName: 'b' },
      { address: '0x100000000', symbol: { name: 'a' } },
    ],
    [
      { address: 0, symbolName: 'b', binaryName: 'Till' },
      { symbol: { name: 'b' }, imageName: 'Till' },
    ],
    [
      { offsetIntoBinaryTextSegment: 16, binaryName: 'Till' },
      { imageName: 'Till', offset: 16 },
    ],
    [
      { address: 16, offsetIntoBinaryTextSegment: 2 ** 40 - 1 },
      { address: '0x10', offset: 2 ** 40 - 1 },
    ],
    [{ address: 16, offsetIntoBinaryTextSegment: 2 ** 40 }, { address: '0x10' }],
    [{ address: 16, offsetIntoBinaryTextSegment: -1 }, { address: '0x10' }],
    [{ offsetIntoBinaryTextSegment: 0 }, { offset: 0 }],
    [{ binaryUUID: A, x: 1 }, { image: 0 }],
    [{ binaryUUID: 'x', x: 1 }, {}],
  ])('the frame %j', (values, expected) => {
    expect(frameOf(values)).toEqual({ ...exact, ...expected })
  })
  test('names of images: of the tree, else of the first frame that has one', () => {
    const B = A.replaceAll('A', 'B')
    const frame = (binaryUUID: string | undefined, binaryName?: string) => ({ binaryUUID, binaryName, x: 1 })
    const binaryInfo = [{ uuid: A, name: 'Listed' }, null, { name: 'Bare' }, { uuid: 'odd', name: 'Odd' }, { uuid: 'odder' }]
    const stacks = [frame(A, 'Other'), frame(B), frame(B, 'Kit'), frame(B, 'Late'), frame(undefined, 'No')]
    const { images } = of({ binaryInfo, callStacks: stacks.map((one) => ({ callStackRootFrames: [one] })) })
    expect(images).toEqual([
      { index: 0, name: 'Listed', uuid: A },
      { index: 1, name: 'Odd' },
      { index: 2, name: 'Kit', uuid: B },
    ])
  }) // prettier-ignore
  test('an address beside load addresses is no offset', () => {
    const [one, other] = [{ address: G4 + 0x10, offsetIntoBinaryTextSegment: G4 }, { address: G4 + 0x20 }]
    const frames = [one, other].map((frame) => ({ callStackRootFrames: [{ ...frame, binaryUUID: A }] }))
    const { threads, images } = of({ callStacks: frames })
    expect(images).toEqual([{ index: 0, name: '', uuid: A, loadAddress: '0x100000000' }])
    expect(threads.map(({ frames: [frame] }) => [frame?.['address'], frame?.['image'], frame?.['offset']])).toEqual([
      ['0x100000010', 0, 16],
      ['0x100000020', 0, 32],
    ])
  })
  test('samples without a frame are no tree', () => {
    const none = { callStackPerThread: false, callStacks: [{ callStackRootFrames: [] }] }
    expect(pick(read({ hangDiagnostics: [{ callStackTree: none }] }), 'threads', 'callTrees')).toEqual({
      ...{ threads: [], callTrees: [] },
    })
  })
  test('calls of an earlier export in a frame', () => {
    const call = { name: 'inner', offset: 4, file: 'a.swift', line: 3, column: 2, grade: 'likely' }
    const calls = [call, 7, { name: 'middle', line: 1.5, grade: 'sure' }, { grade: 'doubtful' }]
    const callStackRootFrames = [{ address: 16, [metrickitWriteBack.callsKey]: calls }]
    const { frames } = of({ callStacks: [{ callStackRootFrames }] }).threads[0]!
    const frame = { index: 0, address: '0x10', span: JSON.stringify(callStackRootFrames[0]) }
    expect(frames).toEqual([
      {
        ...{ id: 0, ...frame, kind: expect.any(String) as string, inlined: true },
        symbol: { name: 'inner', offset: 4, file: 'a.swift', line: 3, column: 2, marked: 'likely' },
      },
      { id: 1, ...frame, kind: expect.any(String) as string, inlined: true, symbol: { name: 'middle' } },
      { id: 2, ...frame, kind: 'exact', symbol: { name: '', marked: 'doubtful' } },
    ])
  })
  test('1,024 levels of a tree, and one more', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ x: 1, subFrames: [inner] }), { x: 1 })
    const tree = (levels: number) => of({ callStackPerThread: false, callStacks: [{ rootFrames: [nested(levels)] }] })
    const depth = (levels: number): unknown => {
      let found = 0
      for (let [node] = tree(levels).callTrees[0]!.roots; node && found < 2000; [node] = node.children) {
        expect(node).toMatchObject({ count: 0, frame: { index: found, kind: node.children.length > 0 ? 'return' : 'exact' } })
        found++
      }
      return [found, tree(levels).problems.map(({ code }) => code)]
    }
    expect(depth(1024)).toEqual([1024, []])
    expect(depth(1025)).toEqual([1024, ['deep-tree']])
  }) // prettier-ignore
})
