/** Forms in which people pass on stacks of React Native, Flutter, Unity and Mono, with texts of our own. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { readPasted } from './fixture.ts'

const stacksOf = ({ threads, backtraces, lastException }: Report) => [
  ...threads,
  ...(lastException ? [lastException] : []),
  ...backtraces,
]
const rowsOf = (report: Report) =>
  stacksOf(report).flatMap(({ frames }) => frames.map(({ symbol, address }) => [symbol?.name, symbol?.line ?? address]))

function titleOf(report: Report): string {
  const bare = { report, resolutions: [], images: [], explanations: [] }
  return headlineOf({ ...bare, ...explain(bare) }).title
}

const REASON = "Unhandled JS Exception: undefined is not an object (evaluating 'till.total')"

test('React Native: quotes in the message end neither the name nor the reason', () => {
  const report =
    readPasted(`*** Terminating app due to uncaught exception 'RCTFatalException: ${REASON}', reason: '${REASON}, stack:
count@12:2469
render@12:2747
'
*** First throw call stack:
(0x1cc535ea4 0x1cb705a50 0x100303734)
`)
  expect(titleOf(report)).toContain("undefined is not an object (evaluating 'till.total')")
  expect(titleOf(report)).not.toMatch(/reason:|stack:/)
  expect(rowsOf(report)).toEqual([
    [undefined, 0x1cc535ea4n],
    [undefined, 0x1cb705a50n],
    [undefined, 0x100303734n],
    ['count', 12],
    ['render', 12],
  ])
})

test('React Native: a screen of an error, cut rows of Hermes, components without a place', () => {
  const screen = readPasted('Unhandled JS Exception: no till\ncount\nmain.jsbundle:1234:4\n')
  expect([titleOf(screen), rowsOf(screen)]).toEqual(['no till', [['count', 1234]]])
  const hermes =
    readPasted(`Fatal Exception: com.facebook.react.common.JavascriptException: TypeError: no till, js engine: hermes, stack:
count (address at@1:1082033
apply@-1
render (address at@1:172762
`)
  expect(titleOf(hermes)).toContain('no till')
  expect(
    stacksOf(hermes).flatMap(({ frames }) => frames.map(({ symbol, script }) => [symbol?.name, script?.column])),
  ).toEqual([
    ['count', 1082033],
    ['apply', undefined],
    ['render', 172762],
  ])
  const components = readPasted(` ERROR  TypeError: no till, js engine: hermes
    at Till (http://localhost:8081/index.bundle//&platform=ios:12:24)
    at Shelf
    at Shop (http://localhost:8081/index.bundle//&platform=ios:40:28)
`)
  expect([titleOf(components), rowsOf(components)]).toEqual([
    'TypeError: no till',
    [['Till', 12], ['Shelf', undefined], ['Shop', 40]],
  ]) // prettier-ignore
})

test('Flutter: rows as Crashlytics and Flutter’s log write them; the message below its heading', () => {
  const crashlytics =
    readPasted(`Fatal Exception: io.flutter.plugins.firebase.crashlytics.FlutterError: no till. Error thrown .
       at Till.count(till.dart:959)
       at new Shop.open.<fn>(shop.dart:62)
`)
  expect([titleOf(crashlytics), rowsOf(crashlytics)]).toEqual([
    expect.stringContaining('no till'),
    [['Till.count', 959], ['new Shop.open.<fn>', 62]],
  ]) // prettier-ignore
  const log = readPasted('flutter: #102    Till.count\nflutter: #103    Shop.open.<anonymous closure>\n')
  expect(rowsOf(log).map(([name]) => name)).toEqual(['Till.count', 'Shop.open.<anonymous closure>'])
  const below = readPasted(
    'Unhandled exception:\nBad state: no till\n#0      Till.count (package:shop/till.dart:12:3)\n#1      main (package:shop/main.dart:2:3)\n',
  )
  expect(titleOf(below)).toBe('Bad state: no till')
})

test('Flutter in Crashlytics’ text: the name of the error and the message in its heading', () => {
  const report = readPasted(`FlutterError - no till. Error thrown .

      Fatal Exception: FlutterError
0  App                            0x1e9197 Till.count + 958 (till.dart:958)
1  App                            0x4f1263 Shop.open + 1392 (shop.dart:1392)
`)
  expect(titleOf(report)).toContain('FlutterError: no till')
})

test('Unity: rows of its log without addresses; one alone is none', () => {
  const report = readPasted(
    'InvalidOperationException: no till\nShop.Till:Count(String, Func`2)\nShop.Shelf:.ctor () (at Assets/Shelf.cs:12)\n',
  )
  expect(rowsOf(report)).toEqual([['Shop.Till:Count(String, Func`2)', undefined], ['Shop.Shelf:.ctor ()', 12]]) // prettier-ignore
  expect(() => readPasted('note: Shop.Till:Count(String)\n')).toThrow('no report')
})

test('Mono: managed rows behind what NSLog writes, and native rows in no image', () => {
  const at = '2026-12-04 13:15:55.000 Shop.iOS[342:16833830] critical:   '
  const managed = readPasted(`${at}at (wrapper managed-to-native) UIKit.UIApplication.Main (int,string[]) <0x00007>
${at}at Shop.Till.Count (string[]) [0x00002] in /src/Till.cs:19
${at}at (wrapper runtime-invoke) object.runtime_invoke (intptr) [0x0001e] in <c4a2fda8>:0
`)
  expect(rowsOf(managed).map(([, line]) => line)).toEqual([undefined, 19, undefined])
  const native = readPasted(`Got a SIGSEGV while executing native code.
	0x10e120a85 - /Shop.app/libmonosgen-2.0.dylib : mono_dump_native_crash_info
	0x4e2e74666f736f72 - Unknown
	0x11f6576b7 - /usr/lib/system/libsystem_c.dylib : abort
`)
  expect(rowsOf(native)).toEqual([
    ['mono_dump_native_crash_info', 0x10e120a85n],
    [undefined, 0x4e2e74666f736f72n],
    ['abort', 0x11f6576b7n],
  ])
})

test('sentences of Kotlin, Crashlytics and test drivers without a stack', () => {
  expect(titleOf(readPasted('Uncaught Kotlin exception: kotlin.IllegalStateException: no till\n'))).toContain('no till')
  expect(titleOf(readPasted('Fatal Exception: (anonymous namespace)::ExceptionObjHolderImpl\n'))).toContain(
    'ExceptionObjHolderImpl',
  )
  expect(readPasted('Signal 6 was raised\n').exception?.signal).toBe('SIGABRT')
})

test('Flutter: the error’s own line above its first row', () => {
  const report = readPasted(
    "LateInitializationError: Field 'till' has not been initialized.\n#0      Shop.till (package:shop/shop.dart)\n#1      Shop.build (package:shop/shop.dart:12:3)\n",
  )
  expect(titleOf(report)).toContain("Field 'till' has not been initialized.")
  const plain = readPasted(
    'A note: see below\n#0      Shop.till (package:shop/shop.dart:3:1)\n#1      main (package:shop/shop.dart:12:3)\n',
  )
  expect(titleOf(plain)).not.toContain('see below')
})

test('Flutter: what the engine and Crashlytics say without a stack', () => {
  const engine =
    "[VERBOSE-2:ui_dart_state.cc(198)] Unhandled Exception: LateInitializationError: Field 'till' is not set."
  expect(titleOf(readPasted(engine))).toContain("LateInitializationError: Field 'till' is not set.")
  expect(titleOf(readPasted('Non-fatal Exception: FlutterError Bad state: no till. Error thrown null.'))).toContain(
    'no till',
  )
})

test('Go: places whose blanks a page took away', () => {
  const report = readPasted(
    'fatal error: no till\n\ngoroutine 1 [running]:\nmain.count(0x1)\n/src/shop/till.go:12 +0x80\nmain.main()\n/src/shop/main.go:4 +0x1\n',
  )
  expect(rowsOf(report)).toEqual([
    ['main.count', 12],
    ['main.main', 4],
  ])
})

test('Unity: rows of an exception in its log', () => {
  const report = readPasted(
    'NullReferenceException: no till\nShop.Till.Count (System.Int32 max) (at Assets/Till.cs:42)\nShop.Main+<Run>d__1.MoveNext () (at <c0ffee>:0)\n',
  )
  expect(titleOf(report)).toContain('no till')
  expect(rowsOf(report).map(([, line]) => line)).toEqual([42, undefined])
})

test('.NET: what the runtime calls an unhandled managed exception', () => {
  const report = readPasted(
    'Unhandled managed exception: Failed to print exception: System.NullReferenceException: no till\n  at Shop.Till.Count () [0x00002] in /src/Till.cs:51\n  at Shop.Main.Run () [0x00004] in /src/Main.cs:9\n',
  )
  expect(titleOf(report)).toContain('no till')
})
