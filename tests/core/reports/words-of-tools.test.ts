/** What tools print beside their stacks: the process, the address, the module that is none, and words that are no number of a thread. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parsePanicText } from '../../../src/core/reports/ips/panic-text.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { toldOf } from '../../support/text-told.ts'

function read(text: string): Report {
  const outcome = parseReport('log.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]
}

const STOP = `* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP
  * frame #0: 0x0000000104cc8074 till\`weigh + 20
    frame #1: 0x0000000104cc8100 till\`main + 32
`

test.each([
  [
    'launched',
    `(lldb) run\nProcess 71 launched: '/a/till' (arm64)\nProcess 71 stopped\n${STOP}`,
    { process: 'till', pid: 71, path: '/a/till', arch: 'arm64' },
  ],
  [
    'attached, with the executable in a line of its own',
    `Current executable set to './build/till' (x86_64).\nProcess 72 stopped\n${STOP}`,
    { process: 'till', pid: 72, path: undefined, arch: 'x86_64' },
  ],
  ['stopped, without a name', `Process 73 stopped\n${STOP}`, { process: undefined, pid: 73, path: undefined }],
])('lldb says of a process: %s', (_, text, header) => {
  expect(read(text).header).toMatchObject(Object.fromEntries(Object.entries(header).filter(([, value]) => value)))
  for (const [key, value] of Object.entries(header))
    if (value === undefined) expect(read(text).header).not.toHaveProperty(key)
})

const ROWS = `    2543 Thread_7   DispatchQueue_1: com.apple.main-thread  (serial)
      2543 start  (in dyld) + 8  [0x104c09008]
`

test('a sample without its header has the name of its first line', () => {
  const first = 'Analysis of sampling till (pid 24) every 1 millisecond\n'
  expect(read(`${first}Call graph:\n${ROWS}`).header).toMatchObject({ process: 'till', pid: 24 })
  const whole = read(`${first}Process:         till2.1 [24]\n\nCall graph:\n${ROWS}`)
  expect(whole.header).toMatchObject({ process: 'till2.1', pid: 24 })
  expect(whole.header.fields).toContainEqual(['Analysis of sampling', 'till (pid 24) every 1 millisecond'])
})

test('a call graph without rows is told to be empty, and one with rows is not', () => {
  const codes = (rows: string) =>
    read(`Analysis of sampling till (pid 24) every 1 millisecond\nCall graph:\n${rows}`).problems.map(
      ({ code }) => code,
    )
  expect(codes('')).toEqual(['empty-graph'])
  expect(codes(ROWS)).toEqual([])
})

test('Node’s segfault-handler tells the address, and the number of the process is no thread', () => {
  const text = `PID 834 received SIGSEGV for address: 0x0
0   till.node    0x00000001093e4fa0 till_handler + 304
1   till         0x00000001093e6fa0 main + 32
`
  const [told] = toldOf(text)
  expect(told?.report.exception).toMatchObject({ signal: 'SIGSEGV', address: 0n })
  expect(told?.report.threads[0]).toMatchObject({ id: 0, unnumbered: true })
  expect(told?.words).not.toContain('does not say at which address')
})

test('an address in no module of a sanitizer has no image, and its next line is no name of a thread', () => {
  const { threads } = read(`==7==ERROR: AddressSanitizer: SEGV on unknown address 0x60
SCARINESS: 10 (signal)
    #0 0x1000104f0 in drop+0x10 (/a/libtill.dylib:arm64+0x104f0)
    #1 0x100010500  (<unknown module>)
    #2 0x100010600  (libtill.dylib):arm64+0x10600)
`)
  expect(threads[0]?.name).toBeUndefined()
  expect(threads[0]?.frames.map(({ imageName, image, symbol }) => [imageName, image, symbol?.name])).toEqual([
    ['libtill.dylib', 0, 'drop'],
    ['???', undefined, undefined],
    ['libtill.dylib', 0, undefined],
  ])
})

test('the type of an exception of C++ keeps its namespace', () => {
  const text = `Process:         till [7]
Exception Type:  EXC_CRASH (SIGABRT)
Application Specific Information:
terminating with uncaught exception of type std::runtime_error: no till

Thread 0 Crashed:
0   till   0x104c08120 main + 32
`
  expect(read(text).exception).toMatchObject({ name: 'std::runtime_error', reason: 'no till' })
})

test('the address 0 of a failed access is one where the kernel told its code', () => {
  const crash = (mach: object): string =>
    JSON.stringify({
      report: { version: '3.2.0' },
      crash: {
        error: { type: 'mach', address: 0, mach, signal: { name: 'SIGSEGV', code_name: 'SEGV_NOOP' } },
        threads: [{ index: 0, crashed: true, backtrace: { contents: [{ instruction_addr: 0x104c08120 }] } }],
      },
      binary_images: [],
    })
  const told = (code: string | undefined): string | undefined =>
    toldOf(crash({ exception_name: 'EXC_BAD_ACCESS', code: 1, subcode: 0, code_name: code }))[0]?.headline.title
  expect(told('KERN_INVALID_ADDRESS')).toMatch(/null pointer|address 0/i)
  expect(told(undefined)).toBe('Invalid memory access')
})

test('Sentry’s address counts before the number of the kernel, wherever it stands', () => {
  const event = (mechanism: object): string =>
    JSON.stringify({
      event_id: 'a',
      platform: 'cocoa',
      exception: {
        values: [
          {
            type: 'EXC_BAD_ACCESS',
            value: 'x',
            mechanism: { type: 'mach', ...mechanism },
            stacktrace: { frames: [{ instruction_addr: '0x104c08120' }] },
          },
        ],
      },
    })
  const mach = { mach_exception: { exception: 1, exception_name: 'EXC_BAD_ACCESS', code: 1, subcode: 8 } }
  expect(read(event({ ...mach, relevant_address: '0x1' })).exception?.address).toBe(1n)
  expect(read(event({ ...mach, data: { relevant_address: '0x1' } })).exception?.address).toBe(1n)
})

test('a core whose link register is 0 has one frame', () => {
  const rows = (line: string) => parsePanicText(`panic(cpu 0 caller 0x1): "till"\n${line}\n`).stacks[0]?.rows.length
  expect(rows('CORE 0: PC=0xfffffe0007c1f7e8, LR=0x0, FP=0x0')).toBe(1)
  expect(rows('CORE 0: PC=0xfffffe0007c1f7e8, LR=0xfffffe0007c1f7f0, FP=0x1')).toBe(2)
})
