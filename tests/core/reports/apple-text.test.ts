import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe, fixtureBytes, parseFixture } from './fixture.ts'

const parseText = (text: string) => {
  const outcome = parseReport('a.crash', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}
const fixtureText = (path: string) => new TextDecoder().decode(fixtureBytes(path))

test('an iOS report says everything', () => {
  const [report] = parseFixture('apple-crash-text/ios-abort.crash')
  expect(report!.header).toMatchObject({ process: 'Harbor', pid: 410, arch: 'arm64', device: 'iPhone11,2' })
  expect(report!.exception).toMatchObject({
    type: 'EXC_CRASH',
    signal: 'SIGABRT',
    rawCodes: [0n, 0n],
    name: 'NSRangeException',
    reason: 'index 4 beyond bounds [0 .. 3]',
  })
  expect(report!.termination).toMatchObject({ namespace: 'FRONTBOARD', code: 2343432205n })
  expect(report!.termination!.reasons![0]).toMatch(/explanation:watchdog\nProcessVisibility: Background/)
  expect(report!.applicationInfo).toHaveLength(2)
  expect(
    report!.threads.map(({ id, crashed, name, queue, frames }) => [id, crashed, name, queue, frames.length]),
  ).toEqual([
    [0, true, undefined, 'com.apple.main-thread', 7],
    [1, false, undefined, undefined, 0],
    [2, false, 'worker', undefined, 1],
  ])
  expect(report!.threads[0]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact libsystem_kernel.dylib+0xec4 __pthread_kill+8',
    'return libsystem_platform.dylib+0x80 _sigtramp+56',
    'exact inlined Harbor+0x14074 Dock.subscript.getter+12 Dock.swift:7',
    'exact Harbor+0x14074 Dock.load()+40 Dock.swift:19',
    'return Harbor+0x15000',
    'return Harbor+0x15000',
    'return 0x200000010',
  ])
  expect(report!.lastException!.frames.map((frame) => describe(report!, frame))).toEqual([
    'return CoreFoundation+0x200',
    'return Harbor+0x14050',
    'return 0x10',
  ])
  const registers = report!.threads[0]!.registers!
  expect(registers.map((register) => register.name)).toEqual(['x0', 'x1', 'fp', 'lr', 'sp', 'pc', 'cpsr', 'far', 'esr'])
  expect(registers.at(-1)).toEqual({ name: 'esr', value: 0x56000080n, note: 'Address size fault' })
  expect(report!.problems).toEqual([])
})

test('a translated macOS report is shown once', () => {
  const reports = parseFixture('apple-crash-text/macos-translated.crash')
  expect(reports).toHaveLength(1)
  const [report] = reports
  expect(report!.threads.map(({ id, crashed, name, queue }) => [id, crashed, name, queue])).toEqual([
    [0, false, undefined, 'com.apple.main-thread'],
    [3, true, 'Worker', 'harbor.queue'],
  ])
  expect(report!.threads[1]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact Harbor+0xb603 closure #1 in Dock.load()+259 Dock.swift:184',
    'async Harbor+0x9f21 (2) await resume partial function for Dock.load()+1 Dock.swift:106',
    'return libdispatch.dylib+0x10 _dispatch_call_block_and_release+12',
  ])
  expect(report!.images[0]).toMatchObject({
    name: 'Harbor',
    bundleId: 'org.example.harbor',
    version: '2.1',
    origin: 'app',
  })
  expect(report!.exception!.address).toBe(0x18n)
  expect(report!.termination).toMatchObject({ namespace: 'SIGNAL', code: 11n, byProcess: 'exc handler [77]' })
  expect(report!.sections.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Thread 3 instruction stream', 'External Modification Summary', 'VM Region Summary']),
  )
})

test('an old 32-bit macOS report', () => {
  const [report] = parseFixture('apple-crash-text/macos-old.crash')
  expect(report!.header.arch).toBe('i386')
  expect(report!.threads[0]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'exact Harbor+0x3abc',
    'return libdyld.dylib+0x725 start+1',
  ])
  expect(report!.backtraces[0]!.frames.map((frame) => describe(report!, frame))).toEqual([
    'return CoreFoundation+0x1234 __raiseError+219',
    'return Harbor+0x3abc main+34',
  ])
  expect(report!.images.map(({ origin }) => origin)).toEqual(['app', 'system', 'system'])
})

test('rows stand where the text has them, with Windows line ends too', () => {
  for (const text of [
    fixtureText('apple-crash-text/ios-abort.crash'),
    fixtureText('apple-crash-text/ios-abort.crash').replace(/\n/g, '\r\n'),
  ]) {
    const [report] = parseText(text)
    const frame = report!.threads[0]!.frames[4]!
    expect(report!.text.slice(frame.span!.start, frame.span!.end)).toBe(
      '4   Harbor                        \t0x0000000104ccd000 0x104cb8000 + 86016',
    )
    expect(report!.text.slice(frame.symbolSpan!.start, frame.symbolSpan!.end)).toBe('0x104cb8000 + 86016')
  }
})

test('several reports in one file, each with its own frames', () => {
  const text = fixtureText('apple-crash-text/ios-abort.crash')
  const reports = parseText(`${text}\n----\n${text}`)
  expect(reports.map(({ threads, images, frameCount }) => [threads.length, images.length, frameCount])).toEqual([
    [3, 4, 11],
    [3, 4, 11],
  ])
})

const row = (text: string) => {
  const [report] = parseText(`Thread 0 Crashed:\n${text}\n`)
  const frame = report?.threads[0]?.frames[0]
  return frame && [frame.imageName, frame.address, frame.symbol?.name, frame.symbol?.offset, frame.symbol?.line]
}

test.each([
  ['0   App\t0x0000000104ccc074 main + 12', ['App', 0x104ccc074n, 'main', 12, undefined]],
  ['0 My App 0x104ccc074 0x104cb8000 + 82036', ['My App', 0x104ccc074n, undefined, undefined, undefined]],
  [
    '0   perivalebluebell.com.icdab-avx\t0x00000001047d56cb 0x1047d4000 + 5835',
    ['perivalebluebell.com.icdab-avx', 0x1047d56cbn, undefined, undefined, undefined],
  ],
  ['0   ???                           \t000000000000000000 0 + 0', ['???', 0n, undefined, undefined, undefined]],
  [
    '0       Dock (*)                  \t0x1004a3984 0x100024000 + 0x47f984\t// -[A b] + 0x8',
    ['Dock', 0x1004a3984n, '-[A b]', 8, undefined],
  ],
  ['0   App\t0x1 operator()(int) (.cold.1) + 3 (File Name.mm:12)', ['App', 1n, 'operator()(int) (.cold.1)', 3, 12]],
  ['0   App\t0x1 f + 3 (<compiler-generated>:0)', ['App', 1n, 'f', 3, undefined]],
  ['0   App\t0x1 start', ['App', 1n, 'start', undefined, undefined]],
  [
    '0   App\t0x1 -[NSObject+ 183052 (NSObject) doesNotRecognizeSelector:] + 143',
    ['App', 1n, '-[NSObject(NSObject) doesNotRecognizeSelector:]', 143, undefined],
  ],
])('%s', (text, expected) => {
  expect(row(text)).toEqual(expected)
})

test('a termination reason may go on over lines that look like fields', () => {
  const [report] = parseText(
    'Exception Type: EXC_CRASH (SIGABRT)\nTermination Reason: DYLD 1 Library missing\nLibrary not loaded: @rpath/A.framework/A\nReferenced from: <uuid> /App\nTerminating Process: App [1]\n\nThread 0 Crashed:\n0   dyld\t0x1 f + 1\n',
  )
  expect(report!.termination).toEqual({
    namespace: 'DYLD',
    code: 1n,
    indicator: 'Library missing',
    reasons: ['Library not loaded: @rpath/A.framework/A\nReferenced from: <uuid> /App'],
    byProcess: 'App [1]',
  })
})

test.each([
  ['Namespace CODESIGNING', { namespace: 'CODESIGNING' }],
  ['Namespace CODESIGNING Invalid Page', { namespace: 'CODESIGNING', indicator: 'Invalid Page' }],
  ['Namespace SPRINGBOARD, Code 0x8badf00d', { namespace: 'SPRINGBOARD', code: 0x8badf00dn }],
])('a termination reason of %s', (reason, expected) => {
  const [report] = parseText(
    `Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: ${reason}\n\nThread 0 Crashed:\n`,
  )
  expect(report!.termination).toEqual(expected)
})

test.each([
  ['0x00', undefined],
  ['0x0000000000000000', 0n],
  ['0x0', 0n],
  ['0x10', 16n],
])('an access at %s is at %s: an address that is cut is none', (printed, address) => {
  const [report] = parseText(
    `Exception Type: EXC_BAD_ACCESS (SIGSEGV)\nException Subtype: KERN_INVALID_ADDRESS at ${printed}\n`,
  )
  expect(report!.exception?.address).toBe(address)
})

test('samples behind the thread state of an old resource kill are a call tree', () => {
  const [report] = parseText(
    [
      'Exception Type:  EXC_RESOURCE',
      'Thread 0 Attributed:',
      '0   CoreFoundation\t0x00000001859c9ecc 0x1858ec000 + 909004',
      '',
      'Microstackshots: 1 (from 2015-02-03 20:33:03 -0800 to 2015-02-03 20:33:03 -0800)',
      '  1 ??? [0x16fd7fab0]',
      '    1 CoreFoundation 0x1858ec000 + 37028 [0x1858f50a4]',
      '     *1 ??? [0xffffff8002012f08]',
    ].join('\n'),
  )
  const [tree] = report!.callTrees
  expect(tree!.roots[0]!.children[0]!.frame).toMatchObject({
    kind: 'return',
    offset: 37028,
    imageName: 'CoreFoundation',
  })
  expect(tree!.roots[0]!.children[0]!.children[0]!.frame).toMatchObject({ kind: 'exact', address: 0xffffff8002012f08n })
  expect(report!.threads[0]!.crashed).toBe(true)
})

test('a row that the text cuts off inside its address is left out and told', () => {
  const [report] = parseText('Thread 0 Crashed:\n0   App\t0x0000000104ccc074 main + 12\n1   dyld\t0x00000001b70')
  expect(report!.threads[0]!.frames).toHaveLength(1)
  expect(report!.problems).toMatchObject([{ code: 'cut-row', line: 3 }])
})

test('an image row that is cut off inside its UUID keeps its name and range', () => {
  const [report] = parseText(
    'Thread 0:\n0   App\t0x0000000104ccc074 main + 12\n\nBinary Images:\n0x104cb8000 - 0x104cdffff Harbor arm64  <11111111222',
  )
  expect(report!.images).toMatchObject([{ name: 'Harbor', arch: 'arm64', size: 0x28000 }])
  expect(report!.images[0]!.uuid).toBeUndefined()
})
