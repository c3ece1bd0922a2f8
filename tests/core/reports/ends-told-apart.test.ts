/** Texts that name more than one end, or none: each end gets its own report, and what ended nothing is not told as an end. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'

function told(text: string): readonly { readonly title: string; readonly end: string; readonly words: string }[] {
  const read = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!read.ok) return []
  return read.value.map((report) => {
    const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
    const whole = { ...bare, ...explain(bare) }
    const { title, end } = headlineOf(whole)
    const words = whole.explanations.map((one) => [one.title, one.meaning, ...one.checks].join('\n')).join('\n')
    return { title, end, words }
  })
}
const titles = (text: string): readonly string[] => told(text).map(({ title }) => title)

const panic = (cpu: number, words: string): string => `    panic(cpu ${cpu} caller 0xfffffe0013c5d848): ${words}\n`

test('two panics that an article quotes are two', () => {
  const both = `${panic(4, 'UAT: Invalid magic value.')}\nChanging this makes it panic with:\n\n${panic(0, 'UAT: No flush.')}`
  expect(titles(both)).toEqual(['Kernel panic: UAT: Invalid magic value.', 'Kernel panic: UAT: No flush.'])
})

test('a panic nested in the log of another is part of it', () => {
  const nested = `${panic(4, 'Till failed.')}Backtrace (CPU 4), Frame : Return Address\n0xffffff80 : 0xffffff8012345678\n\n${panic(4, 'Again.')}`
  expect(titles(nested)).toEqual(['Kernel panic: Till failed.'])
})

const thrown = (words: string): string =>
  `*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '${words}'\n`

test('exceptions that an article quotes one after the other are as many ends', () => {
  expect(titles(`${thrown('no till')}\nThen:\n\n${thrown('no drawer')}`)).toEqual([
    'Uncaught NSInternalInconsistencyException: no till',
    'Uncaught NSInternalInconsistencyException: no drawer',
  ])
  expect(titles(thrown('no till') + thrown('no till'))).toHaveLength(1)
})

const stop = (head: string, name: string): string =>
  `${head}, stop reason = EXC_BAD_ACCESS (code=1, address=0x95376fcf8)\n  * frame #0: 0x0000000106826f46 Till\`${name} + 182 at till.c:6\n    frame #1: 0x0000000106826f50 Till\`main + 2 at main.c:5\n`
const breakpoint = `* thread #1: tid = 0x73, 0x0000000101595b07 Till\`look + 23, queue = 'main', stop reason = breakpoint 1.1
  * frame #0: 0x0000000101595b07 Till\`look + 23 at till.c:29
    frame #1: 0x0000000101595b20 Till\`main + 2 at main.c:5
`

test.each([
  '* thread #1: tid = 0x71, 0x0000000106826f46 Till`count',
  'd #1: tid = 0x71, 0x0000000106826f46 Till`count',
])('the stack of a breakpoint is not that of the fault above it: %s', (head) => {
  const [first, second] = told(`${stop(head, 'count')}(lldb) \n\n(lldb) bt\n${breakpoint}`)
  expect(first).toMatchObject({ title: 'Invalid memory access at 0x95376fcf8', end: 'crash' })
  expect(second?.end).toBe('snapshot')
})

const dlopen = 'dlopen(/opt/till/lib/Drawer.so, 2): '
const missing = `Library not loaded: /opt/till/lib/libcoin.dylib\n  Referenced from: /opt/till/lib/Drawer.so\n  Reason: image not found\n`

test('a library that a program asked for is no failed launch', () => {
  const [asked] = told(`Loading modules\n${dlopen}${missing}Ready.\n`)
  expect(asked).toMatchObject({ title: 'dlopen failed: libcoin.dylib was not found', end: 'unknown' })
  const [refused] = told(
    `${dlopen}no suitable image found.  Did find:\n\t/opt/till/lib/Drawer.so: malformed mach-o: load commands\n`,
  )
  expect(refused).toMatchObject({ title: 'dlopen failed: Drawer.so could not be loaded', end: 'unknown' })
  const [launch] = told(`dyld: ${missing}`)
  expect(launch).toMatchObject({ title: 'The program could not launch: libcoin.dylib was not found', end: 'killed' })
  const [both] = told(`${dlopen}${missing}\ndyld: ${missing.replace('libcoin', 'libbank')}`)
  expect(both?.title).toBe('The program could not launch: libbank.dylib was not found')
  const [ended] = told(`${dlopen}${missing}Abort trap: 6\n`)
  expect(ended?.title).not.toMatch(/libcoin|launch/)
})

const entries =
  '| Type | Meaning |\n|---|---|\n| `EXC_CRASH` | A signal, SIGABRT |\n| `EXC_GUARD` | A guarded resource |\n'

test('codes that a manual explains end nothing; one that somebody notes does', () => {
  expect(told(`# Files\n\n${entries}\n### EXC_GUARD subtypes\n\nAnd more.\n`)).toEqual([])
  expect(titles('The app crashes:\n\n- `EXC_GUARD` on launch\n')).toEqual(['Misuse of a guarded resource'])
})

const head = (type: string, info: string): string => `Process:         Till [57]
Path:            /Applications/Till.app/Contents/MacOS/Till
Identifier:      com.example.Till
Version:         1 (1)
Code Type:       X86-64 (Native)
Parent Process:  launchd [1]

Date/Time:       2024-03-01 10:00:00.000 +0100
OS Version:      macOS 14.3 (23D56)
Report Version:  12

Crashed Thread:  0

Exception Type:  ${type}
Exception Codes: KERN_INVALID_ADDRESS at 0x00000000f1fd8ab6

Application Specific Information:
${info}

Thread 0 Crashed:
0   libobjc.A.dylib 0x00007fff35097c98 objc_msgSend + 16
1   Till            0x0000000100022f10 -[Till zombie] + 64
`

test('the reason of an exception that was freed is none of the access to it', () => {
  const words = `${thrown('no coins')}NOTE: This exception has been deallocated! Stack trace is crash from attempting to access this zombie exception.`
  const [report] = told(head('EXC_BAD_ACCESS (SIGSEGV)', words))
  expect(report?.title).toMatch(/^Invalid memory access at 0xf1fd8ab6 in objc_msgSend/)
  expect(report?.words).toContain('that was already freed')
  const [uncaught] = told(head('EXC_CRASH (SIGABRT)', thrown('no coins')))
  expect(uncaught?.title).toBe('Uncaught NSInternalInconsistencyException: no coins')
})

test('what the linker notes while it works is no error', () => {
  const trap = 'EXC_BAD_INSTRUCTION (SIGILL)'
  const sandbox = 'Sandbox registration failed: The code signature is not valid: The operation couldn’t be completed.'
  const [noted] = told(head(trap, `dyld: launch, running initializers\n/usr/lib/libSystem.B.dylib\n${sandbox}`))
  expect(noted?.words).not.toContain('dynamic linker')
  expect(noted?.end).toBe('crash')
  const [said] = told(head(trap, 'dyld: unknown required load command 0x80000022'))
  expect(said?.title).toContain('unknown required load command')
})

test('what an article explains behind a field is no part of its value', () => {
  const [report] = told(
    head('EXC_BAD_ACCESS (SIGSEGV)      //the type', '').replace('Till [57]', 'Till [57]   // name [number]'),
  )
  expect(report?.title).toMatch(/^Invalid memory access at 0xf1fd8ab6/)
  const read = parseReport('x', new TextEncoder().encode(head('EXC_BAD_ACCESS (SIGSEGV)      //the type', '')))
  expect(read.ok && read.value[0]?.exception?.signal).toBe('SIGSEGV')
})

test('rows below the type of an exception are no part of it', () => {
  const [report] = told('Exception Type: EXC_CRASH (SIGABRT)\nCoins -[Coin sign:] + 444\nTill Till::count()\n')
  expect(report?.title).toBe('The program aborted')
  const read = parseReport(
    'x',
    new TextEncoder().encode('Exception Type: EXC_CRASH (SIGABRT)\nCoins -[Coin sign:] + 444\n'),
  )
  expect(read.ok && read.value[0]?.exception).toEqual({ type: 'EXC_CRASH', signal: 'SIGABRT' })
})

test('rows of a crashed thread without images and addresses', () => {
  const rows = '0  till::Drawer::open(till::Coin*)\n1  till::Till::count(...)\n2  -[Till main:]\n'
  const text = `Exception Type:  EXC_BREAKPOINT (SIGTRAP)\nThread 0 Crashed:: TillMain\n\n${rows}`
  const read = parseReport('x', new TextEncoder().encode(text))
  const [thread] = read.ok ? (read.value[0]?.threads ?? []) : []
  expect(thread?.frames.map(({ symbol }) => symbol?.name)).toEqual([
    'till::Drawer::open(till::Coin*)',
    'till::Till::count(...)',
    '-[Till main:]',
  ])
})

test('a limit that the first of several reports only notes', () => {
  const event = (action: string): string =>
    `Event:           cpu usage\nCPU:             144s cpu time over 173 seconds (83% cpu average), exceeding limit of 80% cpu over 180 seconds\nAction taken:    ${action}\nDuration:        173.11s\nSteps:           60\n`
  const [noted] = told(`${event('none')}\n${event('Process killed')}`)
  expect(noted?.words).not.toContain('was terminated for it')
  const [killed] = told(event('Process killed'))
  expect(killed?.words).toContain('was terminated for it')
})

test.each([
  ['code=EXC_I386_SSEEXTERR, subcode=0x1d33', 'A floating-point operation failed'],
  ['code=EXC_I386_DIV, subcode=0x0', 'An integer division failed'],
])('EXC_ARITHMETIC with %s', (codes, title) => {
  const text = `* thread #1, stop reason = EXC_ARITHMETIC (${codes})\n  * frame #0: 0x0000000101595b07 Till\`count + 23 at till.c:29\n    frame #1: 0x0000000101595b20 Till\`main + 2 at main.c:5\n`
  expect(titles(text)).toEqual([title])
})

test('a stack that is deep by its numbers, although somebody left rows out', () => {
  const stack = (last: number): string =>
    `* thread #1, stop reason = EXC_BAD_ACCESS (code=2, address=0x7ffeef3fffd0)\n  * frame #0: 0x0000000101595b07 Till\`count + 23 at till.c:29\n    frame #1: 0x0000000101595b20 Till\`sum + 2 at till.c:35\n    ...\n    frame #${last}: 0x0000000101595b30 Till\`main + 2 at main.c:5\n`
  expect(told(stack(9806))[0]?.words).toContain('Stack overflow')
  expect(told(stack(2))[0]?.words).not.toContain('Stack overflow')
})

test('words on ends of different kinds, without stacks, are a report each', () => {
  const swift = 'Kiosk/Till.swift:12: Fatal error: out of coins\n'
  expect(titles(`${thrown('no till')}\nSometimes also:\n\n${swift}`)).toEqual([
    'Uncaught NSInternalInconsistencyException: no till',
    'Fatal error: out of coins',
  ])
  const last = 'libc++abi: terminating due to uncaught exception of type NSException\n'
  expect(titles(`${thrown('no till')}\n${last}`)).toHaveLength(1)
  expect(
    titles(
      `libc++abi: terminating due to uncaught exception of type till::Empty: no\nAbort trap: 6\n\nLater:\n\nSegmentation fault: 11\n`,
    ),
  ).toEqual(['Uncaught C++ exception till::Empty: no', 'Invalid memory access'])
})

test('an assertion of C on Linux is one', () => {
  const line = "till: till.c:7: int count(int): Assertion `coins > 0' failed.\n"
  expect(titles(`${line}Aborted (core dumped)\n`)).toEqual(['Assertion failed: coins > 0 in int count(int)'])
  expect(told("Assertion `coins > 0' holds.\n")).toEqual([])
})

test.each([
  ['address not mapped to object (fault address: 0x1b0)', 'Invalid memory access at 0x1b0'],
  ['invalid address (fault address: 0x41)', 'Invalid memory access at 0x41'],
  // Linux has no address of a general protection fault, and 0 stands in its place.
  ['invalid address (fault address: 0x0)', 'Invalid memory access'],
])('lldb on Linux: %s', (words, title) => {
  const text = `* thread #1, name = 'till', stop reason = signal SIGSEGV: ${words}\n  * frame #0: 0x00005581e5c2b140 till\`count + 4 at till.c:29\n    frame #1: 0x00005581e5c2b150 till\`main + 2 at main.c:5\n`
  expect(titles(text)).toEqual([title])
})
