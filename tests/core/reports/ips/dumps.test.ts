/** Stacks that an `.ips` report holds in strings, and texts of panics: lists, registers, stacks and fields. */
import { describe, expect, test } from 'vitest'
import { readStackDumps } from '../../../../src/core/reports/ips/ips-dumps.ts'
import { panicTables } from '../../../../src/core/reports/ips/panic-tables.ts'
import { parsePanicText } from '../../../../src/core/reports/ips/panic-text.ts'
import { asArray, asObject, parseJson } from '../../../../src/core/reports/json/json.ts'
const documentOf = (text: string) => {
  const document = parseJson(text)
  if (!document) throw new Error('no JSON')
  return document
}

describe('stacks in strings', () => {
  test('have their places in the text', () => {
    const rows = ['0   Till   0x0000000104ccc074 pay\u00e9 + 40', '1   Till   0x0000000104ccc0a4 a\\b"c + 8']
    const value = [rows.join('\n'), 'no row', rows[0] ?? '']
    const text = ` {"x":"y","asiBacktraces": ${JSON.stringify(value).replace('\u00e9', '\\u00e9')}, "z":"w"}`
    const document = documentOf(text)
    const dumps = asArray(asObject(document.value)['asiBacktraces'])
    const read = readStackDumps(dumps, text, document.spans.get(dumps))
    const shown = (span: { start: number; end: number } | undefined) => text.slice(span?.start, span?.end)
    expect(read.map((stack) => stack.map(({ span, symbolSpan }) => [shown(span), shown(symbolSpan)]))).toStrictEqual([
      [
        ['0   Till   0x0000000104ccc074 pay\\u00e9 + 40', 'pay\\u00e9 + 40'],
        ['1   Till   0x0000000104ccc0a4 a\\\\b\\"c + 8', 'a\\\\b\\"c + 8'],
      ],
      [],
      [[rows[0], 'pay\u00e9 + 40']],
    ])
    expect(readStackDumps(dumps, text, undefined).map((stack) => stack.map(({ span }) => span))).toStrictEqual([
      [undefined, undefined],
      [],
      [undefined],
    ])
    expect(readStackDumps([1, null], '', { start: 0, end: 0 })).toStrictEqual([[], []])
  })
})

describe('lists of a panic', () => {
  const tables = (...lines: readonly string[]) =>
    panicTables(lines.join('\n')).map((section) =>
      section.kind === 'table' ? [section.columns[0], ...section.rows] : [],
    )
  test('kernel extensions', () => {
    expect(
      tables(
        'last started kext at 123: >till.driver 1.2.3 (addr 0x1, size 4)',
        'last unloaded kext at 5: @shop\t4',
        'loaded kexts:',
        '>!AHIDDriver 1',
        'a \t 2.0 \t (of a shop)  x ',
        'B.c-d!x',
        '$till 7',
        '',
        'after 1',
      ),
    ).toEqual([
      [
        'kext',
        ['>till.driver', '1.2.3', 'last started kext at 123'],
        ['@shop', '4', 'last unloaded kext at 5'],
        ['>!AHIDDriver', '1', ''],
        ['a', '2.0', '(of a shop)  x'],
      ],
    ])
    expect(tables('loaded kexts: x', 'a 1')).toEqual([])
    expect(tables('the loaded kexts:', 'a 1')).toEqual([])
    expect(tables('last kext at 1: a 1', 'xlast started kext at 1: a 1', 'last started kext at x: a 1', 'a 1')).toEqual(
      [],
    )
  })
  test('zones and their ranges', () => {
    expect(
      tables(
        'Zone info:',
        '  Zone map: 0x1000 - 0x3000',
        ' \t. VM \t : 0x10 - 0x8',
        '  . RO  : 0 - 0xF',
        'no range',
        '  late : 0 - 0xF',
        'zone name   Cur Size \t Free Size of x',
        ' till.zone (of a)  1  2',
        'till.zone 123456789012345678 0 ',
        'late 1 2',
      ),
    ).toEqual([
      ['zoneRange', ['Zone map', '0x1000', '0x3000', '8192'], ['VM', '0x10', '0x8', ''], ['RO', '0', '0xF', '15']],
    ])
    expect(tables('Zone Name  Cur Size  Free Size', 'a.b 1 2', 'c:d-e f\t3 \t4', '1a 1 2', 'g 5 6')).toEqual([
      ['zone', ['a.b', '1', '2'], ['c:d-e f', '3', '4']],
    ])
    expect(tables('Zone info: x', ' a : 0 - 1')).toEqual([])
    expect(tables('Zone info:', ' a : 0x - 0x1', ' a : 0 - 0x1')).toEqual([])
    expect(tables('Zone info:', ' a : 0 - 0')).toEqual([['zoneRange', ['a', '0', '0', '0']]])
  })
  test('no list has more than five thousand rows', () => {
    const rows = (count: number) => tables('loaded kexts:', ...new Array<string>(count).fill('a 1')).flat().length - 1
    expect([rows(4999), rows(5000), rows(5001)]).toEqual([4999, 5000, 5000])
  })
})

describe('the words of a panic', () => {
  const PANIC = 'panic(cpu 1 caller 0xfffffff01): till is empty'
  const reason = (...lines: readonly string[]) => parsePanicText(lines.join('\n')).reason
  test.each<[string, readonly string[], string | undefined]>([
    ['one line', [PANIC], PANIC],
    ['behind other text', [`xabc${PANIC}`], PANIC],
    ['with blanks', [` \t${PANIC}  `], PANIC],
    ['that go on', [PANIC, 'and the shop', 'is closed'], `${PANIC} and the shop is closed`],
    ['up to a blank line', [PANIC, 'and', '', 'closed'], `${PANIC} and`],
    ['up to a field', [PANIC, 'and', 'Kernel version: 1', 'closed'], `${PANIC} and`],
    ['up to a row', [PANIC, '  lr: 0x1 fp: 0x2', 'closed'], PANIC],
    ['up to an Intel row', [PANIC, '0x1 : 0x2 x', 'closed'], PANIC],
    ['up to registers', [PANIC, 'rax: 0x1', 'closed'], PANIC],
    ['up to dashes', [PANIC, '---', 'closed'], PANIC],
    ['of a watchdog', [PANIC, ' watchdog timeout: no checkins', 'x'], `${PANIC} watchdog timeout: no checkins x`],
    ['of a debugger', ['Debugger message: WDT timeout  '], 'WDT timeout'],
    ['of a debugger that names a panic', ['Debugger message: panic'], undefined],
    ['with registers below', [`${PANIC}, registers:`], PANIC],
    ['none', ['hello'], undefined],
  ])('%s', (_, lines, expected) => {
    expect(reason(...lines)).toBe(expected)
  })
  const U = '4C4C444F-5555-3144-A1CC-707057490EC2'
  test('a whole log of a phone', () => {
    const lines = [
      ...[
        PANIC,
        'Debugger message: panic',
        'OS version:  23A1',
        `Kernel UUID: ${U}`,
        'Kernel text base: 0xfffffff007004000',
      ],
      ...['Panicked task 0x1: 3 pages, 2 threads: pid 41: Till', 'Panicked thread: 0x2, backtrace: 0x3, tid: 798'],
      ...[
        '  lr: 0xfffffff01  fp: 0x10',
        '\t  lr:\t0xFFFFFFF02',
        '  lr: 0x3 // _pay',
        '',
        'CORE 2 is up. PC=0x1, LR=0x2',
        'CORE 3 PC=0x5, LR=0x0',
      ],
      ...['RTKit Call Stack: 0x1 0x2', 'x0: 0x7  x1:0x8 lr=0x9', 'x0: 0xA'],
    ]
    const text = lines.join('\n')
    const log = parsePanicText(text)
    const place = (first: number) => {
      const start = lines.slice(0, first).join('\n').length + 1
      return { start, end: start + (lines[first]?.length ?? 0) }
    }
    expect(log).toStrictEqual({
      reason: PANIC,
      date: undefined,
      fields: [
        ...[
          ['Debugger message', 'panic'],
          ['OS version', '23A1'],
          ['Kernel UUID', U],
          ['Kernel text base', '0xfffffff007004000'],
        ],
        ['Panicked task 0x1', '3 pages, 2 threads: pid 41: Till'],
        ['Panicked thread', '0x2, backtrace: 0x3, tid: 798'],
      ],
      registers: [
        { name: 'x0', value: 7n },
        { name: 'x1', value: 8n },
        { name: 'lr', value: 9n },
      ],
      stacks: [
        {
          ...{ title: lines[6], panicked: true, span: place(7) },
          rows: [{ address: 0xfffffff01n }, { address: 0xfffffff02n }, { address: 3n, symbol: { name: 'pay' } }],
        },
        { title: 'Core 2', rows: [{ address: 1n }, { address: 2n }], span: place(11), panicked: false },
        { title: 'Core 3', rows: [{ address: 5n }], span: place(12), panicked: false },
        { title: 'RTKit Call Stack', rows: [{ address: 1n }, { address: 2n }], span: place(13), panicked: false },
      ],
      images: [{ name: 'kernel', loadAddress: 0xfffffff007004000n, origin: 'system', uuid: U }],
    })
  })
  test('a whole log of an Intel Mac', () => {
    const lines = [
      ...[
        'Fri Mar  1 10:11:12 2024',
        PANIC,
        'Fault CR2: 0x1, Error code: 0x2, x',
        'Backtrace (CPU 1), Frame : Return Address',
      ],
      ...['0xffffff81 : 0xffffff80 mach_kernel : _panic + 0x84', '0xffffff82 : 0xffffff83 ', '0x5 : 0x6 till : pay'],
      ...['      Kernel Extensions in backtrace:', `         com.till.driver(1.2)[${U}]@0x1000->0x1fff`],
      ...[
        `            dependency: com.till.base(2.0)[${U}]@0x3000`,
        '   com.till.bare(3.0)',
        '',
        'Mac OS version:',
        '23A1',
      ],
    ]
    const { fields, date, stacks, images, registers } = parsePanicText(lines.join('\n'))
    expect({ fields, date, registers, images }).toStrictEqual({
      date: lines[0],
      fields: [
        ['Fault CR2', '0x1'],
        ['Error code', '0x2'],
        ['Mac OS version', '23A1'],
      ],
      registers: [],
      images: [
        {
          name: 'com.till.driver',
          bundleId: 'com.till.driver',
          version: '1.2',
          loadAddress: 0x1000n,
          origin: 'system',
          uuid: U,
          size: 0x1000,
        },
        {
          name: 'com.till.base',
          bundleId: 'com.till.base',
          version: '2.0',
          loadAddress: 0x3000n,
          origin: 'system',
          uuid: U,
        },
        { name: 'com.till.bare', bundleId: 'com.till.bare', version: '3.0', origin: 'system' },
      ],
    })
    expect(stacks.map(({ title, rows, panicked }) => [title, rows, panicked])).toStrictEqual([
      [
        lines[3],
        [
          { address: 0xffffff80n, imageName: 'mach_kernel', symbol: { name: 'panic', offset: 0x84 } },
          { address: 0xffffff83n },
          { address: 6n, imageName: 'till', symbol: { name: 'pay' } },
        ],
        true,
      ],
    ])
  })
})
