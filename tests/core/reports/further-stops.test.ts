/** A debugger that stopped several times: each stop with a stack is a report, and a look at one stop is one. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const gdb = (signal: string, reason: string, functions: readonly string[]): string =>
  `Program received signal ${signal}
${reason}0x0000000100699b49 in ${functions[0] ?? ''} ()
(gdb) bt
${functions.map((name, at) => `#${at}  0x00000001006${10 + at}b49 in ${name} ()`).join('\n')}
`
const access = gdb(
  'EXC_BAD_ACCESS, Could not access memory.',
  'Reason: KERN_INVALID_ADDRESS at address: 0x0000000000000080\n',
  ['till_select', 'till_start', 'thread_start'],
)
const abort = gdb('SIGABRT, Aborted.', '', ['__pthread_kill', 'pthread_kill', 'abort', 'till_drop'])

const lldb = (pid: number, reason: string, functions: readonly string[]): string =>
  `Process ${pid} stopped
* thread #1, queue = 'com.apple.main-thread', stop reason = ${reason}
    frame #0: 0x0000000104ccc104 Till\`${functions[0] ?? ''} + 12
(lldb) bt
* thread #1, queue = 'com.apple.main-thread', stop reason = ${reason}
${functions.map((name, at) => `  ${at === 0 ? '*' : ' '} frame #${at}: 0x0000000104ccc${10 + at}4 Till\`${name} + 12`).join('\n')}
`
const namesOf = (text: string) =>
  toldOf(text).map(({ report: { exception }, functions }) => [
    exception?.type ?? exception?.signal ?? exception?.message,
    functions,
  ])

test.each(['', '```\n\nAnd once more:\n\n```\n', '(gdb) run\nStarting program: /till\n'])(
  'two crashes in gdb, %j between',
  (between) => {
    expect(namesOf(`${access}${between}${abort}`)).toEqual([
      ['EXC_BAD_ACCESS', ['till_select', 'till_start', 'thread_start']],
      ['SIGABRT', ['__pthread_kill', 'pthread_kill', 'abort', 'till_drop']],
    ])
    const [first, second] = toldOf(`${access}${between}${abort}`)
    expect(first?.headline.title).toContain('0x80')
    expect(second?.words).not.toContain('0x80')
  },
)

test('a breakpoint, then a fault', () => {
  expect(
    namesOf(
      `${lldb(31, 'breakpoint 1.1', ['open', 'main'])}(lldb) c\nAssertion text\n${lldb(31, 'EXC_BAD_ACCESS (code=1, address=0x10)', ['close', 'main'])}`,
    ),
  ).toEqual([
    ['breakpoint 1.1', ['open', 'main']],
    ['EXC_BAD_ACCESS', ['close', 'main']],
  ])
})

test('the same stop of two processes', () => {
  expect(namesOf(`${lldb(31, 'signal SIGSTOP', ['open'])}${lldb(32, 'signal SIGSTOP', ['close'])}`)).toHaveLength(2)
})

test.each([
  [
    'steps of one look',
    `${lldb(31, 'breakpoint 1.1', ['open', 'main'])}(lldb) n\n${lldb(31, 'step over', ['open', 'main'])}`,
  ],
  [
    'the same signal again',
    `${lldb(31, 'signal SIGABRT', ['open', 'main'])}(lldb) c\n${lldb(31, 'signal SIGABRT', ['open', 'main'])}`,
  ],
  [
    'all threads',
    `${lldb(31, 'signal SIGABRT', ['open', 'main'])}  thread #2, stop reason = breakpoint 1.1\n    frame #0: 0x0000000104ccd074 Till\`wait + 12\n`,
  ],
])('%s: one report', (_, text) => {
  expect(toldOf(text)).toHaveLength(1)
})

test.each([
  ['  * frame #0: till_map + 348\n    frame #1: till_update + 10412\n', ['till_map', 'till_update']],
  [
    '    frame #3: till`till_panic(line=3) at till.c:9\n    frame #4: till`main(...) at till.c:11:29 [opt]\n',
    ['till_panic', 'main(...)'],
  ],
  ['(lldb) bt\n    frame #0: till_map(int, char)\n    frame #1: main + 4\n', ['till_map(int, char)', 'main']],
])('lldb’s rows without an address: %j', (rows, functions) => {
  const [told] = toldOf(`* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x21e)\n${rows}`)
  expect(told?.functions).toEqual(functions)
  expect(told?.report.exception?.type).toBe('EXC_BAD_ACCESS')
})

test('gdb’s rows without an address', () => {
  const text = `Program received signal EXC_BAD_ACCESS, Could not access memory.
Reason: KERN_PROTECTION_FAILURE at address: 0x0000000c
NewPage (node_class=1) at ../src/memory.c:622
(gdb) where
#0  NewPage (node_class=1) at ../src/memory.c:622
#1  0x00293d38 in Rf_alloc (type=9, length=4) at ../src/memory.c:1918
#2  count () at till.c:9
#3  0x00002ad0 in main () at test5.c:8
`
  const [told] = toldOf(text)
  expect(told?.functions).toEqual(['NewPage', 'Rf_alloc', 'count', 'main'])
  expect(told?.report.problems).toEqual([])
})

test('what is wrapped behind a row belongs to it', () => {
  const stop = (pid: number, name: string): string => `Process ${pid} stopped
* thread #1: tid = 0xf4c6, 0x000000011bb96ef6
till\`Till::${name}(unsigned int) const + 118, queue =
'com.apple.main-thread', stop reason = signal SIGSTOP
    frame #0: 0x000000011bb96ef6 till\`Till::${name}(unsigned
int) const + 118
till\`Till::${name}:
->  0x11bb96ef6 <+118>: movl   0x8(%rdx), %eax

(lldb) c
Process ${pid} resuming
`
  expect(namesOf(`Words of a mail.\n\n${stop(31, 'open')}\n${stop(32, 'close')}`)).toEqual([
    ['SIGSTOP', ['Till::open(unsigned int) const']],
    ['SIGSTOP', ['Till::close(unsigned int) const']],
  ])
})
