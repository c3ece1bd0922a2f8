/** Facts of a kernel buffer on a process and its end, and the tables of its contents. */
import { describe, expect, test } from 'vitest'
import { kcdataFormat } from '../../../../src/core/reports/stackshots/kcdata.ts'
import { contentsSection } from '../../../../src/core/reports/stackshots/kcdata-contents.ts'
import type { KcItem } from '../../../../src/core/reports/stackshots/kcdata-items.ts'
import { exitIndicator, exitNamespace } from '../../../../src/core/reports/stackshots/exit-reasons.ts'
import { chars, kcArray, kcBuffer, kcContainer, kcItem, u32, u64 } from '../../../support/kcdata-builder.ts'

const CORPSE = 0xdeadf157
function read(bytes: Uint8Array) {
  const outcome = kcdataFormat.parse({ path: 'a.kcdata', bytes, text: '' })
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error('it is one')
  return report
}
const readItems = (...items: readonly (readonly number[])[]) => read(kcBuffer(CORPSE, items.flat()))
const uuidBytes = (first: number): number[] => Array.from({ length: 16 }, (_, at) => first + at)
const UUID_30 = '30313233-3435-3637-3839-3A3B3C3D3E3F'
/** An item without padding. */
const plain = (type: number, payload: readonly number[]): number[] => [
  ...u32(type),
  ...u32(payload.length),
  ...u64(0),
  ...payload,
]

describe('buffers', () => {
  const sniff = (bytes: readonly number[]): boolean =>
    kcdataFormat.sniff({
      path: 'a',
      bytes: Uint8Array.from([9, ...bytes, 9]).subarray(1, 1 + bytes.length),
      text: '',
      whole: true,
    })

  test.each([
    [0x59a25807, { label: 'Kernel stackshot', kind: 'stackshot' }],
    [0xde17a59a, { label: 'Kernel stackshot (changes)', kind: 'stackshot' }],
    [0xdeadf157, { label: 'Kernel corpse', kind: 'corpse' }],
    [0x53a20900, { label: 'Exit reason', kind: 'exit-reason' }],
    [0x1e21c09f, { label: 'Kernel boot tests' }],
  ])('the buffer %i', (magic, kind) => {
    const bytes = [...u32(magic), ...Array<number>(12).fill(0)]
    expect([sniff(bytes), sniff([...bytes, 1]), sniff(bytes.slice(0, 15)), sniff([])]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(read(kcBuffer(magic, []))).toEqual({
      format: 'kcdata',
      ...kind,
      file: 'a.kcdata',
      text: '',
      textKind: 'none',
      header: { fields: [] },
      applicationInfo: [],
      threads: [],
      backtraces: [],
      callTrees: [],
      sections: [],
      images: [],
      frameCount: 0,
      problems: [],
    })
  })

  test('no other buffer', () => {
    expect(sniff([...u32(0x59a25808), ...Array<number>(12).fill(0)])).toBe(false)
    expect(read(kcBuffer(0x12345678, []))).toMatchObject({ label: 'Kernel data (kcdata)' })
    expect(read(kcBuffer(0x12345678, []))).not.toHaveProperty('kind')
  })

  test('a buffer that is cut says so', () => {
    const bytes = kcBuffer(CORPSE, kcItem(0x805, u32(411)))
    expect(read(bytes.subarray(0, -1))).toMatchObject({
      header: { pid: 411 },
      problems: [{ code: 'truncated', file: 'a.kcdata', offset: 48 }],
    })
  })
})

describe('the header', () => {
  const path = '/Applications/Kiosk.app/Kiosk'

  test.each<[string, number[], object, (readonly [string, string])[]]>([
    [
      'path',
      kcItem(0x80f, chars(path)),
      { process: 'Kiosk', path },
      [
        ['Process', 'Kiosk'],
        ['Path', path],
      ],
    ],
    ['name', kcItem(0x809, chars('Till')), { process: 'Till' }, [['Process', 'Till']]],
    [
      'path and name',
      [...kcItem(0x809, chars('Till')), ...kcItem(0x80f, chars(path))],
      { process: 'Kiosk', path },
      [
        ['Process', 'Kiosk'],
        ['Path', path],
      ],
    ],
    ['pid', kcItem(0x805, u32(411)), { pid: 411 }, [['Process ID', '411']]],
    ['parent', kcItem(0x806, u32(1)), { parent: '[1]' }, [['Parent Process ID', '1']]],
    ['UUID', kcItem(0x802, [...uuidBytes(0x30), ...u64(99)]), {}, [['UUID', UUID_30]]],
    ['UUID without more', kcItem(0x802, uuidBytes(0x30)), {}, [['UUID', UUID_30]]],
    ['cut UUID', plain(0x802, uuidBytes(0x30).slice(1)), {}, []],
    ['processor', kcItem(0x819, u32(0x0100000c)), { arch: 'arm64' }, []],
    ['unknown processor', kcItem(0x819, u32(99)), {}, []],
    ['system', kcItem(0x90f, chars('Darwin 23')), { os: 'Darwin 23' }, [['OS Version', 'Darwin 23']]],
    ['boot arguments', kcItem(0x90e, chars('-v')), {}, [['Boot arguments', '-v']]],
    [
      'date',
      kcItem(0x35, u64(1_700_000_000_999_999n)),
      { date: '2023-11-14T22:13:20.999Z' },
      [['Date/Time', '2023-11-14T22:13:20.999Z']],
    ],
    ['date of nothing', kcItem(0x35, u64(0)), {}, []],
    [
      'launch',
      kcItem(0x80b, [...u64(1_700_000_000), ...u64(7)]),
      { launched: '2023-11-14T22:13:20.000Z' },
      [['Launch Time', '2023-11-14T22:13:20.000Z']],
    ],
    ['crashed thread', kcItem(0x81a, u64(5150)), {}, [['Crashed thread', '5150']]],
    ['page size', kcItem(0x910, u32(16384)), {}, [['Page size', '16384']]],
  ])('%s', (_, items, values, fields) => {
    expect(readItems(items).header).toEqual({ ...values, fields })
  })

  test('the fields stand in one order', () => {
    const items = [
      kcItem(0x910, u32(4096)),
      kcItem(0x81a, u64(9)),
      kcItem(0x80b, u64(1)),
      kcItem(0x35, u64(1000)),
      kcItem(0x90e, chars('-v')),
      kcItem(0x90f, chars('Darwin')),
      kcItem(0x802, uuidBytes(0x30)),
      kcItem(0x806, u32(1)),
      kcItem(0x805, u32(2)),
      kcItem(0x80f, chars(path)),
    ]
    expect(readItems(...items).header.fields).toEqual([
      ['Process', 'Kiosk'],
      ['Path', path],
      ['Process ID', '2'],
      ['Parent Process ID', '1'],
      ['UUID', UUID_30],
      ['OS Version', 'Darwin'],
      ['Boot arguments', '-v'],
      ['Date/Time', '1970-01-01T00:00:00.001Z'],
      ['Launch Time', '1970-01-01T00:00:01.000Z'],
      ['Crashed thread', '9'],
      ['Page size', '4096'],
    ])
  })
})

describe('the end of a process', () => {
  test.each<[bigint, string, string | undefined]>([
    [0n, 'EXC_CRASH', undefined],
    [0xfffffn, 'EXC_CRASH', undefined],
    [0x10_0000n, 'EXC_BAD_ACCESS', undefined],
    [0x60_0000n, 'EXC_BREAKPOINT', undefined],
    [0xf0_0000n, 'EXC_15', undefined],
    [0x100_0000n, 'EXC_CRASH', 'SIGHUP'],
    [0xb10_0005n, 'EXC_BAD_ACCESS', 'SIGSEGV'],
    [0xff00_0000n, 'EXC_CRASH', 'signal 255'],
    [0x1_0000_0000n, 'EXC_CRASH', undefined],
  ])('the code %d of a corpse', (code, type, signal) => {
    const expected = { type, ...(signal && { signal }) }
    expect(readItems(kcItem(0x80e, [...u64(code), ...u64(77)])).exception).toEqual({
      ...expected,
      rawCodes: [code, 77n],
    })
    expect(readItems(plain(0x80e, u64(code))).exception).toEqual({ ...expected, rawCodes: [code, 0n] })
    expect(readItems(plain(0x80e, u64(code).slice(1)))).not.toHaveProperty('exception')
  })

  const description = (text: string): number[] => kcItem(0x1002, chars(text))
  const basic = (space: number, code: number): number[] => plain(0x1001, [...u32(space), ...u64(code)])

  test.each<[string, number[], object | undefined]>([
    ['nothing', [], undefined],
    ['a namespace and a code', basic(1, 7), { namespace: 'JETSAM', code: 7n, indicator: 'per-process-limit' }],
    ['a code without a meaning', basic(15, 7), { namespace: 'RUNNINGBOARD', code: 7n }],
    ['a namespace alone', plain(0x1001, u32(2)), { namespace: 'SIGNAL' }],
    ['a cut namespace', plain(0x1001, [2, 0, 0]), undefined],
    ['texts', [...description('first'), ...description(''), ...description('next')], { reasons: ['first', 'next'] }],
    ['a code signature', kcItem(0x1004, u64(1)), { namespace: 'CODESIGNING' }],
    [
      'a namespace beside a code signature',
      [...kcItem(0x1004, u64(1)), ...basic(2, 9)],
      { namespace: 'SIGNAL', code: 9n, indicator: 'SIGKILL' },
    ],
  ])('a reason of %s', (_, items, termination) => {
    const report = readItems(items)
    expect(report.termination).toEqual(termination)
    expect('termination' in report).toBe(termination !== undefined)
  })

  test('a reason in a buffer within, and deeper', () => {
    const inner = [...kcBuffer(0x53a20900, [...description('inner'), ...basic(2, 9)])]
    const deeper = [...kcBuffer(0x53a20900, [...kcItem(0x38, inner), ...description('middle')])]
    const report = readItems(description('outer'), kcItem(0x38, deeper))
    expect(report.termination).toEqual({
      namespace: 'SIGNAL',
      code: 9n,
      indicator: 'SIGKILL',
      reasons: ['outer', 'inner', 'middle'],
    })
    expect(report.applicationInfo).toEqual(['outer', 'inner', 'middle'])
  })

  test('what tasks hold is not of the process', () => {
    const report = readItems(
      kcContainer(0x903, 7, [...description('till'), ...kcItem(0x805, u32(411)), ...basic(2, 9)]),
    )
    expect([report.termination, report.header, report.applicationInfo]).toEqual([undefined, { fields: [] }, []])
  })

  test.each([
    [0, 'INVALID'],
    [1, 'JETSAM'],
    [6, 'DYLD'],
    [10, 'SPRINGBOARD'],
    [20, 'WATCHDOG'],
    [36, 'BOOTMOUNT'],
    [37, '37'],
  ])('the namespace %i', (number, name) => {
    expect(exitNamespace(number)).toBe(name)
  })

  test.each<[string, bigint, string | undefined]>([
    ['SIGNAL', 11n, 'SIGSEGV'],
    ['JETSAM', 100n, 'cpu-limit'],
    ['JETSAM', 1n, undefined],
    ['CODESIGNING', 1n, 'Invalid signature'],
    ['CODESIGNING', 5n, undefined],
    ['EXEC', 12n, 'Packed with UPX'],
    ['EXEC', 0n, undefined],
    ['DYLD', 1n, undefined],
  ])('%s %d', (namespace, code, indicator) => {
    expect(exitIndicator(namespace, code)).toBe(indicator)
  })
})

describe('tables', () => {
  const tableOf = (title: string, ...items: readonly (readonly number[])[]) =>
    readItems(...items).sections.filter((section) => section.title === title)
  const rowOf = (item: readonly number[]) => {
    const [section] = tableOf('Items', item)
    return section?.kind === 'table' ? section.rows : undefined
  }
  const named = (name: string, value: readonly number[]): number[] => [...chars(name, 32), ...value]

  test.each<[string, number[], string[]]>([
    ['text', plain(0x909, chars('till')), ['thread name', '', '5', 'till']],
    ['text with a line end and a tab', plain(0x90e, chars('a\n\tb ~')), ['boot args', '', '7', 'a\n\tb ~']],
    ['text of three letters', plain(0x909, chars('abc')), ['thread name', '', '4', 'abc']],
    ['text of two letters', plain(0x909, chars('ab')), ['thread name', '', '3', '61 62 00']],
    ['text with other letters', plain(0x909, chars('é abc', 7)), ['thread name', '', '7', 'c3 a9 20 61 62 63 00  abc']],
    ['text that is as long as a number', plain(0x909, chars('abc', 4)), ['thread name', '', '4', 'abc']],
    ['a number of four bytes', plain(0x805, u32(411)), ['corpse pid', '', '4', '411']],
    ['a number of eight bytes', plain(0x33, u64(1n << 40n)), ['mach absolute time', '', '8', '1099511627776']],
    ['a padded number', plain(0x33, [...u64(5), ...u64(0)]), ['mach absolute time', '', '16', '5']],
    ['two numbers', plain(0x32, [...u64(5), ...u64(6)]), ['timebase', '', '16', '5, 6']],
    ['three bytes', plain(0x805, [1, 2, 0xab]), ['corpse pid', '', '3', '01 02 ab']],
    ['no bytes', plain(0x805, []), ['corpse pid', '', '0', '']],
    ['a named number of four bytes', plain(0x2, named('speed', u32(7))), ['named u32', '', '36', 'speed: 7']],
    [
      'a named number of eight bytes',
      plain(0x3, named('speed', u64(1n << 33n))),
      ['named u64', '', '40', 'speed: 8589934592'],
    ],
    [
      'a number with the longest name',
      plain(0x2, named('a'.repeat(32), u32(7))),
      ['named u32', '', '36', `${'a'.repeat(32)}: 7`],
    ],
    ['a number without its name', plain(0x2, named('', u32(7))), ['named u32', '', '36', ': 7']],
    ['a name without its number', plain(0x2, named('speed', [1, 2, 3])), ['named u32', '', '35', 'speed: ']],
    ['an array', kcArray(0x907, [u32(3), u32(4)]), ['donating pids', '2', '8', '03 00 00 00 04 00 00 00']],
    [
      'a page of a file',
      plain(0x1004, [...u64(0x1000), ...u64(99), ...chars('/bin/till')]),
      ['code signing', '', '26', '0x1000, 99 /bin/till'],
    ],
    ['a cut page of a file', plain(0x1004, [1, 2, 3]), ['code signing', '', '3', '0x0, 0']],
    ['an unknown type', plain(0xabc, [1]), ['0xabc', '', '1', '01']],
  ])('%s', (_, item, row) => {
    expect(rowOf(item)).toEqual([row])
  })

  test.each([31, 32, 33])('%i bytes in hexadecimal', (length) => {
    const bytes = Array<number>(length).fill(0xf1)
    const shown = Array<string>(Math.min(32, length)).fill('f1').join(' ')
    expect(rowOf(plain(0xabc, bytes))).toEqual([['0xabc', '', String(length), length > 32 ? `${shown} …` : shown]])
  })

  test.each([
    ['ab', []],
    ['abc', ['abc']],
    ['a c~', ['a c~']],
    ['till\u0001ab\u0001shop', ['till', 'shop']],
  ])('names among the bytes: %j', (text, names) => {
    const bytes = [0xff, ...chars(text), 0xfe]
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    expect(rowOf(plain(0xabc, bytes))).toEqual([['0xabc', '', String(bytes.length), [hex, ...names].join(' ')]])
  })

  const itemOf = (bytes: Uint8Array): KcItem => ({ type: 0xabc, id: 0n, bytes, offset: 0, children: [] })

  test.each([
    [0x10000 - 4, ' abcd'],
    [0x10000 - 3, ' abc'],
    [0x10000 - 2, ''],
    [0x10000, ''],
  ])('names at %i', (at, names) => {
    const bytes = new Uint8Array(0x10000 + 8).fill(1)
    bytes.set(chars('abcd'), at)
    const value = `${Array<string>(32).fill('01').join(' ')} …${names}`
    expect(contentsSection([itemOf(bytes)])).toMatchObject([{ rows: [['0xabc', '', '65544', value]] }])
  })

  test('the items of tasks have other places; those of a buffer within are rows beside its own', () => {
    const inner = [...kcBuffer(0x53a20900, kcItem(0x805, u32(3)))]
    const items = [
      kcItem(0x805, u32(1)),
      kcContainer(0x903, 9, kcItem(0x907, u32(2))),
      plain(0x38, inner),
      plain(0x38, inner.slice(0, 16)),
    ]
    const [section, ...more] = tableOf('Items', ...items)
    expect(more).toEqual([])
    expect(section).toMatchObject({ kind: 'table', title: 'Items', columns: ['Item', 'Count', 'Bytes', 'Value'] })
    expect(section?.kind === 'table' && section.rows.map((row) => row.slice(0, 3))).toEqual([
      ['corpse pid', '', '4'],
      ['nested buffer', '', '64'],
      ['corpse pid', '', '4'],
      ['nested buffer', '', '16'],
    ])
    expect(tableOf('Items', kcContainer(0x903, 9, kcItem(0x907, u32(2))))).toEqual([])
  })

  test.each([9_999, 10_000, 10_001])('%i rows', (count) => {
    const [section] = contentsSection(Array<KcItem>(count).fill(itemOf(Uint8Array.of(1))))
    expect(section?.kind === 'table' && section.rows.length).toBe(Math.min(10_000, count))
  })

  test('shared caches of the system, of tasks, and of other versions', () => {
    const cache = [...u64(0x1000), ...uuidBytes(0x30), ...u64(0x1_8000_0000n)]
    const items = [
      kcContainer(0x903, 0xffffffff, [...plain(0x908, cache.slice(0, 24)), ...plain(0x907, cache)]),
      plain(0x908, cache),
      kcContainer(0x904, 5, plain(0x908, cache)),
      plain(0x908, [1]),
      kcContainer(0x903, 8, plain(0x908, cache)),
    ]
    expect(tableOf('Shared caches', ...items)).toEqual([
      {
        kind: 'table',
        title: 'Shared caches',
        columns: ['pid', 'Slide', 'UUID', 'Load address'],
        rows: [
          ['', '0x1000', UUID_30, '0x180000000'],
          ['', '0x0', '', '0x0'],
          ['-1', '0x1000', UUID_30, '0x0'],
          ['8', '0x1000', UUID_30, '0x180000000'],
        ],
      },
    ])
  })

  test('the tables of processes, caches and items in this order', () => {
    const report = readItems(plain(0x908, u64(1)), kcContainer(0x903, 8, []))
    expect(report.sections.map(({ title }) => title)).toEqual(['Processes', 'Shared caches', 'Items'])
  })
})
