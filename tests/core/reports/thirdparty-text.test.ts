import { expect, test } from 'vitest'
import { originalExporter } from '../../../src/core/export/original.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Frame, Report, Resolution } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe as describeFrame, parseFixture, readPasted } from './fixture.ts'

function one(path: string): Report {
  const [report, ...more] = parseFixture(path)
  if (!report || more.length > 0) throw new Error(`${more.length + 1} reports in ${path}`)
  return report
}

const rows = (report: Report, frames: readonly Frame[]): string[] => frames.map((frame) => describeFrame(report, frame))
const threads = (report: Report): unknown[] =>
  report.threads.map(({ id, crashed, frames }) => [id, crashed, rows(report, frames)])
const thrown = (report: Report): string[] => rows(report, report.lastException?.frames ?? [])
const bases = (report: Report): unknown[] =>
  report.images.map(({ name, loadAddress, textVmaddr, slideFrom }) => [name, loadAddress, textVmaddr, slideFrom])

const KIOSK = 0x1_0400_0000n
const MAIN = 0x1_0000_0000n

test('BSBacktraceLogger: threads by their Mach ports, load address by the rows that print an offset in the image', () => {
  const report = one('bs-backtrace/all-threads.txt')
  expect(threads(report)).toEqual([
    [259, false, ['exact 0x1c0000010 mach_msg_trap+8', 'return Kiosk+0x412c', 'return Kiosk+0x5000 -[Till count]+12']],
    [771, false, ['exact 0x1c0000100 __workq_kernreturn+8', 'return 0x200000100']],
  ])
  expect(bases(report)).toEqual([['Kiosk', KIOSK, undefined, 'load-address']])
})

test('an uncaught exception: every row is a return address, names of images are no symbols', () => {
  const report = one('nsexception-log/rows-with-offsets.txt')
  expect(thrown(report)).toEqual([
    'return 0x1b8000200 __exceptionPreprocess+176',
    'return 0x1b9000058 objc_exception_throw+60',
    'return My Kiosk+0x412c',
    'return My Kiosk+0x5000',
    'return My Kiosk+0x5100 -[Till count:]+32',
    'return 0x10d80c8e3',
  ])
  expect(report.exception).toEqual({
    type: 'NSException',
    name: 'NSRangeException',
    reason: '*** -[__NSArrayM objectAtIndex:]: index 9 beyond bounds (\n    "first",\n    0x104004000\n)',
  })
  expect(report.header).toMatchObject({ process: 'My Kiosk', pid: 411 })
})

test('bare addresses: a stated load address places them, a cut number is left out and told', () => {
  const [report, further] = parseFixture('nsexception-log/bare-addresses-cut.txt')
  expect(report && thrown(report)).toEqual([
    'return 0x1b8000200',
    'return 0x1b9000058',
    'return Kiosk+0x412c',
    'return Kiosk+0x5000',
    'return 0x1041',
  ])
  // A program ends once, so another exception that ended one is of a further run.
  expect(further && [thrown(further), further.exception?.reason]).toEqual([
    ['return 0x1b8000200', 'return 0x1b9000058'],
    'b',
  ])
  expect(further?.problems.map(({ code }) => code)).toEqual(['truncated-list'])
})

test('lldb: threads, inlined rows, the image list, the Mach header as a name, registers', () => {
  const report = one('lldb/bt-all.txt')
  expect(threads(report)).toEqual([
    [
      1,
      true,
      [
        'exact Kiosk+0x412c Till.count Till.swift:12',
        'return inlined Kiosk+0x5000 sum Till.swift:20',
        'return Kiosk+0x5000 closure #1 in run()+32 Till.swift:31',
        'return Kiosk+0x6000 ___lldb_unnamed_symbol12+8',
        'return dyld+0x200 start+2220',
      ],
    ],
    [2, false, ['exact 0x1c0000010 __ulock_wait+8', 'return Kiosk+0x6100']],
  ])
  expect(report.threads.map(({ name, queue }) => name ?? queue)).toEqual(['com.apple.main-thread', 'worker'])
  expect(report.images[0]?.uuid).toBe('C0FFEE00-1111-3222-8333-444455556666')
  expect(report.threads[0]?.registers?.map(({ name, value }) => [name, value])).toEqual([
    ['pc', 0x1_0400_412cn],
    ['lr', 0x1_0400_5000n],
  ])
  expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 16n })
})

test('lldb: rows of made code have no address, and keep their numbers, their thread and its reason', () => {
  const { threads: read, exception } = readPasted(
    "* thread #14, name = 'worker', stop reason = EXC_BAD_ACCESS (code=2, address=0x7000042c0ff8)\n  * frame #0: Mono`Till:count () at Till.cs:12\n    frame #1: 0x0000000147e77851 Mono`Till:run () + 33\n    frame #2: Mono`Shop:open (System.Int32)\n",
  )
  expect(
    read.map(({ id, crashed, frames }) => [id, crashed, frames.map(({ index, symbol }) => [index, symbol?.name])]),
  ).toEqual([
    [
      14,
      true,
      [
        [0, 'Till:count'],
        [1, 'Till:run'],
        [2, 'Shop:open (System.Int32)'],
      ],
    ],
  ])
  expect(read[0]?.frames[0]?.symbol).toMatchObject({ file: 'Till.cs', line: 12 })
  expect(exception).toMatchObject({ type: 'EXC_BAD_ACCESS', codes: 'code=2, address=0x7000042c0ff8' })
})

test('lldb: what a mail broke is joined, and the row of the stop is not a thread of its own', () => {
  const { threads: read, exception } = readPasted(
    "* thread #1, queue = 'main', stop reason =\nEXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)\n    frame #0: 0x000000010f69c23b Till.so`count + 43\n\n(lldb) bt\n* thread #1, queue = 'main', stop reason =\nEXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)\n  * frame #0: 0x000000010f69c23b Till.so`count + 43\n    frame #1: 0x000000010f6809d3 Till.so`sum(x=-50,\nprec=<unavailable>, mode=NEAR) at till.c:12:5 [opt]\n",
  )
  expect(exception).toMatchObject({ type: 'EXC_BAD_INSTRUCTION' })
  expect(read.map(({ id, crashed, frames }) => [id, crashed, frames.map(({ symbol }) => symbol?.name)])).toEqual([
    [1, true, ['count', 'sum']],
  ])
  expect(read[0]?.frames[1]?.symbol).toMatchObject({ file: 'till.c', line: 12 })
})

test('lldb: a stack as Xcode copies it', () => {
  const report = one('lldb/xcode-copy.txt')
  expect(threads(report)).toEqual([
    [
      1,
      false,
      [
        'exact 0x10400412c Till.count() /Users/dev/Till.swift:12',
        'return 0x104005000 -[Till run]',
        'return 0x180000200 start',
        'return 0x200000100',
      ],
    ],
  ])
})

test.each([
  ['a.txt', '(lldb) image list -o -f\n[  0] 0x0000000004cb8000 /Users/dev/Kiosk', [['Kiosk', 0x1_04cb_8000n, MAIN]]],
  ['b.txt', '[  0] 0x0000000104cb8000 /Users/dev/Kiosk\n', [['Kiosk', 0x1_04cb_8000n, undefined]]],
])('lldb: %s prints a slide or a load address', (path, text, expected) => {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  expect(
    outcome.ok && outcome.value[0]?.images.map(({ name, loadAddress, textVmaddr: at }) => [name, loadAddress, at]),
  ).toEqual(expected)
})

test.each([
  ['umeng/rebased-addresses.txt', 'Kiosk', MAIN, 2, 4],
  ['umeng/runtime-addresses.txt', '????????', KIOSK, 1, 1],
])('Umeng: %s stands on the address that its rows show', (path, name, loadAddress, first, last) => {
  const report = one(path)
  expect(bases(report)).toEqual([[name, loadAddress, MAIN, 'load-address']])
  expect(report.images[0]).toMatchObject({ uuid: 'C0FFEE00-1111-3222-8333-444455556666', arch: 'arm64' })
  expect(thrown(report)[first]).toBe(`return ${name}+0x412c`)
  expect(report.lastException?.frames[last]?.image).toBe(0)
  expect(report.exception?.reason).toBe('*** -[__NSArrayM objectAtIndex:]: index 9 beyond bounds [0 .. 3]')
})

test('Bugly: a signal begins with the instruction that ran', () => {
  const report = one('bugly/signal.txt')
  expect(threads(report)).toEqual([
    [
      0,
      true,
      ['exact 0x1b9000010 objc_msgSend+16', 'return Kiosk+0x412c', 'return Kiosk+0x5000 -[Till count] Till.m:12'],
    ],
    [1, false, ['exact 0x1c0000010 mach_msg_trap+8', 'return Kiosk+0x5100']],
  ])
  expect(report.exception).toEqual({ signal: 'SIGSEGV', codes: 'SEGV_ACCERR' })
})

test('TalkingData: an exception with rows of call stack symbols', () => {
  const report = one('talkingdata/error.txt')
  expect(thrown(report).at(-1)).toBe('return Kiosk+0x412c')
  expect(report.exception).toMatchObject({ name: 'NSRangeException', reason: 'index 9 beyond bounds' })
})

test('call stack symbols alone: the first row is a return address, too', () => {
  const report = one('call-stack-symbols/rows.txt')
  expect(rows(report, report.backtraces[0]?.frames ?? [])).toEqual([
    'return Kiosk+0x412c $s5Kiosk4TillC5countyyF+44',
    'return Kiosk+0x5000',
    'return 0x1ba000058 UIApplicationMain+1488',
  ])
})

test('Crashlytics: numbers are offsets, numbers behind the plus are lines', () => {
  const report = one('crashlytics-text/missing-uuid.txt')
  expect(thrown(report)).toEqual([
    'return CoreFoundation+0xa248',
    'return ?+0x17a68 objc_exception_throw',
    'return Kiosk+0x412c Till.count() Till.swift:12',
    'return Kiosk+0x5000',
  ])
  expect(threads(report)).toEqual([
    [0, true, ['exact ?+0x439c __pthread_kill+8', 'return Kiosk+0x5100 main AppDelegate.swift:39']],
    [1, false, ['exact ?+0x439c mach_msg2_internal+76']],
  ])
  expect(report.images.map(({ uuid }) => uuid)).toEqual([
    'C0FFEE00-1111-3222-8333-44445555AAAA',
    'C0FFEE00-1111-3222-8333-444455556666',
  ])
})

test('Crashlytics of 2019: the number behind the plus is the place in the dSYM', () => {
  const report = one('crashlytics-text/old-export.txt')
  expect(threads(report)).toEqual([
    [0, true, ['exact 0x1b9000010 objc_msgSend+16', 'return Kiosk+0x412c', 'return Kiosk+0x5000']],
  ])
  expect(bases(report)).toEqual([['Kiosk', 0x1_04cb_8000n, MAIN, 'load-address']])
})

test('Flutter: code compiled ahead of time, and named traces', () => {
  const report = one('flutter/aot.txt')
  expect(threads(report)).toEqual([[0, false, ['call App+0x1412c', 'call App+0x15000']]])
  expect(report.images[0]).toMatchObject({ name: 'App', arch: 'arm64', uuid: 'C0FFEE00-1111-3222-8333-444455556666' })
  const named = one('flutter/named.txt')
  expect(named.threads[0]?.frames.map(({ symbol }) => symbol?.file)).toEqual([
    'package:kiosk/till.dart',
    'package:kiosk/main.dart',
  ])
})

test('React Native: the native and the script stack', () => {
  const report = one('react-native/hockey.txt')
  expect(report.lastException?.frames[1]?.symbol).toEqual({
    name: '-[RCTModuleMethod invokeWithBridge:module:arguments:]',
    file: 'RCTModuleMethod.m',
    line: 489,
  })
  expect(report.backtraces[0]?.frames.map(({ symbol }) => [symbol?.name, symbol?.line, symbol?.column])).toEqual([
    ['count', 286, 3817],
    ['<unknown>', 286, 1596],
  ])
})

test('Swift runtime: marks say what each address is', () => {
  const report = one('swift-backtrace/crash.txt')
  expect(threads(report)).toEqual([
    [
      0,
      true,
      [
        'exact Kiosk+0x412c Till.count()+44 /src/Till.swift:12',
        'return inlined Kiosk+0x5000 sum(_:) /src/Till.swift:20',
        'return Kiosk+0x5000 Till.run()+32 /src/Till.swift:31',
        'async Kiosk+0x6000 next() /src/Till.swift:40',
        'return dyld+0x200 start+2220',
      ],
    ],
    [1, false, ['exact 0x1c0000010 __ulock_wait+8']],
  ])
  expect(report.images.map(({ uuid, size }) => [uuid, size])).toEqual([
    ['C0FFEE00-1111-3222-8333-444455556666', 0x10000],
    ['C0FFEE00-1111-3222-8333-444455557777', 0x10000],
  ])
  expect(report.threads[0]?.registers).toEqual([
    { name: 'x0', value: 16n },
    { name: 'pc', value: 0x1_0400_412cn },
  ])
  expect(report.header).toMatchObject({ arch: 'arm64', os: 'macOS 15.1 (24B83)' })
})

test('AddressSanitizer: addresses already lie in the call; a main executable counts from its preferred place', () => {
  const report = one('sanitizer/asan.txt')
  expect(threads(report)).toEqual([
    [2, true, ['call Kiosk+0x412f Till::count(int)+44 Till.cpp:12', 'call Kiosk+0x4fff', 'call dyld+0x1ff start+2220']],
  ])
  expect(report.backtraces.map(({ title, frames }) => [title, rows(report, frames)])).toEqual([
    [
      'freed by thread T0 here',
      [
        'call libclang_rt.asan_osx_dynamic.dylib+0x409b free+152',
        'call Kiosk+0x50ff Till::drop() /src/my app/Till.cpp:20',
      ],
    ],
  ])
  expect(bases(report).slice(0, 2)).toEqual([
    ['Kiosk', KIOSK, MAIN, 'load-address'],
    ['dyld', 0x1_8000_0000n, undefined, 'load-address'],
  ])
  expect(report.exception).toMatchObject({ type: 'AddressSanitizer', address: 0x6070000014c0n })
  expect(report.header.pid).toBe(411)
})

test('a row without a module is of the image only near its rows, and of a library of the system not behind them', () => {
  const text = [
    '==1==ERROR: AddressSanitizer: ABRT on unknown address 0x7fff94dd7f06 (pc 0x7fff94dd7f06 T0)',
    '    #0 0x7fff94dd7f05 in __pthread_kill',
    '    #1 0x7fff8e1abc10  (/usr/lib/libc++abi.dylib:x86_64+0xc10)',
    '    #2 0x7fff8e1abc00 in abort_message',
    '    #3 0x7fff8e1abc20 in demangle',
    '    #4 0x104cc8100 in Till::count() (/src/Kiosk:x86_64+0x100)',
    '    #5 0x104dc8100 in Till::run() Till.cpp:8',
    '    #6 0x104dc8101 in other() Other.cpp:9',
  ].join('\n')
  const outcome = parseReport('asan.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  const names = report?.threads[0]?.frames.map(({ image }) => image !== undefined && report.images[image]?.name)
  expect(names).toEqual([false, 'libc++abi.dylib', 'libc++abi.dylib', false, 'Kiosk', 'Kiosk', false])
})

test('words of a runtime above a sanitizer are of the abort that it caught, and of no other end', () => {
  const words = 'libc++abi: terminating due to uncaught exception of type std::length_error: vector'
  const infoOf = (found: string): readonly string[] => {
    const text = `${words}\n==1==ERROR: AddressSanitizer: ${found} on unknown address 0x18 (pc 0x104cc8100 T0)
    #0 0x104cc8100 in Till::count() (/src/Kiosk:arm64+0x100)
SUMMARY: AddressSanitizer: ${found} (/src/Kiosk:arm64+0x100) in Till::count()\n`
    const outcome = parseReport('asan.txt', new TextEncoder().encode(text))
    return outcome.ok ? (outcome.value[0]?.applicationInfo ?? []) : []
  }
  expect(infoOf('ABRT').filter((line) => line === words)).toEqual([words])
  expect(infoOf('SEGV')).not.toContain(words)
})

test('ThreadSanitizer: offsets without addresses, one report a warning', () => {
  const [first, second] = parseFixture('sanitizer/tsan.txt')
  expect(first && threads(first)).toEqual([
    [1, true, ['call Kiosk+0x412c Till.count() Till.swift:12', 'call Kiosk+0x5000 closure #1 in run()']],
  ])
  expect(first?.images.map(({ name, textVmaddr, arch, loadAddress }) => [name, textVmaddr, arch, loadAddress])).toEqual(
    [['Kiosk', MAIN, 'arm64', undefined]],
  )
  expect(second?.threads[0]?.id).toBe(3)
})

test('any text: rows, mentions, offsets, and numbers in images that the text places', () => {
  const report = one('text-scan/chat.txt')
  const found = report.backtraces.flatMap(({ frames }) => rows(report, frames))
  expect(found).toEqual([
    'return Kiosk+0x6100',
    'return 0x1ba000058 UIApplicationMain+1488',
    'exact Kiosk+0x412c',
    'exact Kiosk+0x5000',
    'exact Kiosk+0x5100',
    'exact Kiosk+0x6200',
    'exact Kiosk+0x6000',
  ])
  expect(bases(report)).toEqual([['Kiosk', KIOSK, MAIN, 'load-address']])
})

test('any text: names go behind the addresses, all else stays as it is', () => {
  const report = one('text-scan/chat.txt')
  const call: Call = {
    function: 'count()',
    mangled: 'count',
    inlined: false,
    source: 'dwarf',
    functionOffset: 4,
    file: '/src/Till.swift',
    line: 7,
  }
  const resolutions: Resolution[] = Array.from({ length: report.frameCount }, (_, id) =>
    report.backtraces.flatMap(({ frames }) => frames).find((frame) => frame.id === id)?.image === undefined
      ? { kind: 'outside-images' }
      : { kind: 'resolved', calls: [call], grade: { level: 'exact', evidence: [] } },
  )
  const written = originalExporter.write([{ report, resolutions, images: [], explanations: [] }])
  const name = 'count() + 4 (Till.swift:7)'
  expect(written).toBe(
    report.text
      .replace('Kiosk 0x000000010400412c', `Kiosk 0x000000010400412c ${name}`)
      .replace('(in Kiosk) + 20480', `(in Kiosk) + 20480 ${name}`)
      .replace('[0x104005100]', `[0x104005100] ${name}`)
      .replace('0x104006000', `0x104006000 ${name}`)
      .replace('0x104000000 + 24832', `${name} [0x104000000 + 24832]`)
      .replace('Kiosk + 0x6200', `Kiosk + 0x6200 ${name}`),
  )
})

test.each([
  'nothing to see here\njust 0x10 and 0xdeadbeef and some prose + 3\n',
  'let x = 0x1234 + 5\nfunc f() { return y + 20000 }\n',
  'Thread 0x104004000 waits for object 0x104005000 <UIView 0x104006000; frame = (0 0; 1 1)>\n',
  '1  2  3\n4  5  6\n',
  'Revenue grew, see page 12 + 13\n',
])('plain text is claimed by nobody: %j', (text) => {
  expect(parseReport('notes.txt', new TextEncoder().encode(text))).toMatchObject({
    ok: false,
    problems: [{ code: 'unknown-report' }],
  })
})

test('a row that ends in blanks behind its address has its place for a name right there', () => {
  const outcome = parseReport(
    'rows.txt',
    new TextEncoder().encode('0   Kiosk   0x10400412c \t \n1   Kiosk   0x104005000 main + 1\n2   A   0x104005001 b'),
  )
  const [frame] = (outcome.ok ? outcome.value : []).flatMap((report) =>
    [...report.threads, ...report.backtraces].flatMap(({ frames }) => frames),
  )
  expect(frame?.symbolSpan).toEqual({ start: frame?.span?.end, end: frame?.span?.end })
})
