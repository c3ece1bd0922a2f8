/** Headings and rows of lldb and gdb that a mail broke: each place of a break, and lines that only look like it. */
import { describe, expect, test } from 'vitest'
import { joinWrappedDebugger, joinWrappedGdb } from '../../../../src/core/reports/repair/repair-rows.ts'
import { filledTo, LARGEST } from './broken.ts'

const leads = ['', ' ', '\t ']
const ends = ['', ' ', ' \t\r']

describe('lldb', () => {
  /** The second line belongs to the first, whatever blanks are between. */
  const joins: readonly (readonly [name: string, first: string, second: string])[] = [
    ['a reason', "* thread #1, queue = 'till', stop reason =", 'EXC_BAD_ACCESS (code=1, address=0x10)'],
    ['a reason of a thread without a star', 'thread #123456, 0x104ccc074, stop reason =', 'EXC_CRASH'],
    ['a signal', "* thread #12: tid = 0x1f, name = 'a', stop reason =", 'signal SIGABRT'],
    ['a code', '* thread #1, stop reason = EXC_BAD_ACCESS', '(code=1, address=0x10)'],
    ['a code behind another thread', 'thread #123, stop reason = EXC_I', '(code=2)'],
    ['a code without its thread', 'Target 0: stop reason = EXC_BAD_INSTRUCTION', '(code=2, subcode=0x0)'],
    ['a heading behind a comma', '* thread #1,', "queue = 'com.shop.till', stop reason = breakpoint 1.1"],
    ['a heading behind its queue', '*  \tthread #12, queue =', "'com.shop.till', stop reason = signal SIGTRAP"],
    ['a heading before its reason', '* thread #123, 0x1f, stop', 'reason = breakpoint 1.1'],
    ['a heading in its reason', '* thread #1234, 0x1f, stop reason', '= step over'],
    ['a heading in its signal', '* thread #123456, 0x1f, stop reason = signal', 'SIGABRT'],
    ['a heading behind its address', '* thread #1: tid = 0x1f2e, 0x104ccc074', 'till`pay + 40'],
    ['a heading of one digit', '* thread #1: tid = 0x1, 0x1', 'till`pay + 40'],
    [
      'a heading in open arguments',
      '* thread #1: tid = 0x1f, 0x104ccc074 till`pay(amount=3',
      'shop=0x10), stop reason = x',
    ],
    ['arguments', '  frame #0: 0x104ccc074 till`pay(amount=3,', 'shop=0x0000) at till.c:12'],
    ['arguments of a long name', 'frame #12345: 0x1 t`pay(a=3, b=4, ', '_shop_12=<unavailable>) at till.c:12:3'],
    ['types', '* frame #1: 0x104ccc074 till`Shop::pay(int, ', 'std::vector<int>&, char const*) const + 118'],
    ['one type', '\tframe #1: 0x104ccc074 till`Shop::pay(', 'T) + 1'],
    ['a place', 'frame #1: 0x104ccc074 till`pay(amount=3)', 'at till.c:12:3'],
    ['a place without its column', 'frame #1: 0x104ccc074 till`pay(amount=3)', 'at  t:1'],
    [
      'a place that is known to be optimized',
      'frame #1: 0x1f till`pay(a=3)',
      'at /src/till.c:123:45 [opt] [inlined] [artificial]',
    ],
    ['a place behind its word', 'frame #1: 0x104ccc074 till`pay(amount=3) at', 'till.c:12:3'],
    ['a place behind its word, no arguments', 'frame #1: 0x104ccc074 till`pay \tat', 'till.c:1234 [opt]'],
    ['a place behind arguments and blanks', 'frame #1: 0x104ccc074 till`pay(a=3) \t at', 't:1'],
    ['a name', '  frame #1: 0x0000000104ccc074', 'till`pay + 40'],
    ['a name of an image with blanks', 'frame #12345: 0x1', 'Till Shop 2`-[Till payFor:] + 4'],
    ['a short name', '* frame #0: 0xab', 't`p'],
    ['an offset', 'frame #1: 0x104ccc074 till`pay', '+ 40'],
    ['an offset of nine digits', '* frame #1: 0x104ccc074 till`pay', '+ 123456789'],
    ['an offset and more', 'frame #1: 0x104ccc074 till`pay', '+ 4 at till.c:12'],
    ['an offset of a method', 'frame #1: 0x104ccc074 till`Till::pay()', 'const + 40'],
    ['the digits of an offset', 'frame #1: 0x104ccc074 till`pay +', '123456789'],
    ['the digit of an offset', 'frame #12: 0x104ccc074 till`pay\t+', '4'],
  ]
  const around = (text: string): string => `Process 12 stopped\n${text}\n(lldb) thread #9`

  test.each(joins)('%s', (_, first, second) => {
    for (const lead of leads)
      for (const end of ends) {
        const broken = around(`${first}${end}\n${lead}${second}`)
        expect(joinWrappedDebugger(broken)).toBe(around(`${first.trimEnd()} ${second}`))
      }
  })

  test.each(joins)('%s: in lines of less than 2,000 characters', (_, first, second) => {
    const mark = /`|(?<=frame #\d+: )|(?= stop)|(?<=thread #\d+)/.exec(first)
    const at = first.includes('`') ? first.indexOf('`') + 1 : (mark?.index ?? 0)
    // Blanks before a row, or letters inside a name.
    const wide = (length: number): string => {
      const fill = length - first.length
      if (/^[ \t*]*frame/.test(first) && !first.includes('`')) return `${' '.repeat(fill)}${first}`
      return `${first.slice(0, at)}${first.includes('`') ? 'z'.repeat(fill) : ' '.repeat(fill)}${first.slice(at)}`
    }
    expect(joinWrappedDebugger(around(`${wide(1999)}\n${second}`))).toBe(around(`${wide(1999).trimEnd()} ${second}`))
    expect(joinWrappedDebugger(around(`${wide(2000)}\n${second}`))).toBe(around(`${wide(2000)}\n${second}`))
  })

  const row = 'frame #1: 0x104ccc074 till`pay'
  test.each<[string, string]>([
    ['a reason behind a word', '* thread #1, stop reason =\nthe EXC_BAD_ACCESS'],
    ['a signal behind a word', '* thread #1, stop reason =\na signal SIGABRT'],
    ['a reason behind its name', '* thread #1, stop reason = x\nEXC_BAD_ACCESS'],
    ['a thread of seven digits', 'thread #1234567, stop reason =\nEXC_BAD_ACCESS'],
    ['a reason without a thread', 'stop reason =\nEXC_BAD_ACCESS'],
    ['a reason of digits', 'thread #1, stop reason =\nEXC_1'],
    ['a reason before its thread', 'stop reason = thread #1\nEXC_BAD_ACCESS'],
    ['a code behind a word', 'stop reason = EXC_BAD_ACCESS\nx (code=1)'],
    ['a code behind a code', 'stop reason = EXC_BAD_ACCESS (code=1)\n(code=1)'],
    ['a code behind a small reason', 'stop reason = EXC_bad\n(code=1)'],
    ['a code behind junk', 'stop reason = EXC_BAD_ACCESS;\n(code=1)'],
    ['a heading without a star', 'thread #1,\nqueue = x'],
    ['a heading without a blank', '*thread #1,\nqueue = x'],
    ['a heading of seven digits', '* thread #1234567,\nqueue = x'],
    ['a heading with its reason', '* thread #1, stop reason = step over,\nqueue = x'],
    ['a heading with a signal', "* thread #1, stop reason = signal SIGABRT, queue =\n'x'"],
    ['a heading that ends in a word', '* thread #1, queue\n= x'],
    ['a heading behind a name and its address', '* thread #1, 0x104ccc074\ntill`pay'],
    ['a heading with closed arguments', '* thread #1: till`pay(a=1)\nqueue = x'],
    ...[
      '',
      '* thread #2',
      'thread #2',
      '*\t frame #0: x',
      '  frame #0: x',
      '->  0x10 <+1>: ret',
      '0x1f: x',
      '\t0xa',
      '(lldb) x',
      'Process 2',
      'Target 0',
    ].map((line): [string, string] => [`a heading before ${line}`, `* thread #1,\n${line}`]),
    ['arguments behind closed ones', `${row}(a=1)\nshop=0x0) at till.c:1`],
    ['arguments without a row', 'till`pay(a=1,\nshop=0x0) at till.c:1'],
    ['arguments that stay open', `${row}(a=1,\nshop=0x0`],
    ['arguments behind a sign', `${row}(a=1,\n, shop=0x0)`],
    ['arguments of a number', `${row}(a=1,\n1shop=0x0)`],
    ['types without an offset', `${row}(a,\nint) const`],
    ['types with another word', `${row}(a,\nint) volatile + 1`],
    ['a place behind an open row', `${row}(a=1\nat till.c:1`],
    ['a place behind a row without brackets', `${row}\nat till.c:1`],
    ['a place without its word', `${row}(a=1)\ntill.c:1`],
    ['two words', `${row}(a=1) at\nat till.c:1`],
    ['an open place', `${row}(a=1) at the\ntill.c:1`],
    ['a place with words', `${row}(a=1)\nat till.c:1 of the shop`],
    ['a place behind words', `${row}(a=1)\nx at till.c:1`],
    ['a place without a line', `${row}(a=1)\nat till.c`],
    ['a place of three numbers', `${row}(a=1)\nat till.c:1:2:3`],
    ['a place of ten digits', `${row}(a=1)\nat till.c:1234567890`],
    ['a column of ten digits', `${row}(a=1)\nat till.c:1:1234567890`],
    ['a place with another mark', `${row}(a=1)\nat till.c:1 [old]`],
    ['a place behind a word that ends so', `${row}(a=1) flat\ntill.c:1 x`],
    ['a place behind more', `${row}(a=1) at x\ntill.c:1`],
    ['a place behind something else', `${row}(a=1);\nat till.c:1`],
    ['a place without a row', 'till`pay(a=1)\nat till.c:1'],
    ['a name behind a name', `${row}\ntill\`pay`],
    ['a name behind a number of six digits', 'frame #123456: 0x10\ntill`pay'],
    ['a name behind an address of 17 digits', 'frame #1: 0x12345678123456789\ntill`pay'],
    ['a name behind a word', 'xframe #1: 0x10\ntill`pay'],
    ['a name behind junk', 'frame #1: 0x10,\ntill`pay'],
    ['a name without its image', 'frame #1: 0x10\n`pay'],
    ['an image without its name', 'frame #1: 0x10\ntill` pay'],
    ['a row behind an address', 'frame #1: 0x10\n * frame #2: 0x20 till`pay'],
    ['a heading behind an address', 'frame #1: 0x10\n* thread #2 till`pay'],
    ['an offset of ten digits', `${row}\n+ 1234567890`],
    ['an offset behind a word', `${row}\nx + 12`],
    ['an offset without a blank', `${row}\n+12`],
    ['an offset of letters', `${row}\n+ x`],
    ['an offset without a row', 'till`pay\n+ 12'],
    ['an offset behind an address', 'frame #1: 0x104ccc074\n+ 12'],
    ['an offset behind a long name of an image', `frame #1: 0x10 ${'x'.repeat(201)}\`pay\n+ 12`],
    ['digits behind a name', `${row}\n12`],
    ['digits behind a sign in a name', `${row}+\n12`],
    ['digits behind a sign and more', `${row} + x\n12`],
    ['ten digits', `${row} +\n1234567890`],
    ['digits and words', `${row} +\n12 items`],
    ['digits behind words', `${row} +\nx 12`],
  ])('%s: unchanged', (_, text) => {
    expect(joinWrappedDebugger(around(text))).toBe(around(text))
  })

  test('an image with a name of 200 characters', () => {
    const text = (length: number): string => `frame #1: 0x10 ${'x'.repeat(length)}\`pay\n+ 12`
    expect(joinWrappedDebugger(text(200))).toBe(text(200).replace('\n', ' '))
  })

  test.each(['frame #1: 0x10\ntill`pay', '* thread #1,\nqueue = x'])('%j alone', (text) => {
    expect(joinWrappedDebugger(text)).toBe(text.replace('\n', ' '))
  })

  test('several breaks of one row', () => {
    const broken =
      '* thread #1,\nqueue = x, stop reason =\nEXC_CRASH\n(code=1)\nframe #0: 0x10\ntill`pay\n+ 12\nframe #1: 0x20 till`main\n+\n4'
    const whole =
      '* thread #1, queue = x, stop reason = EXC_CRASH (code=1)\nframe #0: 0x10 till`pay + 12\nframe #1: 0x20 till`main\n+\n4'
    expect(joinWrappedDebugger(broken)).toBe(whole)
  })

  test('in a text of four million characters, not of one more', () => {
    const least = filledTo(`${row}\n+ 12`, LARGEST)
    expect(joinWrappedDebugger(least)).toBe(least.replace('\n', ' '))
    expect(joinWrappedDebugger(`${least}.`)).toBe(`${least}.`)
  })
})

describe('gdb', () => {
  const tail = '\n#9  main () at main.c:4'
  const joined = (text: string): string => joinWrappedGdb(`${text}${tail}`).slice(0, -tail.length)

  test.each<[string, string, string]>([
    ['of one digit, and an address', '#1 0x1 in pay (a=1,', 'b=2) at till.c:1'],
    ['of five digits', '#12345\t 0x00001fa0 in pay (a=1,', 'b=2) at till.c:1'],
    ['behind quotes', ' >> #1  pay (a=1,', '> \tb=2) at till.c:1'],
    ['with digits in capitals', '#1  0x1FA0 IN pay (a=1,', 'b=2) at till.c:1'],
    ['of a method', '#1  0x1fa0 in Shop::pay<int> (this=0x10,', "s=\"(\", c='(', d='\\(')"],
    ['with a bracket in a string', '#1  pay (s="\\"(", c=\')\',', "c='\\\\') at till.c:1"],
    ['with a string before dots', '#1  pay (s="((("...,', 'b=2) at till.c:1'],
  ])('a row %s', (_, first, second) => {
    for (const end of ends)
      expect(joined(`${first}${end}\n${second}`)).toBe(`${first} ${second.replace(/^[ \t>]+/, '')}`)
  })

  test.each<[string, string, string]>([
    ['on its own line', '#1  pay (a=1,\nb=2)\n> \tat  till.c:1 \t\r', '#1  pay (a=1, b=2) at  till.c:1'],
    ['of a library', '#1  pay (a=1,\nb=2)\nfrom\t/lib/till.so', '#1  pay (a=1, b=2) from\t/lib/till.so'],
    ['behind its word', '#1  pay (a=1) at\n> \ttill.c:123 \r', '#1  pay (a=1) at till.c:123'],
    ['behind its word, without a line', '#1  pay (a=1) from\ntill.c:', '#1  pay (a=1) from till.c:'],
    ['behind a folder', '#1  pay (a=1) at /\ntill.c:1', '#1  pay (a=1) at /till.c:1'],
    [
      'behind two folders',
      '#1  pay (a=1) from ../src/\n>till.c:123456789',
      '#1  pay (a=1) from ../src/till.c:123456789',
    ],
    ['before its line', '#1  pay (a=1) at t:\n1', '#1  pay (a=1) at t:1'],
    [
      'before its line, behind quotes',
      '#1  pay (a=1) from till.c:\n> \t123456789\t\r',
      '#1  pay (a=1) from till.c:123456789',
    ],
  ])('the place %s', (_, broken, whole) => {
    expect(joined(broken)).toBe(whole)
  })

  test.each<[string, string]>([
    ['a number of six digits', '#123456  pay (a=1,\nb=2)'],
    ['no blank behind the number', '#1pay (a=1,\nb=2)'],
    ['junk before the number', 'x #1  pay (a=1,\nb=2)'],
    ['no name', '#1  (a=1,\nb=2)'],
    ['a number for a name', '#1  #2 (a=1,\nb=2)'],
    ['brackets without a blank', '#1  pay(a=1,\nb=2)'],
    ['a bracket too many', '#1  pay (a=1))\nb=2)'],
    ...['#2 x (b=2)', '> #2 x)', '', '> ', '(gdb) b)', 'Thread 2 b)', '[Switching b)', 'Program received b)'].map(
      (line): [string, string] => [`before ${line}`, `#1  pay (a=1,\n${line}\nb=2)`],
    ),
    ['a whole row before blanks', '#1  pay (a=1) \t\nmore'],
    ['the place of a whole row', '#1  pay (a=1)\nat till.c:1'],
    ['a file behind words', '#1  pay (a=1) at\nthe till.c:1'],
    ['a file and words', '#1  pay (a=1) at\ntill.c:1 x'],
    ['a file without a colon', '#1  pay (a=1) at\ntill.c'],
    ['a line of ten digits', '#1  pay (a=1) at\ntill.c:1234567890'],
    ['a file behind another word', '#1  pay (a=1) in\ntill.c:1'],
    ['a file behind a word without its bracket', '#1  pay (a=1), at\ntill.c:1'],
    ['a folder behind another word', '#1  pay (a=1) in src/\ntill.c:1'],
    ['a folder and a blank', '#1  pay (a=1) at the src/\ntill.c:1'],
    ['a line of words', '#1  pay (a=1) at till.c:\n12 x'],
    ['a line behind words', '#1  pay (a=1) at till.c:\nx 12'],
    ['ten digits', '#1  pay (a=1) at till.c:\n1234567890'],
  ])('%s: unchanged', (_, text) => {
    expect(joined(text)).toBe(text)
  })

  test.each([
    ['the place and words', '#1  pay (a=1,\nb=2)\nat till.c of the shop', '#1  pay (a=1, b=2)\nat till.c of the shop'],
    ['words and the place', '#1  pay (a=1,\nb=2)\nit is at till.c', '#1  pay (a=1, b=2)\nit is at till.c'],
    ['another word', '#1  pay (a=1,\nb=2)\nin till.c', '#1  pay (a=1, b=2)\nin till.c'],
    [
      'the place behind the place',
      '#1  pay (a=1,\nb=2) at a.c:1\nat till.c:2',
      '#1  pay (a=1, b=2) at a.c:1\nat till.c:2',
    ],
  ])('behind a joined row: %s', (_, broken, whole) => {
    expect(joined(broken)).toBe(whole)
  })

  test('rows of nine lines, not of ten', () => {
    const text = (parts: number): string => `#1  pay (${'a,\n'.repeat(parts)}b)`
    expect(joined(text(8))).toBe(text(8).replaceAll('\n', ' '))
    expect(joined(text(9))).toBe(text(9))
  })

  test('rows of less than 4,000 characters', () => {
    const text = (first: number, second: number): string =>
      `${'#1  pay (a'.padEnd(first - 1, 'a')},\n${'b'.repeat(second - 1)})`
    expect(joined(text(3000, 999))).toBe(text(3000, 999).replace('\n', ' '))
    expect(joined(text(3000, 1000))).toBe(text(3000, 1000))
    expect(joined(text(3999, 2))).toBe(text(3999, 2))
  })

  test('at the end of the text', () => {
    expect(joinWrappedGdb('#1  pay (a=1,\nb=2)')).toBe('#1  pay (a=1, b=2)')
    expect(joinWrappedGdb('#1  pay (a=1,')).toBe('#1  pay (a=1,')
    expect(joinWrappedGdb('#1  pay (a=1,\nb=2')).toBe('#1  pay (a=1,\nb=2')
  })

  test('in a text of four million characters, not of one more', () => {
    const least = filledTo('#1  pay (a=1,\nb=2)', LARGEST)
    expect(joinWrappedGdb(least)).toBe(least.replace('\n', ' '))
    expect(joinWrappedGdb(`${least}.`)).toBe(`${least}.`)
  })
})
