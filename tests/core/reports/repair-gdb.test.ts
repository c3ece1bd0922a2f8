/** Rows of gdb that a mail or a terminal broke within their arguments. */
import { expect, test } from 'vitest'
import { joinWrappedGdb } from '../../../src/core/reports/repair/repair-rows.ts'
import { toldOf } from '../../support/text-told.ts'

const joined: readonly (readonly [name: string, broken: string, whole: string])[] = [
  ['arguments', '#2  0x1fa0 in open_till (a=1,\nb=2) at till.c:10', '#2  0x1fa0 in open_till (a=1, b=2) at till.c:10'],
  ['three lines', '#2  open_till (a=1,\n    b=2,\n    c=3) at till.c:10', '#2  open_till (a=1, b=2, c=3) at till.c:10'],
  ['the place behind', '#2  open_till (a=1,\n    b=2)\n    at till.c:10', '#2  open_till (a=1, b=2) at till.c:10'],
  ['the file', '#2  open_till (a=1) at\ntill.c:10', '#2  open_till (a=1) at till.c:10'],
  ['the folder', '#2  open_till (a=1) at ../../\nsrc/till.c:10', '#2  open_till (a=1) at ../../src/till.c:10'],
  ['the line', '#2  open_till (a=1) at src/till.c:\n10', '#2  open_till (a=1) at src/till.c:10'],
  [
    'all three',
    '#2  open_till (a=1,\nb=2) at ../../ \nsrc/till.c: \n10',
    '#2  open_till (a=1, b=2) at ../../src/till.c:10',
  ],
  ['a bracket in a string', '#2  open_till (s="(",\nb=2) at till.c:10', '#2  open_till (s="(", b=2) at till.c:10'],
  ['behind quote marks', '> #2  open_till (a=1,\n> b=2) at till.c:10', '> #2  open_till (a=1, b=2) at till.c:10'],
]
test.each(joined)('%s', (_, broken, whole) => {
  expect(joinWrappedGdb(`${broken}\n#3  main () at main.c:4\n`)).toBe(`${whole}\n#3  main () at main.c:4\n`)
})

test.each([
  ['whole', '#2  open_till (a=1) at till.c:10\n#3  main () at main.c:4\n'],
  ['as gdb places it', '#2  open_till (a=1)\n    at till.c:10\n#3  main () at main.c:4\n'],
  ['never closed', '#2  open_till (a=1,\n#3  main () at main.c:4\n'],
  ['a sentence', '#2 is the till (see below\n\nfor more)\n'],
])('%s: unchanged', (_, text) => {
  expect(joinWrappedGdb(text)).toBe(text)
})

test('the joined row has its function, file and line', () => {
  const text = `Program received signal EXC_BAD_ACCESS, Could not access memory.
Reason: KERN_INVALID_ADDRESS at address: 0x0000000000000010
#0  0x00001f40 in total (cart=0x10) at cart.c:14
#1  0x00001f80 in count_till (cart=0x10,
    flags=3, name=0x100200 "till") at till.c:88
#2  0x00001fa0 in open_till (a=1,
b=2) at till.c:102
#3  0x00001fe0 in main (argc=1) at
main.c:7
`
  const [told] = toldOf(text)
  const frames = [...(told?.report.threads ?? []), ...(told?.report.backtraces ?? [])].flatMap((one) => one.frames)
  expect(frames.map(({ symbol }) => [symbol?.name, symbol?.line])).toEqual([
    ['total', 14],
    ['count_till', 88],
    ['open_till', 102],
    ['main', 7],
  ])
})

const lldb = (pid: number): string => `Process ${pid} stopped
* thread #1: tid = 0xf4c6, 0x000000011bb96ef6 till\`Till::path(unsigned int, void*&) const + 118, queue = 'com.apple.main-thread', stop reason = signal SIGABRT
    frame #0: 0x000000011bb96ef6 till\`Till::path(unsigned int, void*&) const + 118
    frame #1: 0x000000011bb97ef6 till\`main + 118
till\`Till::path:
->  0x11bb96ef6 <+118>: movl   0x8(%rdx), %eax
`
test.each([50, 60, 72, 76, 80, 90])(
  'rows and headings of lldb that a mail broke at blanks behind column %i',
  (width) => {
    const wrap = (line: string): string => {
      const at = line.lastIndexOf(' ', width)
      return line.length <= width || line.slice(0, at).trim().length < 20
        ? line
        : `${line.slice(0, at)}\n${wrap(line.slice(at + 1))}`
    }
    const broken = lldb(31).split('\n').map(wrap).join('\n')
    expect(broken).not.toBe(lldb(31))
    const [told] = toldOf(broken)
    expect(told?.functions).toEqual(['Till::path(unsigned int, void*&) const', 'main'])
    expect(told?.report.exception?.signal).toBe('SIGABRT')
  },
)
