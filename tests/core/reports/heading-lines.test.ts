/** What a line right above a piece with the stack says of its end, and what it does not. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const stack = `Thread 0 Crashed:
0   Till                          	0x0000000104ccc074 till_close + 12
1   Till                          	0x0000000104ccc094 main + 40
`
test.each([
  ['SIGTRAP (#0): Application crash: SIGTRAP (Trace/BPT trap)', { signal: 'SIGTRAP' }],
  ['Attempted to dereference null pointer.', { reason: 'Attempted to dereference null pointer.' }],
  ['Fatal error: Index out of range', { reason: 'Fatal error: Index out of range' }],
])('%s', (line, exception) => {
  for (const gap of ['\n', '\n\n'])
    expect(toldOf(`The till crashes.\n${line}${gap}${stack}`)[0]?.report.exception).toMatchObject(exception)
})

test.each([
  'It may be that Fatal error: Index out of range is printed.',
  'We tried to dereference null pointers.',
  'Is this a SIGTRAP (#0)?',
])('words of a person say nothing: %s', (line) => {
  expect(toldOf(`${line}\n${stack}`)[0]?.report.exception).toBeUndefined()
})

test('lines far above are of something else', () => {
  const words = Array.from({ length: 6 }, (_, at) => `Line ${at} of a tale.`).join('\n')
  expect(toldOf(`Fatal error: Index out of range\n${words}\n${stack}`)[0]?.report.exception).toBeUndefined()
})

const mail = (quoted: string, rows: string): string =>
  `From: ada@till.example\nIn-Reply-To: <1@till.example>\nMessage-ID: <2@till.example>\n\n${quoted}\n\nIt happens here, too:\n\n${rows}`
const gdb = `Program received signal EXC_BAD_ACCESS, Could not access memory.
Reason: KERN_INVALID_ADDRESS at address: 0x0000000102ddc128
(gdb) where
#0  0x000000010046805e in till_count ()
#1  0x00000001039939aa in main ()
`
test('what a mail quotes is of somebody else', () => {
  const quoted = "> *** caught segfault ***\n> address 0x102d0e028, cause 'memory not mapped'"
  const [told] = toldOf(mail(quoted, gdb))
  expect(told?.words).not.toContain('102d0e028')
  expect(told?.headline.title).toContain('0x102ddc128')
  // The same words in the writer's own lines are of the same end.
  expect(toldOf(mail('Look:', `${quoted.replaceAll('> ', '')}\n${gdb}`))[0]?.words).toContain('102d0e028')
})
