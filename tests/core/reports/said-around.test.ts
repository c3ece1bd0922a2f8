/** Text around the stacks of third-party reports, and facts without a field in the model. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readPasted } from './fixture.ts'

function textOf({ sections }: Report, title: string): string | undefined {
  const found = sections.find((section) => section.title === title)
  return found?.kind === 'text' ? found.text : found?.rows.map((row) => row.join(': ')).join('\n')
}

const row = '0   Shop   0x0000000104ccc074 Shop + 16500'
const list = 'Shop <11111111-2222-3333-4444-555555555555> 0x104cc8000 - 0x104ccffff'

test('lines around a stack are kept; rows, listed images and what other fields hold are not told twice', () => {
  const report = readPasted(
    `Build of the night 4711\nBacktrace of Thread 259:\n${row}\n1   Shop   0x0000000104ccd000 main + 12\n\n${list}\nTester: Ada\n`,
  )
  expect(report.format).toBe('bs-backtrace')
  expect(textOf(report, 'Text around the stacks')).toBe(
    'Build of the night 4711\nBacktrace of Thread 259:\nTester: Ada',
  )
  const thrown = readPasted(
    `*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds'\n*** First throw call stack:\n(\n\t${row}\n\t1   Shop   0x0000000104ccd000 main + 12\n)\nDevice in the lab: 12\n`,
  )
  expect(textOf(thrown, 'Text around the stacks')).toContain('Device in the lab: 12')
  expect(textOf(thrown, 'Text around the stacks')).not.toContain('0x0000000104ccc074')
})

test('of a very long log the rest is counted', () => {
  const chatter = Array.from({ length: 1000 }, (_, at) => `step ${at} done`).join('\n')
  const lines = textOf(
    readPasted(`Backtrace of Thread 259:\n${row}\n${chatter}\n${'x'.repeat(5000)}\n`),
    'Text around the stacks',
  )
  expect(lines?.split('\n')).toHaveLength(401)
  expect(lines).toMatch(/… and 602 more lines$/)
})

test('KSCrash: what is said of a stack that could not be read, and of the run', () => {
  const stack = { dump_start: 0x1000, dump_end: 0x1078, stack_pointer: 0x1010, overflow: true, error: 'not accessible' }
  const thread = { index: 3, crashed: true, backtrace: { contents: [], skipped: 64862 }, stack }
  const report = readPasted(
    JSON.stringify({ report: { id: 'A', run_id: 'R-17', type: 'standard' }, crash: { error: {}, threads: [thread] } }),
  )
  expect(textOf(report, 'Stack of thread 3')).toBe(
    'dump start: 0x1000\ndump end: 0x1078\nstack pointer: 0x1010\noverflow: true\nerror: not accessible\nskipped frames: 64862',
  )
  expect(report.header.fields).toContainEqual(['Run', 'R-17'])
})

test('versions of images in Sentry’s raw list, and Bugsnag’s notes on app and device', () => {
  const image = { name: '/usr/lib/liba.dylib', image_addr: '0x1000', major_version: 800, minor_version: 7 }
  const sentry = readPasted(
    JSON.stringify({ event_id: 'e', debug_meta: { images: [image] }, exception: { values: [{ type: 'A' }] } }),
  )
  expect(sentry.images[0]?.version).toBe('800.7.0')
  const bugsnag = readPasted(
    JSON.stringify({
      exceptions: [{ errorClass: 'A', message: 'b', stacktrace: [] }],
      device: { model: 'M', runtimeVersions: { clangVersion: '17.0.0' } },
      metaData: { app: { memoryUsage: 21830720 }, device: { thermalState: 'nominal' } },
    }),
  )
  expect(textOf(bugsnag, 'runtimeVersions')).toBe('clangVersion: 17.0.0')
  expect(textOf(bugsnag, 'app')).toBe('memoryUsage: 21830720')
  expect(textOf(bugsnag, 'device')).toBe('thermalState: nominal')
})

test.each([
  ['nsexception-log', '*** First throw call stack:\n(0x104ccc074 0x104ccd000 0x104ccd100)', 3],
  [
    'lldb',
    '* thread #1\n  * frame #0: 0x0000000104ccc074 Shop`main + 12\n    frame #1: 0x0000000104ccd000 Shop`start + 4',
    2,
  ],
  ['bs-backtrace', 'Backtrace of Thread 259:\nShop   0x104ccc074 main + 12\nShop   0x104ccd000 start + 4', 2],
  ['bs-backtrace', 'Backtrace of Thread 259:\n0   Shop   0x0000000104ccc074 0x104cc8000 + 16500', 1],
  ['text-scan', 'Fatal error: Index out of range\n0x104ccc074\n0x104ccd000\n0x104ccd100', 3],
  ['apple-crash-text', 'x0: 0x0000000104ccc074  x1: 0x0000000000000000', 0],
])('a stack of another tool with Apple’s list of images behind it: %s', (format, stack, frames) => {
  const report = readPasted(
    `${stack}\n\nBinary Images:\n0x104cc8000 - 0x104ccffff Shop arm64 <11111111-2222-3333-4444-555555555555> /x/Shop.app/Shop\n`,
  )
  expect(report.format).toBe(format)
  expect(report.frameCount).toBe(frames)
  expect(report.images).toMatchObject([{ name: 'Shop', loadAddress: 0x104cc8000n }])
  const stacks = [...report.threads, ...(report.lastException ? [report.lastException] : []), ...report.backtraces]
  expect(stacks.flatMap((one) => one.frames.map(({ image }) => image))).toEqual(Array(frames).fill(0))
})

const aborted = (type = 'EXC_CRASH (SIGABRT)'): string => `Incident Identifier: 5B0E7C1A-93D4-4F6B-8A27-0C51E9D7B342
Process:             Shop [4471]
Code Type:           ARM-64
OS Version:          iPhone OS 17.5.1 (21F90)

Exception Type:  ${type}
Exception Codes: 0x0000000000000000, 0x0000000000000000
Triggered by Thread:  0

Thread 0 Crashed:
0   libsystem_kernel.dylib  0x00000001d7e4b42c __pthread_kill + 8
1   Shop                    0x0000000104ccc48c 0x104cc8000 + 17548

Binary Images:
0x104cc8000 - 0x104ccffff Shop arm64  <11111111222233334444555555555555> /private/var/Shop.app/Shop
`
const thrown =
  "2024-06-21 08:14:36.812 Shop[4471:21] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9 beyond bounds'"
const body = {
  exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
  faultingThread: 0,
  usedImages: [],
  threads: [{ triggered: true, frames: [] }],
}
const ips = `{"app_name":"Shop","bug_type":"309"}\n${JSON.stringify(body, null, 1)}`

test.each([
  ['above a text report', `The console:\n${thrown}\n\n${aborted()}`],
  ['below a text report', `${aborted()}\n\n${thrown}\n`],
  ['above an .ips file', `${thrown}\n${ips}`],
  ['below an .ips file', `${ips}\n${thrown}\n`],
])('the reason of an exception %s belongs to it', (_, text) => {
  const outcome = parseReport('said', new TextEncoder().encode(text))
  expect(outcome.ok && outcome.value.length).toBe(1)
  const { exception, applicationInfo } = readPasted(text)
  expect(exception).toMatchObject({ signal: 'SIGABRT', name: 'NSRangeException', reason: 'index 9 beyond bounds' })
  expect(applicationInfo.join()).toContain('index 9 beyond bounds')
})

test.each([
  ['a fault of memory', `${thrown}\n${aborted('EXC_BAD_ACCESS (SIGSEGV)')}`],
  ['a kill', `${thrown}\n${aborted('EXC_CRASH (SIGKILL)')}`],
  ['words that no runtime prints', `It may be a Fatal bug: index 9 beyond bounds\n${aborted()}`],
])('words above do not explain %s', (_, text) => {
  expect(readPasted(text).exception?.reason).toBeUndefined()
})

test('the reason in a report is not replaced by words around it', () => {
  const own = `${thrown}\n${aborted().replace('Triggered by', "Application Specific Information:\n*** Terminating app due to uncaught exception 'NSGenericException', reason: 'own'\n\nTriggered by")}`
  expect(readPasted(own).exception?.reason).toBe('own')
})
