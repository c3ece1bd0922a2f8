/** Pieces of JSON reports: what is put around a piece, by the members that it begins with, and pieces that stay. */
import { describe, expect, test } from 'vitest'
import { openJsonFragment } from '../../../../src/core/reports/repair/json-fragment.ts'
import {
  joinBrokenKeys,
  joinWrappedJson,
  takeReportOutOfJson,
} from '../../../../src/core/reports/repair/repair-json.ts'

describe('a piece of a crash report', () => {
  const keys =
    'usedImages asiBacktraces lastExceptionBacktrace imageOffset faultingThread vmRegionInfo rawCodes exceptionReason isCorpse crashReporterKey memoryStatus largestProcess panicString procLaunch threadState'
  const members = [
    ...keys.split(' ').map((key) => `"${key}" \t: 1`), '"threads"\t:\n [', '"threads":[', '"namespace" \t: \n "SIGNAL"', '"type" : \t"EXC_CRASH"', '"signal" \t:  "SIGILL"', '"subtype"  : "KERN_X"', '"type":"EXC_', '"signal":"SIG', '"subtype":"KERN_', '"namespace":"A',
    ...['codes', 'rawCodes', 'type', 'signal', 'subtype', 'code', 'flags', 'namespace', 'indicator', 'reasons'].map((key) => `"exception" \t:  {\n "${key}"`), '"termination":{"code"',
  ] // prettier-ignore
  test.each(members)('%j', (member) => {
    for (const value of ['1', '"x"', '[1]', '{"b": 2}', '-1', 'true', 'false', 'null']) {
      const opened = openJsonFragment(`"a" : \t${value},\n${member}`)
      expect(opened.startsWith(`{"a" : \t${value},\n${member}`)).toBe(true)
    }
  })
  test.each([
    '"namespace": "s"',
    '"type": "EXCX"',
    '"signal": "sig"',
    '"subtype": "x"',
    '"exception": {"message"',
    '"usedImage": 1',
    '"usedImages"',
    '"exception": {"values"',
  ])('not of %j', (member) => {
    expect(openJsonFragment(`"a": 1,\n${member}`)).toBe(`"a": 1,\n${member}`)
  })
  test.each(
    'callStackTree callStackRootFrames subFrames offsetIntoBinaryTextSegment callStacks binary_images debug_meta event_id stacktrace backtrace'.split(
      ' ',
    ),
  )('not with %j', (key) => {
    for (const blank of ['', ' \n\t'])
      expect(openJsonFragment(`x\n"a": 1,\n"isCorpse": 1,\n"${key}"${blank}: 2`)).toBe(
        `x\n"a": 1,\n"isCorpse": 1,\n"${key}"${blank}: 2`,
      )
  })
  test.each<[string, string, string]>([
    ['an object', '"a": 1,\n"isCorpse": 1\n}', '{"a": 1,\n"isCorpse": 1\n}'],
    [
      'below words',
      'Look:\n  "isCorpse": 1,\n  "b": [1, {"c": 2',
      'Look:\n{"piece": {},  "isCorpse": 1,\n  "b": [1, {"c": 2}]}',
    ],
    ['above words', '"isCorpse": 1,\n"b": 2\nThanks', '{"isCorpse": 1,\n"b": 2}\nThanks'],
    ['below brackets', '}, ]\n"isCorpse": 1', '{"isCorpse": 1}'],
    ['inside an exception', '"codes": "0x1"\n},\n"isCorpse": 1', '{"exception": {"codes": "0x1"\n},\n"isCorpse": 1}'],
    [
      'inside an exception, by its type',
      '"type" \t: \t"EXC_CRASH"\n},\n"b": 1\n}',
      '{"exception": {"type" \t: \t"EXC_CRASH"\n},\n"b": 1\n}',
    ],
    ['inside a termination', '"byPid": 1\n},\n"isCorpse": 1', '{"termination": {"byPid": 1\n},\n"isCorpse": 1}'],
    [
      'inside a termination, by its space',
      '"namespace" \t: \t"S"\n},\n"b": 1',
      '{"termination": {"namespace" \t: \t"S"\n},\n"b": 1}',
    ],
    [
      'inside a version',
      '"releaseType": "User"\n},\n"isCorpse": 1',
      '{"osVersion": {"releaseType": "User"\n},\n"isCorpse": 1}',
    ],
    [
      'inside a bundle',
      '"CFBundleVersion": "1"\n},\n"isCorpse": 1',
      '{"bundleInfo": {"CFBundleVersion": "1"\n},\n"isCorpse": 1}',
    ],
    ['inside another object', '"a": "1"\n},\n"isCorpse": 1\n}', '{"piece": {"a": "1"\n},\n"isCorpse": 1\n}'],
    [
      'inside two objects',
      '"a": "}"\n},\n"codes": {"b": [2]}\n},\n"isCorpse": 1',
      '{"exception": {"piece": {"a": "}"\n},\n"codes": {"b": [2]}\n},\n"isCorpse": 1}',
    ],
    ['cut off in a value', '"isCorpse": 1,\n"b":\t "c', '{"isCorpse": 1,\n"b":\t "c"}'],
    ['cut off in a key', '"isCorpse": 1,\n"bc', '{"isCorpse": 1,\n"bc": null}'],
    ['cut off in a list', '"isCorpse": 1,\n"b": ["c", "d', '{"isCorpse": 1,\n"b": ["c", "d"]}'],
    ['cut off behind a backslash', '"isCorpse": 1,\n"b": "c\\', '{"isCorpse": 1,\n"b": "c\\\\"}'],
    ['cut off behind two', '"isCorpse": 1,\n"b": "c\\\\', '{"isCorpse": 1,\n"b": "c\\\\"}'],
    ['cut off at once behind one', '"isCorpse": 1,\n"b": "\\', '{"isCorpse": 1,\n"b": "\\\\"}'],
  ])('%s', (_, text, expected) => {
    expect(openJsonFragment(text)).toBe(expected)
  })
  test.each([
    ['in a list', '"isCorpse": 1\n]\n'], ['of frames', '"imageOffset": 1\n}\n]'], ['in a state', '"threadState" : 1\n},\n"isCorpse": 1'], ['with a list that ends', '"a": 1\n}\n],\n"isCorpse": 1'], ['of a thread', '"triggered" \t: true\n},\n"isCorpse": 1'],
    ['in an object', '{ \n"isCorpse": 1'], ['in an open object', 'x\n{"b": 1,\n"isCorpse": 1'], ['in a list of words', 'x [\n"isCorpse": 1'], ['without a member', 'isCorpse: 1\n"isCorpse'], ['with a number for a key', '"1a": 1,\n  x "isCorpse": 1'],
    ['below frames', '"imageOffset" : 1}\n"isCorpse": 1'], ['seventeen deep', `"isCorpse": 1\n${'}'.repeat(18)}`],
  ])('%s: stays', (_, text) => {
    expect(openJsonFragment(`w\n${text}`)).toBe(`w\n${text}`)
  }) // prettier-ignore
  test('sixteen deep', () => {
    expect(openJsonFragment(`"isCorpse": 1\n${'}'.repeat(16)}`).match(/\{/g)).toHaveLength(16)
  })
  test('behind 16,384 characters of words, and not behind more', () => {
    const text = (length: number): string => `${'w '.repeat(length / 2 - 1)}\n"isCorpse": 1`
    expect(openJsonFragment(text(16_370))).toContain('{"piece": {},"isCorpse": 1}')
    expect(openJsonFragment(text(16_386))).toBe(text(16_386))
  })

  const [SENTRY, KSCRASH] = ['{"stacktrace":{"frames":[{', '{"crash":{"threads":[{"backtrace":{"contents":[{']
  const frame = '"instruction_addr": "0x1"\n}]}'
  test.each(
    'symbol_addr instruction_addr image_addr object_addr object_name symbol_name package in_app function'.split(' '),
  )('inside a frame, at %j', (key) => {
    for (const lead of ['', ' \n} ,\t', '},\n{ \n'])
      for (const colon of [':', ' \n:']) {
        const member = `"${key}"${colon} 1, ${frame}`
        expect(openJsonFragment(`${lead}${member}`)).toBe(
          `${key === 'object_addr' ? KSCRASH : SENTRY}${lead.includes('{') ? ' \n' : ''}${member}`,
        )
        expect(openJsonFragment(`${lead}${member}, "object_addr"`)).toBe(
          `${KSCRASH}${lead.includes('{') ? ' \n' : ''}${member}, "object_addr"`,
        )
      }
    expect(openJsonFragment(`x ${`"${key}": 1, ${frame}`}`)).toBe(`x "${key}": 1, ${frame}`)
    if (key !== 'instruction_addr') expect(openJsonFragment(`"${key}": 1`)).toBe(`"${key}": 1`)
  })
  test.each(
    'stacktrace debug_meta threads usedImages asiBacktraces lastExceptionBacktrace imageOffset callStackTree binary_images'.split(
      ' ',
    ),
  )('of another tool, with %j', (key) => {
    expect(openJsonFragment(` \n"event_id"\n: "x",\n"b": 1, "${key}" \n: [`)).toBe(
      `{ \n"event_id"\n: "x",\n"b": 1, "${key}" \n: [`,
    )
    expect(openJsonFragment(`"event_id":\n\t{}, "${key}":[`)).toBe(`{"event_id":\n\t{}, "${key}":[`)
    expect(openJsonFragment(`x "event_id": {}, "${key}":[`)).toBe(`x "event_id": {}, "${key}":[`)
  })
})

describe('JSON that was broken', () => {
  const head = '{"bug_type":"309","name":"Till","n":12345.5e+10,"b":[true,-12]}'
  test('at each place inside its values', () => {
    for (let at = 1; at < head.length; at++)
      for (const end of ['\n', '\r\n']) {
        const joined = joinWrappedJson(`${head.slice(0, at)}${end}${head.slice(at)}\n{"x":1}`)
        expect(JSON.parse(joined.split('\n{"x"')[0] ?? '')).toEqual(JSON.parse(head))
      }
  })
  test.each([
    ['a line behind which words stand', '{"bug_type":"1"\n,"b":2\r\n}\nwords', '{"bug_type":"1","b":2}\nwords'],
    ['below words', 'See:\n {"bug_type":"1\n","b":2}', 'See:\n {"bug_type":"1","b":2}'],
    ['below words, with a broken key', 'See:\n{"os_ver\r\nsion" : "1\n"}', 'See:\n{"os_version" : "1"}'],
    ['in an escape', '{"a":"b\\\nn"}', '{"a":"b\\n"}'],
  ])('%s', (_, broken, whole) => {
    expect(joinWrappedJson(broken)).toBe(whole)
  })
  test.each([
    'words\n"a\nb"',
    'See:\n{"a":"b\nc"}',
    '{"a": 1,\n"b": 2}',
    '{"a":"b"}\n{"c":"d',
    '[\n1\n]',
    '{\n"a":\n12\n}',
    '{"b":1\n,"c":2}\nwords',
    '{"bug_type":1\n}\n{"x":1}',
    'x {"bug_type":"1\n"}',
  ])('%j stays', (text) => {
    expect(joinWrappedJson(text)).toBe(text)
  })
  test('400 breaks of a string, not 401', () => {
    const text = (breaks: number): string => `{"a":"${'x\n'.repeat(breaks)}y"}`
    expect(joinWrappedJson(text(400))).toBe(text(400).replaceAll('\n', ''))
    expect(joinWrappedJson(text(401))).toBe(text(401))
  })
  test('keys that are broken behind their mark', () => {
    expect(joinBrokenKeys(' \n"a" : 1, "\nb": 2, { \t"\r\nc1"\t:3')).toBe(' \n"a" : 1, "b": 2, { \t"c1"\t:3')
    for (const text of [
      '{"a": 1, "\nb": 2}',
      '"a": 1, "\nb c": 2',
      '"a": 1; "\nb": 2',
      `"a": 1, "\n${'b'.repeat(41)}": 2`,
      'x "a": 1, "\nb": 2',
      '"a": 1, "\nb" x: 2',
    ])
      expect(joinBrokenKeys(text)).toBe(text)
  })
})

describe('a report in a string', () => {
  const report = (stack: string): string => `Process: Till\n${stack}\n0 Till`
  const inJson = (text: string): string => JSON.stringify({ a: [1, { raw: text }], b: 'x' })
  test.each(['Thread 0:', 'Thread 12 Crashed:', 'Last Exception Backtrace:'])('%j', (stack) => {
    expect(takeReportOutOfJson(inJson(report(stack)))).toBe(report(stack))
    expect(takeReportOutOfJson(` \n${inJson(report(stack))} \n`)).toBe(report(stack))
    expect(takeReportOutOfJson(inJson(report(stack).replace('Process: Till', 'x\nIncident Identifier:\t1')))).toBe(
      report(stack).replace('Process: Till', 'x\nIncident Identifier:\t1'),
    )
  })
  test.each([
    inJson(report('Threads 0:')), inJson(report('x Thread 0:\nThread 0')), inJson(report('Thread 0 Crashed: x').replace('Crashed', 'crashed')), inJson(report('Thread 0:').replace('Process', 'x Process')), `${inJson(report('Thread 0:'))} x`, `x ${inJson(report('Thread 0:'))}`, JSON.stringify([report('Thread 0:'), report('Thread 1:')]), report('Thread 0:'),
  ])('%j stays', (text) => {
    expect(takeReportOutOfJson(text)).toBe(text)
  }) // prettier-ignore
})
