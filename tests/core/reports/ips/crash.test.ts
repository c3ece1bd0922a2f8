/** `.ips` crash reports as a whole: threads, stacks, the facts about them, and the parts around. */
import { describe, expect, test } from 'vitest'
import { titles } from '../../../../src/core/messages/labels.ts'
import { ipsCrashFormat } from '../../../../src/core/reports/ips/ips-crash.ts'
import type { Writable } from '../../../../src/core/model/writable.ts'
import type { JsonObject, JsonValue } from '../../../../src/core/reports/json/json.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const parse = (...parts: readonly (JsonObject | string)[]) => {
  const text = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n')
  const outcome = ipsCrashFormat.parse({ path: 'a.ips', text, bytes: new Uint8Array() })
  if (!outcome.ok) throw new Error('no report')
  const [report] = outcome.value
  if (!report) throw new Error('no report')
  return { ...report, all: outcome.problems }
}
const threadsOf = (body: JsonObject, line: JsonObject = { bug_type: '309' }) =>
  parse(line, body).threads.map((thread) => {
    const facts: Writable<Partial<typeof thread>> = { ...thread }
    delete facts.frames
    delete facts.span
    return facts
  })

test('a report without threads has nothing but its text', () => {
  const { all, ...report } = parse({ bug_type: '309' }, { usedImages: [] })
  expect(all).toStrictEqual([])
  expect(report).toStrictEqual({
    format: 'ips-crash',
    label: 'Crash report (.ips)',
    file: 'a.ips',
    text: '{"bug_type":"309"}\n{"usedImages":[]}',
    textKind: 'json',
    header: { fields: [['bug_type', '309']] },
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [],
    sections: [],
    images: [],
    frameCount: 0,
    problems: [],
  })
})

test('a report has all parts, each from its own members', () => {
  const image = { uuid: UUID, base: 4096, size: 4096, name: 'Till', source: 'P' }
  const frame = (imageOffset: number, imageIndex = 0) => ({ imageOffset, imageIndex })
  const line = { bug_type: '309', app_name: 'Till' }
  const body = {
    usedImages: [image, { name: 'absolute', base: 0, source: 'A' }],
    faultingThread: 0,
    exception: { type: 'EXC_CRASH' },
    termination: { namespace: 'SIGNAL' },
    threads: [{ id: 0, frames: [frame(16), frame(32, 1)] }],
    lastExceptionBacktrace: [frame(48)],
    asi: { 'libc.dylib': ['abort() called'], Till: ['more'] },
    asiBacktraces: ['0   Till   0x0000000000001040 pay + 40', '0   Till   0x0000000000001050 pay + 56'],
    quarantineReport: { allocationTrace: { frames: [frame(64)] }, deallocationTrace: { frames: [frame(80)] } },
    sharedCache: { base: 65536, size: 4096, uuid: UUID },
    vmSummary: 'summary',
  }
  const report = parse(line, body, 'behind')
  const addresses = (frames: readonly { readonly address?: bigint }[]) => frames.map(({ address }) => address)
  expect(report.threads.map(({ id, crashed, frames }) => [id, crashed, addresses(frames)])).toStrictEqual([
    [0, true, [0x1010n, 32n]],
  ])
  const { span } = report.threads[0] ?? {}
  expect(report.text.slice(span?.start, span?.end)).toBe(JSON.stringify(body.threads[0]))
  expect(addresses(report.lastException?.frames ?? [])).toStrictEqual([0x1030n])
  expect(report.backtraces.map(({ title, role, frames }) => [title, role, addresses(frames)])).toStrictEqual([
    ['Application Specific Backtrace 1', undefined, [0x1040n]],
    ['Application Specific Backtrace 2', undefined, [0x1050n]],
    ['Allocated by', 'allocated', [0x1040n]],
    ['Freed by', 'freed', [0x1050n]],
  ])
  expect(report.applicationInfo).toStrictEqual(['abort() called', 'more'])
  expect(report.applicationInfoFrom).toStrictEqual(['libc.dylib', 'Till'])
  expect(report.exception).toStrictEqual({ type: 'EXC_CRASH' })
  expect(report.termination).toStrictEqual({ namespace: 'SIGNAL' })
  expect(report.memoryError).toStrictEqual({ detector: 'quarantine' })
  expect(report.sharedCache).toStrictEqual({ uuid: UUID, loadAddress: 65536n, size: 4096 })
  expect(report.sections.map(({ title }) => title)).toStrictEqual([
    'Memory error',
    'Application Specific Information',
    'VM Region Summary',
    'Text around the report',
  ])
  expect(report.images.map(({ name, uuid }) => [name, uuid])).toContainEqual(['Till', UUID])
  expect([report.frameCount, report.all]).toStrictEqual([7, []])
})

describe('the thread that crashed', () => {
  const crashed = (body: JsonObject) => threadsOf(body).map((thread) => thread.crashed)
  test.each<[JsonObject, readonly boolean[]]>([
    [{ threads: [{}, {}, {}] }, [false, false, false]],
    [{ threads: [{}, {}, {}], faultingThread: 1 }, [false, true, false]],
    [{ threads: [{}, {}, {}], faultingThread: 3 }, [false, false, false]],
    [{ threads: [{ triggered: true }, {}], faultingThread: 1 }, [true, false]],
    [{ threads: [{}, { triggered: 1 }], faultingThread: 0 }, [false, true]],
    [{ threads: [{}, { crashed: true }] }, [false, true]],
    [{ threads: [{ triggered: false, crashed: 1 }, { triggered: 'yes' }] }, [false, false]],
  ])('%j', (body, expected) => {
    expect(crashed({ usedImages: [], ...body })).toStrictEqual(expected)
  })
})

describe('a report of a process that lives on', () => {
  const attributed = (line: JsonObject, body: JsonObject) =>
    threadsOf({ threads: [{ triggered: true }, {}], ...body }, line)
  const blamed = [
    { id: 0, crashed: true, attributed: true },
    { id: 1, crashed: false },
  ]
  const dead = [
    { id: 0, crashed: true },
    { id: 1, crashed: false },
  ]
  test.each<[JsonObject, JsonObject, object]>([
    [{ bug_type: '309' }, {}, dead],
    [{ bug_type: '309' }, { isSimulated: true }, blamed],
    [{ bug_type: '309' }, { isSimulated: 1 }, blamed],
    [{ bug_type: '309' }, { isNonFatal: 1 }, blamed],
    [{ bug_type: '309' }, { isNonFatal: true, exception: { type: 'x' } }, blamed],
    [{ bug_type: '309' }, { isSimulated: 0, isNonFatal: false }, dead],
    [{ bug_type: '300' }, {}, blamed],
    [{ bug_type: '300' }, { exception: {} }, dead],
    [{ bug_type: '300' }, { termination: {} }, dead],
    [{ app_name: 'Till' }, {}, dead],
    ...['309', '308', '385', '327'].map((bug_type): [JsonObject, JsonObject, object] => [{ bug_type }, {}, dead]),
  ])('%j and %j', (line, body, expected) => {
    expect(attributed(line, { usedImages: [], ...body })).toStrictEqual(expected)
  })
})

describe('names, queues and registers', () => {
  const legacyInfo = { threadTriggered: { name: 'Old', queue: 'old.queue' } }
  const threadState = { pc: { value: 7 } }
  const registers = [{ name: 'pc', value: 7n }]
  test.each<[JsonObject, object]>([
    [{ threads: [{ name: 'Work', queue: 'a.queue' }] }, [{ id: 0, crashed: false, name: 'Work', queue: 'a.queue' }]],
    [{ threads: [{ name: '', queue: '', threadState: {} }] }, [{ id: 0, crashed: false }]],
    [
      { threads: [{ threadState }, {}] },
      [
        { id: 0, crashed: false, registers },
        { id: 1, crashed: false },
      ],
    ],
    [
      { threads: [{}, {}], faultingThread: 1, legacyInfo, threadState },
      [
        { id: 0, crashed: false },
        { id: 1, crashed: true, name: 'Old', queue: 'old.queue', registers },
      ],
    ],
    [
      { threads: [{ triggered: true }, {}], legacyInfo, threadState },
      [
        { id: 0, crashed: true, name: 'Old', queue: 'old.queue', registers },
        { id: 1, crashed: false },
      ],
    ],
    [
      { threads: [{ triggered: true, name: 'New', queue: 'new.queue' }], legacyInfo },
      [{ id: 0, crashed: true, name: 'New', queue: 'new.queue' }],
    ],
  ])('%j', (body, expected) => {
    expect(threadsOf({ usedImages: [], ...body })).toStrictEqual(expected)
  })

  test('code is that of the thread that crashed', () => {
    const stream = { atPC: 'AQI=', beforePC: 'AAA=' }
    const code = { bytes: Uint8Array.from([0, 0, 1, 2]), from: 'report', start: 5n }
    const found = (body: JsonObject) =>
      threadsOf({ usedImages: [], instructionByteStream: stream, ...body }).map((thread) => thread.code)
    expect(found({ threads: [{ threadState }, { threadState }], faultingThread: 1 })).toStrictEqual([undefined, code])
    expect(found({ threads: [{ threadState, triggered: true }, { threadState }], faultingThread: 1 })).toStrictEqual([
      code,
      undefined,
    ])
  })
})

test('rows that were left out are told of', () => {
  const keyFrame = { imageOffset: 16, imageIndex: 0, symbol: 'walk' }
  const cut = { hottestElided: 1, coldestElided: 4, depth: 3, keyFrame }
  const report = parse({ bug_type: '309' }, {
    usedImages: [{ name: 'Till', base: 4096, size: 4096 }],
    threads: [{ recursionInfoArray: [cut], originalLength: 9 }, {}],
  } satisfies JsonObject)
  expect(report.threads.map(({ elided }) => elided)).toStrictEqual([
    { originalLength: 9, cuts: [{ first: 1, last: 4, depth: 3, imageName: 'Till', offset: 16, symbol: 'walk' }] },
    undefined,
  ])
  expect(report.problems.map(({ code, severity, params }) => [code, severity, params])).toStrictEqual([
    ['skipped-frames', 'note', { frames: 4, thread: '0' }],
  ])
  expect(report.sections.map(({ title }) => title)).toStrictEqual([titles.elided])
})

test('frames in an unknown form are a problem of their thread', () => {
  const frames: JsonValue = [null, 1, 'x', { imageOffset: 1, imageIndex: 0 }]
  const { all, problems } = parse({ bug_type: '309' }, { usedImages: [], threads: [{}, { frames }, { frames: [] }] })
  expect(problems.map(({ code, params, file }) => [code, params, file])).toStrictEqual([
    ['unread-frames', { frames: 2, thread: '1' }, 'a.ips'],
  ])
  expect(all).toStrictEqual(problems)
})

test('a report that is cut off is a problem', () => {
  expect(parse('{"bug_type":"309"}\n{"usedImages":[],"threads":[{').problems).toHaveLength(1)
})

describe('images', () => {
  test('may have the name that other kinds use', () => {
    const names = (body: JsonObject) => parse({ bug_type: '309' }, body).images.map(({ name }) => name)
    expect(names({ binaryImages: [{ name: 'Till', base: 1 }] })).toStrictEqual(['Till'])
    expect(names({ usedImages: [{ name: 'Shop', base: 1 }], binaryImages: [{ name: 'Till', base: 1 }] })).toStrictEqual(
      ['Shop'],
    )
  })

  test('the program’s has the UUID of the first line where it lacks its own', () => {
    const usedImages = [
      { name: 'Shop', base: 4096, size: 1 },
      { name: 'Till', base: 8192, size: 1, path: '/a/Till' },
      { name: 'Till', base: 12288, size: 1 },
    ]
    const uuids = (body: JsonObject) =>
      parse({ bug_type: '309', slice_uuid: UUID.toLowerCase() }, { usedImages, ...body }).images.map(({ uuid }) => uuid)
    expect(uuids({ procName: 'Shop' })).toStrictEqual([UUID, undefined, undefined])
    expect(uuids({ procName: 'Shop', procPath: '/a/Till' })).toStrictEqual([undefined, UUID, undefined])
    expect(uuids({})).toStrictEqual([undefined, undefined, undefined])
  })
})

test('the stack of a script in the words of the program is a backtrace', () => {
  const words = 'Unhandled JS Exception: Error: no\nstack:\npay@123:45\nshop@6:7'
  const [backtrace] = parse({ bug_type: '309' }, { usedImages: [], asi: { Till: [words] } }).backtraces
  expect(backtrace?.title).toBe(titles.javaScriptStack)
  expect(backtrace?.frames.map(({ symbol }) => symbol?.name)).toStrictEqual(['pay', 'shop'])
})
