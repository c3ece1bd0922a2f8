/** Small parts of the way from a file to its reports, called alone: strings, kills, words around, texts that nobody reads, pages, prints. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { takeHeldReports } from '../../../src/core/reports/held-reports.ts'
import { withKillsAround } from '../../../src/core/reports/kills-around.ts'
import { findOrdinaryFormat, opensOrdinary } from '../../../src/core/reports/ordinary.ts'
import { peel } from '../../../src/core/reports/peeled.ts'
import { withoutSecondPrint } from '../../../src/core/reports/printed-twice.ts'
import { wordsAbove } from '../../../src/core/reports/report-edges.ts'
import { withSaidAround } from '../../../src/core/reports/said-around.ts'
import { unreadProblem } from '../../../src/core/reports/unread.ts'
import { unwrapText } from '../../../src/core/reports/unwrapped.ts'
import { withBareWords } from '../../../src/core/reports/words-of-pages.ts'

const report = (facts: object): Report =>
  ({
    format: 'apple-crash-text',
    file: 'till.txt',
    text: '',
    header: { fields: [] },
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [],
    sections: [],
    images: [],
    problems: [],
    frameCount: 0,
    ...facts,
  }) as unknown as Report

describe('reports in strings', () => {
  test.each(['bug_type', 'usedImages', 'callStackTree', 'callStackTrees', 'binary_images'])('with %s', (key) => {
    const inner = `{"${key}":"a\\nb\\tc\\u00e9\\u0041\\\\/"}`
    const text = `x ${JSON.stringify(inner)} y`
    expect(takeHeldReports(text)).toEqual({ reports: [inner], rest: 'x "" y' })
    expect(takeHeldReports(text.replace(key, `${key}x`))).toBeUndefined()
  })
  test('letters behind a backslash', () => {
    const text = String.raw`"{\"bug_type\":\b\f\r\/\u00E9\u12}"`
    expect(takeHeldReports(text)?.reports).toEqual([`{"bug_type":\b\f\r/é\\u12}`])
  })
})

describe('kills of other processes', () => {
  const kept = (line: string, pid: number | undefined, format = 'spindump') => {
    const own = report({ format, header: { pid, fields: [] }, text: `said\n${line}\n` })
    const all = withKillsAround(own)
    expect(all.at(-1)).toBe(own)
    return all.length
  }
  const limit = (pid: string, process = 'Till', mb = '50 MB') =>
    `memorystatus: EXC_RESOURCE -> ${process}[${pid}] exceeded mem limit: ActiveHard ${mb} (fatal)`
  test.each<[string, boolean]>([
    [limit('42'), true],
    [limit('7'), true],
    [limit('123456789'), true],
    [limit('41'), false],
    [limit('x'), false],
    [limit('1234567890'), false],
    [limit('42', ''), false],
    [limit('42', 'T'), true],
    [limit('42', 'x'.repeat(64)), true],
    [limit('42', 'x'.repeat(65)), false],
    [limit('42', 'Till', 'x'.repeat(68)), true],
    [limit('42', 'Till', 'x'.repeat(80)), false],
    [limit('42').replace('fatal', 'non-fatal'), false],
    ['memorystatus: killing_specific_process pid 42 [Till] (per-process-limit 3)', true],
    ['memorystatus: killing_specific_process pid 123456789 [Till] (per-process-limit 3)', true],
    ['memorystatus: killing_specific_process pid 41 [Till] (per-process-limit 3)', false],
    ['memorystatus: killing_specific_process pid x [Till]', false],
    ['memorystatus: killing_specific_process pid 1234567890 [Till]', false],
  ])('%j: %j', (line, isOther) => {
    expect(kept(line, 41) > 1).toBe(isOther)
    expect([kept(line, undefined), kept(line, 41, 'apple-crash-text')]).toEqual([1, 1])
  })
})

describe('ordinary reports', () => {
  test.each<[string, boolean]>([
    ['{"bug_type":"309"}\n{', true],
    [' \n{"a":1,"bug_type":"309"} \t\r\n \t{', true],
    ['x{"bug_type":"309"}\n{', false],
    ['{"bug_type":"309"}\nx{', false],
    ['{"bug_type":"309"\n{', false],
    ['{"bugtype":"309"}\n{', false],
    ['Process: Till', true],
    [' \n\tIncident Identifier:\tx', true],
    ['xProcess: Till', false],
    ['Process:Till', false],
  ])('%j opens one: %j', (text, expected) => {
    expect(opensOrdinary(text)).toBe(expected)
  })
  const crash = (thread: string, exception = 'Exception Type: EXC_CRASH (SIGABRT)') =>
    `Process: Till [41]\nIdentifier: till\n${exception}\n\n${thread}\n0   Till   0x0000000104cb8010 0x104cb8000 + 16\n`
  test.each<[string, boolean]>([
    ['Thread 0 Crashed:', true],
    ['Thread 12:', true],
    ['Thread 345 name: x\nThread 345 Crashed:', true],
    ['Thread x:', false],
    ['Thread 0', false],
    [' Thread 0:', false],
  ])('the thread %j: %j', (thread, expected) => {
    const sample = (text: string) => ({ path: 'till.txt', bytes: new Uint8Array(0), text, whole: true })
    expect(findOrdinaryFormat(sample(crash(thread)))?.id).toBe(expected ? 'apple-crash-text' : undefined)
    expect(findOrdinaryFormat(sample(crash(thread, 'xException Type: x')))).toBeUndefined()
    expect(findOrdinaryFormat(sample(`x${crash(thread)}`))).toBeUndefined()
  })
})

describe('texts that nobody reads', () => {
  const code = (line: string) => {
    const { code: found, line: at } = unreadProblem('till.txt', new TextEncoder().encode(`said\n${line}\n`))
    return [found, at]
  }
  test.each([
    'x EXC_BAD_ACCESS',
    'EXC_ABC',
    'SIGSEGV',
    ...['ABRT', 'BUS', 'ILL', 'TRAP', 'FPE', 'KILL', 'SYS'].map((name) => `(SIG${name})`),
    'segmentation fault',
    'Segmentation fault',
    '"fatal error',
    'Fatal error: x',
    'panicked at x',
    'Traceback (x',
    'Error: x',
    'Uncaught Error: x',
    'java.lang.IllegalStateException: x',
    'TypeError',
    'a.b.c.KeyError, x',
    'objc[x]: Class TillError',
  ])('%j is an error', (line) => {
    expect(code(line)).toEqual(['unknown-report', 2])
  })
  test.each([
    'EXC_AB',
    'EXC_abc',
    'SIGSEGVX',
    'SIGX',
    'egmentation fault',
    'fatal errors',
    'xpanicked at',
    'Traceback x',
    'Error:x',
    'Error: ',
    'x: Uncaught Error: x',
    'TypeErrors',
    'typeError',
    'objc[41]: Class TillError is implemented',
    'objc[7]: Class Error x',
  ])('%j is none', (line) => {
    expect(code(line)).toEqual(['unknown-report', undefined])
  })
})

test.each<[string, boolean]>([
  [' + CategoryInfo : x', false],
  ['\t       + CategoryInfo', false],
  ['x + CategoryInfo', true],
  [' + CategoryInfos', true],
  ['+ CategoryInfo', true],
])('a text with %j is joined: %j', (line, isJoined) => {
  const width = 60
  const long = Array.from({ length: 12 }, (_, at) =>
    `${at}   Till   0x0000000104cb80${10 + at} count_of_the_drawer_${at} + 16`.padEnd(90, 'x'),
  )
  const wrapped = long.flatMap((text) => [text.slice(0, width), text.slice(width)]).join('\n')
  const bare = unwrapText('till.txt', wrapped)
  const found = unwrapText('till.txt', `${line}\n${wrapped}`)
  expect(bare).toBeDefined()
  if (!isJoined) expect(found).toBeUndefined()
})

describe('words of a page', () => {
  const told = (words: string, page = '<p>x</p>') => {
    const [found] = withBareWords([
      report({
        text: page,
        applicationInfo: [words],
        exception: { reason: words },
        sections: [{ kind: 'text', title: 't', text: words }],
      }),
    ])
    expect([found?.exception?.reason, found?.sections]).toEqual([
      found?.applicationInfo[0],
      [{ kind: 'text', title: 't', text: found?.applicationInfo[0] }],
    ])
    return found?.applicationInfo[0]
  }
  test.each<[string, string]>([
    ['a &lt;b&gt; c', 'a <b> c'],
    ['a &amp; b', 'a & b'],
    ['a&#39;b', "a'b"],
    ['a&#8220;b', 'a“b'],
    ['a&#x41;b', 'aAb'],
    ['a&#xe9;b', 'aéb'],
    ['a<br>b', 'ab'],
    ['<b>a</b> <span class="x">b</span> ', 'a b'],
    ['a<br/>', 'a'],
    ['a < b ', 'a < b '],
    ['list<Till>&', 'list<Till>&'],
  ])('%j', (words, expected) => {
    expect(told(words)).toBe(expected)
    for (const text of ['said', '{"a":"<p>x</p>"}', '<p>x']) expect(told(words, text)).toBe(words)
  })
})

test('a crash that is printed twice', () => {
  const header = (date: string, pid = 41) => ({ process: 'Till', pid, date, fields: [] })
  const text = report({ header: header('2024-01-01  10:00:00'), frameCount: 3, threads: [{}] })
  const json = report({ format: 'ips-crash', header: header('2024-01-01 10:00:00 '), frameCount: 3, threads: [{}] })
  expect(withoutSecondPrint([text, json])).toEqual([json])
  expect(withoutSecondPrint([json, { ...text, frameCount: 4 }])).toEqual([{ ...text, frameCount: 4 }])
  expect(withoutSecondPrint([text, text])).toEqual([text, text])
  for (const other of [
    header('2024-01-01 10:00:01'),
    header('2024-01-01 10:00:00', 42),
    { ...header(' '), date: ' ' },
  ]) {
    const apart = { ...json, header: other } as Report
    expect(withoutSecondPrint([text, apart])).toEqual([text, apart])
  }
  const head = report({ header: header('x') })
  expect(withoutSecondPrint([text, head])).toEqual([text])
  expect(withoutSecondPrint([head, text])).toEqual([head, text])
  expect(withoutSecondPrint([text, { ...head, header: header('x', 42) }])).toHaveLength(2)
  const many = [...Array<Report>(62).fill(report({ header: header('y', 7), frameCount: 1 })), text, json]
  expect([withoutSecondPrint(many).length, withoutSecondPrint([...many, text]).length]).toEqual([63, 65])
})

test.each([
  'Exception Type: x',
  'Exception Code: x',
  'Exception Codes: x',
  'Thread 7',
  '-'.repeat(20),
  '{',
  '\t Path: x',
])('%j begins a report', (line) => {
  expect(wordsAbove(`said\n\n${line}\n`).trim()).toBe('said')
  expect(wordsAbove(`said\nx${line}\n`)).toBe('')
})

describe('a throw in the crashed thread', () => {
  const told = (names: readonly string[], exception?: object) =>
    withSaidAround(
      report({
        text: `*** Terminating app due to uncaught exception 'TillClosed', reason: 'no drawer'\nProcess: Till [41]\n`,
        threads: [{ id: 0, crashed: true, frames: names.map((name) => ({ symbol: { name } })) }],
        exception,
      }),
    ).exception?.reason
  const calls = [
    'abort',
    '_abort',
    '_TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION__',
    '___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___',
  ]
  const throwers = [
    'objc_exception_throw',
    '__cxa_throw',
    '_objc_terminate',
    'std::__terminate',
    'std::__terminate(void (*)())',
  ]
  test.each(calls)('ends in %s', (call) => {
    expect(told([call, 'objc_exception_throw'], undefined)).toBe('no drawer')
    for (const wrong of [`x${call}`, `${call}x`]) expect(told([wrong, 'objc_exception_throw'])).toBeUndefined()
  })
  test.each(throwers)('of %s', (thrower) => {
    expect(told(['abort', thrower])).toBe('no drawer')
    expect(told(['abort', `x${thrower}`])).toBeUndefined()
  })
  test.each<[string | undefined, string]>([
    ['SIGABRT', 'no drawer'],
    [undefined, 'no drawer'],
  ])('with signal %j', (signal, reason) => {
    expect(told([], { ...(signal && { signal }) })).toBe(reason)
  })
  test.each([
    { type: 'EXC_BAD_ACCESS' },
    { signal: 'SIGKILL' },
    { signal: 'xSIGABRT' },
    { signal: 'SIGABRTx' },
    { type: 'EXC_GUARD', signal: 'SIGABRT' },
  ])('not with %j', (exception) => {
    expect(told([], exception)).toBeUndefined()
  })
})

test.each<[string, string | undefined]>([
  ['log: ', ''],
  ['  ', ''],
  ['> ', undefined],
  ['[ ', undefined],
  ['[\t\r', undefined],
  ['{', undefined],
  ['<', undefined],
])('lines that begin with %j', (prefix, bare) => {
  const lines = Array.from({ length: 6 }, (_, at) => `x${at}`)
  const text = lines.map((line) => (prefix.startsWith('[') ? prefix : prefix + line)).join('\n')
  expect(peel(text)).toBe(bare === undefined ? undefined : lines.map((line) => bare + line).join('\n'))
})

test.each<[signal: string, isFitting: boolean]>([
  ['SIGTRAP', true],
  ['SIGABRT', true],
  ['SIGILL', true],
  ['xSIGILL', false],
  ['SIGTRAPS', false],
  ['SIGSEGV', false],
])('words of Swift’s runtime fit a %s: %j', (signal, isFitting) => {
  const text = 'till/till.swift:7: Fatal error: no drawer\n\nProcess: Till [41]\n'
  const found = withSaidAround(report({ text, exception: { signal } }))
  expect(found.applicationInfo.length).toBe(Number(isFitting))
})
