/** Messages that stand some steps away from the rows of their stack. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const dart =
  '#0      Till.count (package:shop/till.dart:12:3)\n#1      main (package:shop/main.dart:7:5)\n<asynchronous suspension>\n'
const js = `    at open (/private/var/app/main.jsbundle:680:714)
    at count (/private/var/app/main.jsbundle:680:800)
    at forEach ([native code]::)
    at run (/private/var/app/main.jsbundle:680:1171)
`
const net = `  at Shop.Till.Open () [0x00024] in <85f4d7d3f0254efda9ea6810263dd2ef>:0 
  at Shop.Main.Run () [0x00001] in <85f4d7d3f0254efda9ea6810263dd2ef>:0 
`
interface Case {
  readonly text: string
  readonly name?: string
  readonly reason: string
  readonly end: string
  readonly rows: number
}
const cases: Readonly<Record<string, Case>> = {
  'the crash report of Flutter’s tool': {
    text: `Flutter crash report.\n\n## command\n\nflutter run\n\n## exception\n\nNoSuchMethodError: NoSuchMethodError: The getter 'till' was called on null.\nReceiver: null\nTried calling: till\n\n\`\`\`\n${dart}\`\`\`\n`,
    reason: "NoSuchMethodError: The getter 'till' was called on null. Receiver: null Tried calling: till",
    end: 'crash',
    rows: 2,
  },
  'a build that failed': {
    text: `Target dart2js failed: ProcessException: Process exited abnormally with exit code 1:\nlib/till.dart:336:5:\nError: Expected a class member.\n    );\n    ^\nError: Compilation failed.\n  Command: dart compile js\n${dart}`,
    reason: 'ProcessException: Process exited abnormally with exit code 1:',
    end: 'unknown',
    rows: 2,
  },
  'facts of the device between': {
    text: ` Error: Message : no till \n DeviceInfo : {"osVersion":"15.4.1"} \n Custom Attributes: ( "a" : "1" ) \n${js}`,
    reason: 'Error: Message : no till',
    end: 'unknown',
    rows: 4,
  },
  'words of a log before the exception, and its cause': {
    text: `[Warning:Shop] [Till] Exception invoking callback! System.Reflection.TargetInvocationException: Exception has been thrown by the target of an invocation. ---> System.IO.FileNotFoundException: Could not load till.dll.\n${net}   --- End of inner exception stack trace ---\n${net.replaceAll('Shop', 'Outer')}`,
    name: 'System.Reflection.TargetInvocationException',
    reason: 'Exception has been thrown by the target of an invocation.',
    end: 'unknown',
    rows: 4,
  },
  'a check of .NET': {
    text: `---- DEBUG ASSERTION FAILED ----\n---- Assert Short Message ----\nno till\n---- Assert Long Message ----\n\n   at Shop.Till.Open(Node item) in C:\\src\\Till.cs:line 223\n   at Shop.Main.Run() in C:\\src\\Main.cs:line 3\n`,
    reason: 'DEBUG ASSERTION FAILED: no till',
    end: 'unknown',
    rows: 2,
  },
  'the name of the exception in the next line': {
    text: `Unhandled managed exception: Attempting to JIT compile method 'Shop.Till:Equals (E,E)'.\n (System.ExecutionEngineException)\n  at (wrapper unknown) object:gsharedvt_out ()\n  at Shop.Till.Open () [0x00024] in /src/Till.cs:3\n`,
    name: 'System.ExecutionEngineException',
    reason: "Attempting to JIT compile method 'Shop.Till:Equals (E,E)'.",
    end: 'crash',
    rows: 2,
  },
  'the compiler of Kotlin': {
    text: `e: java.lang.IllegalArgumentException: Cross module dependency\n\tat org.shop.Till.open(Till.kt:3)\n\tat org.shop.Main.run(Main.kt:7)\n`,
    name: 'java.lang.IllegalArgumentException',
    reason: 'Cross module dependency',
    end: 'unknown',
    rows: 2,
  },
  'a hook of Rust that prints the stack first': {
    text: '   0: <unknown>\n   1: <unknown>\n   2: <unknown>\n\npanicked at /home/ada/till/src/lib.rs:134:56:\nno till\n',
    reason: 'no till',
    end: 'unknown',
    rows: 3,
  },
}
test.each(Object.entries(cases))('%s', (_, { text, name, reason, end, rows }) => {
  const [told, ...others] = toldOf(text)
  expect(others).toEqual([])
  expect(told?.report.exception).toMatchObject(name === undefined ? { reason } : { name, reason })
  expect(told?.report.frameCount).toBe(rows)
  expect(told?.end).toBe(end)
})

test('the cause in the same line is told, and its stack is named after it', () => {
  const text = cases['words of a log before the exception, and its cause']?.text ?? ''
  const report = toldOf(text)[0]?.report
  expect(report?.threads[0]?.name).toContain('System.IO.FileNotFoundException')
  expect(report?.threads[1]?.name).not.toContain('System.IO.FileNotFoundException')
  expect(report?.applicationInfo).toContain('---> System.IO.FileNotFoundException: Could not load till.dll.')
})

test('a dump that somebody asked for names its process and its threads', () => {
  const text = `----- pid 9611 at 2026-08-07 12:23:09 -----
Cmd line: org.shop.till
ABI: 'arm'

"org.shop.till" sysTid=9611
  #00 pc 00049f8c  /system/lib/libc.so (__epoll_pwait+20)
  #01 pc 0001b73d  /system/lib/libc.so (epoll_pwait+60)

"pool-1" sysTid=9622
  #00 pc 00049f8c  /system/lib/libc.so (__ioctl+20)
  #01 pc 0001b73d  /system/lib/libc.so (ioctl+60)

----- end 9611 -----
`
  const told = toldOf(text)
  expect(told.map(({ report }) => [report.header.process, report.header.pid, report.header.date])).toEqual([
    ['org.shop.till', 9611, '2026-08-07 12:23:09'],
  ])
  expect(told[0]?.report.threads.map(({ id, name, crashed, frames }) => [id, name, crashed, frames.length])).toEqual([
    [9611, 'org.shop.till', false, 2],
    [9622, 'pool-1', false, 2],
  ])
})

test('an exception of .NET with the number of its error', () => {
  const text = `2026-09-28 14:55:54.182 fail: Till[0]
      Failed to open the drawer
      Shop.Data.ShopException (0x80004005): no drawer can be found
         at Shop.Data.Drawer.Open(Connection connection, String name, Boolean isAsync)
         at Shop.Data.Till.Count(Connection connection)
`
  expect(toldOf(text)[0]?.report.exception).toEqual({
    type: '.NET exception',
    name: 'Shop.Data.ShopException',
    reason: 'no drawer can be found',
  })
})

test('a promise of a web page that was rejected ended nothing', () => {
  const text = `2026-07-11 09:28:07.945 3394-3394/shop.till E/Capacitor/Console: File: http://localhost/vendor.js - Line 43755 - Msg: ERROR Error: Uncaught (in promise): Error: no till
    Error: no till
        at http://localhost/vendor.js:87062:31
        at Zone.run (http://localhost/polyfills.js:196:47)
`
  const [told] = toldOf(text)
  expect(told?.end).toBe('unknown')
  expect(told?.words).not.toContain('was terminated')
})

test('an object of another thread crossed into Kotlin, no exception into Swift', () => {
  const row = (index: number, name: string): string =>
    `    at ${index}   Till                     0x000000010b0c8de${index} ${name} + 12\n`
  const head =
    'Uncaught Kotlin exception: kotlin.native.IncorrectDereferenceException: illegal attempt to access non-shared org.shop.Till@2bda948 from other thread\n'
  const words = (names: readonly string[]): string | undefined =>
    toldOf(head + names.map((name, at) => row(at, name)).join(''))[0]?.words
  const crossing = 'crossed into Swift'
  expect(words(['ThrowIllegalObjectSharingException', 'Kotlin_ObjCExport_refToRetainedObjC', 'main'])).not.toContain(
    crossing,
  )
  expect(words(['kfun:org.shop.Till#open(){}', 'objc2kotlin_kfun:org.shop.Till', 'main'])).toContain(crossing)
})
