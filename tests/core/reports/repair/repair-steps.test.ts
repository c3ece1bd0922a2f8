/** Damage that chats, mails and pages do to a pasted text: each kind in its forms, and texts that only look damaged. */
import { describe, expect, test } from 'vitest'
import { withoutTerminalCodes } from '../../../../src/core/reports/base/lines.ts'
import { repairText, undoBlanks } from '../../../../src/core/reports/repair/repair.ts'

const ROW = '0 Till 0x104ccc074 pay + 40'
const repaired = (text: string): readonly [text: string, ...codes: readonly string[]] => {
  const made = repairText(text, 'a.crash')
  for (const note of made.notes) expect(note).toMatchObject({ file: 'a.crash', severity: 'note' })
  return [made.text, ...made.notes.map(({ code }) => code)]
}
type Case = readonly [name: string, before: string, after: string]
const undone = (code: string) => (_: string, before: string, after: string) =>
  expect(repaired(before)).toEqual([after, `repaired-${code}`])
const left = (_: string, text: string): void => expect(repaired(text)).toEqual([text])

describe('lines of reports', () => {
  const keys =
    'threads usedImages imageOffset frames bug_type exception memoryStatus processes rpages procname panicString asiBacktraces'
  const known = [
    '0 Till 0x1', '123\t Till Shop \t0xABC pay', 'Thread 1 Crashed', 'thread 12', 'Binary Images:', 'Incident Identifier:', 'Process:  Till', 'Process:\tx',
    'Exception Type: x', 'Date/Time: 1', 'OS Version: x', 'Code Type: x', 'Report Version: 1', 'Identifier: x', 'Crashed Thread: 1', 'Triggered by Thread: 1',
    'Last Exception Backtrace:', '0xa x', '(0x104ccc074 0x1)', '0x1ab - 0x1cd x', 'a b\tSymbol Name',
    ...['app_name', 'bug_type', 'timestamp'].map((key) => `{"${key}":1}`), ...keys.split(' ').map((key) => `"${key}": x`),
  ] // prettier-ignore
  const unknown = [
    '1234 Till 0x1', '0 0x1', 'x 0 Till 0x1', '0 Till x0x1', '0 Till 0xg', '0Till 0x1', 'Thread x', 'a Thread 1', 'Binary Image:', 'Process:x', 'Identifier:x', 'Incident Identifier',
    '0xa', '((0xa x', '0x x', '0x1z x', 'a b\tSymbol Names', 'a b Symbol Name', '{ "bug_type":1}', '{"bug":1}', '"thread": x', 'a "threads": x', 'threads: x',
  ] // prettier-ignore
  test.each(known)('a lone mark before %j is taken off', (line) => {
    expect(repaired(`\`${line}`)[0]).toBe(line)
    expect(repaired(`a b\n  \`\t ${line}\nc`)[0]).toBe(`a b\n  \t ${line}\nc`)
    expect(repaired(`a\n \t**${line}** \t\r\nc`)[0]).toBe(`a\n \t${line} \t\r\nc`)
  })
  test.each(unknown)('a lone mark before %j stays', (line) => {
    left('', `\`${line}`)
    left('', `**${line}**`)
  })
  test.each<Case>([
    ['two marks', `\`${ROW}\``, ''],
    ['stars behind a word', `x **${ROW}**`, ''],
    ['stars before a word', `**${ROW}** x`, ''],
    ['stars before a blank', `** ${ROW}**`, ''],
    ['stars at one end', `**${ROW}`, ''],
  ])('%s stay', left)
})

describe('property lists', () => {
  const list = (inner: string): string => `<plist><dict><key>description</key>${inner}`
  test.each<Case>([
    ['with its end', list('<string>a &lt;b&gt; c\nd</string></dict>'), 'a <b> c\nd'],
    ['that is cut off', list(' \n\t<string>a b'), 'a b'],
    ['empty', list('<string></string>'), ''],
    ['of XML', `<?xml version="1.0"?>${list('<string>a</string>')}`, 'a'],
    ['with its type', `\n \t<!DOCTYPE plist>${list('<string>a</string>')}`, 'a'],
    ['below 507 blanks', `${' '.repeat(507)}<?xml?>${list('<string>a</string>')}`, 'a'],
  ])('%s', undone('plist'))
  test.each<Case>([
    ['of another key', '<plist><key>name</key><string>a</string>', ''],
    ['words between', list('x<string>a</string>'), ''],
    ['of another end', list('<string>a<data/>'), ''],
    ['no list', `x ${list('<string>a</string>')}`, ''],
    ['behind letters', `x<?xml?>${list('<string>a</string>')}`, ''],
    ['below 508 blanks', `${' '.repeat(508)}<?xml?>${list('<string>a</string>')}`, ''],
  ])('%s: stays', left)
})

test('colours', () => {
  const e = '\u001b'
  expect(withoutTerminalCodes(`a${e}[mb${e}[0;31mc${e}[?25ld${e}[Ke${e}[1;2;33Hf`)).toBe('abcdef')
  expect(withoutTerminalCodes(`a${e}b${e}[0;31${e}[x1`)).toBe(`a${e}b${e}[0;311`)
  expect(withoutTerminalCodes('[0m')).toBe('[0m')
})

describe('mail that was not decoded', () => {
  const wide = `${'w'.repeat(75)}=20`
  test.each<Case>([
    ['three ends', `${ROW}=20\nb=20\r\nc=20`, `${ROW} \nb \r\nc `],
    ['soft ends, and bytes', `${ROW}=20\na=20\nb=20\nc =\nd= \t\r\ne =C3=a4=3D`, `${ROW} \na \nb \nc de ä=`],
    ['78 letters', `${ROW}=20\na=20\n${wide}`, `${ROW} \na \n${wide.slice(0, -3)} `],
  ])('%s', undone('printable'))
  test.each<Case>([
    ['two ends', `${ROW}=20\nb=20\nc`, ''],
    ['ends inside lines', `${ROW}=20\nb=20\nc=20d`, ''],
    ['79 letters', `${ROW}=20\na=20\n w${wide}`, ''],
    ['no rows', 'a=20\nb=20\nc=20', ''],
    ['rows without ends', `${ROW}\na=20\nb=20\nc=20`, ''],
  ])('%s: stays', left)
})

describe('quotes', () => {
  test.each<Case>([
    ['before both lines', '> a b\n>c d', 'a b\nc d'],
    ['before all lines but blank ones', '> a b\n\n> c', 'a b\n\nc'],
    ['within quotes', '>> a b\n> > c\n>>>d', 'a b\nc\nd'],
    ['before a report of one line', '> Process: Till', 'Process: Till'],
    ['before half of the lines', `> ${ROW}\nabc`, `${ROW}\nabc`],
    ['before three of many lines', `ab\ncd\nef\ngh\n> a\n> > ${ROW}\n> b`, `ab\ncd\nef\ngh\na\n${ROW}\nb`],
    ['before five lines in a row', 'ab\ncd\n>a\n> b c\n>\n> d\n> e', 'ab\ncd\na\nb c\n\nd\ne'],
    [
      'before five long lines',
      `ab\n${`>${'x y'.padEnd(2000, 'z')}\n`.repeat(5)}cd`,
      `ab\n${`${'x y'.padEnd(2000, 'z')}\n`.repeat(5)}cd`,
    ],
  ])('%s', undone('quotes'))
  test.each<Case>([
    ['before one line', '> a b', ''],
    ['before a row of many lines', `ab\ncd\nef\n> ${ROW}`, ''],
    ['before two of five lines', `ab\ncd\nef\n> ${ROW}\n> b`, ''],
    ['before four lines in a row', 'ab\ncd\n>a\n> b\n>\n> d', ''],
    [
      'before five lines, one too long',
      `ab\n>${'x y'.padEnd(2001, 'z')}\n${`>${'x y'.padEnd(2000, 'z')}\n`.repeat(4)}cd`,
      '',
    ],
    ['before five lines, parted', 'ab\n>a\n> b\n>c\ncd\n> d\n> e', ''],
    ['inside lines', 'ab > c\nx > d\nc > e\nd > f\ne >g', ''],
    ['before answers below a row', `${ROW}\n>a\n> b\n>\n> d\n> e`, ''],
    ['before answers below a debugger row', '#12345 \t0xa in b\n>a\n> b\n>\n> d\n> e', ''],
    ['before answers below a debugger heading', ' \t*  thread #1\n>a\n> b\n>\n> d\n> e', ''],
    ['before answers below a frame', 'frame #1\n>a\n> b\n>\n> d\n> e', ''],
    ['before a listing', `ab\n> > Listing 12-345\n> a\n> ${ROW}\n> b`, ''],
    ['before a listing of one digit', `ab\n>Listing 1-3\n> a\n> ${ROW}\n> b`, ''],
  ])('%s: stay', left)
  test.each<Case>([
    ['a listing without its number', `ab\n> Listing 1-x\n> ${ROW}\n> b`, `ab\nListing 1-x\n${ROW}\nb`],
    ['a listing with a long number', `ab\n> Listing 1234-5\n> ${ROW}\n> b`, `ab\nListing 1234-5\n${ROW}\nb`],
    ['a listing behind words', `ab\n> a Listing 1-5\n> ${ROW}\n> b`, `ab\na Listing 1-5\n${ROW}\nb`],
    ['a number of six digits', '#123456 0xa in b\n>a\n> b\n>\n> d\n> e', '#123456 0xa in b\na\nb\n\nd\ne'],
    ['a heading behind words', 'a thread #1\n>a\n> b\n>\n> d\n> e', 'a thread #1\na\nb\n\nd\ne'],
  ])('%s', undone('quotes'))
})

describe('blank lines', () => {
  test.each<Case>([
    ['behind all of four lines', 'a b\n\nc d\n \t\r\ne f\n\ng h', 'a b\nc d\ne f\ng h'],
    ['two of them', 'a b\n\n\nc d\n\ne f\n\ng h', 'a b\n\nc d\ne f\ng h'],
  ])('%s', undone('spacing'))
  test.each<Case>([
    ['three lines', 'a b\n\nc d\n\ne f', ''],
    ['two lines together', 'a b\n\nc d\n\ne f\n\ng h\ni j', ''],
  ])('%s: stay', left)
})

describe('blanks of other widths', () => {
  const [wide, figure, thin, none] = ['\u00a0', '\u2007', '\u202f', '\u200b'] as const
  test.each([
    ['behind an address', `a 0x1f${wide}b${thin}c`, 'a 0x1f b c'],
    ['behind an address of one digit', `0x1${thin}b`, '0x1 b'],
    ['figure blanks behind an address', `0xabc${figure}b${wide}`, '0xabc b '],
    ['behind a number', `a\n 12345${wide}b`, 'a\n 12345 b'],
    ['behind a number and a blank', `#1 ${figure}b`, '#1  b'],
    ['behind a label', `Code Type:  ${wide}b`, 'Code Type:   b'],
    ['behind a label with a sign', `Date/Time:${wide}b`, 'Date/Time: b'],
    ['before a key', ` ${wide} ${wide}"a"`, '    "a"'],
    ['before a bracket', `a\n${wide}{`, 'a\n {'],
    ['before another bracket', `${wide}}`, ' }'],
    ['before a digit', `${wide}1`, ' 1'],
    ['without width at the start', `a\n${none}x ${none}y`, 'a\nx y'],
    ['without width in front of digits', `a ${none}\u2060\ufeff0x1f`, 'a 0x1f'],
    ['without width behind digits', `0x1f\ufeff${none}`, '0x1f'],
    ['without width in angles', `<${none}>`, '<>'],
    ['without width before a blank', `x${none} y`, 'x y'],
  ])('%s', (_, before, after) => {
    expect(undoBlanks(before)).toBe(after)
    expect(repaired(before)).toEqual([after, 'repaired-blanks'])
  })
  test.each([
    ['in a name', `Caf${wide}e 0x1f`],
    ['behind a number of six digits', `123456${wide}b`],
    ['thin ones behind a number', `12${thin}b`],
    ['behind a number inside a line', `a 12${wide}b`],
    ['behind a label in small letters', `code:${wide}b`],
    ['behind a label inside a line', `a Code:${wide}b`],
    ['before a word', ` ${wide}a`],
    ['before a key behind a word', `a ${wide}"b"`],
    ['figure blanks before a key', `${figure}"a"`],
    ['without width inside words', `ti${none}ll`],
    ['without width before a word', `<${none}ll`],
    ['without width behind a word', `ti${none}>`],
  ])('%s: stay', (_, text) => {
    expect(undoBlanks(text)).toBe(text)
  })
  test('far below the beginning nothing is sought', () => {
    const at = (length: number): string => `${'.'.repeat(length - 3)}0x1${wide}`
    expect(undoBlanks(at(262_143))).toBe(at(262_143).replace(wide, ' '))
    expect(undoBlanks(at(262_144))).toBe(at(262_144))
  })
})

describe('curly quotes', () => {
  test.each<Case>([
    ['in an object', '{“a”: „b“}', '{"a": "b"}'],
    ['in a list, behind blanks', ' \n[ \t“a”, "b"]', ' \n[ \t"a", "b"]'],
    ['the other end first', '{”a“:1}', '{"a":1}'],
    ['behind 510 blanks', `${' '.repeat(510)}{“a”: 1}`, `${' '.repeat(510)}{"a": 1}`],
  ])('%s', undone('curly-quotes'))
  test.each<Case>([
    ['in words', '“a” b', ''],
    ['behind a word', 'x {“a”: 1}', ''],
    ['behind another value', '[1, “a”]', ''],
    ['inside strings', '{"a": "“b”"}', ''],
    ['behind 511 blanks', `${' '.repeat(511)}{“a”: 1}`, ''],
  ])('%s: stay', left)
})

describe('escapes', () => {
  test.each<Case>([
    ['of four lines', String.raw`a\nb\nc\nd\ne`, 'a\nb\nc\nd\ne'],
    ['in quotes', String.raw`  "a\r\n\tb\n\"c\"\n\\d\n\/e\n" `, 'a\n\tb\n"c"\n\\d\n/e\n'],
    ['four times as many as line ends', 'a\\nb\\nc\\nd\\ne\nf', 'a\nb\nc\nd\ne\nf'],
  ])('%s', undone('escapes'))
  test.each<Case>([
    ['three', String.raw`a\nb\nc\nd`, ''],
    ['fewer than four times as many as line ends', 'a\\nb\\nc\\nd\\ne\nf\ng', ''],
    ['in an object', String.raw`{"x": "a\nb\nc\nd\ne"}`, ''],
    ['in a list', String.raw` ["a\nb\nc\nd\ne"]`, ''],
  ])('%s: stay', left)
  test('in a text of two million characters, not of one more', () => {
    const text = (length: number): string => 'a\\nb\\nc\\nd\\ne'.padEnd(length, 'z')
    expect(repairText(text(262_144 * 8), 'a').notes).toHaveLength(1)
    expect(repairText(text(262_144 * 8 + 1), 'a').notes).toEqual([])
  })
})
