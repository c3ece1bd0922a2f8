/** Reports of formats that have no file among the fixtures, and traces of engines of scripts in their many spellings. */
import { madeText } from '../seeds.ts'
import type { Seed } from '../target.ts'

const GO = `panic: runtime error: index out of range [5] with length 3
[signal SIGSEGV: segmentation violation code=0x2 addr=0x18 pc=0x102a3c4d0]

goroutine 34 gp=0x140000021c0 m=0 mp=0x104a0e540 [running, locked to thread]:
panic({0x102b3c0e0?, 0x102c4d2f0?})
\t/usr/local/go/src/runtime/panic.go:785 +0x124
main.(*Till).Count(0x0, {0x102b7e1c8, 0x140001a2000})
\t/Users/dev/my app/till.go:42 +0x20 fp=0x14000066ec0 sp=0x14000066e80 pc=0x104835b94
created by main.start in goroutine 1
\t/Users/dev/main.go:12 +0xb0

goroutine 1 [chan receive, 3 minutes]:
main.main()
\t/Users/dev/main.go:8 +0x34
exit status 2
`
const V8 = `TypeError: no till
    at new Cart (/js/cart.js:1:161)
    at async Promise.all (index.js:9:1)
    at load (app:///main.jsbundle:1:38)
    at apply (native)
`
const HERMES = `Error: no till
    at count (address at /app/main.jsbundle:1:12345)
    at anonymous (address at seg-1_3.js:1:77)
    at next (native)
`
const JSC =
  'save@main.js:1:161\nmain.js:1:488\nforEach@[native code]\nrun@http://localhost:8081/index.bundle?a=b:12:7\n'
const DART = `Unhandled Exception: Bad state: out of coins
#0      Till.count (package:kiosk/till.dart:12:3)
#1      main.<anonymous closure> (package:kiosk/main.dart:7:5)
<asynchronous suspension>
#2      _rootRun (dart:async/zone.dart:1399:13)
`
const DART_ADDRESSES = `*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
pid: 411, tid: 6153, name 1.ui
os: ios arch: arm64 comp: yes sim: no
build_id: 'c0ffee00111132228333444455556666'
isolate_dso_base: 104000000, vm_dso_base: 104000000
isolate_instructions: 104010000, vm_instructions: 104008000
    #00 abs 000000010401412c virt 000000000001412c _kDartIsolateSnapshotInstructions+0x412c
    #01 abs 0000000104015000 _kDartIsolateSnapshotInstructions+0x5000
`
const MONO = `System.NullReferenceException: Object reference not set to an instance of an object
  at Kiosk.Till.Count (System.Int32 coins) [0x00012] in /src/Till.cs:42
  at Kiosk.Program.Main () [0x00000] in <a1b2c3d4e5f64718293a4b5c6d7e8f90>:0
`

const script = (value: unknown): string => JSON.stringify(value, null, 1)
const PLACED = { methodName: 'load', file: 'main.jsbundle', lineNumber: 1, column: 37 }
const BYTECODE = {
  callstack: [{ CJSModuleOffset: 0, FunctionID: 50, ByteCodeOffset: 58, SourceURL: '/a/main.jsbundle' }],
}
const NESTED = { a: [{ b: { error: { name: 'TypeError', message: 'no till', stack: V8 } } }] }
const ROLLBAR = { body: { trace: { frames: [{ method: 'load', filename: 'main.jsbundle', lineno: 1, colno: 38 }] } } }
const LOG = `started\n2026-01-02 10:00:00 [error] ${JSON.stringify({ stack: JSC })}\nended\n`

const FRAGMENT = `{"imageOffset":16384,"symbol":"main","symbolLocation":20,"imageIndex":0},
{"imageOffset":4660,"imageIndex":1}],"usedImages":[
{"source":"P","arch":"arm64","base":4362076160,"size":65536,"uuid":"01020304-0506-0708-090a-0b0c0d0e0f10","path":"/a/App","name":"App"},
{"source":"P","arch":"arm64e","base":6442450944,"size":4096,"uuid":"11121314-1516-1718-191a-1b1c1d1e1f20","name":"libc"}]
`
const CONSOLE =
  'dyld[81]: Library not loaded: @rpath/Pay.framework/Pay\n  Referenced from: /Applications/Kiosk.app/Kiosk\nAbort trap: 6\n'

const RUST = `thread 'main' panicked at src/till.rs:12:9:
no change left
stack backtrace:
   0:        0x10a000100 - std::panicking::begin_panic_handler::h0123456789abcdef
                               at /rustc/abc/library/std/src/panicking.rs:5:5
   1:        0x10a000200 - kiosk::till::count::h0123456789abcdef
                               at /src/till.rs:12:9
   2:        0x10a000300 - _main
`
const CAPACITOR = `⚡️  ------ STARTUP JS ERROR ------

⚡️  TypeError: no till
⚡️  URL: capacitor://localhost/assets/kiosk-1a2b.js
⚡️  kiosk-1a2b.js:14:3342
⚡️  [error] - {"message":"RangeError: too many","url":"capacitor://localhost/m.js","line":1,"column":20}
`
const CALLED = (id: number, functionName: string, children: readonly number[]) => ({
  id,
  callFrame: { functionName, scriptId: '1', url: 'main.jsbundle', lineNumber: id, columnNumber: 9 },
  hitCount: 2,
  children,
})
const PROFILE = {
  nodes: [CALLED(1, '(root)', [2]), CALLED(2, 'render', [3]), CALLED(3, 'total', [])],
  samples: [3, 3, 2],
  timeDeltas: [1, 1, 1],
}

const UNITY_WINDOWS = `Till by Example [version: Unity 2026.2.2f1_ab112815d860]

UnityPlayer.dll caused an Access Violation (0xc0000005)
  in module UnityPlayer.dll at 0033:f4d221fd.

Read from location 0000000000000018 caused an access violation.

Stack Trace of Crashed Thread 7936:
0x00007FF9F4D221FD (UnityPlayer) (function-name not available)
0x00007FF9F4D1FED5 (UnityPlayer) UnityMain
0x0000021E3438B6FB (Mono JIT Code) [Till.cs:12] Shop.Till:Count (int)

Stacks for Running Threads:

Call Stack for Thread 8200:
0x00007FF9F4D1FED5 (ntdll) RtlUserThreadStart
`

/** To be sorted by the format that claims each. */
export const reportSeeds: readonly Seed[] = Object.entries({
  'go panic': GO,
  'V8 stack': V8,
  'Hermes stack': HERMES,
  'JavaScriptCore stack': JSC,
  'Dart trace': DART,
  'Dart trace with addresses': DART_ADDRESSES,
  'Mono stack': MONO,
  'stack in an object': script({ name: 'TypeError', message: 'no till', stack: V8 }),
  'objects of React Native': script({ message: 'no till', stack: [PLACED, { ...PLACED, arguments: [] }] }),
  'bytecode of Hermes': script(BYTECODE),
  'stack deep inside': script(NESTED),
  'objects of Rollbar': script(ROLLBAR),
  'a document a line': LOG,
  'frames of an ips report': FRAGMENT,
  'a sentence of a console': CONSOLE,
  'panic of Rust': RUST,
  'crash of Unity on Windows': UNITY_WINDOWS,
  'errors of Capacitor': CAPACITOR,
  'profile of scripts': script(PROFILE),
}).map(([name, text]) => madeText(name, text))
