/** Where further stops, panics and words begin in a text, by their marks in all forms. */
import { describe, expect, test } from 'vitest'
import { findFurtherPanics } from '../../../src/core/reports/further-panics.ts'
import { findFurtherStops } from '../../../src/core/reports/further-stops.ts'
import { findFurtherWords } from '../../../src/core/reports/further-words.ts'
import { blanks, formsOf, type Part } from '../../support/text-forms.ts'

/** The rests of a text that begin at these offsets. */
const restsOf = (text: string, starts: readonly number[]): readonly string[] => starts.map((start) => text.slice(start))
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('a further stop of a debugger', () => {
  const first = `* thread #1, stop reason = signal SIGABRT\n    frame #0: kill\n`
  const rows = '\n    frame #0: count\n'
  const quote: Part = { right: ['', '> ', '\t  '], wrong: ['x', ' '.repeat(21)] }
  const reason: readonly (string | Part)[] = [
    'stop',
    { right: [' ', '\n', '    '], wrong: ['', '     '] },
    'reason',
    { right: [' ', '\n', '    '], wrong: ['', '     '] },
    '=',
    { right: [' ', '\n', '    '], wrong: [''] },
    { right: ['signal SIGSEGV', 's'] },
  ]
  const whole = formsOf(
    { right: ['', '  '] },
    '*',
    { right: [' ', '    ', '\t'], wrong: ['', '     '] },
    'thread #',
    { right: ['1', '123456'], wrong: ['', '1234567', 'x'] },
    { right: [', ', ', queue = x\n', ' '], wrong: [' thread #2, ', 'x'] },
    ...reason,
  )
  const cut = formsOf(
    quote,
    { right: ['thread', 't', ''], wrong: ['threads', 'T'] },
    { right: [' ', ''], wrong: ['  '] },
    '#',
    { right: ['1', '123456'], wrong: ['', '1234567', 'x'] },
    { right: [': tid = '], wrong: [' tid = '] },
    { right: ['7, ', '0x1f, queue\n'] },
    ...reason,
  )
  const gdb = formsOf(
    quote,
    {
      right: ['Program', 'program', 'Thread 1', 'Thread 123456'],
      wrong: ['PROGRAM', 'Thread', 'Thread x', 'Thread 1234567'],
    },
    ' received signal',
    { right: ['', ':'], wrong: ['::'] },
    { right: [' ', '    ', '\t'], wrong: ['', '     '] },
    { right: ['', '“', '"'], wrong: ["'", '""'] },
    { right: ['SIGSEGV', 'S', 'EXC_BAD_ACCESS, Could not'], wrong: ['', ', x'] },
    { right: ['', '\nReason: KERN', '\n> \tReason: KERN'] },
  )
  test.each([...joined(whole.right), ...joined(cut.right), ...joined(gdb.right)])('%j', (text) => {
    const all = first + text + rows
    expect(restsOf(all, findFurtherStops(all))).toEqual([text + rows])
  })
  test.each([...whole.wrong.filter((text) => !text.includes('thread #2')), ...cut.wrong, ...gdb.wrong])(
    'not %j',
    (text) => {
      expect(findFurtherStops(first + text + rows)).toEqual([])
    },
  )

  const row = formsOf(
    { right: ['', ' ', '* ', '\t'], wrong: ['x'] },
    'frame #',
    { right: ['0', '12345'], wrong: ['', '123456', 'x'] },
    ': ',
    { right: ['c', 'count'], wrong: ['', ' '] },
  )
  const numbered = formsOf(quote, '#', { right: ['0', '12345'], wrong: ['', '123456', 'x'] }, blanks, {
    right: ['c', 'count ()'],
    wrong: ['', '\n'],
  })
  const second = '* thread #1, stop reason = signal SIGSEGV'
  test.each([...joined(row.right), ...joined(numbered.right)])('has the row %j', (text) => {
    const all = `${first}${second}\n${text}`
    expect(restsOf(all, findFurtherStops(all))).toEqual([`${second}\n${text}`])
  })
  test.each([...row.wrong, ...numbered.wrong])('does not have the row %j', (text) => {
    expect(findFurtherStops(`${first}${second}\n${text}`)).toEqual([])
  })

  test.each<[above: string, second: string, isOther: boolean]>([
    ['', '* thread #1, stop reason = signal SIGABRT', false],
    ['', '* thread #1, stop reason = signal SIGABRT, queue = till', false],
    ['', '* thread #1, stop reason = signal SIGABRT, queue', true],
    ['', '* thread #1, stop reason = breakpoint 1.1', true],
    ['Process 7 stopped\n', '* thread #1, stop reason = signal SIGABRT', true],
    ['process 123456789 launched\n', '* thread #1, stop reason = signal SIGABRT', true],
    ['Process 41 thread 0x1f\n', '* thread #1, stop reason = signal SIGABRT', true],
    ['Process 41 resuming\n', '* thread #1, stop reason = signal SIGABRT', false],
    ['Process x stopped\n', '* thread #1, stop reason = signal SIGABRT', false],
    ['Process 1234567890 stopped\n', '* thread #1, stop reason = signal SIGABRT', false],
  ])('%j, %j: is another %j', (above, words, isOther) => {
    const all = first + above + words + rows
    expect(restsOf(all, findFurtherStops(all))).toEqual(isOther ? [above + words + rows] : [])
  })
  test('breakpoints and steps are one look at a program', () => {
    const stop = (words: string) => `* thread #1, stop reason = ${words}${rows}`
    expect(findFurtherStops(stop('breakpoint 1.1') + stop('step over') + stop('breakpoint 2.1'))).toEqual([])
    const [one, two, three] = [stop('breakpoint 1.1'), stop('signal SIGABRT'), stop('signal SIGSEGV')]
    expect(findFurtherStops(one + two + three)).toEqual([one.length, one.length + two.length])
    expect(findFurtherStops(one)).toEqual([])
    // A stop without rows is none of its own.
    expect(findFurtherStops(`${two}* thread #1, stop reason = x\n${three}`)).toEqual([two.length])
  })
  test.each<[string, string]>([
    ['\n', ''],
    ['\n\n', ''],
    ['\n \r\n', ''],
    ['\n(lldb) bt\n', '(lldb) bt\n'],
    ['\n> (gdb) bt\n', '> (gdb) bt\n'],
    ['\n```\n', '```\n'],
    ['\nProcess 7 stopped\n', 'Process 7 stopped\n'],
    ['\nregisters\n\nmore\n', '\nmore\n'],
    ['\nregisters\nmore\n', 'registers\nmore\n'],
  ])('what follows a row: %j', (between, rest) => {
    const all = `${first.trimEnd()}${between}${second}${rows}`
    const [start = 0] = findFurtherStops(all)
    expect(all.slice(start, all.indexOf(second)).trimStart()).toBe(rest.trimStart())
  })
})

describe('a further panic', () => {
  const panic = 'panic(cpu 0 caller 0xffffff8001a89754): x\n'
  const again = formsOf(
    { right: ['', '> ', '\t  '], wrong: ['x', ' '.repeat(21)] },
    { right: ['panic', 'Panic'], wrong: ['panics'] },
    { right: ['', ' '], wrong: ['  '] },
    '(cpu ',
    { right: ['1', '12', '1234'], wrong: ['', '12345', 'x'] },
    ' caller 0x',
    { right: ['ffffff8001a89754', '1', 'F'], wrong: ['', 'g', 'ffffff8001a897540'] },
    ')',
  )
  test.each(joined(again.right))('%j', (text) => {
    const all = `${panic}\n${text}`
    expect(restsOf(all, findFurtherPanics(all))).toEqual([`\n${text}`.slice(1)])
  })
  test.each(again.wrong)('not %j', (text) => {
    expect(findFurtherPanics(`${panic}\n${text}`)).toEqual([])
  })
  const quote: Part = { right: ['', '> ', '\t  '], wrong: ['x', ' '.repeat(21)] }
  const ends = formsOf(quote, {
    right: ['System uptime in nanoseconds:', 'last loaded kext at ', 'last unloaded kext at '],
    wrong: ['System uptime:', 'last overloaded kext at '],
  })
  test.each(joined(ends.right))('behind the end %j', (text) => {
    const all = `${panic}Backtrace x\n${text}7\n${panic}`
    expect(restsOf(all, findFurtherPanics(all))).toEqual([panic])
  })
  test.each(ends.wrong)('not behind %j', (text) => {
    expect(findFurtherPanics(`${panic}Backtrace x\n${text}7\n${panic}`)).toEqual([])
  })
  const inside = formsOf(quote, {
    right: [
      'Backtrace (CPU 0)',
      'Panicked task',
      'Debugger message',
      'Kernel version',
      'BSD process name',
      'Process name',
      'Nested panic',
      'lr: 0x1',
      '0xffffff80',
      'backtrace',
    ],
    wrong: ['Backtraces', 'lr 0x1', '0xffffff8', '0xgggggggg'],
  })
  test.each(joined(inside.right))('%j is of one log', (text) => {
    expect(findFurtherPanics(`${panic}\n${text}\n${panic}`)).toEqual([])
  })
  test.each(inside.wrong)('%j is of no log', (text) => {
    const all = `${panic}\n${text}\n${panic}`
    expect(restsOf(all, findFurtherPanics(all))).toEqual([panic])
  })
  const above = formsOf(quote, {
    right: [
      'Anonymous UUID: 32BC',
      'Anonymous UUID:',
      '*** Panic Report ***',
      'Sun Aug 19 13:01:16 2018',
      'Mon Aug  1 03:01:16 2018',
      'Tue Jan 1 03:01:16 2018',
      'Wed Jan 1 03:01:16 2018',
      'Thu Jan 1 03:01:16 2018',
      'Fri Jan 1 03:01:16 2018',
      'Sat Jan 1 03:01:16 2018',
    ],
    wrong: [
      'Anonymous',
      '** Panic Report **',
      'Sun August 19 13:01:16 2018',
      'Sun Aug 19 13:01:16 2018 x',
      'Sun Aug   1 13:01:16 2018',
    ],
  })
  const end = 'System uptime in nanoseconds: 7\n'
  test.each(joined(above.right))('begins with %j', (text) => {
    const log = `${text} \r\n\n${panic}`
    expect(
      restsOf(
        end + log,
        findFurtherPanics(panic + end + log).map((at) => at - panic.length),
      ),
    ).toEqual([log])
  })
  test.each(above.wrong)('does not begin with %j', (text) => {
    const all = `${panic}${end}${text}\n\n${panic}`
    expect(restsOf(all, findFurtherPanics(all))).toEqual([panic])
  })
  test('a title or a blank line tells two', () => {
    const titled = `${panic}Backtrace x\n*** Panic Report ***\n${panic}`
    expect(findFurtherPanics(titled)).toEqual([panic.length + 12])
    for (const title of ['x*** Panic Report ***', '** Panic Report **'])
      expect(findFurtherPanics(`${panic}Backtrace x\n${title}\n${panic}`)).toEqual([])
    const quoted = `${panic}Backtrace x\n> \t*** Panic Report ***\n${panic}`
    expect(findFurtherPanics(quoted)).toEqual([panic.length + 12])
    expect(findFurtherPanics(panic + panic)).toEqual([])
    expect(findFurtherPanics(`${panic}\n${panic}\n${panic}`)).toEqual([panic.length + 1, 2 * panic.length + 2])
    expect(findFurtherPanics(panic)).toEqual([])
  })
})

describe('words on a further end', () => {
  const swift = 'Fatal error: first\n\n'
  const thrown = (name: string, reason: string) =>
    `*** Terminating app due to uncaught exception '${name}', reason: '${reason}'`
  const cases: readonly (readonly [string, boolean])[] = [
    ['Fatal error: second', true],
    ['Fatal error: first', false],
    ['Till/till.swift:12: Fatal error: second', true],
    ['Till Fatal error: second', false],
    [`${'x'.repeat(200)}: Fatal error: second`, true],
    [`${'x'.repeat(201)}: Fatal error: second`, false],
    ['Fatal error: ', false],
    ['Assertion failed: (till), function count', true],
    ['> \tAssertion failed: x', true],
    [' Assertion failed: x', true],
    ['xAssertion failed: x', false],
    ['Assertion failed: ', false],
    ['EXC_BAD_ACCESS (code=1, address=0x10)', true],
    ['EXC_BAD_ACCESS (code=257, address=0xf)', true],
    ['EXC_BAD_ACCESS (code=1257, address=0xF)', false],
    ['EXC_BAD_ACCESS (code=1, address=0x)', false],
    ['EXC_BAD_ACCESS (code=1, address=0xg)', false],
    ['EXC_BAD_ACCESS (code=x, address=0x1)', false],
    ['EXC_BAD_ACCESS (code=1, address=0x0123456789abcdef)', true],
    ['xEXC_BAD_ACCESS (code=1, address=0x10)', false],
    ['Segmentation fault: 11', true],
    ['> \tBus error: 10', true],
    ['xBus error: 10', false],
    ['Bus error: 10x', false],
    ['zsh: segmentation fault', true],
    ['zsh: bus error  ./till', true],
    ['x zsh: bus error', false],
    ['zsh: bus errors', false],
    ['libc++abi: terminating due to uncaught exception of type till::closed', true],
    ['libc++abi.dylib: terminating with uncaught exception of type int', true],
    ['xlibc++abi: terminating with uncaught exception of type int', false],
    ['libc++abi: terminating uncaught exception of type int', false],
    [thrown('NSRangeException', 'x'), true],
    [thrown('', 'x'), false],
    [thrown('N', '').replace("''", "'"), false],
    [`log: ${thrown('N', 'x')}`, true],
  ]
  test.each(cases)('%j: %j', (words, isFurther) => {
    const all = swift + words
    expect(restsOf(all, findFurtherWords(all))).toEqual(isFurther ? [words] : [])
    // Without a blank line it is one end.
    expect(findFurtherWords(`Fatal error: first\n${words}`)).toEqual([])
  })
  test.each<[string, string, boolean]>([
    ['libc++abi: terminating with uncaught exception of type NSException', thrown('N', 'x'), false],
    [thrown('N', 'x'), 'libc++abi: terminating with uncaught exception of type NSException', false],
    ['libc++abi: terminating with uncaught exception of type NSExceptional', thrown('N', 'x'), true],
    ['libc++abi: terminating with uncaught exception of type x::NSException', thrown('N', 'x'), true],
    ['libc++abi: terminating with uncaught exception of type NSException', 'Fatal error: x', true],
    [thrown('N', 'x'), thrown('N', 'x'), false],
    [thrown('N', 'x'), thrown('N', 'y'), true],
    [thrown('N', 'x'), thrown('M', 'x'), true],
  ])('%j, %j: two ends %j', (one, other, areTwo) => {
    const all = `${one}\n\n${other}\n`
    expect(restsOf(all, findFurtherWords(all))).toEqual(areTwo ? [`${other}\n`] : [])
  })
  test.each<[string, boolean]>([
    ['0x104cb80', true],
    ['0x104cb8', false],
    ['x0x104cb80', false],
    ['0x00000000104cb8010', false],
    ['address=0x104cb8010', false],
    ['3   Till   count', true],
    ['> #3 Till count', true],
    ['12345 Till count', false],
    ['3 Till', false],
  ])('a text with the row %j is of others: %j', (row, isOther) => {
    const all = `${swift}${row}\n\nFatal error: second`
    expect(findFurtherWords(all)).toHaveLength(isOther ? 0 : 1)
  })
  test('three ends, and a long text', () => {
    const all = `${swift}Fatal error: second\n\nFatal error: first`
    expect(findFurtherWords(all)).toEqual([20, 41])
    expect(findFurtherWords(`${swift}${'x\n'.repeat(1 << 16)}\n\nFatal error: second`)).toEqual([])
  })
})
