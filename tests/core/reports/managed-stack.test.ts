/** Stacks of runtimes above the system, in the forms that they print. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

const places = ({ threads }: Report): unknown =>
  threads.map(({ frames }) =>
    frames.map(({ symbol }) =>
      [symbol?.name, symbol?.file, symbol?.line, symbol?.column].filter((part) => part !== undefined),
    ),
  )

test.each([
  [
    'JavaScriptCore',
    'save@main.js:1:161\nmain.js:1:488\nforEach@[native code]\neval code\nrun@http://localhost:8081/index.bundle?platform=ios&dev=true:12:7\n',
    [
      ['save', 'main.js', 1, 161],
      ['<anonymous>', 'main.js', 1, 488],
      ['forEach', '[native code]'],
      ['eval code'],
      ['run', 'http://localhost:8081/index.bundle?platform=ios&dev=true', 12, 7],
    ],
  ],
  [
    'V8',
    'TypeError: no\n    at new Cart (/js/cart.js:1:161)\n    at /js/cart.js:3:4\n    at async Promise.all (index.js:9:1)\n',
    [
      ['new Cart', '/js/cart.js', 1, 161],
      ['<anonymous>', '/js/cart.js', 3, 4],
      ['async Promise.all', 'index.js', 9, 1],
    ],
  ],
  [
    'Hermes',
    'Error: no\n    at pay (address at /var/Shop.app/main.jsbundle:1:1150)\n    at anonymous (address at /var/Shop.app/main.jsbundle:1:3003)\n',
    [
      ['pay', '/var/Shop.app/main.jsbundle', 1, 1150],
      ['anonymous', '/var/Shop.app/main.jsbundle', 1, 3003],
    ],
  ],
  [
    'Mono',
    'Unhandled Exception:\nSystem.NullReferenceException: Object reference not set\n  at Shop.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42 \n  at Shop.Main (System.String[] args) [0x00001] in <d41d8cd9>:0 \n',
    [['Shop.Api.Load (System.String id)', '/src/Api.cs', 42], ['Shop.Main (System.String[] args)']],
  ],
  [
    '.NET',
    'System.InvalidOperationException: empty\r\n   at Shop.Cart.Total(List`1 items) in /src/Cart.cs:line 7\r\n   at Shop.Program.<Main>b__0()\r\n',
    [['Shop.Cart.Total(List`1 items)', '/src/Cart.cs', 7], ['Shop.Program.<Main>b__0()']],
  ],
])('%s: name and place of each row', (_, text, rows) => {
  const report = readPasted(text)
  expect(report.format).toBe('managed-stack')
  expect(places(report)).toEqual([rows])
})

test('Kotlin/Native and Mono rows of native code have their addresses and images', () => {
  const kotlin = readPasted(
    'Uncaught Kotlin exception: kotlin.IllegalStateException: no route\n    at 0   shared       0x104d1c7a5        kfun:Router#open(){} + 117 (/src/Router.kt:41:15)\n    at 1   Demo         0x1047f5a2c        main + 8\n',
  )
  expect(kotlin.exception).toMatchObject({ name: 'kotlin.IllegalStateException', reason: 'no route' })
  expect(kotlin.threads[0]?.frames).toMatchObject([
    { address: 0x104d1c7a5n, imageName: 'shared', symbol: { offset: 117, line: 41 } },
    { address: 0x1047f5a2cn, imageName: 'Demo' },
  ])
  const mono = readPasted(
    'Got a abrt while executing native code.\n\t0x105af2a74 - /private/Demo.app/Demo : mono_dump\n\t0x1d1134d9c - /usr/lib/libc.dylib : <redacted>\n\nManaged Stacktrace:\n\t  at <unknown> <0xffffffff>\n\t  at UIKit.UIApplication:Main <0x00017>\n',
  )
  expect(mono.exception?.signal).toBe('SIGABRT')
  expect(mono.threads.map(({ frames }) => frames.map(({ address, symbol }) => [address, symbol?.name]))).toEqual([
    [
      [0x105af2a74n, 'mono_dump'],
      [0x1d1134d9cn, undefined],
    ],
    [
      [undefined, '<unknown>'],
      [undefined, 'UIKit.UIApplication:Main'],
    ],
  ])
})

test('Dart rows with a zero for their address keep their place in the image', () => {
  const report = readPasted(
    'at . #00 abs 0 virt 000000000031ba6f _kDartIsolateSnapshotInstructions+0x14e87f\nat . #01 abs 0 virt 0000000000472017 _kDartIsolateSnapshotInstructions+0x2a4e27\n',
  )
  expect(report.format).toBe('flutter')
  expect(report.threads[0]?.frames).toMatchObject([{ offset: 0x31ba6f }, { offset: 0x472017 }])
  expect(report.threads[0]?.frames[0]?.address).toBeUndefined()
})

test.each([
  ['prose', 'We met at the river.\nLook at file main.js for more.\nat noon (see notes)\n'],
  ['a listing', 'src/app.js\nsrc/cart.js\nlib/index.ts\n'],
  ['a list of lint errors', 'main.c:1:2: error: no\nmain.c:3:4: error: no\n'],
])('%s is no stack', (_, text) => {
  expect(parseReport('said', new TextEncoder().encode(text)).ok).toBe(false)
})

test.each(['a', ' ', '@', '(', 'at ', '/a.js:1:', 'x.', '[', '<0x1> '])('one long line of %j ends at once', (piece) => {
  const lines = [piece.repeat(200_000), ...Array.from({ length: 20 }, () => piece.repeat(1900 / piece.length))]
  const text = `f@a.js:1:2\ng@a.js:3:4\n${lines.join('\n')}\n`
  expect(places(readPasted(text))).toEqual(expect.arrayContaining([expect.arrayContaining([['f', 'a.js', 1, 2]])]))
})

const ROWS =
  '  at Shop.Till.Count () [0x00000] in <filename unknown>:0\n  at Shop.Main.Run () [0x00000] in <filename unknown>:0\n'
const SCRIPT = '    at count (till.js:3:5)\n    at run (main.js:8:1)\n'

test.each([
  [
    'an exception without a namespace',
    `EmptyTillException: no till is open\n${ROWS}`,
    'EmptyTillException',
    'no till is open',
  ],
  [
    'rows with neither offset nor file, below the exception',
    'System.InvalidOperationException: no till\n   at Shop.Till.Count(Int32 first)\n   at Shop.Main.Run()\n',
    'System.InvalidOperationException',
    'no till',
  ],
  [
    'a promise, behind the words of a log',
    `main.js:8 Error: Uncaught (in promise): no till\n${SCRIPT}`,
    'Error',
    'Uncaught (in promise): no till',
  ],
  [
    'a promise as Angular logs it',
    `10:02:11 polyfills.js:3 Unhandled Promise rejection: no till ; Zone: <root> ; Task: x\n${SCRIPT}`,
    'Unhandled Promise rejection',
    'no till',
  ],
  [
    'an exception behind its message',
    'no till is open, Harbor (System.ArgumentException)\n   at Shop.Till.Count(Int32 first)\n   at Shop.Main.Run()\n',
    'System.ArgumentException',
    'no till is open, Harbor',
  ],
  [
    'places of a bundle with Metro’s other query',
    'TypeError: no till\n    at count (http://10.0.0.2:8081/index.bundle//&platform=ios&dev=true:3:5)\n    at run (http://10.0.0.2:8081/index.bundle//&platform=ios&dev=true:8:1)\n',
    'TypeError',
    'no till',
  ],
])('what was thrown: %s', (_, text, name, reason) => {
  const report = readPasted(text)
  expect(report).toMatchObject({ format: 'managed-stack', exception: { name, reason } })
  expect(report.threads[0]?.frames).toHaveLength(2)
})

test('a stack of a script has no exception of C#', () => {
  expect(readPasted(`TillException: no till\n${SCRIPT}`).exception?.type).not.toBe('.NET exception')
})

test('what Android’s log puts before each row is no part of it', () => {
  const row = (text: string) => `01-11 13:07:18.229 27974 28007 I ReactNativeJS: ${text}\n`
  expect(places(readPasted(row('count@index.android.bundle:12:7') + row('run@index.android.bundle:13:9')))).toEqual([
    [
      ['count', 'index.android.bundle', 12, 7],
      ['run', 'index.android.bundle', 13, 9],
    ],
  ])
})

test('rows of Unity with parameters of a type are in one stack', () => {
  const text = `NullReferenceException: no till
Shop.Till.Count (System.String name) (at Assets/Till.cs:95)
UnityEngine.Events.InvokableCall\`1[System.String].Invoke (System.String args0) (at /build/UnityEvent.cs:207)
Shop.Pool.Run[IHandler,IOwner] (UnityEngine.GameObject target) (at Assets/Pool.cs:50)
`
  expect(places(readPasted(text))).toEqual([
    [
      ['Shop.Till.Count (System.String name)', 'Assets/Till.cs', 95],
      ['UnityEngine.Events.InvokableCall`1[System.String].Invoke (System.String args0)', '/build/UnityEvent.cs', 207],
      ['Shop.Pool.Run[IHandler,IOwner] (UnityEngine.GameObject target)', 'Assets/Pool.cs', 50],
    ],
  ])
})

test('an exception of Kotlin that reached Swift is told as one that ended the program', () => {
  const notice = "It isn't expected: exception isn't propagated from Kotlin to Objective-C/Swift as NSError.\n"
  const thrown =
    'Uncaught Kotlin exception: kotlin.IllegalStateException: no till\n    at 0   shared   0x104d1c7a5   kfun:main(){} + 117\n'
  expect(readPasted(notice + thrown).applicationInfo).toEqual([
    'Uncaught Kotlin exception: kotlin.IllegalStateException: no till',
  ])
  expect(readPasted(thrown).applicationInfo).toEqual(readPasted(notice + thrown).applicationInfo)
  expect(readPasted(thrown.replace('Uncaught Kotlin exception: ', '')).applicationInfo).toEqual(['no till'])
})

test('an error that Hermes alone tells is no exception that the system names', () => {
  const report = readPasted(
    'E/ReactNativeJS: TypeError: no till, js engine: hermes, stack:\ncount@1:4541\nrun@1:822\nmain@1:819\n',
  )
  expect(report.format).toBe('react-native')
  expect(report.applicationInfo).toEqual(['TypeError: no till'])
})

const jvm = (before: string, file = 'Till.java'): string =>
  `${before}com.shop.Till.count(${file}:42)\n${before}com.shop.Cart$1.total(${file}:7)\n${before}java.lang.Thread.run(Native Method)\n`

test.each([
  [
    'of Java',
    `java.lang.IllegalStateException: no till\n${jvm('\tat ')}`,
    'Java exception',
    'java.lang.IllegalStateException',
    'no till',
  ],
  [
    'of an app',
    `com.shop.TillException: no till\n${jvm('\tat ')}`,
    'Java exception',
    'com.shop.TillException',
    'no till',
  ],
  [
    'of Kotlin',
    `kotlin.KotlinNullPointerException\n${jvm('\tat ')}`,
    'Kotlin exception',
    'kotlin.KotlinNullPointerException',
    undefined,
  ],
  [
    'in Kotlin',
    `java.io.IOException: full\n${jvm('    at ', 'Till.kt')}`,
    'Java exception',
    'java.io.IOException',
    'full',
  ],
  [
    'of an app in Kotlin',
    `com.shop.TillException: full\n${jvm('    at ', 'Till.kt')}`,
    'Java exception',
    'com.shop.TillException',
    'full',
  ],
  [
    'in Android’s log',
    [
      'FATAL EXCEPTION: main',
      'java.lang.OutOfMemoryError: pthread_create failed',
      ...jvm('\tat ').trimEnd().split('\n'),
    ]
      .map((line) => `07-13 15:48:57.588 20144 20150 E AndroidRuntime: ${line}`)
      .join('\n'),
    'Java exception',
    'java.lang.OutOfMemoryError',
    'pthread_create failed',
  ],
  [
    'on a page, without at and with empty lines between',
    `${jvm('').replaceAll('\n', ';\n\n').replace('(Native Method)', '(Thread.java)')}\n### Reason\n\ncom.shop.TillException\n`,
    'Java exception',
    'com.shop.TillException',
    undefined,
  ],
])('an exception %s: its type, name and reason, and the rows', (_, text, type, name, reason) => {
  const report = readPasted(text)
  expect(report.format).toBe('managed-stack')
  expect(report.exception).toMatchObject({ type, name })
  expect(report.exception?.reason).toBe(reason)
  expect(report.threads).toHaveLength(1)
  expect(report.threads[0]?.frames.map(({ symbol }) => [symbol?.name, symbol?.line])).toEqual([
    ['com.shop.Till.count', 42],
    ['com.shop.Cart$1.total', 7],
    ['java.lang.Thread.run', undefined],
  ])
})

test('an exception of Kotlin/Native that only was logged is Kotlin’s', () => {
  const row = (position: number, name: string): string =>
    `    at ${position}   shared                              0x0000000104d1c7a${position} ${name} + 117 \n`
  const report = readPasted(
    `kotlin.IllegalStateException: no session\n${row(0, 'kfun:kotlin.Throwable#<init>(kotlin.String?){}')}${row(1, 'kfun:app.Session#load(){}')}`,
  )
  expect(report.exception).toEqual({
    type: 'Kotlin exception',
    name: 'kotlin.IllegalStateException',
    reason: 'no session',
  })
})

test('a function of the engine between a script’s rows is the script’s', () => {
  const report = readPasted(
    'Error: no\n    at load (/js/cart.js:1:161)\n    at Array.forEach (<anonymous>)\n    at run (/js/cart.js:3:4)\n',
  )
  expect(report.threads).toHaveLength(1)
  expect(report.threads[0]?.frames.map(({ language, symbol }) => [language, symbol?.name])).toEqual([
    ['javascript', 'load'],
    ['javascript', 'Array.forEach'],
    ['javascript', 'run'],
  ])
})

test.each([
  [
    'types, as Android’s tool prints what it read back',
    (name: string, file: string) => `at void ${name}(android.os.Bundle, int) (${file}:42)`,
  ],
  ['a class loader and a module', (name: string, file: string) => `at app//java.base@17/${name}(${file}:42)`],
  [
    'a map of R8 for the file',
    (name: string, file: string) =>
      `at ${name}(${file.endsWith('kt') ? file : `r8-map-id-${'6c5921a0'.repeat(8)}`}:42)`,
  ],
])('rows of Java with %s', (_, rowOf) => {
  const { threads } = readPasted(`${rowOf('com.shop.Till.<init>', 'Till.java')}\n${rowOf('a.b.c', 'Cart.kt')}\n`)
  expect(threads[0]?.frames.map(({ symbol, language }) => [symbol?.name, symbol?.line, language])).toEqual([
    ['com.shop.Till.<init>', 42, 'java'],
    ['a.b.c', 42, 'kotlin'],
  ])
})

test('a word before an exception of .NET, and a second line of its message', () => {
  const report = readPasted(
    'Crash: System.ObjectDisposedException: Cannot access\nObject name: Till\n   at Shop.Till.Count(Object )\n   at Shop.Main()\n',
  )
  expect(report.exception).toMatchObject({
    type: '.NET exception',
    name: 'System.ObjectDisposedException',
    reason: 'Cannot access Object name: Till',
  })
  expect(report.threads[0]?.frames).toHaveLength(2)
})

test.each([
  ['calls of TypeScript', '  result.rows.push(value, other)\n  this.items.sort(byName)\n  state.open.clear()\n'],
  ['calls of C#', 'builder.Services.AddSingleton(till)\nbuilder.Logging.AddConsole()\n'],
  ['calls of Python', 'till.drawers.open(name)\ntill.drawers.count(coins, 3)\n'],
])('%s are no stack', (_, text) => {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  expect(outcome.ok ? outcome.value.map(({ format }) => format) : []).toEqual([])
})
