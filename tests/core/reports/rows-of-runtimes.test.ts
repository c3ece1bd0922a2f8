/** Rows and ends of runtimes beside those of Apple: Node, Android's log, .NET behind Java, Flutter's tool, Nim, Zig. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import { toldOf } from '../../support/text-told.ts'

const rowsOf = (report: Parameters<typeof eachFrame>[0]): readonly string[] =>
  [...eachFrame(report)].map(({ symbol, language }) => `${language ?? '-'} ${symbol?.name ?? '-'}`)

const node = `/srv/till/config.js:25
    throw new Error('no till is set');
    ^

Error: no till is set
    at Object.<anonymous> (/srv/till/config.js:25:11)
    at Module._compile (node:internal/modules/cjs/loader:1804:14)
    at require (node:internal/modules/helpers:152:16)

Node.js v24.13.1
`

test('rows of Node are a script’s, and what it writes below them says that it ended', () => {
  const [told, ...others] = toldOf(node)
  expect(others).toEqual([])
  expect(told?.end).toBe('crash')
  expect(told && rowsOf(told.report)).toEqual([
    'javascript Object.<anonymous>',
    'javascript Module._compile',
    'javascript require',
  ])
  const scripts = told ? [...eachFrame(told.report)].map(({ script }) => script?.file) : []
  expect(scripts).toEqual(['/srv/till/config.js', undefined, undefined])
})

test('the version of Node in a list of tools ends nothing', () => {
  expect(toldOf(node.replace('\n\nNode.js', '\n\nEnvironment:\nNode.js'))[0]?.end).toBe('unknown')
})

test('folders of packages are no functions', () => {
  const text = `TypeError: no till
    at Till.count (/srv/node_modules/.pnpm/@shop+till@0.1.1/node_modules/@shop/till/dist/till.js:66:24)
    at /srv/node_modules/.pnpm/till@0.13.1/node_modules/till/src/open.ts:582:14
`
  const [told] = toldOf(text)
  expect(told && rowsOf(told.report)).toEqual(['javascript Till.count', 'javascript <anonymous>'])
})

const log = (tag: string, words: string, pid = 77): string => `09-28 08:00:00.540  ${pid}  ${pid} E ${tag}: ${words}\n`
const crash = (words: string): string =>
  `${log('AndroidRuntime', 'FATAL EXCEPTION: main')}${log('AndroidRuntime', 'Process: org.shop.till, PID: 77')}${log('AndroidRuntime', words)}`
const java = log('AndroidRuntime', '\tat org.shop.Till.open(Till.java:3)')

test('an exception that was logged before is no part of the end', () => {
  const text = `${log('Flags', 'android.os.StorageException: no package', 9)}${crash('java.lang.IllegalStateException: no till')}${java}${log('AndroidRuntime', '\tat org.shop.Main.run(Main.java:7)')}`
  const [told, ...others] = toldOf(text)
  expect(others).toEqual([])
  expect(told?.report.exception).toMatchObject({ name: 'java.lang.IllegalStateException', reason: 'no till' })
  expect(told?.report.applicationInfo).toEqual(['no till'])
})

test('React’s components are no calls, and the process that ended is told first', () => {
  const other = `${log('Registry', 'java.lang.SecurityException: no caller', 9)}${log('Registry', '\tat org.other.Call.make(Call.java:3)', 9)}`
  const script = [
    'com.facebook.react.common.JavascriptException: Error: no till',
    '',
    'This error is located at:',
    '    at Till (address at index.android.bundle:1:140)',
    '    at Suspense (<anonymous>)',
    '    at App (address at index.android.bundle:1:141), js engine: hermes, stack:',
    'count@1:63',
    'open@1:46',
    '',
  ]
  const text = `${other}${crash(script[0] ?? '')}${script
    .slice(1)
    .map((words) => log('AndroidRuntime', words))
    .join(
      '',
    )}${log('AndroidRuntime', '\tat com.facebook.react.modules.core.ExceptionsManagerModule.report(ExceptionsManagerModule.kt:52)')}`
  const [told] = toldOf(text)
  expect(told?.end).toBe('crash')
  expect(told?.report.exception?.reason).toContain('no till')
  const stacks = told?.report.backtraces.map(({ title, frames }) => [title, frames.length]) ?? []
  expect(stacks).toContainEqual(['JavaScript stack', 2])
  expect(stacks).toContainEqual(['React components', 3])
})

test('numbers in the log of a process that goes on are no report beside the one that ended', () => {
  const text = `${crash('java.lang.IllegalStateException: no till')}${java}${log('AndroidRuntime', '\tat org.shop.Main.run(Main.java:7)')}${log('Api', 'java.lang.SecurityException: no caller', 9)}${log('Api', '\tat org.other.Call.make(Call.java:3)', 9)}${log('Parcel', 'Attempt to read from protected data in Parcel 0x78dc5f6400', 9)}`
  expect(toldOf(text).map(({ report }) => report.format)).not.toContain('text-scan')
})

test.each([
  ['handlers of apps', '[08:00] [E] [CRASH] Uncaught exception in thread: main\n', 'crash'],
  ['a heading between rules', '\n========\nCRASH REPORT - 2026-02-24 17:26:18\n========\n', 'crash'],
  ['a heading without rules', '\nCRASH REPORT\n', 'unknown'],
])('%s', (_, before, end) => {
  const text = `${before}java.lang.IllegalStateException: no till\n\tat org.shop.Till.open(Till.java:3)\n\tat org.shop.Main.run(Main.java:7)\n`
  expect(toldOf(text)[0]?.end).toBe(end)
})

test('rows of a tracker: a file, a line, a method', () => {
  const text = `**ANR** in **Main**\n Input dispatching timed out (no window)\n\n## Stacktrace\n\n    Till.java:131 - org.shop.Till.count\n    /system/lib/libc.so:2959 - __ioctl\n`
  const [told] = toldOf(text)
  expect(told?.end).toBe('hang')
  expect(told && rowsOf(told.report)).toEqual(['java org.shop.Till.count', '- __ioctl'])
})

test('numbered rows of Java, and the longer of two sentences on why nothing went on', () => {
  const text = `Input dispatching timed out\nANR Input dispatching timed out (no event. Age: 5504.3ms.)\n\n1 java.lang.Object.wait(Native Method)\n2 org.shop.Till.count(SourceFile:168)\n`
  const [told] = toldOf(text)
  expect(told?.report.applicationInfo).toEqual(['Input dispatching timed out (no event. Age: 5504.3ms.)'])
  expect(told && rowsOf(told.report)).toEqual(['java java.lang.Object.wait', 'java org.shop.Till.count'])
})

test('.NET for Android writes its rows in the form of Java’s', () => {
  const text = `I MonoDroid: UNHANDLED EXCEPTION:\nI MonoDroid: android.runtime.JavaProxyThrowable: [Till]: no till\nI MonoDroid:     at shop_till.MainActivity.OnCreate(Unknown Source:0)\nI MonoDroid:     at Android.App.Activity.n_OnCreate_Bundle_(Unknown Source:0)\nI MonoDroid:     at crc64.MainActivity.onCreate(MainActivity.java:30)\n`
  const [told] = toldOf(text)
  expect(told && rowsOf(told.report)).toEqual([
    'csharp shop_till.MainActivity.OnCreate',
    'csharp Android.App.Activity.n_OnCreate_Bundle_',
    'java crc64.MainActivity.onCreate',
  ])
})

test('a class that Android’s runtime gave up before', () => {
  const text = `I/zygote64: Rejecting re-init on previously-failed class java.lang.Class<org.shop.Till>: java.lang.NoClassDefFoundError: no till\nI/zygote64:     at void org.shop.Till.open(int) (Till.java:3)\nI/zygote64:     at void org.shop.Main.-wrap11(org.shop.Main) (Main.java:-1)\n`
  const [told] = toldOf(text)
  expect(told?.report.exception).toMatchObject({ name: 'java.lang.NoClassDefFoundError', reason: 'no till' })
  expect(told?.report.frameCount).toBe(2)
  expect(told?.end).toBe('unknown')
})

test('a crash of Flutter’s tool without rows', () => {
  const text =
    'Flutter crash report.\nPlease report a bug.\n\n## command\n\nflutter run\n\n## exception\n\nHttpException: HttpException: no till, uri = http://localhost:1/json\n\n```\n```\n'
  const [told] = toldOf(text)
  expect(told?.report.exception?.reason).toBe('HttpException: no till, uri = http://localhost:1/json')
  expect(told?.end).toBe('crash')
})

test('further lines of a message, but neither headings nor causes', () => {
  const rows = '   at Shop.Till.Open(String name)\n   at Shop.Main.Run()\n'
  const reasonOf = (words: string): string | undefined => toldOf(`${words}${rows}`)[0]?.report.exception?.reason
  expect(reasonOf('Shop.TillException: no till\nThe drawer was closed.\n')).toBe('no till The drawer was closed.')
  expect(reasonOf('Shop.TillException: no till\nStack trace:\n')).toBe('no till')
  expect(reasonOf('Shop.TillException: no till\n ---> System.IO.IOException: no file\n')).toBe('no till')
})

test('a Nim error that the program caught and logged', () => {
  const text =
    'ERROR IndexDefect: index out of bounds, no till\nAsync traceback:\n  /srv/shop/app.nim(131) app\n  /srv/shop/till.nim(538) run\n  /srv/shop/till.nim(533) count\n'
  const [told] = toldOf(text)
  expect(told?.report.exception).toMatchObject({ name: 'IndexDefect', reason: 'index out of bounds, no till' })
  expect(told?.end).toBe('unknown')
})

test('code of Zig without its lines is Zig, a library of the system is not', () => {
  const text =
    'thread 66 panic: no till\n???:?:?: 0x1032efbbb in _till.count (???)\n???:?:?: 0x102fe7b17 in _till.open (???)\n???:?:?: 0x18d6d7bc7 in ??? (libsystem_pthread.dylib)\n'
  const [told] = toldOf(text)
  expect(told && rowsOf(told.report).slice(0, 2)).toEqual(['zig _till.count', 'zig _till.open'])
  expect(told && rowsOf(told.report)[2]).toBe('- -')
})

test('rows of Go behind the time of each line', () => {
  const lines = [
    'fatal error: no till',
    '',
    'runtime stack:',
    'runtime.throw({0x223d9c?, 0x483e0?})',
    '\t/usr/local/go/src/runtime/panic.go:1229 +0x38',
    'runtime.count(0x5547637208)',
    '\t/usr/local/go/src/runtime/till.go:893 +0x314',
  ]
  const text = lines.map((line, at) => `#12 8.24${at} ${line}\n`).join('')
  const [told] = toldOf(text)
  expect(told && rowsOf(told.report)).toEqual(['go runtime.throw', 'go runtime.count'])
  expect(told?.report.exception?.reason).toBe('no till')
})

test('a console that keeps the blanks at which it broke a line', () => {
  const broken = [
    '[Till] Model: arch=small vocab=32000 hidden=896 heads=14',
    'go : panic: ',
    'drawers are not ',
    'open: A[896,15193]',
    'At line:1 char:1',
    '+ go run till.go',
    '+ ~~~~~~~~~~~~~~~~~',
    '    + CategoryInfo ',
    '          : Not    ',
    '    + FullyQualifi ',
    '   edErrorId : Na  ',
    ' ',
    '',
    'goroutine 1 ',
    '[running]:',
    'github.com/shopper/',
    'till.Count(0x33154f',
    '50?, 0x3316f8fae8)',
    '\tE:/.agent/shop eco',
    '/till/pkg/count.go:',
    '92 +0x299',
    'main.main()',
    '\tE:/.agent/shop eco',
    '/main.go:15 +0xb3',
    'exit status 2',
    '',
  ].join('\r\n')
  const [told] = toldOf(broken)
  expect(told?.report.exception?.reason).toBe('drawers are not open: A[896,15193]')
  expect(told && rowsOf(told.report)).toEqual(['go github.com/shopper/till.Count', 'go main.main'])
})

test('rows of Rust of full width are whole', () => {
  const place = `             at /home/ada/${'deep/'.repeat(14)}function.rs:250`
  const rows = Array.from(
    { length: 4 },
    (_, at) => `   ${at}:     0x6136b85${at}1e80 - till::count_${at}\n${place}\n`,
  ).join('')
  const [told] = toldOf(rows)
  expect(told?.report.frameCount).toBe(4)
})

test('rows of Mono far down in a log', () => {
  const text = `${'Loaded a till of the shop.\n'.repeat(4000)}System.NullReferenceException: no till\n[Ref 934A3329]\n at Shop.Till.Open () [0x0001d] in <abec11463bc04855a5322a0a868aeb22>:0 \n at Shop.Main.Run () [0x00001] in <abec11463bc04855a5322a0a868aeb22>:0 \n`
  expect(toldOf(text)[0]?.report.frameCount).toBe(2)
})
