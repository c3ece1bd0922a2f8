/** Third-party reports beside their stacks: samples, notes on addresses, accesses, reasons. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { joinRecords } from '../../../src/core/engine/intake/joined-records.ts'
import type { BinaryImage } from '../../../src/core/model/image.ts'
import type { CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { plcrashFile, plcrashMessage } from '../../support/plcrash-builder.ts'
import { testPorts } from '../../support/test-builder.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'
import { readPasted } from './fixture.ts'

const outline = (nodes: readonly CallTreeNode[]): unknown =>
  nodes.map(({ frame, count, children }) => [frame.symbol?.name, count, frame.kind, outline(children)])

const tableOf = ({ sections }: Report, title: string): readonly (readonly string[])[] => {
  const found = sections.find((section) => section.title === title)
  return found?.kind === 'table' ? found.rows : []
}

const frame = (name: string, at: number) => ({
  symbol_name: name,
  symbol_addr: 0x104000000 + at,
  instruction_addr: 0x104000000 + at + 8,
  object_name: 'Shop',
  object_addr: 0x104000000,
  object_uuid: '11111111-2222-3333-4444-555555555555',
})
const profile = {
  name: 'launch',
  id: '99999999-8888-7777-6666-555555555555',
  duration: 30_000_000,
  time_units: 'nanoseconds',
  frames: [frame('leaf', 0x1000), frame('middle', 0x2000), frame('main', 0x3000)],
  samples: [
    { time_start_uptime: 11, time_end_uptime: 12, duration: 1, frames: [0, 1, 2] },
    { time_start_uptime: 21, time_end_uptime: 22, duration: 1, frames: [1, 2] },
    { time_start_uptime: 31, time_end_uptime: 32, duration: 1, frames: [0, 1, 2] },
  ],
}
const kscrash = (error: object, thread: object = {}) =>
  JSON.stringify({
    report: { id: 'A', version: '3.5.0', type: 'standard' },
    crash: { error, threads: [{ index: 0, crashed: true, backtrace: { contents: [] }, ...thread }] },
  })

test('a KSCrash profile is a tree of samples, not a crash', () => {
  const report = readPasted(kscrash({ type: 'profile', profile }))
  expect(report.label).toBe('KSCrash profile (JSON)')
  expect(report.exception).toBeUndefined()
  expect(report.threads.some(({ crashed }) => crashed)).toBe(false)
  // The profiler keeps call instructions: nothing is to be taken off.
  expect(report.callTrees.map(({ title, weight, roots }) => [title, weight, outline(roots)])).toEqual([
    ['launch', 'samples', [['main', 3, 'call', [['middle', 3, 'call', [['leaf', 2, 'call', []]]]]]]],
  ])
  expect(report.images.map(({ name, uuid, loadAddress }) => [name, uuid, loadAddress])).toEqual([
    ['Shop', '11111111-2222-3333-4444-555555555555', 0x104000000n],
  ])
  expect(tableOf(report, 'Profile')).toContainEqual(['duration', '30000000'])
  expect(tableOf(report, 'Samples')).toHaveLength(3)
})

test('a hang with samples of several threads has a tree for each, counts kept; bad indexes are passed over', () => {
  const threads = [
    { index: 0, primary: true, samples: [{ count: 5, frames: [0, 2] }] },
    { index: 4, primary: false, name: 'worker', samples: [{ count: 2, frames: [1, 77, -1, 'x', 2] }] },
  ]
  const report = readPasted(kscrash({ type: 'hang', profile: { ...profile, samples: [], threads } }))
  expect(report.callTrees.map(({ title, roots }) => [title, outline(roots)])).toEqual([
    ['launch, thread 0, primary', [['main', 5, 'call', [['leaf', 5, 'call', []]]]]],
    ['launch, thread 4 (worker)', [['main', 2, 'call', [['middle', 2, 'call', []]]]]],
  ])
})

test('ten thousand deep samples are merged without recursion', () => {
  const samples = Array.from({ length: 10_000 }, (_, at) => ({ frames: Array.from({ length: 60 }, () => at % 3) }))
  const [tree] = readPasted(kscrash({ type: 'profile', profile: { ...profile, samples } })).callTrees
  expect(tree?.roots.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
})

test('notable addresses of KSCrash stand as text, those on the stack too', () => {
  const notable_addresses = {
    r4: { address: 16, type: 'string', value: 'DRHT' },
    'stack@0x2fe10480': { address: 0x1e5e1e20, type: 'unknown', last_deallocated_obj: 'UIColor', tagged: 'yes' },
  }
  const report = readPasted(kscrash({ type: 'signal' }, { notable_addresses }))
  expect(tableOf(report, 'Notable addresses of thread 0')).toEqual([
    ['r4', '0x10', 'string DRHT'],
    ['stack@0x2fe10480', '0x1e5e1e20', 'unknown last deallocated obj: UIColor tagged: yes'],
  ])
})

/** What `hw.cputype` says on every Intel Mac: i386. */
const machine = plcrashMessage([
  [1, 'Mac'],
  [
    2,
    plcrashMessage([
      [1, 1n],
      [2, 7n],
      [3, 8n],
    ]),
  ],
])
const intelImage = plcrashMessage([
  [1, 0x104000000n],
  [2, 4096n],
  [3, '/Shop'],
  [
    5,
    plcrashMessage([
      [1, 1n],
      [2, 0x01000007n],
      [3, 3n],
    ]),
  ],
])
const intelThread = plcrashMessage([
  [1, 0n],
  [2, plcrashMessage([[3, 0x104000010n]])],
  [3, 1n],
  [
    4,
    plcrashMessage([
      [1, 'rip'],
      [2, 0x104000010n],
    ]),
  ],
])

test.each([
  ['by its image', [[4, intelImage]]],
  ['by its registers', [[3, intelThread]]],
] as const)('PLCrashReporter: a 64-bit Intel program is told from its machine %s', (_, fields) => {
  const outcome = parseReport('intel.plcrash', plcrashFile(plcrashMessage([...fields, [8, machine]])))
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.header.arch).toBe('x86_64')
})

const records = {
  'a/images.clsrecord':
    '{"load":{"path":"/x/Shop.app/Shop","uuid":"11111111222233334444555555555555","base":4362076160,"size":65536}}\n',
  'a/signal.clsrecord':
    '{"signal":{"number":6,"name":"SIGABRT"}}\n{"threads":[{"stacktrace":[4362080256],"crashed":true}]}\n{"runtime":{"crash_info_entries":["7465726d696e6174696e67"]}}\n',
  'a/metadata.clsrecord': '{"identity":{"session_id":"s1"}}\n{"application":{"bundle_id":"org.example.shop"}}',
}
const recordFiles = Object.entries(records).map(([path, text]) => ({ path, blob: new Blob([text]) }))

test('the records of one Crashlytics crash are one report, with what the images said', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const { reports } = await engine.add(recordFiles)
  expect(reports).toHaveLength(1)
  const outcome = await engine.parse(reports[0]!)
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.applicationInfo).toEqual(['terminating'])
  expect(report?.header.bundleId).toBe('org.example.shop')
  expect(report?.exception?.signal).toBe('SIGABRT')
  expect(report?.threads[0]?.frames).toMatchObject([{ image: 0, offset: 4096 }])
})

test('records that may be of two crashes are not joined', async () => {
  const [first] = recordFiles
  const twice = [...recordFiles, { path: 'a/other-images.clsrecord', blob: first!.blob }]
  expect((await joinRecords(twice)).map(({ path }) => path)).toEqual(twice.map(({ path }) => path))
  const apart = [{ ...first!, path: 'b/images.clsrecord' }, ...recordFiles.slice(1)]
  expect(await joinRecords(apart)).toHaveLength(2)
})

const asan = `==71==ERROR: AddressSanitizer: attempting double-free on 0x6020000000b0 in thread T3:
    #0 0x104ccc074 in free+0x98 (libclang_rt.asan_osx_dynamic.dylib:arm64e+0x4dc98)
    #1 0x104ccd000 in main main.c:12
0x6020000000b0 is located 0 bytes inside of 16-byte region [0x6020000000b0,0x6020000000c0)
SUMMARY: AddressSanitizer: double-free main.c:12 in main
Shadow bytes around the buggy address:
=>0x1c0400000010: fa fa 00 00
`
const tsan = `==================
WARNING: ThreadSanitizer: data race (pid=4711)
  Write of size 8 at 0x7b0400000800 by main thread:
    #0 increment race.c:7 (race:arm64+0x100003e24)
    #1 main race.c:19 (race:arm64+0x100003e90)

  Previous read of size 4 at 0x7b0400000800 by thread T1 (mutexes: write M9):
    #0 reader race.c:11 (race:arm64+0x100003e50)

  Location is heap block of size 8 at 0x7b0400000800 allocated by main thread:
    #0 malloc <null> (libclang_rt.tsan_osx_dynamic.dylib:arm64e+0x53f7c)

SUMMARY: ThreadSanitizer: data race race.c:7 in increment
==================
`
const msan = `==9==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x104ccc074 in main msan.c:5
    #1 0x104ccd000 in start (dyld+0x5000)
SUMMARY: MemorySanitizer: use-of-uninitialized-value msan.c:5 in main
`
const ubsan = `shop.c:14:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x104ccc074 in add shop.c:14
    #1 0x104ccd000 in main shop.c:20
SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior shop.c:14:9
`
const heap = asan.replace(
  'attempting double-free on 0x6020000000b0 in thread T3:',
  'heap-use-after-free on address 0x6020000000b4 at pc 0x1 bp 0x2 sp 0x3\nREAD of size 4 at 0x6020000000b4 thread T3',
)

test.each([
  ['ASan', asan, { subtype: 'double-free' }, 3],
  ['ASan access', heap, { codes: 'READ of size 4', address: 0x6020000000b4n }, 3],
  ['TSan', tsan, { subtype: 'data race', codes: 'Write of size 8', address: 0x7b0400000800n }, 0],
  ['MSan', msan, { type: 'MemorySanitizer', subtype: 'use-of-uninitialized-value' }, 0],
  ['UBSan', ubsan, { subtype: 'undefined-behavior', type: 'UndefinedBehaviorSanitizer' }, 0],
])('%s: kind, access and thread', (_, text, exception, thread) => {
  const report = readPasted(text)
  expect(report.exception).toMatchObject(exception)
  expect(report.threads[0]?.id).toBe(thread)
  const said = /SUMMARY: \w+: (.*)/.exec(text)?.[1]
  expect(report.exception?.reason).toBe(said)
})

test('what stands outside the stacks of a sanitizer is kept', () => {
  const { sections, backtraces, applicationInfo } = readPasted(tsan)
  expect(backtraces.map(({ title }) => title)).toEqual([
    'Previous read of size 4 at 0x7b0400000800 by thread T1 (mutexes: write M9)',
    'Location is heap block of size 8 at 0x7b0400000800 allocated by main thread',
  ])
  expect(applicationInfo).toContain('Write of size 8 at 0x7b0400000800 by main thread')
  expect(JSON.stringify(sections)).toContain('data race (pid=4711)')
  const shadow = readPasted(asan).sections.find(({ title }) => title === 'Shadow bytes')
  expect(shadow).toMatchObject({ text: 'Shadow bytes around the buggy address:\n=>0x1c0400000010: fa fa 00 00' })
})

test.each([
  [
    `*** Terminating app due to uncaught exception 'NSRangeException',\n reason: '*** index 4 beyond bounds'`,
    'NSRangeException',
  ],
  [
    `*** Terminating app due to uncaught exception\n'NSRangeException', reason:\n'*** index 4 beyond bounds'`,
    'NSRangeException',
  ],
  [
    `*** Terminating app due to uncaught exception 'NSRange\n Exception', reason: '*** index 4 beyond bounds'`,
    'NSRange Exception',
  ],
])('name and reason over two lines: %#', (head, name) => {
  const report = readPasted(`${head}\n*** First throw call stack:\n(0x18c7241c0 0x18b15c55c 0x104ccc074)\n`)
  expect(report.exception).toMatchObject({ name, reason: '*** index 4 beyond bounds' })
})

test('Markdown folds the system’s frames, not those of images that nothing is known of', () => {
  const report = buildReport([app('main'), ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => system(name))])
  expect(markdownExporter.write([report])).toContain('system frames')
  const [own, known] = report.report.images
  const plugin: BinaryImage = { index: 1, name: 'Plugin', path: '/somewhere/Plugin', loadAddress: known!.loadAddress! }
  const text = markdownExporter.write([{ ...report, report: { ...report.report, images: [own!, plugin] } }])
  expect(text).not.toContain('system frames')
  expect(text).toContain(' g\n')
})
