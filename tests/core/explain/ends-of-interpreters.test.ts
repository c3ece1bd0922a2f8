/** Ends that Python, Ruby, Julia, Java, Node, R and OpenStep's runtime print, in made texts: in their own words, and no other end. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const python = (words: string, order: 'first' | 'last'): string => {
  const current = `Current thread 0x00000001f5b3a080 (most recent call first):
  File "/Users/ada/till/window.py", line 41 in show
  File "/Users/ada/till/main.py", line 12 in <module>
`
  const other = `Thread 0x0000000171d3b000 (most recent call first):
  File "/opt/lib/python3.11/threading.py", line 324 in wait
`
  return `Fatal Python error: ${words}\n\n${order === 'first' ? `${current}\n${other}` : `${other}\n${current}`}`
}

test.each(['first', 'last'] as const)('Python’s current thread comes %s, and its call is told', (order) => {
  const told = toldOf(python('Aborted', order))[0]
  expect(told?.report.exception?.signal).toBe('SIGABRT')
  expect(told?.words).toContain('window.py", line 41 in show')
  expect(told?.words).not.toContain('threading.py')
})

test('Ruby’s version, the line of the script and the innermost call of it are told', () => {
  const told = toldOf(`/a/till.rb:14: [BUG] Segmentation fault at 0x0000000123450010
ruby 3.2.2 (2023-03-30) [arm64-darwin22]

-- Control frame information -----------------------------------------------
c:0001 p:0000 s:0003 E:000da0 DUMMY  [FINISH]

-- Ruby level backtrace information ----------------------------------------
/a/till.rb:20:in \`<main>'
/a/till.rb:14:in \`weigh'

-- Other runtime information -----------------------------------------------
* Loaded script: till.rb
`)[0]
  expect(told?.report.applicationInfo.join('\n').split('\n')).toEqual([
    '/a/till.rb:14: [BUG] Segmentation fault at 0x0000000123450010',
    'ruby 3.2.2 (2023-03-30) [arm64-darwin22]',
    "/a/till.rb:14:in `weigh'",
  ])
  expect(told?.report.exception?.signal).toBe('SIGSEGV')
})

const GIL = 'PyEval_RestoreThread: the function must be called with the GIL held'
const endings = [
  ['Python, of a fault', python('Segmentation fault', 'last'), 'SIGSEGV', /^Invalid memory access/],
  ['Python, of its own check', python(GIL, 'last'), undefined, /must be called with the GIL held/],
  [
    'Ruby, of a fault',
    '/a.rb:14: [BUG] Segmentation fault at 0x0000000123450010\nruby 3.2.2 (2023-03-30)\n',
    'SIGSEGV',
    /at 0x123450010/,
  ],
  [
    'Ruby, of its own check',
    'a.rb:3: [BUG] try to mark T_NONE object\nruby 2.7.2p137 (2020-10-01)\n',
    undefined,
    /try to mark T_NONE object/,
  ],
  [
    'Julia',
    'signal (11): Segmentation fault: 11\nin expression starting at /a/run.jl:14\ntill_open at /a/libtill.dylib (unknown line)\n',
    'SIGSEGV',
    /^Invalid memory access/,
  ],
  [
    'Julia, newer',
    '[40121] signal 4 (2): Illegal instruction: 4\nin expression starting at none:1\n',
    'SIGILL',
    /trap or an invalid/,
  ],
  [
    'Java, without memory',
    '#\n# There is insufficient memory for the Java Runtime Environment to continue.\n# Native memory allocation (mmap) failed to map 268435456 bytes.\n',
    undefined,
    /insufficient memory for the Java/,
  ],
  [
    'Java, of its own check',
    '#\n#  Internal Error (shared.cpp:531), pid=4412, tid=25347\n#  guarantee(cb != NULL) failed: must be compiled\n#\n',
    undefined,
    /^guarantee\(cb != NULL\) failed/,
  ],
  [
    'Node',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n',
    undefined,
    /heap out of memory/,
  ],
  [
    'OpenStep, of a signal',
    '2005-11-02 14:05:12.117 Till[512] *** Uncaught exception: <NSUncaughtSystemExceptionException> Uncaught system exception: signal 11\n',
    'SIGSEGV',
    /^Invalid memory access/,
  ],
  [
    'OpenStep',
    '2005-11-02 14:05:12.117 Till[512] *** Uncaught exception: <NSRangeException> index (3) beyond bounds (3)\n',
    undefined,
    /^Uncaught NSRangeException: index \(3\)/,
  ],
] as const

test.each(endings)('%s: its end in its own words', (_, text, signal, title) => {
  const told = toldOf(text)[0]
  expect(told?.end).toBe('crash')
  expect(told?.report.exception?.signal).toBe(signal)
  expect(told?.headline.title).toMatch(title)
})

test.each([
  [
    'an exception that a script ends on',
    'Traceback (most recent call last):\n  File "/a/main.py", line 12, in <module>\nIndexError: list index out of range\n',
  ],
  [
    'a dump for a program that hangs',
    'Timeout (0:00:30)!\nThread 0x0000000108b4fdc0 (most recent call first):\n  File "/a/tick.py", line 5 in tick\n',
  ],
  [
    'what a run loop caught',
    "2005-11-02 14:05:11.803 Till[512] *** NSRunLoop ignoring exception 'index (3) beyond bounds (3)' that raised during posting\n",
  ],
  ['the words of Ruby in prose', 'I saw [BUG] something in the tracker.\n'],
])('no end is told of %s', (_, text) => {
  expect(toldOf(text).filter(({ end }) => end !== 'unknown')).toEqual([])
})

test('what R says of a fault that it caught stands above a report of the system', () => {
  const words = toldOf(` *** caught bus error ***
address 0x16b1f7fe0, cause 'non-existent physical address'

Process:               R [4011]
Code Type:             ARM-64 (Native)
Exception Type:        EXC_BAD_ACCESS (SIGBUS)
Exception Codes:       KERN_PROTECTION_FAILURE at 0x000000016b1f7fe0

Thread 0 Crashed:
0   libtill.so                    	       0x104fd3a10 till_rows + 48
1   libR.dylib                    	       0x1051d3b10 R_doDotCall + 1200
`)[0]?.words
  expect(words).toContain('*** caught bus error ***')
  expect(words).toContain("cause 'non-existent physical address'")
})

const native = [
  [
    'Java',
    'C  [libtill.dylib+0x2b14]  till_reload+0x24\nV  [libjvm.dylib+0x3b4b14]  JavaCalls::call(JavaThread*)+0x3a8\n',
    ['till_reload', 'JavaCalls::call(JavaThread*)'],
  ],
  [
    'Ruby',
    '/usr/lib/libruby.dylib(rb_vm_bugreport+0x9c4) [0x104e2d0f4]\n/a/till.bundle(till_reload+0x24) [0x104b3a1cc]\n',
    ['rb_vm_bugreport', 'till_reload'],
  ],
  [
    'Node',
    ' 1: 0x1025b2b14 node::Abort() [/usr/local/bin/node]\n 2: 0x1025b2cfc v8::Check(v8::Local<v8::Value>, bool) [/usr/local/bin/node]\n',
    ['node::Abort()', 'v8::Check(v8::Local<v8::Value>, bool)'],
  ],
] as const
test.each(native)('native rows of %s are a stack', (_, rows, names) => {
  expect(toldOf(`-- native --\n${rows}`)[0]?.functions).toEqual(names)
})

test('the bounds of a thread’s stack are no calls', () => {
  const addresses = toldOf(`# A fatal error has been detected by the Java Runtime Environment:
#  SIGSEGV (0xb) at pc=0x00000001063d2b14, pid=4412, tid=25347
Current thread (0x0000000148009800):  JavaThread "main" [_thread_in_native, id=25347, stack(0x000000016f5d8000,0x000000016f7db000)]
Stack: [0x000000016f5d8000,0x000000016f7db000],  sp=0x000000016f7d9a10,  free space=2054k
C  [libtill.dylib+0x2b14]  till_reload+0x24
`).flatMap(({ report: { backtraces, threads } }) =>
    [...backtraces, ...threads].flatMap(({ frames }) => frames.map(({ address }) => address)),
  )
  expect(addresses).toEqual([undefined])
})

test.each(endings)('%s: no part of the text tells another end, and a mail tells the same', (_, text, signal) => {
  const lines = text.split('\n')
  for (let from = 0; from < lines.length; from++)
    for (let to = from + 1; to <= lines.length; to++)
      for (const { report } of toldOf(lines.slice(from, to).join('\n')))
        expect([undefined, signal]).toContain(report.exception?.signal)
  const [whole, mailed] = [text, lines.map((line) => `> ${line}`).join('\n')].map((one) => toldOf(one)[0])
  expect(mailed?.headline.title).toBe(whole?.headline.title)
  expect(mailed?.end).toBe(whole?.end)
})
