/** Small readers called alone: stated load addresses, strings with reports, tables of ids and of panics, gaps, code, breadcrumbs, words of runtimes. */
import { describe, expect, test } from 'vitest'
import { readBreadcrumbs } from '../../../src/core/reports/base/breadcrumbs.ts'
import { asLine, splitLines } from '../../../src/core/reports/base/lines.ts'
import { takeHeldReports } from '../../../src/core/reports/held-reports.ts'
import { codeOf } from '../../../src/core/reports/ips/ips-code.ts'
import { panicTables } from '../../../src/core/reports/ips/panic-tables.ts'
import { shortenGaps } from '../../../src/core/reports/json/gaps.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { parseFrameRow } from '../../../src/core/reports/text/apple-rows.ts'
import { readConsoleMessages } from '../../../src/core/reports/text/console-messages.ts'
import { findStatedLoad } from '../../../src/core/reports/text/text-images.ts'
import { IdTable } from '../../../src/core/reports/xctrace/id-table.ts'

describe('a load address in words', () => {
  const load = (...texts: readonly string[]): bigint | undefined =>
    findStatedLoad(splitLines(texts.join('\n')))?.loadAddress
  const main = 0x1_0000_0000n
  test.each<[string, bigint | undefined]>([
    ['slide=0x4cb8000', main + 0x4cb8000n],
    ['slide 0x4cb8000', main + 0x4cb8000n],
    ['slide0x4cb8000', main + 0x4cb8000n],
    ['slide is 0x4cb8000', main + 0x4cb8000n],
    ['slide: 0x4cb8000,', main + 0x4cb8000n],
    ['ASLR slide: 0x4cb8000', main + 0x4cb8000n],
    ['the aslr_image-slide offset = 0x4cb8000', main + 0x4cb8000n],
    ['vmaddrslide value 0x4cb8000', main + 0x4cb8000n],
    ['dyld image slide_address:0x4cb8000', main + 0x4cb8000n],
    ['app slide 0x4cb8000', main + 0x4cb8000n],
    ['slide = 0x0', main],
    ['slide = 0x4cb8001', undefined],
    ['slide = 0x104cb8000', undefined],
    ['slideshow = 0x4cb8000', undefined],
    ['landslide = 0x4cb8000', undefined],
    ['slide = 4cb8000', undefined],
    ['slide = 0x4cb8000z', undefined],
    ['Base Address: 0x104cb8000', 0x104cb8000n],
    ['load address 0x104cb8000', 0x104cb8000n],
    ['image load address is 0x104cb8000', 0x104cb8000n],
    ['start-address=0x104cb8000', 0x104cb8000n],
    ['image base 0x104cb8000', 0x104cb8000n],
    ['load_addr: 0x104cb8000', 0x104cb8000n],
    ['load address 0x104', undefined],
    ['download address 0x104cb8000', undefined],
    [`${'x '.repeat(512)}slide = 0x4000`, undefined],
  ])('%j', (text, expected) => {
    expect(load(text)).toBe(expected)
  })
  test('a base goes before a slide, of several the first counts', () => {
    expect(load('slide = 0x4000', 'slide = 0x8000')).toBe(main + 0x4000n)
    expect(load('slide = 0x4001', 'slide = 0x8000')).toBe(main + 0x8000n)
    expect(load('slide = 0x4000', 'load address 0x104cb8000', 'load address 0x104cb9000')).toBe(0x104cb8000n)
  })
})

describe('a load address behind a name that was put in', () => {
  const row = (behind: string) => {
    const found = parseFrameRow(asLine(`3   Till   0x0000000104cb8010 ${behind}`))
    return [found?.symbol?.name, found?.symbol?.offset, found?.loadAddress]
  }
  test.each<[string, readonly unknown[]]>([
    ['count + 8 [0x104cb8000 + 16]', ['count', 8, 0x104cb8000n]],
    ['count + 8 [0x104cb8000 + 0x10]', ['count', 8, 0x104cb8000n]],
    ['count + 8 [0x104cb8000 + 0xABcdef]', ['count', 8, 0x104cb8000n]],
    ['count + 8 [0x104CB8000 + 123456]', ['count', 8, 0x104cb8000n]],
    ['0x104cb8000 + 16', [undefined, undefined, 0x104cb8000n]],
  ])('%j', (behind, expected) => {
    expect(row(behind)).toEqual(expected)
  })
  test.each(['count[0x104cb8000 + 16]', 'count [0x104cb8000 + 16] x', 'count [104cb8000 + 16]'])(
    '%j has none',
    (text) => {
      expect(row(text)[2]).toBeUndefined()
    },
  )
})

describe('reports in strings', () => {
  const inner = '{"bug_type":"309"}'
  test.each<[string, string, readonly string[], string]>([
    ['one', JSON.stringify({ id: 4, report: inner }), [inner], '{"id":4,"report":""}'],
    ['in strings of strings', JSON.stringify({ a: JSON.stringify({ b: inner }) }), [inner], '{"a":"{\\"b\\":\\"\\"}"}'],
    ['two', JSON.stringify([inner, 'x', inner]), [inner, inner], '["","x",""]'],
    ['cut off', JSON.stringify({ r: inner }).slice(0, -2), [inner], '{"r":"'],
  ])('%s', (_, text, reports, rest) => {
    expect(takeHeldReports(text)).toEqual({ reports, rest })
  })
  test.each(['{"bug_type":"309"}', JSON.stringify({ a: '{"type":"309"}' }), '\\"x\\"'])('%j has none', (text) => {
    expect(takeHeldReports(text)).toBeUndefined()
  })
  test('64 at most; all others stay where they are', () => {
    const held = takeHeldReports(JSON.stringify(Array.from({ length: 70 }, () => inner)))
    expect(held?.reports).toHaveLength(64)
    expect(held?.rest.split('bug_type')).toHaveLength(7)
  })
})

describe('a table of ids', () => {
  test.each(['1', '70000', '5000000', 'x7', '-1', '1.5'])('%s is kept, and replaced', (id) => {
    const table = new IdTable()
    expect(table.get(id)).toBeUndefined()
    table.set(id, 'thread', 3)
    expect(table.get(id)).toEqual({ kind: 'thread', value: 3 })
    table.set('2', 'process', 9)
    table.set(id, 'process', 4)
    expect(table.get(id)).toEqual({ kind: 'process', value: 4 })
    expect(table.get('2')).toEqual({ kind: 'process', value: 9 })
    expect(table.get('3')).toBeUndefined()
  })
  test('many in a row', () => {
    const table = new IdTable()
    for (let at = 0; at < 50_000; at++) table.set(`${at}`, 'thread', at * 2)
    expect([0, 1, 1023, 1024, 49_999].map((at) => table.get(`${at}`)?.value)).toEqual([0, 2, 2046, 2048, 99_998])
    expect(table.get('50000')).toBeUndefined()
  })
})

describe('tables of a panic', () => {
  const tables = (...lines: readonly string[]) =>
    panicTables(lines.join('\n')).map((section) =>
      section.kind === 'table' ? [section.columns[0], section.rows] : [section.title, []],
    )
  test('kernel extensions, the last one that was started, ranges and zones, each to its end', () => {
    expect(
      tables(
        'panic(cpu 0 caller 0xfffffff01): why',
        'last started kext at 12345: com.apple.driver.A\t1.2 (addr 0x1, size 2)',
        'last unloaded kext at 99: @filesystems.msdosfs\t1.10 (addr 0x1, size 2)',
        'loaded kexts:',
        'com.apple.driver.B\t3.4',
        '>!ADriver\t5.6d7  note of it',
        '@filesystems.smbfs\t3.4.4',
        '|IOUSBUserClient\t900.4.2',
        '$quarantine\t4',
        '',
        'com.apple.driver.C\t7.8',
        'Zone info:',
        '  Foreign    : 0xfffffff01c000000 - 0xfffffff01c010000',
        '  . VM Map   : 0x10 - 0x8',
        '  none       : 0 - 0x20',
        'and words',
        '  Other      : 0x1 - 0x2',
        'Zone Name            Cur Size     Free Size',
        'vm objects           1048576      4096',
        'a.b: c-d             7            0',
        'no zone              x            0',
        'vm pages             1            2',
      ),
    ).toEqual([
      [
        'kext',
        [
          ['com.apple.driver.A', '1.2', 'last started kext at 12345'],
          ['@filesystems.msdosfs', '1.10', 'last unloaded kext at 99'],
          ['com.apple.driver.B', '3.4', ''],
          ['>!ADriver', '5.6d7', 'note of it'],
          ['@filesystems.smbfs', '3.4.4', ''],
          ['|IOUSBUserClient', '900.4.2', ''],
          ['$quarantine', '4', ''],
        ],
      ],
      [
        'zone',
        [
          ['vm objects', '1048576', '4096'],
          ['a.b: c-d', '7', '0'],
        ],
      ],
      [
        'zoneRange',
        [
          ['Foreign', '0xfffffff01c000000', '0xfffffff01c010000', '65536'],
          ['VM Map', '0x10', '0x8', ''],
          ['none', '0', '0x20', '32'],
        ],
      ],
    ])
  })
  test('none', () => {
    expect(tables('panic(cpu 0 caller 0xfffffff01): why', 'com.apple.driver.B\t3.4')).toEqual([])
    expect(tables('my loaded kexts:', 'com.apple.driver.B\t3.4')).toEqual([])
  })
  test('no more rows than any log has', () => {
    const rows = Array.from({ length: 5001 }, (_, at) => `com.apple.driver.x${at}\t1.${at}`)
    expect(tables('loaded kexts:', ...rows)[0]?.[1]).toHaveLength(5000)
  })
})

describe('long gaps', () => {
  const blanks = [' ', '\t', '\n', '\v', '\f', '\r', '\u00a0', '\u1680', '\u2000', '\u200a', '\u2028', '\u2029']
  test.each(
    [...blanks, '\u202f', '\u205f', '\u3000', '\ufeff'].map((blank) => [blank, blank.charCodeAt(0).toString(16)]),
  )('of %j (%s) are shortened from 1,281 on', (blank) => {
    const of = (length: number): string => `a${blank.repeat(length)}b`
    expect(shortenGaps(of(1280))).toBe(of(1280))
    expect(shortenGaps(of(1281))).toBe(of(1280))
    expect(shortenGaps(`${of(5000)}${of(3000)}`)).toBe(`${of(1280)}${of(1280)}`)
  })
  test.each([
    '\b',
    '\u000e',
    '\u0000',
    '\u009f',
    '\u00a1',
    '\u1fff',
    '\u200b',
    '\u2027',
    '\u202a',
    '\u3001',
    '\u200d',
    'x',
  ])('of %j are none', (character) => {
    expect(shortenGaps(`a${character.repeat(3000)}b`)).toBe(`a${character.repeat(3000)}b`)
  })
  test('a line end in what goes stays a line end, wherever a gap begins', () => {
    const [before, behind] = [' '.repeat(700), ' '.repeat(900)]
    expect(shortenGaps(`a${before}\n${behind}b`)).toBe(`a${' '.repeat(640)}\n${' '.repeat(640)}b`)
    expect(shortenGaps(`a\n${before}${behind}b`)).toBe(`a\n${' '.repeat(639)}${' '.repeat(640)}b`)
    for (const start of [0, 1, 1279, 1280, 1281]) {
      const text = 'x'.repeat(start)
      expect(shortenGaps(`${text}${' '.repeat(1290)}y`)).toBe(`${text}${' '.repeat(1280)}y`)
    }
    expect(shortenGaps(' '.repeat(2000))).toBe(' '.repeat(1280))
  })
})

describe('code around the program counter', () => {
  const base64 = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')
  const code = (entry: object, crashed = true, body: object = {}) => {
    const found = codeOf(entry as never, crashed, body as never).code
    return found && [found.start, [...found.bytes], found.from]
  }
  const state = (name = 'pc') => ({ threadState: { [name]: { value: 0x1010 } } })
  const stream = { instructionByteStream: { beforePC: base64(1, 2), atPC: base64(3) } }
  const own = { instructionState: { instructionStream: { bytes: [4, 5, 6], offset: 2 } } }
  test.each<[string, unknown, unknown]>([
    ['of the report', code(state(), true, stream), [0x100en, [1, 2, 3], 'report']],
    ['of another machine', code(state('rip'), true, stream), [0x100en, [1, 2, 3], 'report']],
    ['of an old machine', code(state('eip'), true, stream), [0x100en, [1, 2, 3], 'report']],
    [
      'without bytes before',
      code(state(), true, { instructionByteStream: { atPC: base64(3) } }),
      [0x1010n, [3], 'report'],
    ],
    ['without bytes at it', code(state(), true, { instructionByteStream: { beforePC: base64(3) } }), undefined],
    ['without a counter', code({}, true, stream), undefined],
    ['of another thread', code(state(), false, stream), undefined],
    ['of the thread', code({ ...state(), ...own }, false, stream), [0x100en, [4, 5, 6], 'report']],
    [
      'of the thread, beside that of the report',
      code({ ...state(), ...own }, true, stream),
      [0x100en, [1, 2, 3], 'report'],
    ],
    [
      'whose offset lies behind it',
      code({ ...state(), instructionState: { instructionStream: { bytes: [4], offset: 1 } } }, false),
      undefined,
    ],
    [
      'whose offset is no place',
      code({ ...state(), instructionState: { instructionStream: { bytes: [4], offset: 0.5 } } }, false),
      undefined,
    ],
    [
      'whose offset lies before it',
      code({ ...state(), instructionState: { instructionStream: { bytes: [4], offset: -1 } } }, false),
      undefined,
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
  test('of more bytes than any report has is none of it', () => {
    const many = (length: number) => ({
      instructionByteStream: { beforePC: base64(1), atPC: Buffer.alloc(length).toString('base64') },
    })
    expect(codeOf(state() as never, true, many(4095) as never).code?.bytes).toHaveLength(4096)
    expect(codeOf(state() as never, true, many(4096) as never).code).toBeUndefined()
  })
})

test.each([
  ['error', 'error'],
  ['exception.handled', 'error'],
  ['http', 'network'],
  ['request', 'network'],
  ['xhr', 'network'],
  ['fetch', 'network'],
  ['app.lifecycle', 'state'],
  ['device.orientation', 'state'],
  ['session', 'state'],
  ['navigation', 'navigation'],
  ['Navigation.push', 'navigation'],
  ['ui.lifecycle', 'navigation'],
  ['ui.click', 'user'],
  ['touch', 'user'],
  ['console', 'log'],
  ['sentry.event', 'log'],
  ['my.http', 'other'],
  ['', 'other'],
])('a breadcrumb of %j is of the kind %s', (category, kind) => {
  expect(
    readBreadcrumbs([{ category }, { type: category }, { category: 'own', type: category }]).map((one) => one.kind),
  ).toEqual(Array.from({ length: 3 }, () => kind))
  expect(readBreadcrumbs([{ category, level: 'fatal' }])[0]?.kind).toBe('error')
})

describe('last words of runtimes', () => {
  const told = (text: string) => {
    const { applicationInfo, exception } = readConsoleMessages(text) ?? {}
    return { info: applicationInfo, exception: exception && { ...exception } }
  }
  test.each<[string, string, object]>([
    [
      'Python, of a signal',
      'Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n  File "a.py", line 3 in load\n  File "b.py", line 9 in run\n',
      {
        info: ['Fatal Python error: Segmentation fault\nFile "a.py", line 3 in load'],
        exception: { signal: 'SIGSEGV' },
      },
    ],
    [
      'Python, of itself',
      'Fatal Python error: deletion of interned string failed\n',
      { exception: { reason: 'Fatal Python error: deletion of interned string failed' } },
    ],
    [
      'Julia',
      'signal (11): Segmentation fault: 11\nin expression starting at /a/b.jl:3\nunsafe_load at ./pointer.jl:105\n',
      { exception: { signal: 'SIGSEGV' } },
    ],
    [
      'Java, without memory',
      '#\n# There is insufficient memory for the Java Runtime Environment to continue.\n# Native memory allocation (mmap) failed\n',
      {
        info: [
          'There is insufficient memory for the Java Runtime Environment to continue.\nNative memory allocation (mmap) failed',
        ],
      },
    ],
    [
      'Java, of itself',
      '#\n#  Internal Error (sharedRuntime.cpp:553), pid=42, tid=7\n#  guarantee(cb != NULL) failed\n',
      { exception: { reason: 'guarantee(cb != NULL) failed' } },
    ],
    [
      'a signal in the words of an exception',
      'Uncaught system exception: signal 10\n',
      { exception: { signal: 'SIGBUS' } },
    ],
    [
      'an exception of old systems',
      '*** Uncaught exception: <NSRangeException> index 3 beyond bounds \n',
      { exception: { type: 'NSException', name: 'NSRangeException', reason: 'index 3 beyond bounds' } },
    ],
    ['V8', 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n', {}],
    ['LLVM', 'x\nUnreachable reached at 0x10a\nx\n', { info: ['Unreachable reached at 0x10a'] }],
  ])('%s', (_, text, expected) => {
    const found = told(text)
    expect(found.info).toBeDefined()
    expect(found).toMatchObject(expected)
  })
})

test.each([
  ['without a version', 'plcrash'],
  ['with a version alone', 'plcrash\u0001'],
])('a report of PLCrashReporter %s is empty, and told with its name', (_, text) => {
  const outcome = parseReport('a.plcrash', new TextEncoder().encode(text))
  expect(outcome.ok).toBe(false)
  expect(outcome.problems[0]).toMatchObject({
    code: 'empty-report',
    params: { kind: 'PLCrashReporter' },
    file: 'a.plcrash',
  })
})
