/** Encodings of whole texts in each of their forms, and texts that only look encoded. */
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
import type { RowStep } from '../../../../src/core/reports/rows/rows-text.ts'

const A = '0 Till 0x104ccc074 pay + 40'
const B = '1 Shop 0x104ccc084 main + 8'
/** The text of each line behind its number; `left` where the step gives the same lines back. */
const after = (step: RowStep, ...texts: readonly string[]) => {
  const lines = texts.map((text, at) => ({ text, number: at + 1 }))
  const made = step(lines)
  return made === lines ? 'left' : made.map(({ text, number }) => `${number}|${text}`)
}
type Case = readonly [name: string, step: RowStep, before: readonly string[], after: readonly string[] | 'left']
const check = (_: string, step: RowStep, before: readonly string[], expected: readonly string[] | 'left') => {
  expect(after(step, ...before)).toEqual(expected)
}
const left = (step: RowStep, ...texts: readonly string[]): Case => [texts.join(' / '), step, texts, 'left']

describe('quoted-printable', () => {
  const header = 'Content-Transfer-Encoding: quoted-printable'
  test.each<Case>([
    ['header, bytes', undoPrintable, [header, 'a=3Db', 'c'], ['1|', '2|a=b', '3|c']],
    ['header in other letters, no blank', undoPrintable, ['content-transfer-encoding:QUOTED-printable; x', '=c3=a4'.toUpperCase()], ['1|', '2|ä']],
    ['header, two blanks', undoPrintable, ['Content-Transfer-Encoding: \tquoted-printable', 'a=', 'b= \t', 'c', 'd'], ['1|', '2|abc', '5|d']],
    ['two broken rows', undoPrintable, [`${A} =`, ' x', `${B}=\t`, 'y=3D', 'z'], [`1|${A}  x`, `3|${B}y=`, '5|z']],
    ['76 letters', undoPrintable, [`${A.padEnd(75)}=`, 'x', `${B}=`, 'y'], [`1|${A.padEnd(75)}x`, `3|${B}y`]],
    left(undoPrintable, `x ${header}`, 'a=3Db'), left(undoPrintable, header, 'a=b=3'), left(undoPrintable, header, 'a'), left(undoPrintable, 'Content-Transfer-Encoding: 8bit', 'a=3D'),
    left(undoPrintable, `${A}=`, 'x', B), left(undoPrintable, `${A}==`, 'x', `${B}==`, 'y'), left(undoPrintable, `${A}=`, B, `${A}=`, B), left(undoPrintable, 'a=', 'b', 'c=', 'd'),
    left(undoPrintable, `${A.padEnd(76)}=`, 'x', `${B}=`, 'y'), left(undoPrintable, `${A}=x`, 'x', `${B}=x`, 'y'),
  ])('%s', check) // prettier-ignore
})

describe('form data', () => {
  test.each<Case>([
    ['members', undoForms, [`a.b[%63]-d=x%0D%0Ay&e=0x10400%0d1%0a2`], ['1|a.b[c]-d=', '1|x', '1|y', '1|e=', '1|0x10400', '1|1', '1|2']],
    ['plus signs', undoForms, ['s=a+b%0A0x10400++c'], ['1|s=', '1|a b', '1|0x10400  c']],
    ['plus signs beside written blanks', undoForms, ['s=a+b%20c%0A0x10400'], ['1|s=', '1|a+b c', '1|0x10400']],
    ['one member without a name', undoForms, ['0x10400%0Ax;y=1'], ['1|0x10400', '1|x;y=1']],
    ['a name of 80 letters', undoForms, [`${'n'.repeat(80)}=1%0A0x10400`], [`1|${'n'.repeat(80)}=`, '1|1', '1|0x10400']],
    ['a name of 81 letters', undoForms, [`${'n'.repeat(81)}=1%0A0x10400`], [`1|${'n'.repeat(81)}=1`, '1|0x10400']],
    ['400 letters', undoForms, [`${'n'.repeat(400)}%0A0x10400`], [`1|${'n'.repeat(400)}`, '1|0x10400']],
    left(undoForms, `${'n'.repeat(401)}%0A0x10400`), left(undoForms, 'a b=1%0A0x10400'), left(undoForms, 'a=1%0A0x1040'), left(undoForms, 'a=1%0B0x10400'),
  ])('%s', check) // prettier-ignore
})

describe('XML', () => {
  test.each<Case>([
    ['each reference', undoXml, ['a&#10;b&#13;c&#xA;d&#x0d;e&#x00a;f&#XD;g'], ['1|a', '1|b', '1|c', '1|d', '1|e', '1|f', '1|g']],
    ['pairs', undoXml, ['a&#13;&#10;b&#xd;&#xa;c&#x00D;&#x0A;d&#13;&#13;e&#10;&#13;f'], ['1|a', '1|b', '1|c', '1|d', '1|', '1|e', '1|', '1|f']],
    ['entities', undoXml, ['a&#10;&lt;b&gt; &quot;&amp;lt; &apos;'], ['1|a', '1|<b> "&lt; &apos;']],
    ['attributes', undoXml, ['<a x="1" n.s:t-u="b&#10;c" y="2"/>'], ['1|<a x="1" n.s:t-u=', '1|b', '1|c', '1| y="2"/>']],
    ['a section', undoXml, ['<a>', '<b x="1"> <c><![CDATA[x', 'y]]></c>', '</b> <d/> '], ['1|<a>', '2|', '2|x', '3|y', '3|', '4|</b> <d/> ']],
    ['words beside a section', undoXml, ['a <b><![CDATA[x]]> <c> d'], ['1|a <b>', '1|x', '1| <c> d']],
    ['blank ones around tags', undoXml, [' \t<a>\t<b> <![CDATA[x]]>'], ['1|', '1|x', '1|']],
    ['a long tag', undoXml, [`<${'a'.repeat(400)}><![CDATA[x]]><${'a'.repeat(401)}>`], ['1|', '1|x', `1|<${'a'.repeat(401)}>`]],
    ['an end alone', undoXml, ['x]]>'], ['1|x', '1|']],
    left(undoXml, '<a>', 'b &#11; &#x1a; &lt;', ']]', '<![CDATA'),
  ])('%s', check) // prettier-ignore
})

describe('marks of lines', () => {
  test.each<Case>([
    ['marks in capitals', lowerMarks, ['0X104C', 'x 0X104ccc07412345678,', '0X1234567890abcdeF'], ['1|0x104C', '2|x 0X104ccc07412345678,', '3|0x1234567890abcdeF']],
    left(lowerMarks, '0X104', '10X104C', '0X104CG', '0X12345678901234567', '_0X104C'),
    ['a diff', undoDiff, [`+${A}`, 'x', `+${B}`, '+', '-y'], [`1|${A}`, '2|x', `3|${B}`, '4|', '5|-y']],
    ['a diff of removed lines', undoDiff, [`-${A}`, `-${B}`], [`1|${A}`, `2|${B}`]],
    left(undoDiff, `+${A}`, '+x'), left(undoDiff, `+${A}`, `-${B}`), left(undoDiff, ` ${A}`, ` ${B}`), left(undoDiff, '+[Till pay] 0x104ccc074', '+[_b c] 0x104ccc074'), left(undoDiff, '-[Till pay] 0x104ccc074', `-${B}`),
    ['brackets of a diff', undoDiff, ['-[1] 0x104ccc074', '-[2] 0x104ccc074'], ['1|[1] 0x104ccc074', '2|[2] 0x104ccc074']],
    ...['“', '”', '„', '«', '»', '‹', '›', '‘', '’'].map((quote): Case => [`quotes ${quote}`, undoCurlyQuotes, [`${quote}${A}`, `${B}${quote}`, `${quote}x`], [`1|${A}`, `2|${B}`, '3|x']]),
    ['quotes in quotes', undoCurlyQuotes, [` \t“«‘${A}’»” ,;`, `““““${B}””””\t`, 'a “b” c'], [`1| \t${A}`, `2|“${B}”`, '3|a “b” c']],
    ['quotes around half of the rows', undoCurlyQuotes, [`“${A}`, `${B}” ;`, A, B], [`1|${A}`, `2|${B}`, `3|${A}`, `4|${B}`]],
    left(undoCurlyQuotes, `“${A}`, B), left(undoCurlyQuotes, `“${A}`, `“${B}`, A, B, A), left(undoCurlyQuotes, `a “${A}`, `a “${B}`), left(undoCurlyQuotes, `${A}” x`, `${B}” y`), left(undoCurlyQuotes, '“x”', '“y”'),
    ['long lines', undoCurlyQuotes, [`“${A}`.padEnd(4096), `“${A}`.padEnd(4097)], [`1|${A.padEnd(4095)}`, `2|${`“${A}`.padEnd(4097)}`]],
    ['statements', undoStatements, [`${A};`, 'x;', `${B}; \t`, 'y'], [`1|${A}`, '2|x', `3|${B}`, '4|y']],
    ['statements before eight blanks', undoStatements, [`${A};`, `${B};        `], [`1|${A}`, `2|${B}`]],
    left(undoStatements, `${A};`, 'x;'), left(undoStatements, `${A};`, B), left(undoStatements, `${A};x`, `${B};x`), left(undoStatements, `${A};`, `${B};         `),
  ])('%s', check) // prettier-ignore
})

describe('base64', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64')
  /** Rows whose text has this many digits, of three bytes for four. */
  const rows = (digits: number): string => `${A}\n`.padEnd((digits * 3) / 4, 'x')
  const fold = (text: string, width: number): readonly string[] => text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  test.each<Case>([
    ['120 digits', undoBase64, ['x', ` ${encode(rows(120))}\t`, 'y'], ['1|x', `2|${A}`, `2|${'x'.repeat(62)}`, '3|y']],
    ['ends of lines of Windows', undoBase64, [encode(`${A}\r\n${'x'.repeat(80)}`)], [`1|${A}`, `1|${'x'.repeat(80)}`]],
    ['lines of 40', undoBase64, [...fold(encode(rows(120)), 40), 'words'], [`1|${A}`, `1|${'x'.repeat(62)}`, '4|words']],
    ['a shorter last line', undoBase64, [...fold(encode(rows(132)), 50), 'abcd'], [`1|${A}`, `1|${'x'.repeat(71)}`, '4|abcd']],
    ['one padded digit', undoBase64, [encode(`${rows(120)}xx`), 'abcd'], [`1|${A}`, `1|${'x'.repeat(64)}`, '2|abcd']],
    ['two padded digits', undoBase64, [encode(`${rows(120)}x`)], [`1|${A}`, `1|${'x'.repeat(63)}`]],
    ['two texts', undoBase64, [encode(rows(120)), '-', encode(rows(124))], [`1|${A}`, `1|${'x'.repeat(62)}`, '2|-', `3|${A}`, `3|${'x'.repeat(65)}`]],
    left(undoBase64, encode(rows(116))), left(undoBase64, ...fold(encode(rows(120)), 39)), left(undoBase64, encode('no rows here'.repeat(10))), left(undoBase64, `${encode(rows(120))}-`),
    left(undoBase64, encode(`\u0000${rows(120)}`)), left(undoBase64, encode(`\u0008${rows(120)}`)), left(undoBase64, Buffer.from([255, ...Buffer.from(rows(120))]).toString('base64')),
  ])('%s', check) // prettier-ignore
})

describe('rich text', () => {
  const rtf = (...texts: readonly string[]): readonly string[] => [' \t{\\rtf1\\ansi', ...texts]
  test.each<Case>([
    ['words', undoRtf, rtf(String.raw`\f0\fs-24 a\par b\line c\tab d\row e\cell f\PAR g`), ['1| \t', '2|a', '2|b', '2|c\td', '2|e\tf', '2|g']],
    ['bytes and characters', undoRtf, rtf(String.raw`\'e4\'C4 \u228 ?\u-10179?\u8364 x\u65\'3f`), ['1| \t', '2|äÄ ä\ud83d€xA?']],
    ['signs', undoRtf, rtf(String.raw`a\{b\}\\c\-\~d{e}`), ['1| \t', '2|a{b}\\c-~de']],
    ['tables', undoRtf, rtf(String.raw`{\fonttbl{\f0 Menlo;}{\f1 A;}x}a{\colortbl;\red1;}b{\stylesheet{s}}c{\info{\author x}y{z}}d{\*\x y}e`), ['1| \t', '2|abcde']],
    ['ends of lines', undoRtf, rtf('a\\', 'b\\\\', 'c\\par'), ['1| \t', '2|a', '3|b\\', '4|c', '4|']],
    ['below blank lines', undoRtf, ['', '  ', '{\\rtf1 a}'], ['1|', '2|  ', '3|a']],
    left(undoRtf, 'x {\\rtf1 a}'), left(undoRtf, 'x', '{\\rtf1 a}'), left(undoRtf, '{\\rtf a}'), left(undoRtf, '', ' '),
  ])('%s', check) // prettier-ignore
})
