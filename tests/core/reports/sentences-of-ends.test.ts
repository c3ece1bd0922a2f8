/** Sentences on an end, each in the forms that its writer has, and the next thing to it that says nothing. */
import { describe, expect, test } from 'vitest'
import { readConsoleMessages } from '../../../src/core/reports/text/console-messages.ts'

type Case = readonly [text: string, told: object | undefined]

const check = (name: string, cases: readonly Case[]): void => {
  describe(name, () => {
    test.each(cases)('%j', (text, told) => {
      const found = readConsoleMessages(text)
      if (told === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(told)
    })
  })
}

const at = (value: bigint) => ({ address: value })
const reason = (words: string) => ({ applicationInfo: [words], exception: { reason: words } })

check('why the system ended it, with a code', [
  ['Termination Reason: SPRINGBOARD, 0x8badf00d', { termination: { namespace: 'SPRINGBOARD', code: 0x8badf00dn } }],
  ['Termination Reason: Namespace SIGNAL, Code 0xb', { termination: { namespace: 'SIGNAL', code: 11n } }],
  ['Termination Reason:  Namespace SIGNAL, Code 11', { termination: { namespace: 'SIGNAL', code: 11n } }],
  [
    'Termination Reason: DYLD, Code 1 Library missing',
    { termination: { namespace: 'DYLD', code: 1n, indicator: 'Library missing' } },
  ],
  [
    'Termination Reason: CODESIGNING, Code 2; Invalid page',
    { termination: { namespace: 'CODESIGNING', code: 2n, indicator: 'Invalid page' } },
  ],
  ['termination reason: signal 9', { termination: { namespace: 'SIGNAL', code: 9n } }],
  ['Termination Reason: `SIGNAL 9`', undefined],
  ['Termination Reason: OF 9', undefined],
  ['Termination Reasons: SIGNAL 9', undefined],
])

check('the members of its JSON', [
  ['{"namespace":"DYLD","indicator":"Library missing","code":1}', { termination: { namespace: 'DYLD', indicator: 'Library missing', code: 1n } }],
  ['"namespace" : "SPRINGBOARD", "code" : 0x8badf00d', { termination: { namespace: 'SPRINGBOARD', code: 0x8badf00dn } }],
  ['namespace: SIGNAL; code: 11', { termination: { namespace: 'SIGNAL', code: 11n } }],
  ['namespace: signal; code: 11', undefined],
  ['namespace: SIGNAL; kind: 11', undefined],
]) // prettier-ignore

check('the subtype of an exception', [
  [
    'KERN_INVALID_ADDRESS at 0x0000000000000010',
    { exception: { type: 'EXC_BAD_ACCESS', subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000010', ...at(16n) } },
  ],
  ['Exception Subtype: KERN_PROTECTION_FAILURE at 0x7f', { exception: { ...at(0x7fn) } }],
  ['"subtype" : "KERN_MEMORY_ERROR at 0x20"', { exception: { subtype: 'KERN_MEMORY_ERROR at 0x20', ...at(0x20n) } }],
  ['> subtype = KERN_INVALID_ADDRESS at 0x20 -> 0x10', { exception: { subtype: 'KERN_INVALID_ADDRESS at 0x20 -> 0x10' } }],
  ['KERN_INVALID_ADDRESS at 20', undefined],
  ['KERN_SUCCESS at 0x20', undefined],
]) // prettier-ignore

check('a signal of a page', [
  ['signal: SIGABRT', { exception: { signal: 'SIGABRT' } }],
  ['"signal": "SIGSEGV"', { exception: { signal: 'SIGSEGV' } }],
  ['* signal = SIGBUS', { exception: { signal: 'SIGBUS' } }],
  ['signals: SIGABRT', undefined],
  ['signal: ABRT', undefined],
])

check('exceptions of pages and issues', [
  ['NSRangeException, reason: index 7 beyond bounds ', { exception: { type: 'NSException', name: 'NSRangeException', reason: 'index 7 beyond bounds' } }],
  ['> CATillException, reason: no till', { exception: { name: 'CATillException', reason: 'no till' } }],
  ['NSRangeException : index 7', { exception: { name: 'NSRangeException', reason: 'index 7' } }],
  ['Exception Type: NSRangeException\nReason: index 7', { exception: { name: 'NSRangeException', reason: 'index 7' } }],
  ['**Exception Type:** `NSRangeException`\nMessage: index 7', { exception: { name: 'NSRangeException', reason: 'index 7' } }],
  ['Fatal Exception: NSRangeException\n', { exception: { type: 'NSException', name: 'NSRangeException' } }],
  ['Fatal Exception: Il2CppExceptionWrapper\n', { exception: { name: 'Il2CppExceptionWrapper' } }],
  ['TillError, reason: no till', undefined],
  ['Exception Type: Till', undefined],
]) // prettier-ignore

check('a limit of wakes of old iPhones', [
  [
    'SBUnsuspendLimit Till[31] exceeded 15 wakes in 300 sec',
    { header: { process: 'Till', pid: 31, fields: [['Event', 'exceeded 15 wakes in 300 sec']] } },
  ],
  ['SBUnsuspendLimit Till exceeded 15 wakes in 300 sec', undefined],
])

check('checks of C, here and on Linux', [
  ['Assertion failed: (open), function count, file till.c, line 7.', reason('Assertion failed: (open), function count, file till.c, line 7.')],
  ['| Assertion failed: (a > b), function f, file a/b.cpp, line 1234567', reason('Assertion failed: (a > b), function f, file a/b.cpp, line 1234567')],
  ["till: till.c:7: int count(void): Assertion `open' failed.", reason("till: till.c:7: int count(void): Assertion `open' failed.")],
  ["till.c:12: void f(): Assertion `a && b' failed.", reason("till.c:12: void f(): Assertion `a && b' failed.")],
  ['Assertion failed: open, function count, file till.c, line 7.', undefined],
  ["till.c: void f(): Assertion `a' failed.", undefined],
  ["till.c:7: void f(): Assertion `a' holds.", undefined],
]) // prettier-ignore

check('libraries of the system', [
  ['UNCAUGHT EXCEPTION (NSRangeException): index 7', { applicationInfo: ['UNCAUGHT EXCEPTION (NSRangeException): index 7'], exception: { name: 'NSRangeException', reason: 'index 7', message: 'UNCAUGHT EXCEPTION' } }],
  ['Got a SIGSEGV while executing native code. This is fatal.', { exception: { signal: 'SIGSEGV' }, applicationInfo: ['Got a SIGSEGV while executing native code. This is fatal.'] }],
  ['Got an SIGABRT while executing native code', { exception: { signal: 'SIGABRT' } }],
  ['Till(31,0x1ef) malloc: *** mmap(size=4096) failed (error code=12)', { applicationInfo: ['malloc: *** mmap(size=4096) failed (error code=12)'], header: { process: 'Till', pid: 31 } }],
  ['Till(31) malloc: *** vm_allocate(size=1) failed', { applicationInfo: ['malloc: *** vm_allocate(size=1) failed'], header: { process: 'Till', pid: 31 } }],
  ['mach_vm_map(size=1048576) failed (error code=-3)', { applicationInfo: ['malloc: *** mach_vm_map(size=1048576) failed (error code=-3)'] }],
  ['mmap(size=) failed', undefined],
  ['BUG IN CLIENT OF LIBDISPATCH: Lock is not owned', { applicationInfo: ['BUG IN CLIENT OF LIBDISPATCH: Lock is not owned'] }],
  ['BUG IN CLIENT OF sqlite3.dylib: till', undefined],
  ["* Assertion at tills.c:77, condition `open' not met", reason("Assertion at tills.c:77, condition `open' not met")],
  ['Ran out of trampolines of type 2 in app.exe (8192)', reason('Ran out of trampolines of type 2 in app.exe (8192)')],
  ['Ran out of trampolines of type x', undefined],
]) // prettier-ignore

check('Valgrind', [
  [
    '==31== Process terminating with default action of signal 11 (SIGSEGV)\n==31==  Access not within mapped region at address 0x20',
    { exception: { signal: 'SIGSEGV', ...at(0x20n) } },
  ],
  [
    '==31== Process terminating with default action of signal 7 (SIGBUS): dumping core\n==31==  Bad permissions for mapped region at address 0x1FF',
    { exception: { signal: 'SIGBUS', ...at(0x1ffn) } },
  ],
  ['Process terminating with default action of signal 6 (SIGABRT)', { exception: { signal: 'SIGABRT' } }],
  ['Process terminating with action of signal 6 (SIGABRT)', undefined],
])

check('Python', [
  ['Fatal Python error: Segmentation fault', { exception: { signal: 'SIGSEGV', message: 'Fatal Python error: Segmentation fault' } }],
  ['Fatal Python error: Bus error', { exception: { signal: 'SIGBUS' } }],
  ['Fatal Python error: Aborted', { exception: { signal: 'SIGABRT' } }],
  ['Fatal Python error: Illegal instruction', { exception: { signal: 'SIGILL' } }],
  ['Fatal Python error: Floating point exception', { exception: { signal: 'SIGFPE' } }],
  ['Fatal Python error: no till ', reason('Fatal Python error: no till')],
  [
    'Fatal Python error: Aborted\n\nThread 0x1 (most recent call first):\n  File "b.py", line 2 in g\n\nCurrent thread 0x2 (most recent call first):\n  File "a.py", line 31 in f\n  File "a.py", line 40 in <module>\n',
    { applicationInfo: ['Fatal Python error: Aborted\nFile "a.py", line 31 in f'] },
  ],
  [
    'Fatal Python error: Aborted\n\nThread 0x1 (most recent call first):\n  File "b.py", line 2 in g\n',
    { applicationInfo: ['Fatal Python error: Aborted\nFile "b.py", line 2 in g'] },
  ],
]) // prettier-ignore

check('Ruby', [
  [
    'till.rb:14: [BUG] Segmentation fault at 0x0000000000000010\nruby 3.9.1p1 (2029-01-02) [arm64-darwin31]\n\n-- Control frame information ---\nc:1\n\n-- Ruby level backtrace information ----\ntill.rb:14:in `<main>\'\ntill.rb:9:in `count\'\n\n',
    {
      applicationInfo: ["till.rb:14: [BUG] Segmentation fault at 0x0000000000000010\nruby 3.9.1p1 (2029-01-02) [arm64-darwin31]\ntill.rb:9:in `count'"],
      exception: { signal: 'SIGSEGV', message: '[BUG] Segmentation fault at 0x0000000000000010', ...at(16n) },
    },
  ],
  ['[BUG] Bus Error at 0x20\nruby 3.9.1', { exception: { signal: 'SIGBUS', ...at(0x20n) } }],
  ['[BUG] no till\nruby 3.9.1', { exception: { reason: '[BUG] no till' } }],
  ['[BUG] no till\nperl 5', undefined],
]) // prettier-ignore

check('Julia, Java, Node, R, OpenStep', [
  [
    'signal (11): Segmentation fault: 11\nin expression starting at till.jl:3\ncount at till.jl:2',
    { applicationInfo: ['signal (11): Segmentation fault: 11\nin expression starting at till.jl:3\ncount at till.jl:2'], exception: { signal: 'SIGSEGV' } },
  ],
  ['signal 6: Abort trap: 6\nin expression starting at REPL[1]:1', { exception: { signal: 'SIGABRT' } }],
  ['[31] signal 10 (1): Bus error: 10\nin expression starting at REPL[1]:1', { exception: { signal: 'SIGBUS' } }],
  ['signal (11): Segmentation fault: 11\n', { applicationInfo: ['Segmentation fault: 11'] }],
  ['Unreachable reached at 0x7f00\n', { applicationInfo: ['Unreachable reached at 0x7f00'] }],
  [
    '# There is insufficient memory for the Java Runtime Environment to continue.\n# Native memory allocation (malloc) failed',
    { applicationInfo: ['There is insufficient memory for the Java Runtime Environment to continue.\nNative memory allocation (malloc) failed'], exception: { reason: 'There is insufficient memory for the Java Runtime Environment to continue.' } },
  ],
  [
    '#  Internal Error (till.cpp:7), pid=31, tid=0x1\n#  guarantee(open) failed: no till',
    { applicationInfo: ['Internal Error (till.cpp:7), pid=31, tid=0x1\nguarantee(open) failed: no till'], exception: { reason: 'guarantee(open) failed: no till' } },
  ],
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', reason('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory')],
  ['FATAL ERROR: JavaScript is out of heap', undefined],
  ['<NSUncaughtSystemException> Uncaught system exception: signal 11', { exception: { signal: 'SIGSEGV' } }],
  ['Uncaught system exception: signal 6', { exception: { signal: 'SIGABRT' }, applicationInfo: ['Uncaught system exception: signal 6'] }],
  ['C stack usage  7971092 is too close to the limit', { kind: 'call-stacks', exception: { reason: 'C stack usage  7971092 is too close to the limit' } }],
  ['segfault from C stack overflow', { kind: 'call-stacks' }],
  ['*** Uncaught exception: <TillFull> no room ', { applicationInfo: ['*** Uncaught exception: <TillFull> no room'], exception: { type: 'NSException', name: 'TillFull', reason: 'no room', message: 'Uncaught exception' } }],
]) // prettier-ignore

check('sanitizers', [
  ['till.c:7:3: runtime error: load of null pointer of type int', { exception: { type: 'UndefinedBehaviorSanitizer', message: 'runtime error: load of null pointer of type int' } }],
  [
    'till.c:7:3: runtime error: signed integer overflow\ntill.c:9:1: runtime error: division by zero\n',
    { applicationInfo: ['till.c:7:3: runtime error: signed integer overflow\ntill.c:9:1: runtime error: division by zero'] },
  ],
  ['runtime error: no till', undefined],
  ['AddressSanitizer: SEGV on unknown address 0x20', { exception: { type: 'AddressSanitizer', signal: 'SIGSEGV', ...at(0x20n) } }],
  ['AddressSanitizer crashed on unknown address 0x0', { exception: { type: 'AddressSanitizer', ...at(0n) } }],
  ['SUMMARY: ThreadSanitizer: data race till.c:7 in count', { exception: { type: 'ThreadSanitizer', subtype: 'data', reason: 'data race till.c:7 in count' } }],
  ['SUMMARY: AddressSanitizer: heap-buffer-overflow till.c:7', { exception: { type: 'AddressSanitizer', subtype: 'heap-buffer-overflow' } }],
  ['SUMMARY: 3 Sanitizers', undefined],
]) // prettier-ignore

check('Swift', [
  ['Till/Till.swift:12: Fatal error: no till', { applicationInfo: ['Till/Till.swift:12: Fatal error: no till'], exception: { reason: 'Fatal error: no till' } }],
  ['Till.swift:3: Precondition failed', { exception: { reason: 'Precondition failed' } }],
  ['Till.swift: 3: Assertion failed: no till - trace trap', { exception: { reason: 'Assertion failed: no till' } }],
  ['Fatal error: no till: file /a/Till.swift, line 12', reason('Fatal error: no till: file /a/Till.swift, line 12')],
  ['fatal error: no till: file Till.swift, line 3', reason('fatal error: no till: file Till.swift, line 3')],
  ['Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600', reason('Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600')],
  ['Fatal error: Index out of range', reason('Fatal error: Index out of range')],
  ['Fatal error: Unexpectedly found nil while unwrapping an Optional value', reason('Fatal error: Unexpectedly found nil while unwrapping an Optional value')],
  ['Fatal error: Uncaught Till in till.php', undefined],
  ['Fatal error: Allowed memory size exhausted', undefined],
  ['Swift runtime failure: arithmetic overflow', reason('Swift runtime failure: arithmetic overflow')],
]) // prettier-ignore

check('engines', [
  ['handle_crash: Program crashed with signal 11\nEngine version: Godot Engine v9.9', { applicationInfo: ['Program crashed with signal 11\nEngine version: Godot Engine v9.9'], exception: { signal: 'SIGSEGV', message: 'Program crashed with signal 11' } }],
  ['handle_crash: Program crashed with signal 4', { applicationInfo: ['Program crashed with signal 4'], exception: { signal: 'SIGILL' } }],
  ['Restarting after unexpected exit, crash, or test timeout in Till.test()', { applicationInfo: ['Restarting after unexpected exit, crash, or test timeout in Till.test()'] }],
  ['Early unexpected exit, operation never finished bootstrapping - no restart. Test runner exited before starting test execution.', { applicationInfo: ['Early unexpected exit, operation never finished bootstrapping\nTest runner exited before starting test execution'] }],
  ['An uncaught exception was raised\n2030-01-02 Till[1] *** -[NSTill coinAt:]: no coin ', { applicationInfo: ['An uncaught exception was raised\n*** -[NSTill coinAt:]: no coin'] }],
  ['10:11:12.131 FATAL [31] [Till] no till', { applicationInfo: ['Till: no till'] }],
  ['10:11:12.131 ERROR [31] [Till] no till', undefined],
]) // prettier-ignore
