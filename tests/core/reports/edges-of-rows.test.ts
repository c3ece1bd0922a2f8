/** Readers of single rows and small tools of reports, called alone: each part of a row, and the row without it. */
import { describe, expect, test } from 'vitest'
import { asLine, canBeRow } from '../../../src/core/reports/base/lines.ts'
import { machExceptionName, signalName } from '../../../src/core/reports/base/mach-names.ts'
import { isAddressTable } from '../../../src/core/reports/rows/address-table.ts'
import { plainCharacters } from '../../../src/core/reports/rows/characters.ts'
import { markAddresses } from '../../../src/core/reports/rows/numbers.ts'
import { exitIndicator, exitNamespace } from '../../../src/core/reports/stackshots/exit-reasons.ts'
import { kcTypeName } from '../../../src/core/reports/stackshots/kcdata-types.ts'
import { threadStates } from '../../../src/core/reports/stackshots/thread-states.ts'
import { archOfCodeType, parseRegisters } from '../../../src/core/reports/text/apple-registers.ts'
import { openingBracket } from '../../../src/core/reports/text/opening-bracket.ts'
import { withoutSharedPrefix } from '../../../src/core/reports/text/shared-prefix.ts'
import { parseStackshotRow } from '../../../src/core/reports/text/spindump-rows.ts'
import { hasAtosCommand, readAtosCommand } from '../../../src/core/reports/tools/atos-command.ts'
import { FlatRows } from '../../../src/core/reports/tools/flat-rows.ts'
import { readAmount } from '../../../src/core/reports/tools/instruments-amounts.ts'
import { parseSampleRow } from '../../../src/core/reports/tools/sample-rows.ts'

const lines = (...texts: readonly string[]) => texts.map((text) => asLine(text))
const textsOf = (found: readonly { readonly text: string }[]): readonly string[] => found.map(({ text }) => text)

describe('rows of a call graph', () => {
  test.each<[string, object | undefined]>([
    [
      '    + 2397 fn(args)  (in Img) + 205  [0x1010,0x1020]  file.cc:276:4',
      {
        column: 6,
        count: 2397,
        also: [0x1020n],
        row: {
          address: 0x1010n,
          imageName: 'Img',
          symbol: { name: 'fn(args)', offset: 205, file: 'file.cc', line: 276, column: 4 },
        },
      },
    ],
    [
      '1 ???  (in Img)  load address 0x1000 + 0x10  [0x1010]',
      { count: 1, row: { imageName: 'Img', loadAddress: 0x1000n, symbol: undefined } },
    ],
    ['1 fn  (in Img)  [0x1010]  file.cc:0', { row: { symbol: { name: 'fn', file: 'file.cc' } } }],
    ['1 fn', { row: { symbol: { name: 'fn' }, imageName: undefined, address: undefined } }],
    ['5 Thread_12   DispatchQueue_1: main  queue', { thread: { id: 12, queue: 'main queue' } }],
    ['5 Thread_0x1f: worker', { thread: { id: 31, name: 'worker' } }],
    ['3 (1.5K) fn  (in Img)', { size: { bytes: 1536, printed: '1.5K' }, row: { symbol: { name: 'fn' } } }],
    ['3 (32 bytes) fn', { size: { bytes: 32, printed: '32 bytes' } }],
    ['3 (2MB) fn', { size: { bytes: 2 * 1024 ** 2, printed: '2MB' } }],
    [
      '3 (1) await resume partial function for f()',
      { row: { symbol: { name: '(1) await resume partial function for f()' } } },
    ],
    ['fn  (in Img)', undefined],
    ['12', undefined],
  ])('%j', (text, expected) => {
    const found = parseSampleRow(asLine(text))
    if (!expected) return expect(found).toBeUndefined()
    expect(found).toMatchObject(expected)
    if (!('size' in expected)) expect(found).not.toHaveProperty('size')
  })

  test('depths by counts alone', () => {
    const depths = (total: number, ...counts: readonly number[]): readonly number[] => {
      const rows = new FlatRows(total)
      return counts.map((count) => rows.depthOf(count))
    }
    expect(depths(10, 10, 10, 4, 6)).toEqual([1, 2, 3, 3])
    expect(depths(10, 4, 6)).toEqual([1, 1])
    expect(depths(10, 4, 3, 6)).toEqual([1, 2, 1])
    expect(depths(10, 11)).toEqual([0])
    expect(depths(10, 10, 5, 5, 5)).toEqual([1, 2, 3, 4])
  })
})

describe('rows of stackshots', () => {
  test.each<[string, object | undefined]>([
    [
      '  567  name + 1 (File.swift:31,1 in Image + 91093) [0x7fff7e82a3d5] 1-49',
      {
        column: 2,
        count: 567,
        note: '1-49',
        row: {
          address: 0x7fff7e82a3d5n,
          imageName: 'Image',
          symbol: { name: 'name', offset: 1, file: 'File.swift', line: 31 },
        },
      },
    ],
    [
      '  *3  name + 1 (kernel + 5) [0xffffff8000000010]',
      { column: 3, count: 3, row: { address: 0xffffff8000000010n, imageName: 'kernel' } },
    ],
    ['  1.5  name + 1 (Image + 5) [0x10010]', { count: 1.5 }],
    ['  4  <Kernel mode>', { count: 4, row: { symbol: { name: '<Kernel mode>' } } }],
    ['  4  <9>', undefined],
    ['  4', undefined],
    ['  name [0x10]', undefined],
    ['  4  name (Image + 5) [0x]', undefined],
    ['  4  name (Image + 5) [0x11112222333344445]', undefined],
    ['  4  name (Image + 5) [0x10', undefined],
  ])('%j', (text, expected) => {
    const found = parseStackshotRow(asLine(text))
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeUndefined()
  })

  test('states of threads, reasons of ends, types of items', () => {
    expect(threadStates(0x1 | 0x8, 0n)).toEqual(['TH_WAIT', 'TH_UNINT'])
    expect(threadStates(0x4, 0xffn)).toEqual(['TH_RUN', 'continuation 0xff'])
    expect(threadStates(0x2 | 0x10 | 0x20 | 0x80, 0n)).toEqual(['TH_SUSP', 'TH_TERMINATE', 'TH_TERMINATE2', 'TH_IDLE'])
    expect([0, 1, 2, 6, 23, 36, 37].map(exitNamespace)).toEqual([
      'INVALID',
      'JETSAM',
      'SIGNAL',
      'DYLD',
      'GUARD',
      'BOOTMOUNT',
      '37',
    ])
    expect(exitIndicator('SIGNAL', 11n)).toBe('SIGSEGV')
    expect(exitIndicator('DYLD', 1n)).toBeUndefined()
    for (const namespace of ['JETSAM', 'CODESIGNING', 'EXEC']) {
      expect(typeof exitIndicator(namespace, 2n)).toBe('string')
      expect(exitIndicator(namespace, 999n)).toBeUndefined()
    }
    expect([0x909, 0x911, 0x1004, 0x7777].map(kcTypeName)).toEqual([
      'thread name',
      'jetsam level',
      'code signing',
      '0x7777',
    ])
    expect([1, 13, 14].map(machExceptionName)).toEqual(['EXC_BAD_ACCESS', 'EXC_CORPSE_NOTIFY', 'EXC_14'])
    expect([0, 1, 15, 16].map(signalName)).toEqual(['signal 0', 'SIGHUP', 'SIGTERM', 'signal 16'])
  })
})

describe('amounts of Instruments', () => {
  test.each<[string, object | undefined]>([
    ['4.93 s  97.0%', { value: 4930, unit: 'ms' }],
    ['797.00 ms', { value: 797, unit: 'ms' }],
    ['5 µs', { value: 0.005, unit: 'ms' }],
    ['5 ns', { value: 0.000005, unit: 'ms' }],
    ['2 min', { value: 120_000, unit: 'ms' }],
    ['2 hr', { value: 7_200_000, unit: 'ms' }],
    ['429.93 MB', { value: 450_814_279.68, unit: 'bytes' }],
    ['1 KiB', { value: 1024, unit: 'bytes' }],
    ['16 Bytes', { value: 16, unit: 'bytes' }],
    ['96.08 Gc', { value: 96_080_000_000, unit: 'cycles' }],
    ['3 Kc', { value: 3000, unit: 'cycles' }],
    ['84,671', { value: 84_671, unit: '' }],
    ['1,5 Sek.', undefined],
    ['1,5 s', { value: 1500, unit: 'ms' }],
    ['1.234,5', { value: 1234.5, unit: '' }],
    ['1,234.5', { value: 1234.5, unit: '' }],
    ['1.234.567', { value: 1_234_567, unit: '' }],
    ['1.234', { value: 1.234, unit: '' }],
    ['1,234', { value: 1234, unit: '' }],
    ['0,5', { value: 0.5, unit: '' }],
    ["1'234", { value: 1234, unit: '' }],
    ['12 K', { value: 12_000, unit: '' }],
    ['-', undefined],
    ['', undefined],
    ['5 parsecs', undefined],
    ['97.0%', undefined],
    [`${'1'.repeat(65)}`, undefined],
  ])('%j', (cell, amount) => {
    expect(readAmount(cell)).toEqual(amount)
  })
})

describe('commands of atos', () => {
  const rows = (...texts: readonly string[]) =>
    readAtosCommand(lines(...texts))?.rows.map(({ span: _, symbolSpan: __, ...row }) => row)
  test.each<[string, readonly object[] | undefined]>([
    [
      'atos -o Till.app/Contents/MacOS/Till -arch arm64 -l 0x104000000 0x104001010 0x104001020',
      [
        { address: 0x104001010n, imageName: 'Till', imageArch: 'arm64', loadAddress: 0x104000000n, offset: 0x1010 },
        { address: 0x104001020n, imageName: 'Till', imageArch: 'arm64', loadAddress: 0x104000000n, offset: 0x1020 },
      ],
    ],
    [
      '$ xcrun atos -o /x/Till.app.dSYM -l 104000000 104001010',
      [
        {
          address: 0x104001010n,
          imageName: 'Till',
          imagePath: '/x/Till.app.dSYM',
          loadAddress: 0x104000000n,
          offset: 0x1010,
        },
      ],
    ],
    [
      'atos -o Till -s 0x4000000 0x104001010',
      [{ address: 0x104001010n, imageName: 'Till', loadAddress: 0x104000000n, offset: 0x1010 }],
    ],
    [
      'atos -o Till 0x100001010',
      [
        {
          address: 0x100001010n,
          imageName: 'Till',
          imageText: 0x100000000n,
          loadAddress: 0x100000000n,
          offset: 0x1010,
        },
      ],
    ],
    ['atos -o Till -offset 0x1010', [{ imageName: 'Till', offset: 0x1010 }]],
    ['atos -p Till 0x104001010', [{ address: 0x104001010n, imageName: 'Till' }]],
    ['atos -p 123 0x104001010', [{ address: 0x104001010n }]],
    [
      'atos --arch=arm64 -o "My Till" -l 0x104000000 0x104001010 | grep x 0x104001030',
      [{ imageName: 'My Till', imageArch: 'arm64', address: 0x104001010n }],
    ],
    ['atos -o Till -l 0x104000000 none', []],
    ['pathos -o Till', undefined],
    ['atos Till', undefined],
  ])('%j', (text, expected) => {
    expect(hasAtosCommand(text)).toBe(expected !== undefined)
    if (expected) expect(rows(text)).toMatchObject(expected)
    else expect(rows(text)).toBeUndefined()
    expect(rows(text)?.length).toBe(expected?.length)
  })

  test('a command over two lines, and an address that somebody typed behind it', () => {
    expect(rows('atos -o Till -l 0x104000000 \\', '0x104001010')).toMatchObject([{ offset: 0x1010 }])
    const command = readAtosCommand(lines('atos -o Till -l 4362076160'))
    // A decimal load address is no hexadecimal one.
    expect(command?.place({ text: '0x10', start: 0, end: 4 })).toMatchObject({ imageName: 'Till' })
    const hex = readAtosCommand(lines('atos -o Till -l 0x104000000'))
    expect(hex?.place({ text: '4362080272', start: 0, end: 10 })).toMatchObject({
      address: 4362080272n,
      offset: 4362080272 - 0x104000000,
    })
    expect(hex?.place({ text: 'zz', start: 0, end: 2 })).toBeUndefined()
  })
})

describe('words and marks in rows', () => {
  test.each([
    ['a (b)', 2],
    ['a (b (c))', 2],
    ['a (b) (c)', 6],
    ['a b)', -1],
    ['a (b', -1],
    ['', -1],
  ])('the bracket in %j opens at %i', (text, at) => {
    expect(openingBracket(text)).toBe(at)
  })

  test('registers of a line, with what is noted behind them', () => {
    expect(parseRegisters('   x0: 0x10   x1: 0x0000000000000020')).toEqual([
      { name: 'x0', value: 16n },
      { name: 'x1', value: 32n },
    ])
    expect(parseRegisters(' esr: 0x56000080  Address size fault')).toEqual([
      { name: 'esr', value: 0x56000080n, note: 'Address size fault' },
    ])
    expect(parseRegisters('x0: 10')).toEqual([])
    expect(parseRegisters('toolongname: 0x10')).toEqual([])
  })

  test.each([
    ['ARM-64E', 'arm64e'],
    ['ARM-64 (Native)', 'arm64'],
    ['X86-64 (Native)', 'x86_64'],
    ['PPC (Native)', 'ppc'],
    ['PPC-64', 'ppc64'],
    ['Alpha chip', 'alpha'],
  ])('the code type %s is %s', (type, arch) => {
    expect(archOfCodeType(type)).toBe(arch)
  })

  test('words before all rows go, but for one row alone', () => {
    const rows = ['[12] app: at Till.Open ()', '[13] app: at Till.Main ()', '[14] app: done', 'other']
    expect(textsOf(withoutSharedPrefix(lines(...rows)))).toEqual([
      ' at Till.Open ()',
      ' at Till.Main ()',
      ' done',
      'other',
    ])
    expect(textsOf(withoutSharedPrefix(lines(...rows.slice(1))))).toEqual(rows.slice(1))
    const [first] = withoutSharedPrefix(lines(...rows))
    expect(first?.start).toBe('[12] app:'.length)
  })

  test('full-width digits and marks without width', () => {
    expect(textsOf(plainCharacters(lines('０ Till ０ｘ００００１０４ｃｃｃ074 main ＋ １２', 'plain')))).toEqual([
      '0 Till 0x0000104ccc074 main + 12',
      'plain',
    ])
    expect(textsOf(plainCharacters(lines('0 Till 0x0000\u200b104ccc074 ma\u200bin', 'a\u200bb')))).toEqual([
      '0 Till 0x0000104ccc074 main',
      'ab',
    ])
    expect(textsOf(plainCharacters(lines('a\u200bb', 'plain')))).toEqual(['a\u200bb', 'plain'])
  })

  test('addresses without 0x: two rows at least, all in one base', () => {
    const marked = (...texts: readonly string[]) => textsOf(markAddresses(lines(...texts)))
    expect(marked('0 Till 104ccc074 104cc8000 + 16500', '1 Till 104ccd000 main + 12')).toEqual([
      '0 Till 0x104ccc074 0x104cc8000 + 16500',
      '1 Till 0x104ccd000 main + 12',
    ])
    expect(marked('0 Till 104ccc074 main + 12')).toEqual(['0 Till 104ccc074 main + 12'])
    expect(marked('0 Till 4375494772 main + 12', '1 Till 4375494773 run + 1')).toEqual([
      '0 Till 0x104ccc074 main + 12',
      '1 Till 0x104ccc075 run + 1',
    ])
    // A letter in one of them makes all of them hexadecimal.
    expect(marked('0 Till 4375494772 main + 12', '1 Till 104ccd00a run + 1')).toEqual([
      '0 Till 0x4375494772 main + 12',
      '1 Till 0x104ccd00a run + 1',
    ])
    expect(marked('0 Till 10000 main + 12', '1 Till 20000 run + 1')).toEqual([
      '0 Till 10000 main + 12',
      '1 Till 20000 run + 1',
    ])
    expect(marked('0: 104ccc074', '1: 104ccd000')).toEqual(['0: 0x104ccc074', '1: 0x104ccd000'])
  })

  test('a table of addresses ascends, in one column or in some by turns', () => {
    const row = (address: number): string => `0x${address.toString(16)} name`
    const list = (count: number, of: (at: number) => number) =>
      Array.from({ length: count }, (_, at) => row(of(at))).join('\n')
    expect(isAddressTable(list(48, (at) => 0x1000 + at))).toBe(true)
    expect(isAddressTable(list(47, (at) => 0x1000 + at))).toBe(false)
    expect(isAddressTable(list(48, (at) => 0x9000 - at))).toBe(false)
    expect(isAddressTable(list(60, (at) => (at % 2 === 0 ? 0x1000 : 0x900000) + at))).toBe(true)
    expect(isAddressTable(list(60, (at) => ((at * 7919) % 61) * 16 + 0x1000))).toBe(false)
  })

  test('what can be a row: no endless gap of blanks', () => {
    expect(canBeRow('x'.repeat(511))).toBe(true)
    expect(canBeRow('x'.repeat(16_384))).toBe(true)
    expect(canBeRow('x'.repeat(16_385))).toBe(false)
    expect(canBeRow(`x${' '.repeat(511)}y`.padEnd(600, 'x'))).toBe(true)
    expect(canBeRow(`x${' '.repeat(512)}y`.padEnd(600, 'x'))).toBe(false)
  })
})
