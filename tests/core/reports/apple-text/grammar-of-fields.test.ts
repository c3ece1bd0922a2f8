/** Sections, fields, and words of people in crash reports: what each pattern takes from a line, and the lines that are near it. */
import { describe, expect, test } from 'vitest'
import * as grammar from '../../../../src/core/reports/apple-text/apple-text-grammar.ts'

type Row = readonly [text: string, groups: readonly (string | undefined)[]]
const parts = (pattern: RegExp, text: string) => pattern.exec(text)?.slice(1)

describe('a line across the page', () => {
  test.each([...'=_*~-'])('of %s', (sign) => {
    for (const line of [sign.repeat(8), `\t ${sign.repeat(9)} \t`, sign.repeat(80)])
      expect(grammar.RULE.test(line)).toBe(true)
    for (const line of [
      sign.repeat(7),
      `x${sign.repeat(8)}`,
      `${sign.repeat(8)}x`,
      `${sign.repeat(4)} ${sign.repeat(4)}`,
    ])
      expect(grammar.RULE.test(line)).toBe(false)
  })
  test.each(['=-=-=-=-=-', '++++++++', '========-', '', '        '])('not %j', (line) => {
    expect(grammar.RULE.test(line)).toBe(false)
  })
})

describe('sections', () => {
  const titles = [
    ...[
      'Application Specific Information',
      'VM Region Info',
      'External Modification Summary',
      'Kernel Triage',
      'Filtered syslog',
    ],
    ...['System Profile', 'Error Formulating Crash Report', 'Dyld Error Message', 'Global Trace Buffer (reverse)'],
    ...['Translated Code Information', 'Breadcrumb Trail (x)', 'Thread Exception State', 'Backtrace not available'],
    ...['CrashDoctor Diagnosis', 'Recrash Diagnosis'],
  ]
  test.each(titles)('%s, with words behind it', (title) => {
    for (const blanks of ['', ' ', '\t \t']) {
      expect(parts(grammar.SECTION, `${blanks}${title}:`)).toEqual([title, '', undefined])
      expect(parts(grammar.SECTION, `${blanks}${title}: \tx: y `)).toEqual([title, 'x: y ', undefined])
    }
    for (const near of [`x${title}:`, `> ${title}:`, title]) expect(parts(grammar.SECTION, near)).toBeUndefined()
  })
  test.each(['Logs', 'Till of 2 (x/y) a_b-c', `A${'x'.repeat(60)}`, 'Abc', 'kernel messages'])('%s, alone', (title) => {
    for (const blanks of ['', ' ', '\t \t'])
      expect(parts(grammar.SECTION, `${blanks}${title}: \t`)).toEqual([undefined, undefined, title])
    for (const near of [`${title}: x`, title, `> ${title}:`, `x${title}:`])
      expect(parts(grammar.SECTION, near)).toBeUndefined()
  })
  test.each(['Ab:', `A${'x'.repeat(61)}:`, 'logs:', 'A.bcd:', '1Abc:', 'A: b:', 'Kernel messages of x: y'])(
    'not %j',
    (line) => {
      expect(parts(grammar.SECTION, line)).toBeUndefined()
    },
  )
})

describe('fields', () => {
  test.each<Row>([
    ['Role: x', ['Role', 'x']],
    ['A:', ['A', undefined]],
    ['\t Code Type: \t ARM-64 (Native) ', ['Code Type', 'ARM-64 (Native) ']],
    ['Date/Time: 1', ['Date/Time', '1']],
    ['Thread[0]: x', ['Thread[0]', 'x']],
    [`A${'x'.repeat(40)}: y`, [`A${'x'.repeat(40)}`, 'y']],
    ['\u00c9tat d\u2019un (x-y_z.2)'.replace('2', 'a') + ': x', ['\u00c9tat d\u2019un (x-y_z.a)', 'x']],
    ['\u7c7b\u578b: x', ['\u7c7b\u578b', 'x']],
    ['Role: ', ['Role', '']],
  ])('%j', (text, groups) => {
    expect(parts(grammar.FIELD, text)).toEqual(groups)
  })
  test.each([
    ...[
      'role: x',
      'Role:x',
      'Role x',
      'x Role: x',
      '> Role: x',
      `A${'x'.repeat(41)}: y`,
      'A1: x',
      'Thread[12]: x',
      'Thread[x]: y',
      'A+: x',
    ],
    ...['1A: x', ': x', ''],
  ])('not %j', (text) => {
    expect(parts(grammar.FIELD, text)).toBeUndefined()
  })

  test.each<[string | undefined, string, string, boolean]>([
    ['Process', '', '', true],
    ['PROCESS', '', '', true],
    ['Process of x', '', '', false],
    [undefined, 'EXC_CRASH', 'Exception', false],
    ['Exception', 'EXC_CRASH (0x1)', '', true],
    ['Exception', 'EXC_A', '', true],
    ['Exception', 'EXC_', '', false],
    ['Exception', 'an EXC_CRASH', '', false],
    ['Exception', 'EXC_a', '', false],
    ['exception', 'EXC_CRASH', '', false],
    ['Exception', 'x', 'Exception', false],
    ['Codes', '0x1', 'Exception', true],
    ['Codes', '0x1', 'Exceptions', false],
    ['Codes', 'EXC_CRASH', '', false],
    ['Code', '0x1', 'Exception', false],
  ])('%j with %j behind %j counts everywhere: %j', (key, value, before, expected) => {
    expect(grammar.isKnownField(key, value, before)).toBe(expected)
  })
  test('of old systems without more', () => {
    expect([grammar.isKnownField('Exception'), grammar.isKnownField('Codes'), grammar.isKnownField('Role')]).toEqual([
      ...[false, false, true],
    ])
  })
  test.each<[string, string]>([
    ['EXC_BAD_ACCESS   // the type', 'EXC_BAD_ACCESS'],
    ['a\t// b // c', 'a'],
    ['https://till.example', 'https://till.example'],
    [' //x', ''],
    ['a / b', 'a / b'],
    ['a  ', 'a  '],
    ['', ''],
  ])('without a comment: %j', (value, expected) => {
    expect(grammar.withoutComment(value)).toBe(expected)
  })

  test.each<[string, string]>([
    ['rocess: Till [41]', 'Process: Till [41]'],
    ['cess:\t \tTill [123456789] \t\r', 'Process: Till [123456789] \t\r'],
    ['dent Identifier: x', 'Incident Identifier: x'],
    ['\t ncident Identifier: x y ', 'Incident Identifier: x y '],
    ['eporter Key: 1', 'CrashReporter Key: 1'],
    ['are Model: Mac1,1', 'Hardware Model: Mac1,1'],
    ['ption Type: EXC_CRASH', 'Exception Type: EXC_CRASH'],
    ['xception Type: x', 'Exception Type: x'],
  ])('%j has its first letters again', (text, expected) => {
    expect(grammar.withFirstLetters(text)).toBe(expected)
  })
  test.each([
    ...[
      'rocess: Till',
      'rocess: Till [1234567890]',
      'rocess: Till [41] x',
      'rocess: Till[41]',
      'rocess: Till []',
      'rocess: Till [x]',
    ],
    ...[
      'ess: Till [41]',
      'Process: Till [41]',
      'Exception Type: x',
      'Type: x',
      'Model: Mac1,1',
      'dentifier: x',
      'Identifier: com.x',
    ],
    ...[
      'rocess:Till [41]',
      'rocess: ',
      'rocess',
      'the rocess: Till [41]',
      '1rocess: Till [41]',
      'on Types: x',
      '',
      'x: y',
    ],
    ...['rocess: Till [41]\nx', ' Type: EXC', 'Parent Process: x [1]'],
  ])('%j stays', (text) => {
    expect(grammar.withFirstLetters(text)).toBe(text)
  })
})

describe('words of somebody who speaks of himself', () => {
  test.each([
    ...[
      'I see',
      'when I pay',
      '(I see',
      '\tI see',
      'I\u2019m here',
      "I've it",
      "I'll go",
      "I'd go",
      'My till',
      'on my till',
      'We pay',
      'so we pay',
    ],
  ])('%j', (text) => {
    expect(grammar.SPEAKER.test(text)).toBe(true)
  })
  test.each(['In', 'HI x', 'xI x', 'i see', "I's x", 'Army x', 'I', 'owe x', 'MY x', "I'm", 'them y'])(
    'not %j',
    (text) => {
      expect(grammar.SPEAKER.test(text)).toBe(false)
    },
  )
})

describe('addresses that were cut', () => {
  test.each<[string, string | undefined]>([
    ['0 Till 0x104ccc', '104ccc'],
    ['0 Till\t0x', ''],
    ['0 Till 0xABC \t', 'ABC'],
    ['0 Till 0x1"\',;|)]}`', '1'],
    ['0 Till 0x123456789abcdef', '123456789abcdef'],
    ['0 Till 0x1234567890abcdef', undefined],
    ['Till + 0x12', undefined],
    ['Till 0x1 x', undefined],
    ['Till0x1', undefined],
    ['Till 0x1.', undefined],
    ['Till 0xg', undefined],
  ])('%j: %j', (text, digits) => {
    expect(grammar.SHORT.exec(text)?.[1]).toBe(digits)
  })
})

describe('inside the message of an exception', () => {
  const head = "*** Terminating app due to uncaught exception 'E', reason: 'one"
  test.each<[string, readonly string[], boolean]>([
    ['that goes on', [head], true],
    ['indented', [`\t ${head}`, '', 'Title:'], true],
    ['that is whole', [`${head}'`], false],
    ['with blanks behind it', [`${head}' \t`], false],
    ['whose reason has no comma', [`${head.replace(',', '')}'`], false],
    ['over several lines', [head, 'two', "three'"], false],
    ['whole, with more below', [head, "two'", 'more'], false],
    ['with a quote in a line', [head, "two' x"], true],
    ['behind words', [`x ${head}`], false],
    ['behind a letter', [`x${head}`], false],
    ['none', ['x'], false],
    ['no lines', [], false],
    ['the last of two counts', [`${head}'`, head], true],
    ['the last of two counts, and is whole', [head, `${head}'`], false],
    ['of 199 lines', [head, ...new Array<string>(198).fill('x')], true],
    ['of 200 lines', [head, ...new Array<string>(199).fill('x')], false],
    [
      'of 199 lines below others',
      [...new Array<string>(50).fill('y'), head, ...new Array<string>(198).fill('x')],
      true,
    ],
    ['whose words are long', [head, 'x'.repeat(19_900), "x'"], false],
    ['whose words are too long', [head, 'x'.repeat(20_100), "x'"], true],
  ])('%s: %s', (_, lines, expected) => {
    expect(grammar.isInsideThrown(lines)).toBe(expected)
  })
})
