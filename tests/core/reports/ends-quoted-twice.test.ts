/** One crash that a text has twice is one report; words of pages, handlers and the kernel around a report are read as they were meant. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report } from '../../../src/core/model/report.ts'

function read(text: string): readonly Report[] {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}
const titlesOf = (report: Report | undefined): readonly string[] =>
  report === undefined
    ? []
    : explain({ report, resolutions: [], images: [], explanations: [] }).explanations.map(({ title }) => title)

const head = (codes: string, pid = 57): string => `Process:               Till [${pid}]
Path:                  /Applications/Till.app/Contents/MacOS/Till
Identifier:            com.example.Till
Version:               1 (1)
Code Type:             X86-64 (Native)
Parent Process:        launchd [1]

Date/Time:             2024-03-01 10:00:00.0000 +0100
OS Version:            macOS 14.3 (23D56)
Report Version:        12

Crashed Thread:        0

Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:       ${codes}

Thread 0 Crashed:
0   Till                       0x0000000104cc8074 count + 16
1   dyld                       0x000000019b0ac5b4 start + 64
`

const json = (
  pid: number,
): string => `{"app_name":"Till","timestamp":"2024-03-01 10:00:01.00 +0100","bug_type":"309","os_version":"macOS 14.3 (23D56)","name":"Till"}
{
  "captureTime" : "2024-03-01 10:00:00.0000 +0100",
  "pid" : ${pid},
  "procName" : "Till",
  "cpuType" : "X86-64",
  "exception" : {"codes":"0x0000000000000001, 0x10","type":"EXC_BAD_ACCESS","signal":"SIGSEGV","subtype":"KERN_INVALID_ADDRESS at 0x10"},
  "faultingThread" : 0,
  "threads" : [{"triggered":true,"id":1,"frames":[{"imageOffset":32884,"imageIndex":0},{"imageOffset":50612,"imageIndex":1}]}],
  "usedImages" : [{"source":"P","arch":"x86_64","base":4375445504,"size":65536,"uuid":"11111111-2222-3333-4444-555555555555","name":"Till"},{"source":"P","arch":"x86_64","base":6895828992,"size":65536,"uuid":"11111111-2222-3333-4444-666666666666","name":"dyld"}]
}
`

test('the text and the JSON of one crash are one report, those of two crashes are two', () => {
  const article = (pid: number): string =>
    `# Till crashes\n\n${head('KERN_INVALID_ADDRESS at 0x10')}\nAnd from the file:\n\n\`\`\`json\n${json(pid)}\`\`\`\n`
  expect(read(article(57)).map(({ format }) => format)).toEqual(['ips-crash'])
  expect(read(article(58))).toHaveLength(2)
})

test('the words of a page have no tags and no entities', () => {
  const page = `<p>It crashed:</p>\n<pre><code>${head('KERN_INVALID_ADDRESS at 0x1000000000000010 -&gt; 0x0000000000000010 (possible pointer authentication failure)')}</code></pre>\n`
  const [report] = read(page)
  expect(report?.exception?.codes).toContain('0x1000000000000010 -> 0x0000000000000010')
  expect(titlesOf(report)[0]).toMatch(/^The report says: possible pointer authentication failure/)
})

test('the words of Xcode’s handler, without a report', () => {
  const words = 'ProductBuildVersion: 6C131e\nUNCAUGHT EXCEPTION (NSRangeException): Index 240 out of bounds\n'
  expect(titlesOf(read(words)[0])[0]).toBe('Uncaught NSRangeException: Index 240 out of bounds')
  expect(read('ProductBuildVersion: 6C131e\nCAUGHT (NSRangeException): Index 240 out of bounds\n')).toEqual([])
})

test('the reason behind the name that a tool caught', () => {
  const rows =
    '0   CoreFoundation                      0x00007fff2b540fcb __exceptionPreprocess + 171\n1   Till                                0x0000000100b5acd9 Till + 724185\n'
  const [labelled] = read(`Exception Name: NSRangeException\nDescription: *** index 0 beyond bounds\n\n${rows}`)
  expect(labelled?.exception).toMatchObject({ name: 'NSRangeException', reason: '*** index 0 beyond bounds' })
  const [line] = read(`NSRangeException: *** -[Till at:]: index 3 beyond bounds [0 .. 2]\n${rows}`)
  expect(line?.exception?.reason).toBe('*** -[Till at:]: index 3 beyond bounds [0 .. 2]')
})

test('the linker’s words behind those of another program', () => {
  const text = `error: [/opt/till/Till] exit abnormally - Report the problem.
dyld: malformed mach-o: load commands size (34376) > 32768
`
  expect(titlesOf(read(text)[0])[0]).toContain('malformed mach-o')
})

test('a memory kill of another process beside a report on a limit is told first', () => {
  const event = `Command:         Till3
Path:            /private/var/containers/Bundle/Application/Till3.app/Till3
PID:             2692

Event:           cpu usage
CPU:             144s cpu time over 178 seconds (81% cpu average), exceeding limit of 80% cpu over 180 seconds
Action taken:    none
Duration:        177.84s
Steps:           69
`
  const kill = (pid: number): string =>
    `\nBut also:\n\nkernel[0] <Notice>: EXC_RESOURCE -> Till3[${pid}] exceeded mem limit: ActiveHard 3072 MB (fatal)\n`
  const [first, second, ...others] = read(event + kill(2776))
  expect(first?.header.pid).toBe(2776)
  expect(titlesOf(first)[0]).toMatch(/^Memory limit exceeded/)
  expect([second?.header.pid, others.length]).toEqual([2692, 0])
  expect(read(event + kill(2692))).toHaveLength(1)
  expect(read(event)).toHaveLength(1)
})
