/** The small tools of all readers: lines, names of numbers, points in time, versions, fields, files. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../../src/core/model/report.ts'
import { systemText, versionText } from '../../../../src/core/reports/base/builds.ts'
import { damageProblems } from '../../../../src/core/reports/base/json-damage.ts'
import { readJsonReports } from '../../../../src/core/reports/base/json-report.ts'
import * as lines from '../../../../src/core/reports/base/lines.ts'
import { machExceptionName, signalName } from '../../../../src/core/reports/base/mach-names.ts'
import { omitUndefined } from '../../../../src/core/reports/base/omit-undefined.ts'
import { fileName } from '../../../../src/core/reports/base/origin.ts'
import { formatMilliseconds, formatTimestamp } from '../../../../src/core/reports/base/timestamp.ts'
import { unreadableRow } from '../../../../src/core/reports/base/unreadable-row.ts'
import { readWholeFile } from '../../../../src/core/reports/base/whole-file.ts'
import * as back from '../../../../src/core/reports/base/write-back.ts'
import { parseJson } from '../../../../src/core/reports/json/json.ts'
import { success } from '../../../../src/core/model/problem.ts'

describe('lines', () => {
  const read = (...given: Parameters<typeof lines.splitLines>) =>
    lines.splitLines(...given).map(({ text, start, end, number }) => [text, start, end, number])
  test.each<[string, readonly (readonly [string, number, number, number])[]]>([
    ['', [['', 0, 0, 1]]],
    ['a', [['a', 0, 1, 1]]],
    ['\n', [['', 0, 0, 1]]],
    [
      'ab\nc',
      [
        ['ab', 0, 2, 1],
        ['c', 3, 4, 2],
      ],
    ],
    [
      'ab\r\n\r\nc\r',
      [
        ['ab', 0, 2, 1],
        ['', 4, 4, 2],
        ['c', 6, 7, 3],
      ],
    ],
    [
      'ab\rc\r',
      [
        ['ab', 0, 2, 1],
        ['c', 3, 4, 2],
      ],
    ],
    [
      'a\rb\nc',
      [
        ['a\rb', 0, 3, 1],
        ['c', 4, 5, 2],
      ],
    ],
    [
      'a\n\nb\n',
      [
        ['a', 0, 1, 1],
        ['', 2, 2, 2],
        ['b', 3, 4, 3],
      ],
    ],
    [
      '0 pay [likely]\nb',
      [
        ['0 pay', 0, 14, 1],
        ['b', 15, 16, 2],
      ],
    ],
  ])('of %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })
  test('of a part of a text', () => {
    const text = 'ab\ncd\nef'
    expect(read(text, 3)).toEqual([
      ['cd', 3, 5, 1],
      ['ef', 6, 8, 2],
    ])
    expect(read(text, 4, 7, 9)).toEqual([
      ['d', 4, 5, 9],
      ['e', 6, 7, 10],
    ])
    expect(read(text, 3, 5)).toEqual([['cd', 3, 5, 1]])
    expect(read(text, 3, 6)).toEqual([['cd', 3, 5, 1]])
    expect(read(text, 3, 4)).toEqual([['c', 3, 4, 1]])
    expect(read(text, 2, 2)).toEqual([['', 2, 2, 1]])
    expect(read(text, 8)).toEqual([['', 8, 8, 1]])
    expect(read(text, 9)).toEqual([])
    expect(read('\r\nx', 1)).toEqual([
      ['', 1, 1, 1],
      ['x', 2, 3, 2],
    ])
  })
  test('one by one', () => {
    const each = lines.eachLine('a\nb')
    expect(each.next().value).toEqual({ text: 'a', start: 0, end: 1, number: 1 })
    expect(each.next().value).toEqual({ text: 'b', start: 2, end: 3, number: 2 })
    expect(each.next().done).toBe(true)
    expect(lines.asLine('abc')).toEqual({ text: 'abc', start: 0, end: 3, number: 0 })
  })
  test('places in a line', () => {
    const line = { text: 'abcdef', start: 100, end: 106, number: 4 }
    expect(lines.spanIn(line, 2, 4)).toEqual({ start: 102, end: 104 })
    expect(lines.spanIn(line, 2)).toEqual({ start: 102, end: 106 })
  })
  test.each<[string, number, number]>([
    ['ab\ncd\n\ne', 0, 1],
    ...[2, 3, 4, 5, 6, 7, 8, 99].map((at): [string, number, number] => [
      'ab\ncd\n\ne',
      at,
      [1, 2, 2, 2, 3, 4, 4, 4][[2, 3, 4, 5, 6, 7, 8, 99].indexOf(at)] ?? 0,
    ]),
    ['\n', 0, 1],
    ['\n', 1, 2],
    ['ab', 2, 1],
    ['', 5, 1],
    ['a\n', 2, 2],
  ])('in %j the place %d is in line %d', (text, offset, number) => {
    expect(lines.lineNumberAt(text, offset)).toBe(number)
  })
  test.each<[string, number, boolean]>([
    ['no gap', 0, true],
    ['a gap of 511 blanks', 511, true],
    ['a gap of 512 blanks', 512, false],
  ])('%s', (_, blanks, expected) => {
    for (const blank of [' ', '\t']) {
      expect(lines.canBeRow(`a${blank.repeat(blanks)}b`)).toBe(expected)
      expect(lines.canBeRow(blank.repeat(blanks) + 'x'.repeat(600))).toBe(expected)
    }
  })
  test('the longest row', () => {
    expect([511, 512, 513, 16_383, 16_384, 16_385].map((length) => lines.canBeRow('x'.repeat(length)))).toEqual([
      ...[true, true, true, true, true, false],
    ])
    expect([511, 512].map((length) => lines.canBeRow(' '.repeat(length)))).toEqual([true, false])
  })
  test('two rows', () => {
    const has = (text: string) => lines.hasTwoRows(text, (line) => line.text === 'row')
    expect(['', 'row', 'row\nx', 'row\nrow', 'row\nx\nrow', 'x\nrow\nrow\nrow', 'x\nx'].map(has)).toEqual([
      ...[false, false, false, true, true, true, false],
    ])
    const seen: string[] = []
    lines.hasTwoRows('a\nb\nc', ({ text }) => seen.push(text) > 0)
    expect(seen).toEqual(['a', 'b'])
  })
  test.each<[string, string | undefined]>([
    ['a\n\nb', '\n\n'],
    ['a\n > \t>\r\nb', '\n > \t>\r\n'],
    [`a\n${'>'.repeat(20)}\nb`, `\n${'>'.repeat(20)}\n`],
    [`a\n${'>'.repeat(21)}\nb`, undefined],
    ['a\nx\nb', undefined],
    ['a\n\rb', undefined],
    ['\n', undefined],
  ])('a blank line in %j: %j', (text, found) => {
    expect(lines.BLANK_LINE.exec(text)?.[0]).toBe(found)
  })
})

describe('names of numbers', () => {
  test('of Mach exceptions', () => {
    const names = [
      ...[
        'BAD_ACCESS',
        'BAD_INSTRUCTION',
        'ARITHMETIC',
        'EMULATION',
        'SOFTWARE',
        'BREAKPOINT',
        'SYSCALL',
        'MACH_SYSCALL',
      ],
      ...['RPC_ALERT', 'CRASH', 'RESOURCE', 'GUARD', 'CORPSE_NOTIFY'],
    ]
    names.forEach((name, at) => {
      expect(machExceptionName(at + 1)).toBe(`EXC_${name}`)
      expect(machExceptionName(BigInt(at + 1))).toBe(`EXC_${name}`)
    })
    expect([0, 14, 99n, -1].map(machExceptionName)).toEqual(['EXC_0', 'EXC_14', 'EXC_99', 'EXC_-1'])
  })
  test('of signals', () => {
    const names = 'HUP INT QUIT ILL TRAP ABRT EMT FPE KILL BUS SEGV SYS PIPE ALRM TERM'.split(' ')
    names.forEach((name, at) => {
      expect(signalName(at + 1)).toBe(`SIG${name}`)
      expect(signalName(BigInt(at + 1))).toBe(`SIG${name}`)
    })
    expect([0, 16, 30n, -1].map(signalName)).toEqual(['signal 0', 'signal 16', 'signal 30', 'signal -1'])
  })
})

describe('points in time', () => {
  const END = Date.UTC(10_000, 0, 1)
  test.each<[number | bigint | undefined, string | undefined]>([
    [undefined, undefined],
    [0, undefined],
    [-1, undefined],
    [NaN, undefined],
    [1, '1970-01-01T00:00:00.001Z'],
    [1_709_287_872_345n, '2024-03-01T10:11:12.345Z'],
    [END - 1, '9999-12-31T23:59:59.999Z'],
    [END, undefined],
    [END + 1, undefined],
  ])('%s milliseconds', (value, expected) => {
    expect(formatMilliseconds(value)).toBe(expected)
  })
  test.each<[Parameters<typeof formatTimestamp>[0], string | undefined]>([
    ['2024-03-01 10:11:12 +0100', '2024-03-01 10:11:12 +0100'],
    ['yesterday', 'yesterday'],
    ['1709287872s', '1709287872s'],
    ['a1709287872', 'a1709287872'],
    ['1.', '1.'],
    ['.5', '.5'],
    ['1.2.3', '1.2.3'],
    ['', undefined],
    ['1709287872', '2024-03-01T10:11:12.000Z'],
    ['1709287872.345', '2024-03-01T10:11:12.345Z'],
    ['1709287872345', '2024-03-01T10:11:12.345Z'],
    [1709287872, '2024-03-01T10:11:12.000Z'],
    [1709287872345, '2024-03-01T10:11:12.345Z'],
    [1709287872345678, '2024-03-01T10:11:12.345Z'],
    [1e11 - 1, '5138-11-16T09:46:39.000Z'],
    [1e11, '1973-03-03T09:46:40.000Z'],
    [1e14 - 1, '5138-11-16T09:46:39.999Z'],
    [1e14, '1973-03-03T09:46:40.000Z'],
    ['0', undefined],
    [0, undefined],
    [-5, undefined],
    [1e18, undefined],
    [undefined, undefined],
    [null, undefined],
    [true, undefined],
  ])('%j', (value, expected) => {
    expect(formatTimestamp(value)).toBe(expected)
  })
})

describe('versions and fields', () => {
  test.each<[string | undefined, string | undefined, string | undefined]>([
    ['2.1', '42', '2.1 (42)'],
    ['2.1', undefined, '2.1'],
    [undefined, '42', '42'],
    [undefined, undefined, undefined],
    ['2.1', '', '2.1'],
    ['', '42', ''],
  ])('version %j, build %j', (version, build, expected) => {
    expect(versionText(version, build)).toBe(expected)
  })
  test('systems', () => {
    expect(systemText('iOS', '17.2', '21C62')).toBe('iOS 17.2 (21C62)')
    expect(systemText('iOS', undefined, '21C62')).toBe('iOS (21C62)')
    expect(systemText('iOS', '17.2', '')).toBe('iOS 17.2')
    expect(systemText(undefined, '17.2')).toBe('17.2')
    expect(systemText(undefined, undefined, '21C62')).toBe('(21C62)')
    expect([systemText(), systemText('', '', '')]).toEqual([undefined, undefined])
  })
  test('fields without a value are left out', () => {
    expect(Object.keys(omitUndefined({ a: 1, b: undefined, c: null, d: 0, e: '', f: false }))).toEqual([
      ...['a', 'c', 'd', 'e', 'f'],
    ])
  })
  test('the last part of a path', () => {
    expect(['/a/b', 'b', '/a/', '', 'a b/c.d'].map(fileName)).toEqual(['b', 'b', '', '', 'c.d'])
  })
  test('a row that says nothing', () => {
    const { code, line, params } = unreadableRow('stack', { number: 7, text: ` \t${'x'.repeat(100)} ` })
    expect({ code, line, params }).toEqual({
      code: 'unreadable-row',
      line: 7,
      params: { part: 'stack', line: 7, text: 'x'.repeat(80) },
    })
  })
})

describe('documents of JSON', () => {
  const input = (text: string) => ({ path: 'a.json', bytes: new Uint8Array(), text })
  test('are read, or told', () => {
    const seen: unknown[] = []
    const read = (text: string) => readJsonReports(input(text), 'Till', ({ value }) => (seen.push(value), success([])))
    expect(read('{"a":1}')).toEqual(success([]))
    expect(seen).toEqual([{ a: 1 }])
    const failed = read('hello')
    expect(failed.ok).toBe(false)
    expect(failed.problems.map(({ code, file, params }) => [code, file, params])).toEqual([
      ['not-json', 'a.json', { kind: 'Till' }],
    ])
    const own = parseJson('[2]')
    expect(
      readJsonReports(
        input('x'),
        'Till',
        ({ value }) => (seen.push(value), success([])),
        () => own,
      ),
    ).toEqual(success([]))
    expect(seen.at(-1)).toEqual([2])
    const thrown = readJsonReports(input('{}'), 'Till', () => {
      throw new RangeError('too deep')
    })
    expect([thrown.ok, thrown.problems.map(({ file }) => file)]).toEqual([false, ['a.json']])
  })
  test('with damage say its line', () => {
    const text = '{"a":1,\n"b":'
    const document = parseJson(text)
    const found = document ? damageProblems(document, text, 'a.json') : []
    expect(found.map(({ code, file, line }) => [code, file, line])).toEqual([['damaged-json', 'a.json', 2]])
    const whole = parseJson('{"a":1}')
    expect(whole && damageProblems(whole, '{"a":1}', 'a.json')).toEqual([])
  })
})

describe('whole files', () => {
  const file = (size: number) => ({
    path: 'a.txt',
    blob: { size, arrayBuffer: () => Promise.resolve(new Uint8Array([1, 2, 3]).buffer) },
  })
  const read = (size: number, head?: Uint8Array) => readWholeFile(file(size) as never, head)
  test('are read once', async () => {
    const head = new Uint8Array([7, 8, 9])
    expect(await read(3, head)).toEqual(success(head))
    expect(await read(4, head)).toEqual(success(new Uint8Array([1, 2, 3])))
    expect(await read(3)).toEqual(success(new Uint8Array([1, 2, 3])))
  })
  test('have a limit', async () => {
    expect((await read(2 ** 28)).ok).toBe(true)
    for (const [size, megabytes] of [
      [2 ** 28 + 1, 256],
      [2 ** 30, 1024],
    ] as const) {
      const outcome = await read(size)
      expect(outcome.ok).toBe(false)
      expect(outcome.problems.map(({ code, file: path, params }) => [code, path, params])).toEqual([
        ['report-too-large', 'a.txt', { megabytes, limit: 256 }],
      ])
    }
  })
})

describe('names written back', () => {
  const call = (more: object = {}) => ({ function: 'pay', ...more }) as Parameters<typeof back.crashRow>[0]
  test.each<[object, string, string, string, string]>([
    [{}, 'pay', ':0', 'pay', ':0'],
    [{ functionOffset: 12 }, 'pay + 12', ':0', 'pay + 12', ':0'],
    [{ functionOffset: 0 }, 'pay + 0', ':0', 'pay + 0', ':0'],
    [{ functionOffset: 12, inlined: true }, 'pay', ':0', 'pay', ':0'],
    [
      { functionOffset: 12, file: '/a/Till.swift', line: 7 },
      'pay + 12',
      'Till.swift:7',
      'pay + 12 (Till.swift:7)',
      'Till.swift:7',
    ],
    [{ file: 'C:\\a\\Till.swift', line: 7, column: 3 }, 'pay', 'Till.swift:7', 'pay (Till.swift:7)', 'Till.swift:7:3'],
    [{ file: 'Till.swift', column: 0 }, 'pay', 'Till.swift:0', 'pay (Till.swift:0)', 'Till.swift:0'],
    [{ function: 'a\r\n\nb\u001b', file: 'c\nd' }, 'a b\u241b', 'c d:0', 'a b\u241b (c d:0)', 'c d:0'],
  ])('%j', (more, named, place, row, source) => {
    const one = call(more)
    const visible = (text: string): string => text.replace('\u241b', back.oneLine('\u001b'))
    expect([back.nameAndOffset(one), back.place(one), back.crashRow(one), back.sourcePlace(one)]).toEqual(
      [named, place, row, source].map(visible),
    )
  })
  test('with another file, and without what a terminal obeys', () => {
    expect(back.sourcePlace(call({ file: '/a/b', line: 1 }), '/a/b')).toBe('/a/b:1')
    expect(back.oneLine('\u001b[0m')).not.toContain('\u001b')
  })
  test('heads and fields', () => {
    expect([back.stackHead('x'), back.treeHead('samples', 'Main')]).toEqual([
      'Backtrace: x',
      'Call Tree (samples): Main',
    ])
    const text = (more: object): string =>
      back.writtenFromText({ format: 'kcdata', label: 'Of a kernel', ...more } as Report)
    expect(text({})).toBe('kcdata, Of a kernel')
    expect(text({ kind: 'stackshot' })).toBe('kcdata/stackshot, Of a kernel')
    expect(text({ writtenFrom: 'xctrace' })).toBe('xctrace, Of a kernel')
  })
  test.each<[string | undefined, ReturnType<typeof back.readWrittenFrom>]>([
    ['kcdata, Of a kernel, x', { format: 'kcdata', kind: undefined, label: 'Of a kernel, x' }],
    ['a-b_1/stackshot, L', { format: 'a-b_1', kind: 'stackshot', label: 'L' }],
    ['a/nothing, L', { format: 'a', kind: undefined, label: 'L' }],
    ['a, Kernel stackshot', { format: 'a', kind: 'stackshot', label: 'Kernel stackshot' }],
    ...[
      undefined,
      '',
      'a',
      'a,',
      'a, ',
      ', L',
      'a b, L',
      'a/, L',
      '/stackshot, L',
      'a,L',
      'a/b/c, L',
      'a.b, L',
      ' a, L',
    ].map((text): [string | undefined, undefined] => [text, undefined]),
  ])('%j is read again', (text, expected) => {
    expect(back.readWrittenFrom(text)).toEqual(expected)
  })
})
