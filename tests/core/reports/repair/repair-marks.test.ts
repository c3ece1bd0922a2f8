/** Marks of Markdown, HTML and loggers around a report: each kind in its forms, and texts that only look marked. */
import { describe, expect, test } from 'vitest'
import { repairText } from '../../../../src/core/reports/repair/repair.ts'

const ROW = '0 Till 0x104ccc074 pay + 40'
const repaired = (text: string): readonly [text: string, ...codes: readonly string[]] => {
  const made = repairText(text, 'a.crash')
  return [made.text, ...made.notes.map(({ code }) => code)]
}
type Case = readonly [name: string, before: string, after: string]
const undone = (code: string) => (_: string, before: string, after: string) =>
  expect(repaired(before)).toEqual([after, `repaired-${code}`])
const left = (_: string, text: string): void => expect(repaired(text)).toEqual([text])

describe('fences', () => {
  test.each<Case>([
    ['of three marks', '```\na b\n```', '\na b\n'],
    ['with a language', ' \t````text \t\na b\n```swift\nc', '\na b\n\nc'],
    ['of twelve letters', '```abcdefghijkl\na', '\na'],
    ['of waves', '~~~\na\n~~~~~a \nb', '\na\n\nb'],
    ['in a line', 'a ```b``` c', 'a b c'],
    ['with more behind it', '```a b\nc', 'a b\nc'],
    ['of thirteen letters', '```abcdefghijklm\na', 'abcdefghijklm\na'],
  ])('%s', undone('fences'))
  test.each<Case>([
    ['two marks', '``\na\n~~\nb', ''],
    ['waves in a line', 'a ~~~b', ''],
    ['waves behind a word', 'a ~~~', ''],
    ['waves before words', '~~~a b', ''],
  ])('%s: stay', left)
})

describe('tags', () => {
  const names = ['pre', 'details', 'summary', 'code', 'p', 'div', 'blockquote']
  test.each(names)('%s', (name) => {
    const capital = name.toUpperCase()
    expect(repaired(`<${name}>${ROW}</${name}>\na`)).toEqual([`${ROW}\na`, 'repaired-fences'])
    expect(repaired(`a\n \t<${capital} class="x">${ROW}</${capital}> \t\nb`)).toEqual([
      `a\n${ROW}\nb`,
      'repaired-fences',
    ])
    expect(repaired(`</${name}>\n${ROW}`)).toEqual([`\n${ROW}`, 'repaired-fences'])
    expect(repaired(`<${name}> </${name}><${name}>${ROW}`)[0]).toMatch(/0 Till 0x104ccc074 pay \+ 40$/)
    left('', `a <${name}>b</${name}> c\n${ROW}`)
  })
  test.each<Case>([
    ['breaks', `${ROW}<br>\na<br/> \nb<br />\nc<BR>`, `${ROW}\na\nb\nc`],
    ['paragraphs on one line', `<p>${ROW}</p><p>a b</p> <div class="x">c</div>`, `${ROW}\na b\nc`],
    ['code on one line', `<pre><code>${ROW}</code></pre><p>a</p>`, `${ROW}\n\na`],
    ['what is preformatted, then a paragraph', `<pre>${ROW}</pre> \t<p>a</p>`, `${ROW}\n\na`],
    ['six ends', `<div>${ROW}${'</div>'.repeat(6)}<div>a</div>`, `${ROW}\na`],
    ['a tag with 80 letters', `<p ${'a'.repeat(80)}>${ROW}`, ROW],
    ['a block with 200 letters', `<p>${ROW}</p><p ${'a'.repeat(200)}>b</p>`, `${ROW}\nb`],
  ])('%s', undone('fences'))
  test.each<Case>([
    ['of no report', '<pre>a b</pre>', ''],
    ['of other names', `<b>${ROW}</b>`, ''],
    ['of longer names', `<prefix>${ROW}</prefix>`, ''],
    ['with 81 letters', `<p ${'a'.repeat(81)}>${ROW}`, ''],
    ['inside a line', `a <p> b\n${ROW}`, ''],
    ['blocks in a line', `a <b>b</b><p>c\n${ROW}`, ''],
    ['words in angles', `a < p > b\n${ROW}`, ''],
  ])('%s: stay', left)
  test('blocks with 201 letters', () => {
    const block = `<p ${'a'.repeat(201)}>`
    expect(repaired(`<p>${ROW}</p>${block}b`)[0]).toBe(`${ROW}</p>${block}b`)
  })
})

describe('names in bold', () => {
  const names = [
    '_A1B',
    '_ABC',
    'A_B',
    'A1_2',
    'ABC_DEF',
    'A__B_2',
    `_A${'B'.repeat(120)}`,
    `A${'B'.repeat(60)}_${'C'.repeat(120)}D`,
  ]
  const heads = ['0', '12', '123', 'frame #0:', 'frame #12345:', ' > \t7']
  test.each(names)('%s', (name) => {
    const bold = name.startsWith('_') ? `**${name}_**` : `**${name}**`
    const whole = name.startsWith('_') ? `__${name}___` : `__${name}__`
    for (const head of heads)
      for (const tail of [' + 4', ' \t(in Till)', '', '\r', '+ 4'])
        expect(repaired(`Till\n${head} Till 0x104cc  ${bold}${tail}`)).toEqual([
          `Till\n${head} Till 0x104cc  ${whole}${tail}`,
          'repaired-fences',
        ])
  })
  const row = (name: string, head = '1 Till 0x104ccc074 '): string => `${head}${name} + 4`
  test.each<Case>([
    ['in small letters', row('**a_B**'), ''],
    ['with a small letter', row('**A_b**'), ''],
    ['without a stroke', row('**AB**'), ''],
    ['of a digit', row('**1_B**'), ''],
    ['that begins with a stroke alone', row('**_AB**'), ''],
    ['of one letter', row('**_A_**'), ''],
    ['of two letters', row('**_AB_**'), ''],
    ['of 123 letters', row(`**_A${'B'.repeat(121)}_**`), ''],
    ['of 62 letters before its stroke', row(`**A${'B'.repeat(61)}_C**`), ''],
    ['of 122 letters behind its stroke', row(`**A_${'B'.repeat(121)}C**`), ''],
    ['that ends in a stroke', row('**A_**'), ''],
    ['in a word', row('x**A_B**'), ''],
    ['before a word', row('**A_B** x'), ''],
    ['before other words', row('**A_B**x'), ''],
    ['in a row of four digits', row('**A_B**', '1234 Till 0x104ccc074 '), ''],
    ['in a frame of six digits', row('**A_B**', 'frame #123456: Till 0x104ccc074 '), ''],
    ['in a line of words', row('**A_B**', 'x 1 Till 0x104ccc074 '), ''],
    ['behind 21 blanks', row('**A_B**', `${' '.repeat(21)}1 Till 0x104ccc074 `), ''],
    ['in a row without a blank', row('**A_B**', '1: Till 0x104ccc074 '), ''],
    ['without an address', row('**A_B**', '1 Till 0x104c '), ''],
    ['with an address of 17 digits', row('**A_B**', '1 Till 0x12345678123456789 '), ''],
    ['with an address before a sign', row('**A_B**', '1 Till 0x104ccc074, '), ''],
    ['far behind', `1 Till ${'x'.repeat(382)} 0x104ccc07 **A_B**`, ''],
  ])('%s: stay', left)
  test('at the 400th character', () => {
    const text = (length: number): string => `1 Till ${'x'.repeat(length)} 0x104cc **A_B**`
    expect(repaired(text(384))).toEqual([text(384).replaceAll('**', '__'), 'repaired-fences'])
    left('', text(385))
  })
})

describe("Markdown's escapes", () => {
  test.each<Case>([
    ['of stars', '\\*\\*\\* error for object 0x10', '*** error for object 0x10'],
    ['of one star', 'a **\\* error\n(*\\** b\n>\\*** c', 'a *** error\n(*** b\n>*** c'],
    ['of two strokes', 'a\\_b\\_c', 'a_b_c'],
    ['of strokes before words and escapes', 'x \\_a \\_\\_b', 'x _a __b'],
  ])('%s', undone('fences'))
  test.each<Case>([
    ['three stars', '*** error', ''],
    ['stars without a blank', '\\*\\*\\*error', ''],
    ['stars before a line end', '\\*\\*\\* \na', ''],
    ['stars behind a letter', 'a\\*\\*\\* error', ''],
    ['two stars', '\\*\\* error', ''],
    ['one stroke', 'a\\_b', ''],
    ['strokes alone', 'a \\_ \\_ b', ''],
    ['paths of Windows', 'C:\\a\\_b\\_c', ''],
    ['paths of Windows in small letters', 'x d:\\a\\_b\\_c', ''],
    ['JSON', '{"a": "b\\_c\\_d"}', ''],
    ['a list of JSON', ' \n["a": "b\\_c\\_d"]', ''],
  ])('%s: stay', left)
  test('strokes beside what is no drive', () => {
    expect(repaired('ab:\\x a\\_b\\_c')[0]).toBe('ab:\\x a_b_c')
    expect(repaired('1:\\x a\\_b\\_c')[0]).toBe('1:\\x a_b_c')
  })
})

describe('entities', () => {
  const uuid = '12345678-1234-1234-1234-1234567890AB'
  test.each<Case>([
    ['around a UUID', `<a> &lt;${uuid}&gt; &amp;`, `<a> <${uuid}> &`],
    [
      'around a UUID without its strokes',
      `<a> &lt;${uuid.replaceAll('-', '')}&gt;`,
      `<a> <${uuid.replaceAll('-', '')}>`,
    ],
    ['behind a bracket', '<a> { \t&quot;b&quot;', '<a> { \t"b"'],
    ['behind a comma', '<a> ,&#34;b', '<a> ,"b'],
    ['behind a list', '<a> [&#34;b', '<a> ["b'],
    ['blanks behind a digit', '<a> 1&nbsp;&nbsp;b', '<a> 1  b'],
    ['one blank behind a digit', '<a> 12&NBSP;b', '<a> 12 b'],
    ['a blank behind an address', '<a> 0x1f&nbsp; b', '<a> 0x1f  b'],
    ['angles in a text without any', 'a &lt;b', 'a <b'],
    ['the other angles', 'a &gt; b &#x41;', 'a > b A'],
  ])('%s', undone('entities'))
  test.each<Case>([
    ['around 31 digits', `<a> &lt;${uuid.replaceAll('-', '').slice(1)}&gt;`, ''],
    ['around 37 digits', `<a> &lt;${uuid}1&gt;`, ''],
    ['around letters', `<a> &lt;${uuid.replaceAll('1', 'x')}&gt;`, ''],
    ['a quote behind a letter', '<a> b&quot;', ''],
    ['a blank behind a letter', '<a> b&nbsp;c', ''],
    ['a blank at an end', '<a> 1&nbsp; c', ''],
    ['a blank behind words', '<a> 0x&nbsp; c', ''],
    ['angles in a text with some', 'a &lt;b <c', ''],
    ['angles in a text with another', 'a &lt;b > c', ''],
    ['angles in an object', ' {"a": "&lt;"}', ''],
    ['angles in a list', '["&lt;"]', ''],
    ['an ampersand', 'a &amp; b &quot;', ''],
  ])('%s: stay', left)
})

describe('prefixes', () => {
  const rows = [ROW, 'Process: Till', 'some words']
  const prefixes: readonly string[] = [
    '2017-01-01 10:00:00.000+0100 Till[123:456] ', '2017-01-01 10:00:00,5 a b[1]', '2017-01-01 10:00:00.123456-0800 T[1:1f3x]',
    'Jan  1 10:00:00 shop Till(Lib)[123] <Error>: ', 'Jan 11 10:00:00.123 shop Till[1]:', 'Jan 11 10:00:00.1 s T[12] (Lib x) <Notice>:', 'Dec 31 23:59:59 s T[12] (): ',
    '2021-05-27 20:02:33.483299+0800 0x1234 Default 0x0 123 0 Till: ', '2021-05-27 20:02:33.4-0800  0xa  Info  0x1f  1  12  T: (Lib) ',
    '[ +12 ms] ', '[        ]', '[1h, 2m s]', 'flutter: ',
    'default\t13:36:58.000000 +0100\ttill\t', 'a\t13:36:58.1 -0830\tT x\t',
    'DEBUG:root:', 'INFO:a:', 'WARNING:shop.till-2:', 'ERROR:a_b:', 'CRITICAL:x1:',
  ] // prettier-ignore
  test.each(prefixes)('%j', (prefix) => {
    const broken = rows.map((row) => `${prefix}${row}`)
    undone('prefixes')('', broken.join('\n'), rows.join('\n'))
    expect(repaired(broken.map((row) => `x ${row}`).join('\n')).slice(1)).toEqual([])
  })
  const near: readonly string[] = [
    '2017-01-01 10:00:00 Till[123] ', '2017-01-01 10:00:00.0+010 Till[123] ', '2017-01-01 10:00:00.0 Till[x] ', '2017-01-01 10:00:00.0 [12] ', '17-01-01 10:00:00.0 Till[1] ',
    '2017-01-01 10:00:00.0 Till[1:] ', `2017-01-01 10:00:00.0 ${'x'.repeat(81)}[1] `,
    'jan  1 10:00:00 shop Till[123]: ', 'January 1 10:00:00 shop Till[123]: ', 'Jan 1 10:00:00 shop Till[123]: ', 'Jan  1 10:00:00. shop Till[123]: ', 'Jan  1 10:00:00 shop Till[x]: ',
    'Jan  1 10:00:00 shop Till[1] (a: ', 'Jan  1 10:00:00 shop Till[1] <1>: ', `Jan  1 10:00:00 ${'x'.repeat(121)}[1]: `,
    '2021-05-27 20:02:33+0800 0x1234 Default 0x0 123 0 Till: ', '2021-05-27 20:02:33.4+0800 1234 Default 0x0 123 0 Till: ', '2021-05-27 20:02:33.4+0800 0x1 Default 0x0 123 Till: ',
    '[12 ] ', '[ +12 x] ', '[ +1 ms ', 'Flutter: ',
    'Default\t13:36:58.000000 +0100\ttill\t', 'default\t13:36:58 +0100\ttill\t', 'default\t13:36:58.0 0100\ttill\t', 'default\t13:36:58.0 +010\ttill\t', 'default\t13:36:58.0 +01000\ttill\t', 'default\t13:36:58.0 +0100\t\t', 'default 13:36:58.0 +0100\ttill\t',
    'debug:root:', 'TRACE:root:', 'INFO::', 'INFO:a b:', `INFO:${'x'.repeat(121)}:`,
  ] // prettier-ignore
  test.each(near)('no prefix: %j', (prefix) => {
    // Behind it the row is none for a reader of prefixes; a name of the text is not cut.
    const text = rows.map((row) => `${prefix}${row.replace(/^0/, 'x')}`).join('\n')
    expect(repaired(text)).toEqual([text])
  })

  const log = '2017-01-01 10:00:00.000 Till[1:2] '
  test.each<Case>([
    ['before two lines', `${log}${ROW}\n${log}x`, `${ROW}\nx`],
    ['before three of five lines', `a\n${log}${ROW}\n${log}x\n${log}${ROW}\nb`, `a\n${ROW}\nx\n${ROW}\nb`],
    [
      'before messages of several lines',
      `${log}${ROW}\n more\n\ttext\n\n${log}Process: x`,
      `${ROW}\n more\n\ttext\n\nProcess: x`,
    ],
    [
      'of the runtime’s words',
      'INFO:a:*** Terminating app due to uncaught exception\nINFO:a:x',
      '*** Terminating app due to uncaught exception\nx',
    ],
    ['of its other words', 'INFO:a:*** First throw call stack:\nINFO:a:x', '*** First throw call stack:\nx'],
  ])('%s', undone('prefixes'))
  test.each<Case>([
    ['before one line', `${log}${ROW}`, ''],
    ['before no row', `${log}a\n${log}b`, ''],
    ['before two of three lines, of which one is a row', `a\n${log}${ROW}\n${log}x`, ''],
    ['before three of six lines', `a\n${log}${ROW}\n${log}x\n${log}${ROW}\nb\nc`, ''],
    ['before three lines, of which one is a row', `a\n${log}${ROW}\n${log}x\n${log}y`, ''],
    ['before one row, with a line that is indented', `${log}${ROW}\n more`, ''],
    ['before two messages, of which one is a row', `${log}${ROW}\n more\n${log}x`, ''],
    ['of the runtime’s words, in another log', `${log}*** First throw call stack:\n${log}x`, ''],
    ['of the runtime’s words, another way', 'INFO:a:*** Terminating app\nINFO:a:x', ''],
  ])('%s: stay', left)
})
