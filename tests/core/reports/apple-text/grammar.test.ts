/** Lines that begin parts of a crash report: what each pattern takes from a line, and the lines that are near it. */
import { describe, expect, test } from 'vitest'
import * as grammar from '../../../../src/core/reports/apple-text/apple-text-grammar.ts'

type Row = readonly [text: string, groups: readonly (string | undefined)[]]
const parts = (pattern: RegExp, text: string) => pattern.exec(text)?.slice(1)

/** Blanks that may stand before every such line. */
const check = (
  name: string,
  pattern: RegExp,
  found: readonly Row[],
  near: readonly string[],
  isIndented = true,
): void => {
  describe(name, () => {
    test.each(found)('%j', (text, groups) => {
      expect(parts(pattern, text)).toEqual(groups)
      for (const blanks of [' ', '\t \t', '        '])
        expect(parts(pattern, blanks + text)).toEqual(isIndented ? groups : undefined)
      for (const junk of ['x', '> ', 'A ', '.']) expect(parts(pattern, junk + text)).toBeUndefined()
    })
    test.each(near)('not %j', (text) => {
      expect(parts(pattern, text)).toBeUndefined()
    })
  })
}
const same = (texts: readonly string[], ...groups: Row[1]): Row[] => texts.map((text) => [text, groups])

check(
  'the head of a thread',
  grammar.THREAD_HEAD,
  [
    ['Thread 0:', ['0', undefined, '', '']],
    ['Thread 123:', ['123', undefined, '', '']],
    ['Thread \t 7', ['7', undefined, '', '']],
    ['Thread 7 \t: Main', ['7', undefined, '', ' Main']],
    ['Thread 7 Crashed', ['7', 'Crashed', '', '']],
    ['Thread 7 Crashed:', ['7', 'Crashed', '', '']],
    ['Thread 7\tAttributed \t::  Dispatch queue: x', ['7', 'Attributed', ':', '  Dispatch queue: x']],
    ['Thread 7Highlighted:::', ['7', 'Highlighted', ':', ':']],
    ['Crashing Thread 7:', ['7', undefined, '', '']],
    ['Crashing Thread:', [undefined, undefined, '', '']],
    ['Crashing Thread Crashed: x', [undefined, 'Crashed', '', ' x']],
  ],
  [
    'Thread:',
    'Thread x:',
    'Thread 7 crashed:',
    'Thread 7 x',
    'Thread 7 Crashed x',
    'Thread7:',
    'Threads 7:',
    'Crashing 7:',
  ],
)
check(
  'the name of a thread',
  grammar.THREAD_NAME,
  [
    ['Thread 0 name:', ['0', '']],
    ['Thread \t 123 name:  Main of x: y', ['123', '  Main of x: y']],
  ],
  ['Thread name: x', 'Thread x name: x', 'Thread 0  name: x', 'Thread 0 name', 'Thread 0 names:', 'Thread0 name:'],
)
check(
  'the heading of registers',
  grammar.THREAD_STATE,
  [
    ['Thread 0 crashed with ARM Thread State (64-bit):', ['0']],
    ['Thread \t 123 crashed with X86 Thread State', ['123']],
    ['Unknown thread crashed with X86 Thread State (64-bit): \t', [undefined]],
    ['Thread 1 crashed with thread state', ['1']],
    ['Thread 1 Thread State', ['1']],
    [`Thread 1 ${'x'.repeat(38)} Thread State :`, ['1']],
  ],
  [
    ...[
      'Thread crashed with Thread State',
      'Thread x Thread State',
      'Thread 0: Thread State',
      'Thread 0 Thread State: x',
    ],
    ...[
      'Thread 0 Thread Stat',
      'Thread 0 aThread State',
      'Thread 0 Thread State::',
      `Thread 1 ${'x'.repeat(39)} Thread State`,
    ],
    'unknown thread Thread State',
  ],
)
check(
  'the heading of instructions',
  grammar.INSTRUCTIONS,
  [
    ['Thread 0 instruction stream:', ['0']],
    ['Thread \t 123 instruction stream', ['123']],
    ['Thread 0 instruction stream of x', ['0']],
  ],
  [
    'Thread instruction stream',
    'Thread x instruction stream',
    'Thread 0 instruction streams',
    'Thread 0  instruction stream',
  ],
)
check(
  'the heading of the last exception',
  grammar.LAST_EXCEPTION,
  same([
    ...[
      'Last Exception Backtrace',
      'Last Exception Backtrace:',
      'Last Exception Backtrace: \t',
      'Last Exception Backtrace 1:',
    ],
    ...[
      'Last Exception Backtrace 123',
      'Last Exception Backtrace:**',
      'Last Exception Backtrace*',
      'Last Exception Backtrace 12:* ',
    ],
  ]),
  [
    ...[
      'Last Exception Backtrace: x',
      'Last Exception Backtrace::',
      'Last Exception Backtrace:***',
      'Last Exception Backtraces',
    ],
    ...[
      'Last Exception Backtrace x:',
      'Last Exception Backtrace  1:',
      'Last Exception Backtrace 1 2:',
      'last exception backtrace:',
    ],
  ],
)
check(
  'the heading of a stack',
  grammar.BACKTRACE,
  [
    'Application Specific Backtrace',
    ...[
      'Application Specific Backtrace 1',
      'Application Specific Backtrace 123',
      'Xamarin Exception Stack',
      'Exception Stack',
    ],
    ...[
      'Original Exception Backtrace',
      'Exception Backtrace 2',
      'Backtrace',
      'Xamarin Stack',
      'Original of a b Stack 1',
    ],
  ].flatMap((title): Row[] => [
    [`${title}:`, [title]],
    [`${title}: \t`, [title]],
  ]),
  [
    ...[
      'Backtrace',
      'Backtrace: x',
      'Backtrace 1:',
      'Application Specific Backtrace',
      'Application Specific Backtrace x:',
    ],
    ...[
      'Application Backtrace:',
      'Xamarin 2 Stack:',
      'Xamarin Stacks:',
      'XamarinStack:',
      'Exception Backtrace  1:',
      'Stack:',
    ],
  ],
)
check(
  'the heading of images',
  grammar.IMAGES,
  same([
    'Binary Images:',
    'Binary Images: \t',
    'Binary Images Description:',
    'Binary Images (of x):',
    'Binary Images ():',
  ]),
  [
    ...[
      'Binary Images',
      'Binary Images: x',
      'Binary Images of:',
      'Binary Images(x):',
      'Binary Images ((x)):',
      'Binary Images (x:',
    ],
    ...['Binary Image:', 'binary images:', 'Binary Images  Description:', 'Binary Images Description (x):'],
  ],
)
check(
  'samples before a kill',
  grammar.TREE,
  same(['Microstackshots: 1', 'Microstackshots: 123 (from x)', 'Microstackshots: 12,']),
  ['Microstackshots:', 'Microstackshots: x', 'Microstackshots: 1x', 'Microstackshots:  1', 'Microstackshot: 1'],
)
check(
  'the head of a stack that we write',
  grammar.WRITTEN_STACK,
  [
    ['Backtrace: ', ['']],
    ['Backtrace: x: y', ['x: y']],
  ],
  ['Backtrace:', 'Backtrace x', 'Backtraces: x', 'Backtrace: x\ny'],
  false,
)
check(
  'the head of a tree that we write',
  grammar.WRITTEN_TREE,
  [
    ['Call Tree (samples): Main', ['samples', 'Main']],
    ['Call Tree (m): ', ['m', '']],
    [`Call Tree (${'x'.repeat(40)}): a): b`, ['x'.repeat(40), 'a): b']],
  ],
  [
    ...[
      'Call Tree (): x',
      'Call Tree: x',
      `Call Tree (${'x'.repeat(41)}): x`,
      'Call Tree (a(b): x',
      'Call Tree (a)b): x',
    ],
    ...['Call Tree (a):x', 'Call Tree (a) x', 'Call Trees (a): x', 'Call Tree (a): x\ny'],
  ],
  false,
)
check('the words on a main thread that waits', grammar.DEADLOCKED, same(['Application main thread deadlocked']), [
  'Application main thread deadlocked.',
  'Application main thread deadlocked ',
  'Application main thread',
  'main thread deadlocked',
])
check(
  'bare addresses',
  grammar.BRACKETED,
  [
    ['(0x1)', ['0x1)']],
    ['(0x104ccc074 0x1', ['0x104ccc074 0x1']],
    ['(0xABCDEF0x', ['0xABCDEF0x']],
  ],
  ['0x1', '(x)', '( 0x1', '(0x)', '((0x1', '(0x1\n)'],
)
check(
  'a row that may be one',
  grammar.ROW_LIKE,
  same([
    ...[
      '0 0x104c',
      '*0 0x104c',
      '1234\tTill 0x104c',
      '0 Till 104CCC07',
      '0 Till of x: 0xabcd y',
      '0x104c',
      '0x1234567890abcdef',
      '*0x104c',
    ],
    `0 ${'x'.repeat(399)} 0x104c`,
  ]),
  [
    ...[
      '12345 0x104c',
      '0 0x104',
      '0 1234567',
      '0 Till',
      'Till 0x104c',
      '0xabc',
      '0x104cg',
      '0x12345678901234567',
      '**0 0x104c',
    ],
    ...['00x104c', '0 x0x104c', `0 ${'x'.repeat(400)} 0x104c`, '0 x104ccc07', ''],
  ],
)
check(
  'the number of a row',
  grammar.NUMBER,
  [
    ['0 x', ['0']],
    ['1234 \t Till', ['1234']],
    ['#12 x', ['12']],
  ],
  ['12345 x', '0', '0 ', 'a 0 x', '0x', '##1 x', '-1 x'],
)
check(
  'words that look like fields',
  grammar.WORDS,
  same(['Fatal error', 'Library not loaded', 'Symbol not found', 'Assertion failed']),
  ['Fatal errors', 'Library not loaded ', 'Symbol found', 'Assertion', 'fatal error', ''],
  false,
)
