/** Readers of rows and words called alone, at the edges of what each of them takes. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { parseJson } from '../../../src/core/reports/json/json.ts'
import { NearestImages } from '../../../src/core/reports/base/nearest-images.ts'
import { asLine, splitLines } from '../../../src/core/reports/base/lines.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { opensOrdinary } from '../../../src/core/reports/ordinary.ts'
import { endsWithConsole } from '../../../src/core/reports/several.ts'
import { parsePackage, parseImageRow } from '../../../src/core/reports/text/apple-images.ts'
import { parseFrameRow } from '../../../src/core/reports/text/apple-rows.ts'
import { readSanitizerRow } from '../../../src/core/reports/text/text-rows.ts'
import { readNamedException } from '../../../src/core/reports/text/thrown-text.ts'
import { app, buildReport } from '../../support/report-builder.ts'

const reportsOf = (text: string, name = 'pasted.txt'): readonly Report[] => {
  const outcome = parseReport(name, new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}

describe('words', () => {
  test.each([
    [['NSRangeException', 'out of range'], { type: 'NSException', name: 'NSRangeException', reason: 'out of range' }],
    [['  UIViewException  ', '', '  why '], { type: 'NSException', name: 'UIViewException', reason: 'why' }],
    [['Odd words: NSRangeException', 'why'], { type: 'NSException', name: 'NSRangeException', reason: 'why' }],
    [['NSRangeException'], { type: 'NSException', name: 'NSRangeException' }],
    [['an NSRangeException was thrown', 'why'], undefined],
    [[], undefined],
  ])('the exception named in %j', (lines, exception) => {
    expect(readNamedException(lines)).toEqual(exception)
  })

  test.each([
    ['*** Terminating app due to x', true],
    ['Fatal error: x', true],
    ['libc++abi: terminating with x', true],
    ['libc++abi.dylib: terminating with x', true],
    ['libc++abidylib: terminating with x', false],
    ['all is well', false],
    [`Fatal error: x${'.'.repeat(4096)}`, false],
    [`${'.'.repeat(9000)}Fatal error: x`, true],
  ])('a console’s words at the end, case %#', (text, expected) => {
    expect(endsWithConsole(text)).toBe(expected)
  })
})

describe('JSON', () => {
  test.each([
    ['5 6', 5, 1],
    ['"a" "b"', 'a', 3],
    ['true', true, 4],
    ['{"a":1} {"b":2}', { a: 1 }, 7],
    [' [1] 2', [1], 4],
  ])('the first value of %j', (text, value, end) => {
    const read = parseJson(text)
    expect(read?.value).toEqual(value)
    expect(read?.end).toBe(end)
    expect(read).not.toHaveProperty('damage')
  })

  test('one object in two parts', () => {
    expect(parseJson('{"a":{"x":1},"a":{"y":2}}')?.value).toEqual({ a: { x: 1, y: 2 } })
    expect(parseJson('{"a":{"x":1},"a":2}')?.value).toEqual({ a: 2 })
    expect(parseJson('{"a":1,"a":{"y":2}}')?.value).toEqual({ a: { y: 2 } })
  })

  test.each([
    ['{"a":1', 'end', 5],
    ['{"a":[1,2', 'end', 8],
    ['{"a":{"b":"c', 'end', 12],
  ])('the end of %j is missing', (text, fault, offset) => {
    expect(parseJson(text)?.damage).toEqual({ fault, offset })
  })
})

describe('rows of images', () => {
  const uuid = '<aaaaaaaa-0000-1111-2222-333333333333>'
  test.each([
    [
      ' {"identifier":"com.x","version":"1.0"}',
      [
        ['identifier', 'com.x'],
        ['version', '1.0'],
      ],
    ],
    [`0x1000 - 0x1fff Kit ${uuid} /Library/Kit {"name":"N"}`, [['name', 'N']]],
    [`0x1000 - 0x1fff Kit ${uuid} /Library/Kit`, undefined],
  ])('the package in %j', (text, members) => {
    expect(parsePackage(text)).toEqual(members)
  })

  test.each<[string, object | undefined]>([
    [
      `0x1000 - 0x1fff Kit arm64 ${uuid} /usr/lib/Kit`,
      { name: 'Kit', arch: 'arm64', size: 0x1000, loadAddress: 0x1000n, path: '/usr/lib/Kit', origin: 'system' },
    ],
    [`0x1000 - ??? Kit ${uuid} /usr/lib/Kit`, { name: 'Kit', path: '/usr/lib/Kit' }],
    [`0x1000 - 0x1fff +com.x.Kit (1.2 - 3) ${uuid} ???`, { name: 'com.x.Kit', version: '1.2 - 3', origin: 'app' }],
    [`0x1000 - 0x1fff Kit ${uuid} (1.2) /usr/lib/Kit`, { version: '1.2', path: '/usr/lib/Kit' }],
    ['0x1000 - 0x1fff', undefined],
    ['0x1000 0x1fff Kit', undefined],
  ])('%j', (text, image) => {
    if (image === undefined) expect(parseImageRow(text)).toBeUndefined()
    else expect(parseImageRow(text)).toMatchObject(image)
  })
})

describe('rows of stacks', () => {
  const row = (text: string) => {
    const found = parseFrameRow(asLine(text))
    return found && { ...found, behind: text.slice(found.symbolSpan?.start, found.symbolSpan?.end) }
  }
  test.each<[string, object | undefined]>([
    [
      '0   Till  0x0000000000001010 0x1000 + 16',
      { index: 0, address: 0x1010n, imageName: 'Till', loadAddress: 0x1000n, behind: '0x1000 + 16' },
    ],
    [
      '12  My Till  0x0000000000001010 count + 8 (Till.swift:12)',
      { index: 12, imageName: 'My Till', symbol: { name: 'count', offset: 8, file: 'Till.swift', line: 12 } },
    ],
    [
      '1   Till  0x0000000000001010 count (Till.swift:12:5)',
      { symbol: { name: 'count', file: 'Till.swift', line: 12, column: 5 } },
    ],
    ['1   Till  0x0000000000001010 count + 8 (in Till)', { symbol: { name: 'count', offset: 8 } }],
    ['1   Till  0x0000000000001010', { address: 0x1010n, behind: '' }],
    ['1   Till  0x0000000000001010 count 0x0000000000001000 + 16', { symbol: { name: 'count' } }],
    ['x   Till  0x0000000000001010 count', undefined],
  ])('%j', (text, expected) => {
    if (expected === undefined) expect(row(text)).toBeUndefined()
    else expect(row(text)).toMatchObject(expected)
  })

  test('lldb’s function behind a register keeps its place in the text', () => {
    const text = `        sp = 0x000000016d3b2e80\n        lr = 0x0000000104ccc084  Harbor\`load + 52\n        pc = 0x0000000104ccc1a0  Harbor\`crash + 16\n        fp = 0x000000016d3b2f10\n[  0] 4C4C444F-5555-3144-A1CC-707057490EC2 0x0000000104cc8000 /private/var/containers/Harbor.app/Harbor\n`
    const [report] = reportsOf(text)
    const places = report?.threads[0]?.frames.map(({ symbolSpan, span }) => [
      text.slice(span?.start, span?.end).trim(),
      text.slice(symbolSpan?.start, symbolSpan?.end).trim(),
    ])
    expect(places).toEqual([
      ['pc = 0x0000000104ccc1a0  Harbor`crash + 16', 'crash + 16'],
      ['lr = 0x0000000104ccc084  Harbor`load + 52', 'load + 52'],
    ])
  })
})

test('the nearest image below an address, with and without ends', () => {
  const images = new NearestImages([
    { index: 0, loadAddress: 0x1000n, end: 0x1100n },
    { index: 1, loadAddress: 0x2000n },
    { index: 2, loadAddress: 0x2000n },
    { index: 3, loadAddress: 0x1000n, end: 0x9000n },
  ])
  const at = (address: bigint, reach = 0x100n): number | undefined => images.at(address, reach)?.index
  expect([0xfffn, 0x1000n, 0x10ffn, 0x1100n, 0x1fffn].map((address) => at(address))).toEqual([undefined, 0, 0, 3, 3])
  expect([0x2000n, 0x20ffn, 0x2100n, 0x8fffn, 0x9000n].map((address) => at(address))).toEqual([1, 1, 3, 3, undefined])
  images.add({ index: 4, loadAddress: 0x2080n })
  expect([0x207fn, 0x2080n].map((address) => at(address))).toEqual([1, 4])
})

test.each([
  [
    'a\nb',
    [
      ['a', 0, 1, 1],
      ['b', 2, 3, 2],
    ],
  ],
  [
    'a\r\nb\r\n',
    [
      ['a', 0, 1, 1],
      ['b', 3, 4, 2],
    ],
  ],
  [
    'a\rb',
    [
      ['a', 0, 1, 1],
      ['b', 2, 3, 2],
    ],
  ],
  ['\n', [['', 0, 0, 1]]],
  ['', [['', 0, 0, 1]]],
])('lines of %j', (text, lines) => {
  expect(splitLines(text).map((line) => [line.text, line.start, line.end, line.number])).toEqual(lines)
})

test('a panic of any processor, and no such words within a line', () => {
  const panic = (cpu: number, before = ''): string | undefined =>
    reportsOf(`${before}panic(cpu ${cpu} caller 0xfffffff02e156784): "bad things"\nDebugger message: panic\n`)[0]
      ?.format
  expect([panic(1), panic(10), panic(10, 'some words: ')]).toEqual([
    'panic',
    'panic',
    expect.not.stringMatching(/^panic$/),
  ])
})

test('a page keeps the kind of its report, and an old page has it from its label', () => {
  const made = buildReport([app('f')], { kind: 'hang', label: 'MetricKit hang' })
  const page = (report: typeof made): Report | undefined => reportsOf(htmlExporter.write([report]), 'page.html')[0]
  expect(page(made)).toMatchObject({
    kind: 'hang',
    label: 'MetricKit hang',
    header: { process: 'Shop' },
    threads: [{}],
  })
  const plain = buildReport([app('f')])
  expect(page(plain)).not.toHaveProperty('kind')
  expect(page(plain)).toMatchObject({ header: { process: 'Shop' } })
})

test.each([
  ['    #0 0x7fff8001 in strcat (in libsystem_c.dylib) + 19', 'libsystem_c.dylib', { name: 'strcat', offset: 19 }],
  ['    #0 0x7fff8001 in strcat (in libsystem_c.dylib)', 'libsystem_c.dylib', { name: 'strcat' }],
  ['    #0 0x7fff8001 in strcat   (in libsystem_c.dylib) + 19', 'libsystem_c.dylib', { name: 'strcat', offset: 19 }],
  ['    #0 0x7fff8001 in strcat (in libsystem_c.dylib) + 19 x', undefined, undefined],
])('a row of an old sanitizer: %j', (text, imageName, symbol) => {
  const row = readSanitizerRow(asLine(text))
  expect(row?.imageName).toBe(imageName)
  if (symbol) expect(row?.symbol).toEqual(symbol)
})

test.each([
  ['Process:  Till [1]', true],
  ['\n  Incident Identifier: A', true],
  ['The Process: Till', false],
  ['xProcess: Till', false],
  ['Process:Till', false],
  ['{"bug_type":"309"}\n{', true],
  ['{"bug_type":"309"}\nx', false],
])('%j opens an ordinary report: %s', (text, expected) => {
  expect(opensOrdinary(text)).toBe(expected)
})
