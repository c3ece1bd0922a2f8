/** Two crashes in one paste, and prose around one: each report keeps its own facts, and people's words are no notes. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const ABORT = `Exception Type:  EXC_CRASH (SIGABRT)
Crashed Thread:  0

Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x00007fff8c2b3866 __pthread_kill + 10
1   libsystem_c.dylib             	0x00007fff8c1c4b1a abort + 125
2   org.example.Till              	0x000000010d1a2b3c till_reload + 12
`
const ACCESS = `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x0000000123450018
Crashed Thread:  2

Thread 2 Crashed:
0   org.example.Till              	0x000000010d1a2c11 till_close + 9
1   org.example.Till              	0x000000010d1a2d00 till_main + 9
`
const dated = (date: string, report: string): string => `Date/Time:       ${date}
OS Version:      Mac OS X 10.9.2 (13C64)
Report Version:  11

${report}`

const titles: Readonly<Record<string, RegExp>> = {
  [ABORT]: /^The program called abort\(\)/,
  [ACCESS]: /^Invalid memory access at 0x123450018/,
}
test.each([
  ['abort first', [ABORT, ACCESS]],
  ['access first', [ACCESS, ABORT]],
  ['the same twice', [ACCESS, ACCESS]],
  ['three', [ABORT, ACCESS, ABORT]],
])('crashes without heads, %s, stay apart', (_, reports) => {
  const told = toldOf(reports.map((one, at) => `Crash number ${at + 1}:\n\n${one}`).join('\n'))
  expect(told.map(({ headline }) => headline.title)).toEqual(
    reports.map((one) => expect.stringMatching(titles[one] ?? /^$/) as unknown),
  )
  expect(told.map(({ report }) => report.threads.length)).toEqual(reports.map(() => 1))
})

test('a date belongs to the crash below it', () => {
  const told = toldOf(`${dated('2014-03-02 11:14:05 +0100', ABORT)}\n${dated('2014-03-03 12:00:00 +0100', ACCESS)}`)
  expect(told.map(({ report }) => report.header.date)).toEqual([
    expect.stringContaining('2014-03-02') as unknown,
    expect.stringContaining('2014-03-03') as unknown,
  ])
})

const thrown = (pid: number, name: string, reason: string, method: string): string =>
  `2023-01-02 10:00:01.123 Till[${pid}:1f03] *** Terminating app due to uncaught exception '${name}', reason: '${reason}'
*** First throw call stack:
(
	0   CoreFoundation                      0x00007fff8c2b3866 __exceptionPreprocess + 242
	1   libobjc.A.dylib                     0x00007fff8c1c4b1a objc_exception_throw + 48
	2   Till                                0x000000010d1a2b3c ${method} + 12
)
libc++abi: terminating with uncaught exception of type NSException
`
test('two programs that ended for exceptions are two reports', () => {
  const text = `${thrown(4412, 'NSRangeException', 'index 3 beyond bounds', '-[TLDrawer row:]')}
and on the other machine
${thrown(512, 'NSGenericException', 'the drawer is open', '-[TLDrawer close]')}`
  const told = toldOf(text)
  expect(told.map(({ report }) => report.exception?.name)).toEqual(['NSRangeException', 'NSGenericException'])
  expect(told.map(({ report }) => report.lastException?.frames.at(-1)?.symbol?.name)).toEqual([
    '-[TLDrawer row:]',
    '-[TLDrawer close]',
  ])
  // Places are those of the whole text.
  for (const { report } of told)
    for (const { span, symbol } of report.lastException?.frames ?? [])
      expect(report.text.slice(span?.start, span?.end)).toContain(symbol?.name)
})

test.each([
  ['the same words twice', thrown(4412, 'NSRangeException', 'index 3', 'a').repeat(2)],
  ['one process', thrown(4412, 'NSRangeException', 'index 3', 'a') + thrown(4412, 'NSGenericException', 'open', 'b')],
])('a program ends once: %s', (_, text) => {
  expect(toldOf(text)).toHaveLength(1)
})

const said = 'Application Specific Information:\nabort() called\n'
test.each([
  ['somebody', '(I removed threads 1 to 12 here.\nException: something went wrong)\n', false],
  ['somebody else', "It is strange, I've seen it twice.\n", false],
  ['a library', 'objc[42]: class TLDrawer is gone\n', true],
])('below the words of the program, those of %s', (_, words, isNote) => {
  const report = ABORT.replace('Thread 0 Crashed', `${said}\n${words}\nThread 0 Crashed`)
  const told = toldOf(report)[0]
  const first = words.split('\n')[0] ?? ''
  expect(told?.report.applicationInfo.includes('abort() called')).toBe(true)
  expect(told?.report.applicationInfo.includes(first)).toBe(isNote)
  expect(told?.words.includes('something went wrong')).toBe(false)
})
