/** What each step takes off the lines of a text, and what it leaves alone: the text before it was wrapped is the expected one. */
import { describe, expect, test } from 'vitest'
import {
  lowerMarks,
  undoBase64,
  undoCurlyQuotes,
  undoDiff,
  undoForms,
  undoPrintable,
  undoRtf,
  undoStatements,
  undoXml,
} from '../../../../src/core/reports/rows/encodings.ts'
import { joinCells, undoMarkup } from '../../../../src/core/reports/rows/markup.ts'
import { cutAddressPrefixes, cutCommon, cutLineNumbers, cutPrefixes, shapeOf } from '../../../../src/core/reports/rows/prefixes.ts' // prettier-ignore
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'
import { openJson, openLists, takeStrings, trimRows, undoEscapedLines, unescapeText } from '../../../../src/core/reports/rows/strings.ts' // prettier-ignore

const A = '0   Till   0x0000000104004000 0x104000000 + 16384'
const B = '1   Till   0x0000000104004100 0x104000000 + 16640'
const C = '2   Shop   0x0000000184004200 0x184000000 + 16896'
const ROWS = [A, B, C]
const each = (change: (row: string, at: number) => string): readonly string[] => ROWS.map(change)

const apply = (step: RowStep, texts: readonly string[]) => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return { same: made === lines, texts: made.map(({ text }) => text), numbers: made.map(({ number }) => number) }
}
type Case = readonly [name: string, step: RowStep, before: readonly string[], after: readonly string[] | 'left']

const check = (_: string, step: RowStep, before: readonly string[], after: readonly string[] | 'left'): void => {
  const made = apply(step, before)
  expect(made.texts).toEqual(after === 'left' ? before : after)
  // The same array says that there was nothing to undo.
  expect(made.same).toBe(after === 'left')
  expect(apply(step, made.texts).texts).toEqual(made.texts)
}

describe('line numbers', () => {
  test.each<Case>([
    ['before each line', cutLineNumbers, ['10: Thread 0', ...each((row, at) => `${11 + at}: ${row}`)], ['Thread 0', ...ROWS]],
    ['with bars', cutLineNumbers, each((row, at) => `  ${7 + at} | ${row}`), ROWS],
    ['from 0, below a heading of its own', cutLineNumbers, ['0 Thread 0 Crashed:', ...each((row, at) => `${1 + at} ${row}`)], ['Thread 0 Crashed:', ...ROWS]],
    ['that are those of rows', cutLineNumbers, ROWS, 'left'],
    ['that do not rise', cutLineNumbers, each((row) => `7: ${row}`), 'left'],
    ['of two lines alone', cutLineNumbers, [`7: ${A}`, `8: ${B}`], 'left'],
    ['before half of the lines', cutLineNumbers, ['Thread 0', 'Till', ...each((row, at) => `${1 + at}: ${row}`)], 'left'],
    ['of eight digits', cutLineNumbers, each((row, at) => `${10_000_000 + at}: ${row}`), 'left'],
  ])('%s', check) // prettier-ignore
})

describe('prefixes', () => {
  test.each<Case>([
    ['of a log', cutPrefixes, each((row, at) => `10:02:0${at} Till[7] <err>: ${row}`), ROWS],
    ['of a log, also before a heading', cutPrefixes, ['10:02:00 Till[7] <err>: Thread 0:', ...each((row, at) => `10:02:0${at} Till[7] <err>: ${row}`)], ['Thread 0:', ...ROWS]],
    ['none', cutPrefixes, ROWS, 'left'],
    ['without rows', cutPrefixes, ['10:02 Till: a', '10:03 Till: b'], 'left'],
    ['words that all lines have', cutCommon, ['> Thread 0', ...each((row) => `> ${row}`)], ['Thread 0', ...ROWS]],
    ['words that all lines have, up to the last mark', cutCommon, ['log [7]: x: Thread', ...each((row) => `log [7]: x: ${row}`)], ['Thread', ...ROWS]],
    ['words that three lines have', cutCommon, each((row) => `> ${row}`), 'left'],
    ['words that all lines but one have', cutCommon, ['Thread', '> x', ...each((row) => `> ${row}`)], 'left'],
    ['words with an address', cutCommon, [...each((row) => `0x10: ${row}`), '0x10: x'], 'left'],
    ['the border of a table', cutCommon, [...each((row) => `| ${row} |`), '| x |'], 'left'],
    ['before bare addresses', cutAddressPrefixes, ['09', '10', '11'].map((at) => `10:02:${at} Till[7:1] 0x104004000`), ['0x104004000', '0x104004000', '0x104004000']],
    ['before two bare addresses', cutAddressPrefixes, ['10:02:09 Till[7:1] 0x104004000', '10:02:10 Till[7:1] 0x104004000'], 'left'],
    ['of registers', cutAddressPrefixes, ['x0: a 0x104004000', 'x1: b 0x104004000', 'x2: c 0x104004000'], 'left'],
  ])('%s', check) // prettier-ignore

  test.each([
    ['10:02:09.123 Till[7] <err>: ', 'x:x:x.x x[x] <x>:'],
    ['  a   b', 'x x'],
    ['über_1 "(', 'x'],
    ['', ''],
    ['- ', '-'],
  ])('the shape of %j is %j', (prefix, shape) => {
    expect(shapeOf(prefix)).toBe(shape)
  })
})

describe('markup and tables', () => {
  test.each<Case>([
    ['a paragraph', undoMarkup, [`<p>${A}</p>`], [A]],
    ['breaks', undoMarkup, [`${A}<br>${B}<br/>${C}<BR />`], ROWS],
    ['a list with classes', undoMarkup, ROWS.map((row) => `<li class="x">${row}</li>`), ROWS],
    ['cells', undoMarkup, ['<tr><td>0</td><td>Till</td></tr>'], ['0\tTill\t']],
    ['words in a line', undoMarkup, ['<b>0</b> <code>Till</code> &lt;x&gt;'], ['0 Till <x>']],
    ['a log before tags', undoMarkup, ROWS.map((row, at) => `10:0${at} log: <li>${row}</li>`), ROWS],
    ['a log before two tags', undoMarkup, [`10:00 log: <li>${A}</li>`, `10:01 log: <li>${B}</li>`], ['10:00 log: ', A, '10:01 log: ', B]],
    ['an empty block', undoMarkup, ['<div></div>'], ['']],
    ['types of Swift', undoMarkup, ['Array<Till> + 4', 'x < y'], 'left'],
    ['a string of JSON', undoMarkup, ['<p>x</p>', '{"a": "<p>x</p>\\n"}'], ['x', '{"a": "<p>x</p>\\n"}']],
    ['cells with bars', joinCells, ['| 0 | Till | 0x0000000104004000 | open + 4 |', '| 1 | Till | 0x0000000104004100 | close + 4 |'], ['0  Till  0x0000000104004000  open + 4', '1  Till  0x0000000104004100  close + 4']],
    ['rules between cells', joinCells, ['|---|---|', '| 0 | Till | 0x0000000104004000 | open + 4 |'], ['', '0  Till  0x0000000104004000  open + 4']],
    ['cells of CSV', joinCells, ['"0","Till","0x0000000104004000","open + 4"'], ['0  Till  0x0000000104004000  open + 4']],
    ['cells in another order', joinCells, ['0x0000000104004000 | Till | open + 4 | 0'], ['0  Till  0x0000000104004000  open + 4']],
    ['rows', joinCells, ROWS, 'left'],
    ['words with commas', joinCells, ['a, b, c, 0x104004000'], 'left'],
  ])('%s', check) // prettier-ignore
})

describe('strings', () => {
  const escaped = `${A}\\n${B}`
  test.each<Case>([
    ['of a key', takeStrings, [`{"stack": "${escaped}", "name": "x"}`], [A, B]],
    ['of an array over lines', takeStrings, ['{"stack": [', `"${A}",`, `"${B}"`, ']}'], [A, B]],
    ['without rows', takeStrings, ['{"stack": "x"}'], 'left'],
    ['cells of a table', takeStrings, ['"0","Till","0x0000000104004000"'], 'left'],
    ['escaped lines', undoEscapedLines, [escaped], [A, B]],
    ['escaped tabs', undoEscapedLines, ['0\\tTill\\t0x0000000104004000\\t0x104000000 + 16384'], ['0\tTill\t0x0000000104004000\t0x104000000 + 16384']],
    ['escaped words', undoEscapedLines, ['a\\nb'], 'left'],
    ['JSON behind a log', openJson, [`10:02 log {"stack": "${A}"}`], [`{"stack": "${A}"}`]],
    ['JSON in a cell', openJson, [`"{""stack"": ""${A}""}",`], [`{"stack": "${A}"}`]],
    ['JSON in a cell behind blanks', openJson, [`  "{""a"": ""${A}""}" , `], [`{"a": "${A}"}`]],
    ['JSON in a cell, blanks before its first key', openJson, [`"{ ""a"": ""${A}""}"`], [`{ "a": "${A}"}`]],
    ['JSON in a cell, a list of texts', openJson, [`\t"[""${A}""]";`], [`["${A}"]`]],
    ['doubled quotes behind a word', openJson, [`x"{""a"": ""${A}""}"`], 'left'],
    ['doubled quotes behind another value', openJson, [`"x{""a"": ""${A}""}"`], 'left'],
    ['JSON alone', openJson, [`{"stack": "${A}"}`], 'left'],
    ['a row before JSON', openJson, [`${A} {"x": "y"}`], 'left'],
    ['a list of Python', openLists, [`x = ['${A}', None, '${B}']`], [A, B]],
    ['a text of bytes', openLists, [`[b'${A}']`], [A]],
    ['double quotes', openLists, [`["${A}"]`], 'left'],
    ['prose', openLists, [`('it' ${'said that '.repeat(9)}' 0x104004000 ) isn't {that}')`], 'left'],
    ['quotes', trimRows, [`"${A}",`, `  '${B}'`, `\`${C}\``], [A, `  ${B}`, C]],
    ['emphasis', trimRows, [`**${A}**`], [A]],
    ['quoted words', trimRows, ['"Thread 0"'], 'left'],
  ])('%s', check) // prettier-ignore

  test.each([
    ['a\\nb', 'a\nb'],
    ['a\\r\\nb', 'a\nb'],
    ['a\\tb', 'a\tb'],
    ['\\"a\\" \\\'b\\\' \\\\ \\/', '"a" \'b\' \\ /'],
    ['\\u0041\\u00e4', 'Aä'],
    ['\\x \\u12', '\\x \\u12'],
  ])('%j unescaped is %j', (text, plain) => {
    expect(unescapeText(text)).toBe(plain)
  })
})

describe('encodings', () => {
  const base64 = Buffer.from(ROWS.join('\n')).toString('base64')
  const folded = (width: number): readonly string[] => base64.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  test.each<Case>([
    ['base64 on one line', undoBase64, ['x', base64, 'y'], ['x', ...ROWS, 'y']],
    ['base64 on lines of 76', undoBase64, folded(76), ROWS],
    ['base64 on lines of 30', undoBase64, folded(30), 'left'],
    ['base64 of words', undoBase64, [Buffer.from('no rows here '.repeat(12)).toString('base64')], 'left'],
    ['base64 of bytes', undoBase64, [Buffer.from(`\u0001${ROWS.join('\n')}`).toString('base64')], 'left'],
    ['quoted-printable, by its header', undoPrintable, ['Content-Transfer-Encoding: quoted-printable', '0 Till=20x =', 'y', '=C3=A4'], ['', '0 Till x y', 'ä']],
    ['words that end in a mark', undoPrintable, ['a =', 'b'], 'left'],
    ['form data', undoForms, [`a=b&stack=${encodeURIComponent(`x\r\n${A}`)}%0A`], ['a=', 'b', 'stack=', 'x', A, '']],
    ['form data with plus signs', undoForms, ['s=0+Till+0x0000000104004000+0x104000000+%2B+4%0Ax+y'], ['s=', '0 Till 0x0000000104004000 0x104000000 + 4', 'x y']],
    ['form data without a line end', undoForms, ['a=0x104004000'], 'left'],
    ['references of XML', undoXml, [`<x>${A}&#10;${B}&#13;&#xA;&lt;a&gt; &amp;&quot;</x>`], [`<x>${A}`, B, '<a> &"</x>']],
    ['an attribute of XML', undoXml, [`<x a="1" s="${A}&#10;${B}"/>`], ['<x a="1" s=', A, B, '/>']],
    ['a section of XML', undoXml, [`<x><![CDATA[${A}`, `${B}]]></x>`], ['', A, B, '']],
    ['plain XML', undoXml, ['<x>a</x>'], 'left'],
    ['marks in capitals', lowerMarks, ['0X104CC8074 x0X1234 0X12 0X1234g'], ['0x104CC8074 x0X1234 0X12 0X1234g']],
    ['a diff', undoDiff, ['+Thread 0', ...each((row) => `+${row}`), ' x'], ['Thread 0', ...ROWS, ' x']],
    ['a diff of removed lines', undoDiff, each((row) => `-${row}`), ROWS],
    ['methods', undoDiff, ['-[Till open] 0x104004000', '-[Till close] 0x104004100'], 'left'],
    ['one line of a diff', undoDiff, [`+${A}`, 'x'], 'left'],
    ['both marks of a diff', undoDiff, [`+${A}`, `-${B}`], 'left'],
    ['quotes of a word processor', undoCurlyQuotes, each((row) => `“${row}”,`), ROWS],
    ['one such quote', undoCurlyQuotes, [`“${A}”`, B], 'left'],
    ['statements', undoStatements, ['x', ...each((row) => `${row};`)], ['x', ...ROWS]],
    ['some statements', undoStatements, [`${A};`, B, `${C};`], 'left'],
    ['rich text', undoRtf, ['{\\rtf1\\ansi{\\fonttbl{\\f0 Menlo;}}', `\\f0 ${A}\\par ${B}\\'e4\\u228 ?\\tab x\\\\`, '}'], ['', A, `${B}ää\tx\\`, '']],
    ['no rich text', undoRtf, ['{\\rt f1', A], 'left'],
  ])('%s', check) // prettier-ignore
})
