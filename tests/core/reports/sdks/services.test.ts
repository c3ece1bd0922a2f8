/** Events of services: the least of each, lists with other values in them, and which stack belongs to which thread. */
import { describe, expect, test } from 'vitest'
import { appCenterFormat } from '../../../../src/core/reports/sdks/appcenter-log.ts'
import { bugsnagFormat } from '../../../../src/core/reports/sdks/bugsnag-event.ts'
import { datadogFormat } from '../../../../src/core/reports/sdks/datadog-event.ts'
import { measureFormat } from '../../../../src/core/reports/sdks/measure-event.ts'
import { newRelicFormat } from '../../../../src/core/reports/sdks/newrelic-event.ts'
import { raygunFormat } from '../../../../src/core/reports/sdks/raygun-event.ts'
import { sentryFormat } from '../../../../src/core/reports/sdks/sentry-event.ts'
import type { Members } from '../../../support/made-fields.ts'
import { appCenter, datadog, raygun } from '../../../support/made-services.ts'
import { pick, told, toldJson } from '../../../support/format-told.ts'

const bare = {
  ...{ textKind: 'json', header: { fields: [] }, applicationInfo: [], threads: [], backtraces: [], callTrees: [] },
  ...{ sections: [], images: [], frameCount: 0, problems: [] },
}
const thread = { id: 0, crashed: false, frames: [] }

test.each([
  [sentryFormat, {}, {}],
  [bugsnagFormat, {}, { exception: {} }],
  [bugsnagFormat, { events: [7, { breadcrumbs: [] }] }, { exception: {} }],
  [bugsnagFormat, [null, {}], { exception: {} }],
  [appCenterFormat, { binaries: [] }, { exception: {} }],
  [newRelicFormat, { threads: [], libraries: [] }, { exception: {} }],
  [newRelicFormat, { threads: [], exception: {} }, { exception: {} }],
  [measureFormat, { threads: [{ frames: [] }] }, { exception: {}, threads: [thread] }],
  [measureFormat, { a: { exception: { exceptions: [{ frames: [] }] } } }, { exception: {} }],
  [raygunFormat, { a: [{ threads: [{}] }] }, { exception: {}, threads: [thread] }],
] as const)('the least of an event of $id: %j', (format, document, values) => {
  const [one, ...others] = told(format, JSON.stringify(document))
  expect(one).toEqual({ format: format.id, label: format.label, ...bare, ...values })
  expect(others).toEqual([])
})

test.each([
  [appCenterFormat, { threads: [] }],
  [newRelicFormat, { threads: [] }],
  [newRelicFormat, { libraries: [], exception: {} }],
  [measureFormat, { threads: [{}] }],
  [measureFormat, { threads: [] }],
  [raygunFormat, { threads: [] }],
  [raygunFormat, { a: { b: { c: { d: { e: { f: { g: { threads: [{}] } } } } } } } }],
] as const)('no event of $id: %j', (format, document) => {
  const kind = format.label.replace(' (JSON)', '')
  expect(toldJson(format, document)).toEqual({
    failed: [expect.objectContaining({ code: 'no-event', file: 'made', params: { kind } })],
  })
})

describe('other values in lists of objects change nothing', () => {
  type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
  const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
  const mixed = (value: Json): Json => {
    if (Array.isArray(value)) {
      const list = (value as readonly Json[]).map(mixed)
      return list.length > 0 && list.every(isObject) ? [null, ...list, 7, 'x'] : list
    }
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mixed(one)]))
  }
  const frame = { instruction_addr: '0x1010', function: 'f', package: '/x/Till' }
  const image = { image_addr: '0x1000', image_size: 4096, code_file: '/x/Till' }
  const sentry = {
    exception: {
      values: [
        { type: 'A', value: 'a', stacktrace: { frames: [frame] } },
        { type: 'B', value: 'b' },
      ],
    },
    threads: [{ id: 3, crashed: true, stacktrace: { frames: [frame, frame] } }],
    debug_meta: { images: [image] },
    breadcrumbs: [{ message: 'tapped', timestamp: 1767323000 }],
  }
  const row = { frameAddress: '0x1010', machoLoadAddress: '0x1000', machoFile: '/x/Till', method: 'f' }
  const bugsnag = {
    events: [
      {
        exceptions: [
          { errorClass: 'A', message: 'a', stacktrace: [row, row] },
          { errorClass: 'B', stacktrace: [row] },
        ],
        threads: [{ id: 3, errorReportingThread: true, stacktrace: [row] }],
      },
    ],
  }
  const newRelic = {
    libraries: [{ baseAddress: '0x1000', imageSize: 4096, imageName: '/x/Till' }],
    exception: { name: 'N', cause: 'c' },
    threads: [{ threadNumber: 3, crashed: true, stack: [{ instructionPointer: '0x1010' }] }],
  }
  const step = { binary_address: '1000', offset: 16, binary_name: 'Till', method_name: 'f' }
  const measure = {
    exceptions: [
      { type: 'A', frames: [step] },
      { type: 'B', frames: [step] },
    ],
    threads: [{ name: 'Thread 4', frames: [step] }],
    binary_images: [{ name: 'Till', start_addr: '1000', end_addr: '1fff' }],
  }
  test.each([
    [sentryFormat, sentry],
    [bugsnagFormat, bugsnag],
    [newRelicFormat, newRelic],
    [measureFormat, measure],
    [raygunFormat, raygun.document],
    [appCenterFormat, appCenter.document],
    [datadogFormat, datadog.document],
  ] as const)('$id', (format, document) => {
    const names = ['exception', 'threads', 'lastException', 'backtraces', 'images', 'applicationInfo', 'events']
    const own = toldJson(format, document)
    const other = mixed(document)
    expect(pick(toldJson(format, other), ...names)).toEqual(pick(own, ...names))
    expect((own['threads'] as unknown[]).length + (own['images'] as unknown[]).length).toBeGreaterThan(1)
    expect(other).not.toEqual(document)
  })
})

describe('Sentry: the stack of an exception and that of its thread', () => {
  const stack = (...addresses: readonly number[]) => ({ frames: addresses.map((one) => ({ instruction_addr: one })) })
  const read = (exceptions: readonly object[], threads: readonly object[]): unknown => {
    const rows = (list: unknown) =>
      (list as { id?: number; title?: string; frames: Members[] }[]).map(({ id, title, frames }) => [
        ...[title ?? id, ...frames.map(({ address }) => Number(address))],
      ])
    const one = toldJson(sentryFormat, { exception: exceptions, threads })
    return [rows(one['threads']), rows([one['lastException'] ?? []].flat()), rows(one['backtraces'])]
  }
  const thrown = (more: object, ...addresses: readonly number[]) => ({ type: 'A', stacktrace: stack(...addresses), ...more })
  test.each<[string, readonly object[], readonly object[], readonly unknown[]]>([
    ['the same', [thrown({}, 1, 2)], [{ crashed: true, stacktrace: stack(1, 2) }], [[[0, 2, 1]], [], []]],
    ['no stack of the thread', [thrown({}, 1, 2)], [{ crashed: true }], [[[0, 2, 1]], [], []]],
    ['longer', [thrown({}, 1, 2, 3)], [{ crashed: true, stacktrace: stack(1, 2) }], [[[0, 2, 1]], [['A', 3, 2, 1]], []]],
    ['shorter', [thrown({}, 1)], [{ crashed: true, stacktrace: stack(1, 2) }], [[[0, 2, 1]], [['A', 1]], []]],
    ['another', [thrown({}, 1, 3)], [{ crashed: true, stacktrace: stack(1, 2) }], [[[0, 2, 1]], [['A', 3, 1]], []]],
    ['a thread that went on', [thrown({}, 1, 2)], [{ stacktrace: stack(1, 2) }], [[[0, 2, 1]], [['A', 2, 1]], []]],
    ['by its number', [thrown({ thread_id: 5 }, 1, 2)], [{ id: 4 }, { id: 5 }], [[[4], [5, 2, 1]], [], []]],
    ['a number of no thread', [thrown({ thread_id: 6 }, 1, 2)], [{ id: 5, crashed: true }], [[[5]], [['A', 2, 1]], []]],
    ['no number', [thrown({ thread_id: null }, 1, 2)], [{ id: 5, crashed: true }], [[[5, 2, 1]], [], []]],
    ['two without numbers', [thrown({}, 1), thrown({}, 2)], [{ crashed: true }], [[[0]], [['A', 1]], [['A', 2]]]],
    ['no type', [{ stacktrace: stack(1) }], [], [[], [['Exception', 1]], []]],
    ['without frames', [{ type: 'A', stacktrace: {} }], [], [[], [], []]],
  ])('%s', (_, exceptions, threads, expected) => {
    expect(read(exceptions, threads)).toEqual(expected)
  }) // prettier-ignore

  test('numbers of threads', () => {
    const threads = [{ id: 5, index: 6 }, { index: 7, thread_id: 8 }, { thread_id: 9 }, { id: 'x' }]
    expect((toldJson(sentryFormat, { threads })['threads'] as Members[]).map(({ id }) => id)).toEqual([5, 7, 9, 3])
  })

  test('frames alone', () => {
    const alone = [{ ...thread, unnumbered: true, frames: [expect.objectContaining({ kind: 'exact', address: '0x1' })] }]
    const threads = (event: object): unknown => toldJson(sentryFormat, event)['threads']
    expect(threads(stack(1))).toEqual(alone)
    expect(threads({ stacktrace: stack(1) })).toEqual(alone)
    expect(threads({ stacktrace: stack() })).toEqual([])
    expect(threads({ stacktrace: stack(1), exception: [thrown({}, 2)] })).toEqual([])
    expect(threads({ stacktrace: stack(1), threads: [{ id: 7 }] })).toEqual([{ ...thread, id: 7 }])
  })

  const kinds = (own: object, mechanism?: object): unknown => {
    const exception = [{ type: 'A', mechanism, stacktrace: { ...stack(0x20, 0x10), ...own } }]
    return (toldJson(sentryFormat, { exception })['lastException'] as { frames: Members[] }).frames.map(({ kind }) => kind)
  }
  const ns = { type: 'nsexception' }
  const pc = (name: string, value: number) => ({ registers: { [name]: value } })
  test.each<[object, object | undefined, string]>([
    [{}, undefined, 'exact'],
    [{}, ns, 'return'],
    [{}, { type: 'mach' }, 'exact'],
    ...['pc', 'rip', 'eip'].map((name): [object, object, string] => [pc(name, 0x10), ns, 'exact']),
    [pc('pc', 0x11), ns, 'return'],
    [pc('lr', 0x10), ns, 'return'],
    [{ instruction_addr_adjustment: 'all' }, undefined, 'return'],
    [{ instruction_addr_adjustment: 'auto' }, ns, 'exact'],
  ])('the first row of %j, thrown by %j, is %s', (own, mechanism, kind) => {
    expect(kinds(own, mechanism)).toEqual([kind, 'return'])
  })
  test('rows that are calls', () => {
    expect(kinds({ instruction_addr_adjustment: 'none' }, ns)).toEqual(['call', 'call'])
  })
}) // prettier-ignore

describe('Bugsnag: a frame', () => {
  const frame = (row: object, type?: string): Members => {
    const event = { exceptions: [{ errorClass: 'A', type, stacktrace: [row] }] }
    const [one] = (toldJson(bugsnagFormat, event)['lastException'] as { frames: Members[] }).frames
    return Object.fromEntries(Object.entries(one ?? {}).filter(([key]) => key !== 'span'))
  }
  const place = { file: 'a', lineNumber: 3, columnNumber: 5 }
  const script = (column: number) => ({ script: { file: 'a', line: 3, column }, language: 'javascript' })
  test.each<[string | undefined, object]>([
    ['reactnativejs', script(5)],
    ['browserjs', script(4)],
    ['nodejs', script(4)],
    ['xbrowserjs', {}],
    ['browserjsx', {}],
    ['xreactnativejs', {}],
    ['reactnativejsx', {}],
    ['cocoa', {}],
    [undefined, {}],
  ])('of a script of the type %s', (type, expected) => {
    const symbol = { name: 'f', file: 'a', line: 3, column: 5 }
    const plain = { id: 0, index: 0, kind: 'return', symbol }
    expect(frame({ ...place, method: 'f' }, type)).toEqual({ ...plain, ...expected })
    expect(frame({ ...place, method: 'f', type }, 'cocoa')).toEqual({ ...plain, ...expected })
    expect(frame({ ...place, method: 'f', frameAddress: 1 }, type)).toEqual({ ...plain, address: '0x1' })
  })
  test.each<[object, object]>([
    [{ frameAddress: 16, isPC: true }, { kind: 'exact', address: '0x10' }],
    [{ frameAddress: 16, isLR: true }, { kind: 'return', address: '0x10' }],
    [{ frameAddress: 16, isPC: 1, isLR: 1, inlined: 1 }, { kind: 'return', address: '0x10' }],
    [{ frameAddress: 16, inlined: true }, { kind: 'return', address: '0x10', inlined: true }],
    [{ frameAddress: 16, method: 'f', symbolAddress: 0 }, { kind: 'return', address: '0x10', symbol: { name: 'f' } }],
    [{ frameAddress: 16, machoLoadAddress: 0, machoFile: '/x/Till' }, { kind: 'return', address: '0x10', imageName: 'Till' }],
    [{ frameAddress: 16, machoUUID: 'x' }, { kind: 'return', address: '0x10', image: 0 }],
  ])('%j', (row, expected) => {
    expect(frame(row)).toEqual({ id: 0, index: 0, ...expected })
  })
}) // prettier-ignore

describe('Measure: numbers and names', () => {
  const threads = (names: readonly object[]): unknown =>
    (toldJson(measureFormat, { threads: names.map((one) => ({ ...one, frames: [] })) })['threads'] as Members[]).map(
      ({ id, name }) => (name === undefined ? id : [id, name]),
    )
  test('of threads', () => {
    const names = ['Thread 7', 'Thread 123456789 Crashed', 'Thread 1234567890', 'My Thread 7', 'Thread 7 x', 'main']
    expect(threads([...names.map((name) => ({ name })), { name: 'Thread 7', sequence: 9 }, {}])).toEqual([
      ...[7, 123_456_789, [2, names[2]], [3, names[3]], [4, names[4]], [5, 'main'], 9, 7],
    ])
  })
  test.each<[string | undefined, Members]>([
    ['SIGABRT', { type: 'SIGABRT' }],
    ['EXC_BAD', { type: 'EXC_BAD' }],
    ['SIGx', { name: 'SIGx' }],
    ['xSIGABRT', { name: 'xSIGABRT' }],
    ['NSRangeException', { name: 'NSRangeException' }],
    [undefined, {}],
  ])('of an exception of the type %s', (type, exception) => {
    expect(toldJson(measureFormat, { exceptions: [{ type, frames: [] }] })['exception']).toEqual(exception)
  })
})
