/** Lines around a stack that belong to other ends: marks of logs, sentences, fences and quotes, each alone. */
import { describe, expect, test } from 'vitest'
import {
  lineOfWords,
  linesOfEnd,
  partedByEnd,
  wordsOfEnd,
  type Owner,
} from '../../../../src/core/reports/text/one-end.ts'

const STACK = '0   Till   0x0000000104ccc074 Till + 16500'
const spanOf = (text: string, part: string): { readonly start: number; readonly end: number } => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
})

/** What is apart from the stack in a text. */
const apart = (text: string, owner?: Owner, stack = STACK): readonly string[] =>
  partedByEnd(text, [spanOf(text, stack)], owner).apart.map(({ start, end }) => text.slice(start, end))

const own = { process: 'Till', pid: 7 }

/** A log's mark with its process and number, as each log writes it. */
const marks: readonly ((process: string, pid: number) => string)[] = [
  (process, pid) => `2026-01-02 03:04:05.678 ${process}[${pid}:1f03] said`,
  (process, pid) => `x 2026-01-02T03:04:05,1+0100\t  ${process}[${pid}] said`,
  ...['Df', 'In', 'Er', 'Ft', 'Db', 'D', 'E', 'F', 'I', 'V', 'W'].map(
    (level) => (process: string, pid: number) => `2026-01-02 03:04:05.678901 ${level}  ${process}[${pid}:0x1f] said`,
  ),
  (process, pid) => `2026-01-02 03:04:05.6 E\t${process}[${pid}:a] said`,
  (process, pid) => `Jan  2 03:04:05 host ${process}[${pid}]: said`,
  (process, pid) => `> Jan 12 03:04:05 host-1 ${process}(libtill)[${pid}] said`,
  (process, pid) => `Jan 12 03:04:05 h ${process}()[${pid}] <Error>: said`,
  (process, pid) => `${process}(${pid},0x7ff) malloc: said`,
  (process, pid) => ` \t${process}(${pid}) malloc: said`,
]

describe('logs', () => {
  test.each(marks.map((mark) => [mark('T', 7), mark] as const))('%j', (_, mark) => {
    const block = (process: string, pid: number): string => `${mark(process, pid)}\nmore words`
    const check = (process: string, pid: number, isApart: boolean, owner: Owner = own): void => {
      const lines = block(process, pid)
      const expected = isApart ? [lines] : []
      for (const text of [
        `${lines}\n\n${STACK}\n`,
        `${STACK}\n${lines}`,
        `${STACK}\n\n${lines}\n\nx`,
        `${lines}\n${STACK}`,
        `${lines}\n> \t\r\nx\n${STACK}`,
      ])
        expect(apart(text, owner)).toEqual(expected)
    }
    check('Till', 7, false)
    check('Till', 1234, true)
    check('Other', 1234, true)
    check('Other', 7, true)
    check('Til', 7, false)
    check('TillHelper', 7, false)
    check('Other', 7, true, { process: 'Till' })
    check('Till', 8, false, { process: 'Till' })
    check('Other', 7, false, { pid: 7 })
    check('Other', 8, true, { pid: 7 })
    check('Other', 8, false, {})
    // The line speaks of the process.
    expect(apart(`${mark('Other', 9)} of Till\n\n${STACK}`, own)).toEqual([])
  })

  test('the linker’s own mark', () => {
    for (const indent of ['', ' \t']) {
      expect(apart(`${indent}dyld[8]: no till\n\n${STACK}`, own)).toEqual([`${indent}dyld[8]: no till`])
      expect(apart(`${indent}dyld[7]: no till\n\n${STACK}`, own)).toEqual([])
      expect(apart(`${indent}dyld[8]: no till\n\n${STACK}`, { process: 'Till' })).toEqual([])
    }
    expect(apart(`x dyld[8]: no till\n\n${STACK}`, own)).toEqual([])
  })

  const at = '2026-01-02 03:04:05.678 '
  test.each([
    'kernel',
    'launchd',
    'com.apple.xpc',
    'com.apple.a1',
    'SpringBoard',
    'backboardd',
    'runningboardd',
    'ReportCrash',
    'crashreporterd',
    'crash_reporter',
    'crash_reporter2',
    'osanalyticshelper',
    'diagnosticd',
    'FrontBoard',
    'system_stats',
    'systemstats',
    'assertiond',
    'UserEventAgent',
  ])('%s writes of others', (name) => {
    expect(apart(`${at}${name}[1:2] said\n\n${STACK}`, own)).toEqual([])
    expect(apart(`${at}my ${name}[1:2] said\n\n${STACK}`, own)).toEqual([`${at}my ${name}[1:2] said`])
  })

  test.each(['assertiondx', 'dyldinfo', 'com.apple.', 'crashreport', 'systemstat'])('%s does not', (name) => {
    expect(apart(`${at}${name}[1:2] said\n\n${STACK}`, own)).toEqual([`${at}${name}[1:2] said`])
  })

  test('rows with a mark of their own, a line that is too long, and no letters in a name', () => {
    const row = `${at}Till[7:8] ${STACK}`
    expect(apart(`${at}Other[9:1] said\n${row}`, {}, row)).toEqual([`${at}Other[9:1] said`])
    expect(apart(`${at}Till[7:1] said\n${row}`, {}, row)).toEqual([])
    expect(apart(`${at}Other[9:1] said\n${row}`, { process: 'Other', pid: 9 }, row)).toEqual([])
    const long = (length: number): string => `${at}Other[9:1] `.padEnd(length, 'x')
    expect(apart(`${long(2000)}\n\n${STACK}`, own)).toEqual([long(2000)])
    expect(apart(`${long(2001)}\n\n${STACK}`, own)).toEqual([])
    const far = `${'x'.repeat(13)} Jan  2 03:04:05 host Other[9]: said`
    expect(apart(`${far}\n\n${STACK}`, own)).toEqual([])
    expect(apart(`${at}--[7:1] said\n\n${STACK}`, own)).toEqual([])
  })
})

const WORDS =
  'another,other,others,else,different,differently,differ,differs,previous,previously,earlier,former,formerly,last time,last week,last month,last year,last night,yesterday,old,older,originally,initially,at first,mine,compare,compared,compares,comparing,comparison,similar,similarly,unlike,unrelated,documentation,docs,manual,for example,for instance,ignore,ignored,ignores,ignoring,ignorable,harmless,works,worked,fixed,solved,resolved,disappear,disappears,disappeared,no longer,used to,instead,also,as well,sometimes,occasionally,whereas,meanwhile,however,separate,separately,wrote,update:,edit:'

describe('sentences', () => {
  test.each(WORDS.split(','))('%s', (word) => {
    const line = `so it was ${word} in the run`
    expect(apart(`words\n${line}\n${STACK}\nwords`)).toEqual([`words\n${line}`])
    expect(apart(`words\n${STACK}\n${line}\nwords`)).toEqual([`${line}\nwords`])
    if (!word.endsWith(':'))
      for (const end of ['x', "'", '’', '-'])
        expect(apart(`words\nso it was ${word}${end} in the run\n${STACK}`)).toEqual(
          word + end === 'differentx' ? [] : [],
        )
    // Within a fence it is a program's.
    for (const fence of ['```', '~~~', ' > ```text']) expect(apart(`${fence}\n${line}\n${fence}\n${STACK}`)).toEqual([])
    for (const fence of ['``', '~~', 'x ```'])
      expect(apart(`${fence}\n${line}\n${STACK}`)).toEqual([`${fence}\n${line}`])
  })

  test.each(['I used to', 'I’m older', "I'm older", 'also I x', 'the other, which', 'older: we ran it'])(
    '%s is of a person',
    (line) => {
      expect(apart(`${line}\n${STACK}`)).toEqual([line])
    },
  )

  test.each(['Also Till', 'other', 'IA older', 'a other', 'IX also', 'also@till.x y/other', 'a b c other'])(
    '%s is not',
    (line) => {
      expect(apart(`${line}\n${STACK}`)).toEqual([])
    },
  )

  test.each([
    'TillException: it was the other one',
    'Fatal Error: the other till',
    'Assertion failed (x): in another till',
    'failure: the other till',
    'panic: it was the other one',
    'Till panicked at x: in the other till',
    'terminated here: the other till',
    'x update error: the other till',
    'Updates error: the other till',
    'terminating:in the other till',
    'assert: the other till',
    'assertions of x: the other till',
  ])('%s is of a program', (line) => {
    expect(apart(`words\n${line}\n${STACK}`)).toEqual([])
    expect(apart(`words\n${line.replace(':', ';')}\n${STACK}`)).toEqual([`words\n${line.replace(':', ';')}`])
  })

  test.each([
    'update: an error: the other till',
    'Update error: the other till',
    '** edit failed: the other till',
    '** Edit: error: the other till',
    'so it was an error: the other till',
    'errors: the other till',
    'mistake: the other till',
    'error: another till, the other',
  ])('%s is not', (line) => {
    expect(apart(`words\n${line}\n${STACK}`)).toEqual(/^error:/.test(line) ? [] : [`words\n${line}`])
  })
})

describe('mails', () => {
  test.each(['In-Reply-To: x', 'Message-ID: x', 'A. Keeper wrote:', 'wrote: \t\r'])('%j', (line) => {
    const text = `${line}\n> quoted\n  > more\nx > y\n${STACK}`
    expect(apart(text)).toEqual(['> quoted\n  > more'])
    const quoted = `> ${STACK}`
    expect(apart(`${line}\n> quoted\n${quoted}`, {}, quoted)).toEqual([])
  })

  test.each(['x In-Reply-To: x', 'In-Reply-To:', 'A. Keeper wrote: x', 'rewrote:'])('%j is none', (line) => {
    expect(apart(`${line}\n> quoted\n${STACK}`)).toEqual([])
  })
})

describe('the two texts', () => {
  test('keep all places', () => {
    const text = `one\nbut the other run:\n${STACK}\ntwo\r\nthe other run\nthree\n`
    const parted = partedByEnd(text, [spanOf(text, STACK)])
    const isOwn = (line: string): boolean => line === STACK || line === 'two\r'
    const only = (keep: (line: string) => boolean): string =>
      text
        .split('\n')
        .map((line) => (keep(line) ? line : line.replace(/[^\r]/g, ' ')))
        .join('\n')
    expect(parted.own).toBe(only(isOwn))
    expect(parted.others).toBe(only((line) => !isOwn(line)))
    expect(wordsOfEnd(text, [{ span: spanOf(text, STACK) }])).toBe(parted.own)
    const lines = text.split('\n').map((line) => ({ line, ...spanOf(text, line) }))
    expect(linesOfEnd(lines, parted.own).map(({ line }) => line)).toEqual([STACK, 'two\r', ''])
  })

  test('without a stack or with nothing apart', () => {
    expect(partedByEnd('the other run\nx', [])).toEqual({ own: 'the other run\nx', others: '', apart: [] })
    expect(partedByEnd(`x\n${STACK}`, [{ start: 2, end: 9 }])).toEqual({ own: `x\n${STACK}`, others: '', apart: [] })
  })

  test.each([
    ['a\nb\nc', 'c', 3],
    ['a\nb\nc', 'b\nx', 2],
    ['a\nb', 'x', 1],
    ['a\nb', 'a', 1],
  ])('%j has %j in line %i', (text, words, line) => {
    expect(lineOfWords(text, words)).toBe(line)
  })
})
