/** Sentences that people copy from a console: each says how it ended and in whose words; a text without one is no report. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readConsole } from './console-text.ts'

const dyld =
  'dyld[81]: Library not loaded: @rpath/Pay.framework/Pay\n  Referenced from: /Applications/Kiosk.app/Kiosk\n'
const jvm = `# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007fff20461abc, pid=411, tid=775
#
# Problematic frame:
# C  [libobjc.A.dylib+0x6abc]  objc_msgSend+0x1c
`

const cases: readonly (readonly [name: string, text: string, end: string, title: string, shown: readonly string[]])[] =
  [
    [
      'an exception',
      "*** Terminating app due to uncaught exception 'NSRangeException', reason: '*** -[Cart at:]: index 4 beyond bounds [0 .. 3]'\n",
      'crash',
      'index 4 beyond bounds',
      ['NSRangeException'],
    ],
    [
      'a C++ exception behind other output, in two lines',
      '50 % donelibc++abi.dylib: terminating with uncaught exception of type \nQueueError: finished early\nAbort trap: 6\n',
      'crash',
      'Uncaught C++ exception QueueError: finished early',
      ['SIGABRT'],
    ],
    [
      'a C++ exception without the name of the library',
      'ibc++abi: terminating with uncaught exception of type int\n',
      'unknown',
      'Uncaught C++ exception int',
      [],
    ],
    [
      'the system’s reason inside a sentence',
      'The report showed `EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))` / `Termination Reason: CODESIGNING, Code 2, Invalid Page` twice.',
      'killed',
      'because of a code signature: Invalid Page',
      [],
    ],
    [
      'a check of Metal, over several lines',
      "-[MTLDebugDevice free:]:3190: failed assertion `This object is still needed (label: one):\n<MTLBuffer: 0x60>\n    label = two'\n",
      'unknown',
      'Assertion failed: This object is still needed (label: one): in -[MTLDebugDevice free:]',
      ['<MTLBuffer: 0x60>'],
    ],
    [
      'a file that the linker refused',
      'dyld: malformed mach-o: load commands size (34376) > 32768\n\nerror: [/A/Shop] exit abnormally - Report the problem.\n',
      'killed',
      'malformed mach-o: load commands size (34376) > 32768',
      ['exit abnormally'],
    ],
    [
      'Rosetta',
      'Loaded: shop.dll\nrosetta error: no code for this address\n',
      'unknown',
      'Rosetta reported an error: no code for this address',
      [],
    ],
    [
      'R',
      " *** caught illegal operation ***\naddress 0x10c5f623b, cause 'illegal opcode'\n",
      'crash',
      'The program reached a trap or an invalid instruction',
      ['caught illegal operation', "address 0x10c5f623b, cause 'illegal opcode'", 'SIGILL'],
    ],
    [
      'a panic of Rust in several lines, and what came after it',
      "thread 'main' panicked at 'lost: a check\n\nCaused by:\n    no till is set\n\n', src/cart.rs:86:5\nnote: run with `RUST_BACKTRACE=1`\n-[_MTLCommandEncoder dealloc]:131: failed assertion `Released without endEncoding'\nAbort trap: 6\n",
      'crash',
      'Rust panic: lost: a check Caused by: no till is set',
      ['src/cart.rs:86:5', 'Released without endEncoding', 'SIGABRT'],
    ],
    [
      'a debugger whose program is gone',
      'Message from debugger: Terminated due to memory issue\n',
      'killed',
      'Terminated due to memory issue',
      [],
    ],
    [
      'the guess of a reporter',
      'WatchdogTermination: The OS watchdog terminated your app, possibly because it overused RAM.\n',
      'killed',
      'possibly because it overused RAM',
      [],
    ],
    ['a hang', 'AppHang: App hanging for at least 2000 ms.\n', 'hang', 'The app did not respond', ['at least 2000 ms']],
    [
      'overlapping accesses',
      'Simultaneous accesses to 0x1035, but modification requires exclusive access.\nPrevious access (a read) started at Kiosk`Cart.total() + 12 (0x10401).\n',
      'unknown',
      'Overlapping accesses to one variable',
      ['0x1035', 'Previous access (a read) started at Kiosk`Cart.total() + 12 (0x10401).'],
    ],
    [
      'overlapping accesses that ended the program',
      'Simultaneous accesses to 0x1035, but modification requires exclusive access.\nFatal access conflict detected.\n',
      'crash',
      'Overlapping accesses to one variable',
      ['0x1035'],
    ],
    [
      'the head of a report on wake-ups',
      'Event:           wakeups\nAction taken:    none\nWakeups:         45001 wakeups over the last 218 seconds, exceeding limit of 150 wakeups per second\n',
      'non-fatal',
      'Too many wakeups',
      ['45001 wakeups over the last 218 seconds', 'none'],
    ],
    [
      'a memory limit, fatal',
      'EXC_RESOURCE -> Tunnel[79] exceeded mem limit: ActiveHard 15 MB (fatal)\n',
      'killed',
      'Memory limit exceeded: ActiveHard 15 MB',
      [],
    ],
    [
      'an exception in Markdown',
      "Terminating app due to uncaught exception 'NSRangeException', reason: '\\*\\*\\* -\\[\\_\\_Cart at:\\]: index 4 beyond bounds'",
      'crash',
      '*** -[__Cart at:]: index 4 beyond bounds',
      [],
    ],
    [
      'a library that is not there',
      `${dyld}  Reason: tried: '/a/Pay' (no such file), '/b/Pay' (no such file)\n`,
      'killed',
      'Pay was not found',
      ['Library not loaded: @rpath/Pay.framework/Pay', 'no such file'],
    ],
    [
      'a library that could not be mapped',
      `${dyld}  Reason: no suitable image found.  Did find:\n\t/a/Pay: mmap() errno=12 mapping '/a/Pay'\n`,
      'killed',
      'Pay could not be loaded',
      ['mmap() errno=12'],
    ],
    [
      'a symbol',
      'dyld: lazy symbol binding failed: Symbol not found: _pay\n  Referenced from: /Kiosk\n  Expected in: /usr/lib/libPay.dylib\n',
      'killed',
      'the symbol _pay is missing',
      [],
    ],
    [
      'malloc and a shell',
      'kiosk(31,0x7fff) malloc: *** error for object 0x7f8: pointer being freed was not allocated\n*** set a breakpoint in malloc_error_break to debug\nAbort trap: 6\n',
      'crash',
      'freed a pointer that is no allocation',
      ['pointer being freed was not allocated', 'SIGABRT', 'Abort trap: 6'],
    ],
    [
      'private data, in lines that a mail broke',
      'Kiosk[3:1] [access] This app has crashed because it attempted to access \nprivacy-sensitive data' +
        " without a usage description.  The app's Info.plist must contain an \nNSCameraUsageDescription key with a string value\n",
      'crash',
      'Info.plist lacks NSCameraUsageDescription',
      ['NSCameraUsageDescription key'],
    ],
    [
      'Swift as Xcode shows it',
      'Thread 1: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600\n',
      'crash',
      'Array index out of range',
      ['Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600'],
    ],
    [
      'Cr4shed, an exception',
      'Exception type: NSInvalidArgumentException\nReason: -[Cart total]: unrecognized selector sent to instance 0x10\nCulprit: Unknown\n',
      'crash',
      'Unrecognized selector: -[Cart total]',
      ['NSInvalidArgumentException'],
    ],
    [
      'a message without a method, which the program may have caught',
      '2026-01-02 10:11:12.123 Till[512:9] -[TLQueue weigh:]: unrecognized selector sent to instance 0x600001\n',
      'unknown',
      'Unrecognized selector: -[TLQueue weigh:]',
      ['-[TLQueue weigh:]: unrecognized selector sent to instance 0x600001'],
    ],
    [
      'the same in the words of Mac OS X 10.4',
      '2005-01-02 10:11:12.123 Till[512] *** -[TLQueue weigh:]: selector not recognized [self = 0x3124]\n',
      'unknown',
      'Unrecognized selector: -[TLQueue weigh:]',
      ['selector not recognized [self = 0x3124]'],
    ],
    [
      'Cr4shed, a signal',
      'Exception type: EXC_SOFTWARE (SIGABRT)\nException subtype: EXC_UNIX_ABORT\nCulprit: Unknown\n',
      'crash',
      'The program aborted',
      ['EXC_UNIX_ABORT'],
    ],
    [
      'excessive wakeups',
      'process kiosk[31] caught causing excessive wakeups. Observed wakeups rate (per sec): 4934; Maximum permitted wakeups rate (per sec): 150\n',
      'non-fatal',
      'Too many wakeups',
      ['Observed wakeups rate (per sec): 4934'],
    ],
    [
      'CPU time',
      'process kiosk[31] caught burning CPU! It used more than 50% CPU over 180 seconds\n',
      'non-fatal',
      'CPU limit exceeded',
      [],
    ],
    [
      'the linker, of another cause',
      "dyld[31]: terminating because inserted dylib 'Pay.dylib' could not be loaded: tried: 'Pay.dylib' (no such file)\n",
      'killed',
      "terminating because inserted dylib 'Pay.dylib' could not be loaded",
      [],
    ],
    [
      'a library in quotes',
      "dyld[31]: Library not loaded: '@rpath/Pay.framework/Pay'\n  Reason: tried: '/a/Pay' (code signature not valid for use in process)\n",
      'killed',
      'Pay has a signature that does not allow it to be loaded',
      [],
    ],
    [
      'a precondition',
      'Kiosk/Cart.swift:12: Precondition failed: the cart is empty\n',
      'crash',
      'the cart is empty',
      ['Precondition failed'],
    ],
    [
      'a memory limit, as Xcode shows it',
      'Thread 3: EXC_RESOURCE (RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded) (limit=50 MB)\n',
      'unknown',
      'emory',
      ['high watermark memory limit exceeded', 'limit=50 MB'],
    ],
    [
      'an issue of Bugsnag',
      '## Error in Kiosk\n\n**NSRangeException** in **Cart.add(_:)**\n-[Cart at:]: index 4 beyond bounds\n\n## Stacktrace\n',
      'unknown',
      'index 4 beyond bounds',
      ['NSRangeException'],
    ],
    [
      'an issue of App Center',
      '### Stacktrace ###\n\nCart.add();Kiosk\n\n### Reason ###\n\nNSRangeException\n',
      'unknown',
      'NSRangeException',
      [],
    ],
    [
      'a zombie',
      '*** -[Cart total]: message sent to deallocated instance 0x60000123\n',
      'crash',
      'The message total was sent to a freed Cart',
      [],
    ],
    ['Swift', 'Kiosk/Cart.swift:12: Fatal error: the cart is empty\n', 'crash', 'the cart is empty', ['Cart.swift:12']],
    [
      'a memory limit that kills',
      'EXC_RESOURCE -> Kiosk[31] exceeded mem limit: ActiveHard 24 MB (fatal)\n',
      'killed',
      '',
      ['exceeded mem limit: ActiveHard 24 MB (fatal)'],
    ],
    [
      'a memory limit alone',
      'Thread 1: EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=650 MB, unused=0x0)\n',
      'unknown',
      '',
      ['RESOURCE_TYPE_MEMORY (limit=650 MB, unused=0x0)'],
    ],
    [
      'wakeups',
      'process kiosk[31] caught waking the CPU 45001 times over ~42 seconds, averaging 1066 wakes / second\n',
      'non-fatal',
      'Too many wakeups',
      ['caught waking the CPU 45001 times over ~42 seconds'],
    ],
    [
      'the main thread checker',
      'Main Thread Checker: UI API called on a background thread: -[UIView frame]\nPID: 31, TID: 7\n',
      'non-fatal',
      'UI API called on a background thread: -[UIView frame]',
      ['Main Thread Checker'],
    ],
    [
      'undefined behavior',
      'Cart.m:164:34: runtime error: load of misaligned address 0x00010fe3 for type int\n',
      'non-fatal',
      'UndefinedBehaviorSanitizer',
      ['load of misaligned address 0x00010fe3 for type int'],
    ],
    [
      'a virtual machine',
      jvm,
      'crash',
      'Invalid memory access',
      ['SIGSEGV (0xb) at pc=0x00007fff20461abc', 'objc_msgSend+0x1c'],
    ],
    [
      'Go',
      'fatal error: unexpected signal during runtime execution\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x10 pc=0x1234]\n\nruntime stack:\nruntime.throw(0x1)\n',
      'crash',
      'fatal error: unexpected signal during runtime execution',
      ['SIGSEGV', 'addr=0x10'],
    ],
    [
      'Rust',
      "thread 'main' panicked at src/cart.rs:7:5:\nthe cart is empty\nnote: run with `RUST_BACKTRACE=1`\n",
      'crash',
      'the cart is empty',
      ['src/cart.rs:7:5'],
    ],
    [
      'valgrind',
      '==31== Process terminating with default action of signal 11 (SIGSEGV)\n==31==  Access not within mapped region at address 0x5000018\n',
      'crash',
      'Invalid memory access at 0x5000018',
      ['Process terminating with default action of signal 11 (SIGSEGV)'],
    ],
    [
      'a shell',
      'running kiosk...\nIllegal instruction: 4\n',
      'crash',
      'trap or an invalid instruction',
      ['Illegal instruction: 4'],
    ],
    ['zsh', 'zsh: killed     ./kiosk\n', 'killed', '', ['SIGKILL']],
  ]

test.each(cases)('%s', (_, text, end, title, shown) => {
  const found = readConsole(text)
  expect(found?.told.end).toBe(end)
  expect(found?.told.title).toContain(title)
  for (const words of shown) expect(found?.shown).toContain(words)
})

test.each([
  ['an answer', 'Set a breakpoint and look at the console.'],
  [
    'a guard message of the kernel',
    'PHP Fatal error:  Uncaught Error: Call to undefined function pay() in /srv/cart.php:3\n',
  ],
  ['a JavaScript error', 'Error: the cart is empty\n    at total (/srv/cart.js:3:9)\n'],
  ['a build log', 'ld: library not found for -lpay\nclang: error: linker command failed with exit code 1\n'],
  ['a sentence on a kill', 'The process was killed: 9 files were lost.\n'],
  ['a sentence on a message', 'We saw -[TLQueue weigh:]: unrecognized selector sent to instance 0x600001 today.\n'],
])('%s is no crash', (_, text) => {
  expect(readConsole(text)).toBeUndefined()
})

test('a long text is read in time by its length', () => {
  const parts = [
    'panic: ',
    "thread '",
    'dyld: ',
    'malloc: ***',
    'Fatal error: ',
    'EXC_RESOURCE -> ',
    '*** -[',
    '[signal SIGX ',
  ]
  for (const part of parts) expect(() => readConsole(part.repeat(30_000))).not.toThrow()
})

test('a spindump in its binary form says how it becomes text', () => {
  const text = 'Use spindump -i to generate textual report\nSpindump binary format\nb00IAAAAAAB4nMyd\n'
  const outcome = parseReport('a.spin', new TextEncoder().encode(text))
  expect(outcome.ok).toBe(false)
  expect(outcome.problems.map(({ code }) => code)).toEqual(['encoded-spindump'])
})
