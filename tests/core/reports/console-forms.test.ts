/** Stacks and messages in the forms of consoles, pages and frameworks around a runtime, with texts of our own. */
import { expect, test } from 'vitest'
import { endOf } from '../../../src/core/reading/end.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { rowsOf } from '../../support/rows-of.ts'
import { readPasted } from './fixture.ts'

const short = (text: string) =>
  rowsOf(text).map(({ name, file, line, language }) =>
    [language, name, file === undefined ? undefined : `${file}:${line ?? ''}`].filter((part) => part).join(' '),
  )
const endOfText = (text: string) => endOf({ report: readPasted(text), resolutions: [], images: [], explanations: [] })

test('NativeScript numbers its rows, and writes some without a file or a blank', () => {
  const rows = `file:///app/vendor.js:86221:134: JS ERROR TypeError: no till (evaluating 'till.count')
2026-11-27 10:12:13.071352+0200 till[2392:639104] *** JavaScript call stack:
(
	0   UIApplicationMain@[native code]
	1   run@file:///app/vendor.js:94808:26
	2   @file:///app/vendor.js:89054:26
	3   moduleEvaluation@:1:11
	4   @:2:1
)
 at 
count(file:///app/vendor.js:86221:134)
at forEach([native code])
`
  expect(short(rows)).toEqual([
    'javascript UIApplicationMain [native code]:',
    'javascript run file:///app/vendor.js:94808',
    'javascript <anonymous> file:///app/vendor.js:89054',
    'javascript moduleEvaluation',
    'javascript <anonymous>',
    'javascript count file:///app/vendor.js:86221',
    'javascript forEach [native code]:',
  ])
  expect(readPasted(rows).exception).toMatchObject({ name: 'TypeError', reason: "no till (evaluating 'till.count')" })
})

test('WebKit’s own calls, and NativeScript’s words on the end', () => {
  const text = `***** Fatal JavaScript exception - application has been terminated. *****
Native stack trace:
1   0x10d5fc649 NativeScript::reportFatalErrorBeforeShutdown(JSC::ExecState*, JSC::Exception*, bool)
2   0x10d624c5b ffi_closure_unix64_inner
`
  expect(rowsOf(text).map(({ name }) => name)).toEqual([
    'NativeScript::reportFatalErrorBeforeShutdown(JSC::ExecState*, JSC::Exception*, bool)',
    'ffi_closure_unix64_inner',
  ])
  expect(endOfText(text)).toBe('crash')
})

test('Safari’s console: a name, a dash, a place; the message has one, too', () => {
  const text =
    "TypeError: undefined is not an object (evaluating 'till') — till.js:965\niOSExec — till.js:965\n(anonymous function) — main.js:397\nget — storage.js:4\n"
  expect(short(text)).toEqual([
    'javascript iOSExec till.js:965',
    'javascript (anonymous function) main.js:397',
    'javascript get storage.js:4',
  ])
  expect(readPasted(text).exception?.reason).toBe("undefined is not an object (evaluating 'till')")
})

test('old React Native puts each place below its name, the first name on the line of the exception', () => {
  const text = `FATAL EXCEPTION: mqt_native_modules
   com.facebook.react.modules.core.JavascriptException: value
       index.android.bundle:17:19761
   onRate
       index.android.bundle:22:25607
   <unknown>
       index.android.bundle:2:37238

       at com.facebook.react.modules.core.ExceptionsManagerModule.showOrThrowError(ExceptionsManagerModule.java:68)
`
  expect(short(text).slice(0, 3)).toEqual([
    'javascript value index.android.bundle:17',
    'javascript onRate index.android.bundle:22',
    'javascript <unknown> index.android.bundle:2',
  ])
  expect(readPasted(text).exception).toEqual({
    type: 'JavaScript error',
    name: 'com.facebook.react.modules.core.JavascriptException',
  })
  expect(endOfText(text)).toBe('crash')
})

test('Hermes’ rows without a file behind a log, though the log lost a line break', () => {
  const log = '07-15 10:58:25.820 18979 18998 E AndroidRuntime: '
  const text = `${log}FATAL EXCEPTION: mqt_native_modules\n${log}Process: com.till, PID: 1 ${log}com.facebook.react.common.JavascriptException: no till, js engine: hermes, stack:\n${log}p@1:132161\n${log}anonymous@1:131119\n`
  expect(short(text)).toEqual(['javascript p', 'javascript anonymous'])
  expect(readPasted(text).exception?.reason).toBe('no till')
})

const WEB = `packages/flutter/src/widgets/framework.dart 6689:11                             <fn>
dart-sdk/lib/_internal/js_dev_runtime/private/ddc_runtime/errors.dart 288:3     throw_
till.dart 33:50                                                 [_open]`
const WEB_ROWS = [
  'dart <fn> packages/flutter/src/widgets/framework.dart:6689',
  'dart throw_ dart-sdk/lib/_internal/js_dev_runtime/private/ddc_runtime/errors.dart:288',
  'dart [_open] till.dart:33',
]
test('Dart that runs as JavaScript, also behind what a browser’s console puts before each line', () => {
  expect(short(WEB)).toEqual(WEB_ROWS)
  expect(short(WEB.replaceAll(/^/gm, 'js_primitives.dart:28 '))).toEqual(WEB_ROWS)
})

test('Dart: places of the app below names, a first row without its number, a message of several lines', () => {
  const rows = '#0      Till.open (package:shop/till.dart:12:3)\n#1      Drawer._count=\n../lib/drawer.dart:39\n'
  expect(short(rows)).toEqual(['dart Till.open package:shop/till.dart:12', 'dart Drawer._count= ../lib/drawer.dart:39'])
  const lost =
    '**error**: `PlatformException(error, no till, null)`\nCodec.decode (package:flutter/codecs.dart:607:7)\n#1      Till.open (package:shop/till.dart:12:3)\n#2      main (package:shop/main.dart:1:1)\n'
  const report = readPasted(lost)
  expect(report.threads.map(({ frames }) => frames.map(({ index }) => index))).toEqual([[0, 1, 2]])
  expect(report.exception?.reason).toBe('PlatformException(error, no till, null)')
  const said = `The following assertion was thrown while counting:
No till is open.
'package:shop/till.dart':
Failed assertion: line 157 pos 12: 'isOpen'

When the exception was thrown, this was the stack:
${rows}`
  expect(readPasted(said).exception?.reason).toBe(
    "No till is open. 'package:shop/till.dart': Failed assertion: line 157 pos 12: 'isOpen'",
  )
})

test('Unity: classes that a compiler made, and the line that was logged as an error', () => {
  const rows = `UnityEngine.Debug:LogError(Object)
<OpenTill>c__AnonStoreyA5:<>m__C1(TillFault)
Shop.Till:Open()`
  const text = `No till is open, Detail = 7\nUnityEngine.Logger:Log(LogType, Object)\n${rows}\n`
  expect(short(text)).toHaveLength(4)
  expect(readPasted(text).exception?.reason).toBe('No till is open, Detail = 7')
  expect(endOfText(text)).toBe('unknown')
  const log = text.replaceAll(/^(?=.)/gm, '11-27 10:12:13.123  7713  7731 E Unity   : ')
  expect(short(log)).toEqual(short(text))
  // A line that was only logged is no error.
  expect(readPasted(text.replace('LogError', 'Log')).exception).toBeUndefined()
})

test('a console that says the message of an error twice', () => {
  const text =
    'TypeError: no tillmessage: "no till"stack: "TypeError: no till\n    at open (http://localhost/:389:11)\n    at run (http://localhost/:1:1)\n'
  expect(readPasted(text).exception?.reason).toBe('no till')
})

test('an error whose stack a log holds under any key keeps its name and message', () => {
  const stack = 'TypeError: no till\n    at load (app:///main.jsbundle:1:38)\n    at open (app:///main.jsbundle:1:9)'
  expect(readPasted(JSON.stringify({ level: 'error', error: stack })).exception).toMatchObject({
    name: 'TypeError',
    reason: 'no till',
  })
})

test('.NET and Google Play name the cause above its rows', () => {
  const net = `System.Exception: outer
 ---> Shop.TillException: no till
   at Shop.Till.Open(Int32 id) in /src/Till.cs:line 3
   at Shop.Drawer.Open() in /src/Drawer.cs:line 9
   --- End of inner exception stack trace ---
   at Shop.Main.Run() in /src/Main.cs:line 1
   at Shop.Main.Start() in /src/Main.cs:line 2
`
  expect(readPasted(net).threads.map(({ name }) => name?.includes('Shop.TillException'))).toEqual([true, false])
  const play = `\`Exception java.lang.RuntimeException:
  at com.shop.Main.open (Main.java:3)
  at com.shop.Main.start (Main.java:9)
Caused by com.shop.Till$OpenException:
  at com.shop.Till.open (Till.java:1)
  at com.shop.Till.count (Till.java:2)\`
`
  const { exception, threads } = readPasted(play)
  expect(exception?.name).toBe('java.lang.RuntimeException')
  expect(threads.map(({ name, frames }) => [name?.includes('com.shop.Till$OpenException'), frames.length])).toEqual([
    [false, 2],
    [true, 2],
  ])
})

test('places of Java that only name a module', () => {
  const rows =
    '  at lc.a (com.google.android.gms.ads_dynamite@20290004@20290004.249178941.249178941:1)\n  at com.shop.Till.open(unavailable:2)\n  at com.shop.Main.run(Main.java:9)\n'
  expect(rowsOf(rows).map(({ name, line, language }) => [name, line, language])).toEqual([
    ['lc.a', 1, 'java'],
    ['com.shop.Till.open', 2, 'java'],
    ['com.shop.Main.run', 9, 'java'],
  ])
})

test('words before rows may hold numbers of any length', () => {
  const rows = Array.from({ length: 12 }, (_, at) => `  | ${at + 1} | at com.shop.Till.count${at}(Till.java:${at + 3})`)
  expect(rowsOf(rows.join('\n'))).toHaveLength(12)
})

test('a stack that begins in its middle says nothing of a crash', () => {
  const row = (at: number): string =>
    `  #${at}  pc 00000000005109e3  /data/app/till/lib/arm/libtill.so (Till::open(int))`
  expect(endOfText(`${row(0)}\n${row(1)}\n`)).toBe('crash')
  expect(endOfText(`${row(23)}\n${row(24)}\n`)).toBe('unknown')
})

test('rows of Android in a list of tasks; a path that the text cut is no library', () => {
  const row = (at: number, path: string): string => `- [ ] >   #0${at}  pc 00000000001fe64c  ${path}`
  const whole = '/data/app/com.till-x==/lib/arm64/libtill.so'
  const { images, threads } = readPasted([row(1, whole), row(2, whole), row(3, whole.slice(0, 20))].join('\n'))
  expect(images.map(({ name }) => name)).toEqual(['libtill.so'])
  expect(threads.map(({ frames }) => frames.length)).toEqual([3])
})

test('Unity writes the signal above the thread, each line behind a log', () => {
  const log = 'E/CRASH   (11440): '
  const text = `${log}signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 00000004
${log}*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
${log}pid: 11440, tid: 11456, name: UnityMain  >>> com.till <<<
${log}    r0 7b124e30  r1 7b24f948  r2 00000000  r3 00630069
`
  const { exception, threads } = readPasted(text)
  expect(exception).toMatchObject({ signal: 'SIGSEGV', address: 4n })
  expect(threads.map(({ id, name, crashed }) => [id, name, crashed])).toEqual([[11456, 'UnityMain', true]])
})

test('a name that a log cut, and a panic that Kubernetes recovered', () => {
  const cut =
    "2026-11-27 10:12:13.596 till[1:2] *** Terminating app due to uncaught exception 'RCTFatalException: No bundle URL present.\n\nMake sure"
  expect(readPasted(cut).exception).toMatchObject({ name: 'RCTFatalException', reason: 'No bundle URL present.' })
  expect(endOfText(cut)).toBe('crash')
  const seen =
    'E1015 15:44:43.665128   74185 runtime.go:69] Observed a panic: "no till" (runtime error: no till)\n/go/till.go:76\n'
  expect(readPasted(seen).exception?.reason).toBe('runtime error: no till')
  expect(endOfText(seen)).toBe('unknown')
})

test.each([
  ['a list of files', 'lib/till.dart 12\nlib/main.dart 3:4\nsee lib/till.dart for more\n'],
  ['a song with dashes', 'Open the till — now\nCount it — twice\n'],
  ['numbers in hexadecimal', '1   0x10d5fc649 1234\n2   0x10d624c5b 5678\n'],
])('%s is no stack', (_, text) => {
  expect(parseReport('said.txt', new TextEncoder().encode(text)).ok).toBe(false)
})

test('a stack of Go that the program printed itself is no crash', () => {
  const rows = (...names: readonly string[]): string =>
    `goroutine 109 [running]:\n${names.map((name) => `${name}(0x1)\n\t/src/till.go:42 +0x6b`).join('\n')}\n`
  expect(endOfText(rows('runtime/pprof.writeGoroutineStacks', 'main.main'))).toBe('unknown')
  expect(endOfText(rows('main.Recovered', 'panic', 'main.main'))).toBe('unknown')
  expect(endOfText(rows('panic', 'main.main'))).toBe('crash')
})

test('.NET’s machine code in the form of Java’s rows, and exceptions that are only logged', () => {
  const row = (name: string): string => `\tat Shop.Tills.${name} + 0xb9(Unknown Source)`
  expect(short(`android.runtime.JavaProxyThrowable: no till\n${row('Till.Count')}\n${row('Drawer.Open')}\n`)).toEqual([
    'csharp Shop.Tills.Till.Count',
    'csharp Shop.Tills.Drawer.Open',
  ])
  const soft =
    'com.facebook.react.bridge.ReactNoCrashSoftException: no till\n\tat com.shop.Till.open(Till.java:1)\n\tat com.shop.Till.run(Till.java:2)\nFatal signal 11 (SIGSEGV), code 1\n'
  expect(endOfText(soft)).toBe('unknown')
})

test('a thread’s name without the link that an IDE puts behind it, and causes far to the right', () => {
  const far = ' '.repeat(100)
  const text = `${far}FATAL EXCEPTION: main (Ask Gemini)\n${far}java.lang.RuntimeException: no till\n${far}\tat com.shop.A.a(A.java:1)\n${far}\tat com.shop.A.b(A.java:2)\n${far}Caused by: java.lang.NullPointerException: none\n${far}\tat com.shop.B.a(B.java:1)\n${far}\tat com.shop.B.b(B.java:2)\n`
  const names = readPasted(text).threads.map(({ name = '' }) => name)
  expect(names[0]).not.toContain('Gemini')
  expect(names[1]).toContain('java.lang.NullPointerException')
})

test('rows of Java without a line, optimized calls, native code of React Native', () => {
  const rows = `java.lang.NoClassDefFoundError: no till
\tat com.shop.Till.open(Till.java:-1)
\tat java.lang.reflect.Method.invoke!(Native method)
\tat java.lang.reflect.Method.invoke(Method.java:-2)
\tat com.shop.Main.main(Main.java:9)
`
  expect(rowsOf(rows).map(({ name, line }) => [name, line])).toEqual([
    ['com.shop.Till.open', undefined],
    ['java.lang.reflect.Method.invoke', undefined],
    ['java.lang.reflect.Method.invoke', undefined],
    ['com.shop.Main.main', 9],
  ])
  const script = `Error: no till
    at open (http://localhost:8081/index.bundle?platform=ios:1:38)
    at forEach ([native code]::)
    at run (http://localhost:8081/index.bundle?platform=ios:1:9)
`
  expect(rowsOf(script).map(({ name }) => name)).toEqual(['open', 'forEach', 'run'])
})

test('rows of .NET between those of Java stay rows of .NET', () => {
  const rows =
    '\tat Shop.Tills.Till.Count + 0xb9(Unknown Source)\n\tat com.shop.Main.open(Main.java:3)\n\tat com.shop.Main.run(Main.java:9)\n'
  expect(rowsOf(rows).map(({ language }) => language)).toEqual(['csharp', 'java', 'java'])
})
