/** Sentences of libraries, engines, shells and the kernel: each says how it ended, and nothing more than it says. */
import { expect, test } from 'vitest'
import { readConsole } from './console-text.ts'

const cases: readonly (readonly [name: string, text: string, end: string, title: string, shown: readonly string[]])[] =
  [
    [
      'a check of Metal, and the exit code of an IDE',
      "-[MTLTill checkDrawer]:88: failed assertion `drawer (0x20) is closed.'\n\nProcess finished with exit code 134.\n",
      'crash',
      'Assertion failed: drawer (0x20) is closed.',
      ['in -[MTLTill checkDrawer]', 'Process finished with exit code 134'],
    ],
    [
      'a child of fork',
      'objc[31]: +[NSTill initialize] may have been in progress in another thread when fork() was called.\nobjc[31]: +[NSTill initialize] may have been in progress in another thread when fork() was called. We cannot safely call it or ignore it in the fork() child process. Crashing instead. Set a breakpoint on objc_initializeAfterForkError to debug.\n',
      'crash',
      '+[NSTill initialize] may have been running in another thread',
      ['Crashing instead.'],
    ],
    [
      'Xcode’s banner of an exception, which tells no end',
      'Thread 1: "*** -[NSTill coinAt:]: Range or index out of bounds"\n',
      'unknown',
      '*** -[NSTill coinAt:]: Range or index out of bounds',
      [],
    ],
    [
      'a stack of Rust that is full',
      "task '<main>' has overflowed its stack\nIllegal instruction: 4\n",
      'crash',
      "Stack overflow: task '<main>' has overflowed its stack",
      ['Illegal instruction: 4'],
    ],
    [
      'an exception that Xamarin wraps',
      'Unhandled Exception:\n\nFoundation.MonoTouchException: Objective-C exception thrown.  Name: CATillInvalid Reason: till contains NaN\n',
      'crash',
      'Uncaught CATillInvalid: till contains NaN',
      ['MonoTouchException'],
    ],
    [
      'Godot’s handler',
      'handle_crash: Program crashed with signal 11\nEngine version: Godot Engine v9.9.stable\nDumping the backtrace.\n',
      'crash',
      'Invalid memory access',
      ['SIGSEGV', 'Engine version: Godot Engine v9.9.stable'],
    ],
    [
      'Swift in two lines, with the place behind the second',
      'Fatal error: No till of type Till found.\nA View.till(_:) may be missing.: file /BuildRoot/Library/Caches/com.apple.xbs/Sources/Tills/Tills-1/Core/Till.swift, line 61\n',
      'crash',
      'No till of type Till found. A View.till(_:) may be missing.',
      [],
    ],
    [
      'a compiler whose tool was aborted',
      'cc9(31,0x1ef) malloc: *** error for object 0x9000: pointer being freed was not allocated\ntill.c: internal compiler error: Abort trap: 6\n',
      'crash',
      'freed a pointer that is no allocation',
      ['till.c: internal compiler error: Abort trap: 6'],
    ],
    [
      'a memory limit, and what the kernel wrote of it',
      'EXC_RESOURCE -> Kiosk[31] exceeded mem limit: ActiveHard 24 MB (fatal)\nmemorystatus: killing_specific_process pid 31 [Kiosk] (per-process-limit 100) 24577KB\nProcess Kiosk [31] killed by jetsam reason per-process-limit\n',
      'killed',
      'Memory limit exceeded',
      ['(per-process-limit 100) 24577KB', 'killed by jetsam reason per-process-limit'],
    ],
    [
      'a freed object, in a log that left out its stars',
      'Xcode:\n  [TillKeyboard release]: message sent to deallocated instance 0x101055800\n',
      'crash',
      'TillKeyboard',
      ['message sent to deallocated instance 0x101055800'],
    ],
    [
      'members of a report’s JSON that somebody copied',
      'exception   : EXC_BAD_ACCESS\nsignal      : SIGKILL\nsubtype     : KERN_PROTECTION_FAILURE at 0x000000717fd32d18\ntermination : namespace CODESIGNING   indicator "Invalid Page"   code 2\n',
      'killed',
      'code signature',
      ['SIGKILL', 'KERN_PROTECTION_FAILURE at 0x000000717fd32d18'],
    ],
    [
      'Rust’s runtime',
      'hello\nfatal runtime error:  assertion failed: !till.is_null()\nzsh: illegal hardware instruction  ./till\n',
      'crash',
      'fatal runtime error: assertion failed: !till.is_null()',
      [],
    ],
    [
      'a C++ exception that a terminal broke at its last column',
      `${'libc++abi: terminating due to uncaught exception of type std::out_of_range: tills are gone'.replace(/^.{80}/, '$&\n')}\n`,
      'unknown',
      'std::out_of_range: tills are gone',
      [],
    ],
    [
      'a linker in a page’s paragraphs',
      '<p>Exception Type: EXC_BREAKPOINT (SIGTRAP) Exception Codes: 0x0000000000000002, 0x0000000000000000 Crashed Thread: 0</p><p>Dyld Error Message: unknown required load command 0x80000022</p></div>\n',
      'killed',
      'load command 0x80000022',
      ['unknown required load command 0x80000022'],
    ],
    [
      'Crashlytics’ text without a reason or rows, and a sentence on another message',
      'we get a different crash: `One of the two. Swift/Till.swift:419: Fatal error: Array index is out of range`\n\n# Platform: apple\n\nFatal Exception: NSRangeException\n\n\nCrashed: com.google.firebase.crashlytics.ios.exception\n0  Till\n',
      'crash',
      'Uncaught NSRangeException',
      [],
    ],
    [
      'a name that .NET’s compiler for Unity throws',
      'Fatal Exception: Il2CppExceptionWrapper\n\n\nCrashed: com.google.firebase.crashlytics.ios.exception\n0  UnityFramework\n',
      'crash',
      'Il2CppExceptionWrapper',
      [],
    ],
    [
      'Mono without room for calls',
      'Nov  4 08:27:06 unknown Till[4028] <Notice>: Ran out of trampolines of type 2 in (/a/Till.dll)\nAbort trap: 6\n',
      'crash',
      'Ran out of trampolines of type 2',
      [],
    ],
    [
      'AppKit of old systems',
      '2011-12-13 23:25:43.349 till[2574] *** Uncaught exception: <NSInvalidArgumentException> *** -[Till open]: selector not recognized [self = 0x1327150]\n',
      'crash',
      '-[Till open]',
      ['NSInvalidArgumentException'],
    ],
    [
      'Instabug’s page',
      'The App is crashing\n\nNSRangeException : TillArray at:: Out of bounds\nQueue 1: com.apple.main-thread\n',
      'crash',
      'NSRangeException: TillArray at:: Out of bounds',
      [],
    ],
    [
      'Datadog’s page',
      'SIGTRAP (#0): Application crash: SIGTRAP (Trace/BPT trap)\n',
      'crash',
      'trap',
      ['Application crash: SIGTRAP (Trace/BPT trap)'],
    ],
    [
      'a service’s page',
      '**Exception Type:** `NSRangeException`  \n**Exception:** `-[TillArray at:]: Out of bounds`\n\nEXC_CRASH (SIGABRT)\n',
      'crash',
      '-[TillArray at:]: Out of bounds',
      ['NSRangeException'],
    ],
    [
      'a linker that ended a program which ran',
      'dyld: lazy symbol binding failed: Symbol not found: _pay\n  Referenced from: /Kiosk\n  Expected in: /usr/lib/libPay.dylib\n\nAbort trap: 6\n',
      'crash',
      'the symbol _pay is missing',
      ['Abort trap: 6'],
    ],
  ]

test.each(cases)('%s', (_, text, end, title, shown) => {
  const found = readConsole(text)
  expect(found?.told.end).toBe(end)
  expect(found?.told.title).toContain(title)
  for (const words of shown) expect(found?.shown).toContain(words)
})

test('an exit code or a line of a shell alone is no report', () => {
  expect(readConsole('Process finished with exit code 134.\n')).toBeUndefined()
  expect(readConsole('An uncaught exception was raised\n')).toBeUndefined()
})

test('the process of a line of its log is the program', () => {
  const found = readConsole(
    '2020-01-15 12:31:35.810204+0100 Till Extension[257:309] Fatal error: the till is gone: file Shop/Till.swift, line 6\n',
  )
  expect(found?.report.header).toMatchObject({ process: 'Till Extension', pid: 257 })
})
