/** Rows of Android's native stacks, each part of them, and the images that they name. */
import { describe, expect, test } from 'vitest'
import { asLine } from '../../../../src/core/reports/base/lines.ts'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import {
  addTombstoneRows,
  readMonoRow,
  readTombstoneRow,
} from '../../../../src/core/reports/free-text/tombstone-rows.ts'
import { tombstoneWriteBack } from '../../../../src/core/reports/free-text/tombstone-write-back.ts'
import { plain } from './told.ts'

const read = (line: string): unknown => plain(readTombstoneRow(asLine(line)), line)
const ID = '0123456789abcdef0123456789abcdef01234567'
const UUID = '01234567-89AB-CDEF-0123-456789ABCDEF'

describe('rows', () => {
  const row = (index: number, pc: string, path: string, more: object, symbolSpan = '') => ({
    ...{ index, pc, path, start: '', isMarked: true, symbolSpan, ...more },
  })
  test.each<[string, ...Parameters<typeof row>]>([
    [
      '#01 pc 0000000000012345  /lib/libtill.so (pay+12)',
      1,
      '0x12345',
      '/lib/libtill.so',
      { symbol: { name: 'pay', offset: 12 } },
      '(pay+12)',
    ],
    ['  native: #1234        pc        0xABCDEF\t/l.so\t', 1234, '0xabcdef', '/l.so', {}],
    ['Stack frame #02 pc 1 /l.so', 2, '0x1', '/l.so', {}],
    ['\t12    #03\tpc 1 /l.so', 3, '0x1', '/l.so', {}],
    ['native: pc 00012345 /l.so (pay + 4)', 0, '0x12345', '/l.so', { symbol: { name: 'pay', offset: 4 } }, '(pay + 4)'],
    ['#1 PC 0123456789abcdef', 1, '0x123456789abcdef', '', {}],
    ['#1 0x12345 /l.so', 1, '0x12345', '/l.so', { isMarked: false }],
    ['#1 0x12345 [vdso]', 1, '0x12345', '[vdso]', { isMarked: false }],
    ['#1 0x12345 <unknown>', 1, '0x12345', '<unknown>', { isMarked: false }],
    ['#1 0x12345 ??? ', 1, '0x12345', '???', { isMarked: false }],
    [`#1 pc 1 /l.so (BuildId: ${ID})`, 1, '0x1', '/l.so', { uuid: UUID }, `(BuildId: ${ID})`],
    [
      `#1 0x1 /l.so (BuildId: ${ID.toUpperCase()})`,
      1,
      '0x1',
      '/l.so',
      { uuid: UUID },
      `(BuildId: ${ID.toUpperCase()})`,
    ],
    [
      `#1 pc 1 /l.so (a b(int)+123) (till.cpp:7) (BuildId: ${ID})`,
      1,
      '0x1',
      '/l.so',
      { uuid: UUID, symbol: { name: 'a b(int)', offset: 123, file: 'till.cpp', line: 7 } },
      `(a b(int)+123) (till.cpp:7) (BuildId: ${ID})`,
    ],
    [
      '#1 pc 1 /l.so (pay) (/a b/t.c:123456789)',
      1,
      '0x1',
      '/l.so',
      { symbol: { name: 'pay', file: '/a b/t.c', line: 123456789 } },
      '(pay) (/a b/t.c:123456789)',
    ],
    [
      '#1 pc 1 /l.so (offset 0x1000) (pay+1)',
      1,
      '0x1',
      '/l.so',
      { start: '1000', symbol: { name: 'pay', offset: 1 } },
      '(pay+1)',
    ],
    ['#1 pc 1 /l.so\t(offset 0123456789ABCDEF)', 1, '0x1', '/l.so', { start: '0123456789ABCDEF' }],
    ['#1 pc 1 /l.so     (offset 1)        (p)', 1, '0x1', '/l.so', { start: '1', symbol: { name: 'p' } }, '(p)'],
    ['#1 pc 1 /l.so (deleted) (pay)', 1, '0x1', '/l.so (deleted)', { symbol: { name: 'pay' } }, '(pay)'],
    ['#1 pc 1 /a b/l.so\t(pay)', 1, '0x1', '/a b/l.so', { symbol: { name: 'pay' } }, '(pay)'],
    [
      '#1 pc 1 /l.so (pay): Routine pay in l',
      1,
      '0x1',
      '/l.so',
      { symbol: { name: 'pay' } },
      '(pay): Routine pay in l',
    ],
    ['#1 pc 1 /l.so (pay) [arm64-v8a] ', 1, '0x1', '/l.so', { arch: 'arm64-v8a', symbol: { name: 'pay' } }, '(pay)'],
    ...['armeabi', 'armeabi-v7a', 'arm64', 'x86', 'x86_64', 'mips'].map((arch): [string, ...Parameters<typeof row>] => [
      `#1 pc 1 /l.so\t[${arch}]`,
      1,
      '0x1',
      '/l.so',
      { arch },
    ]),
    ['#1 pc 1 /l.so [sparc]', 1, '0x1', '/l.so [sparc]', {}],
    [
      '#1 pc 1 /l.so (pay+1234567890123456)',
      1,
      '0x1',
      '/l.so',
      { symbol: { name: 'pay+1234567890123456' } },
      '(pay+1234567890123456)',
    ],
    ['#1 pc 1 /l.so ()', 1, '0x1', '/l.so', {}, '()'],
  ])('%j', (line, ...parts) => {
    const trimmed = line.trim().replace(/\s*\[[^[\]]*\]$/, (arch) => ((parts[3] as { arch?: string }).arch ? '' : arch))
    expect(read(line)).toEqual({ ...row(...parts), span: trimmed })
  })
  test.each([
    'x #1 pc 1 /l.so',
    '#12345 pc 1 /l.so',
    '#x pc 1 /l.so',
    '#1pc 1 /l.so',
    '#1         pc 1 /l.so',
    '#1 pc1 /l.so',
    '#1 pcx 1 /l.so',
    '#1 1 /l.so',
    '#1 0x1 in pay',
    '#1 0x1',
    '#1 pc 0123456789abcdef0 /l.so',
    '#1 pc 1         /l.so'.replace('1  ', '1    '),
    '#1 pc g /l.so',
    'pc 1 /l.so',
    'x native: pc 1 /l.so',
    '12 pc 1 /l.so',
    '12345 #1 pc 1 /l.so',
    `#1 pc 1 ${' '.repeat(512)} /l.so`,
  ])('none: %j', (line) => {
    expect(read(line)).toBeUndefined()
  })

  test.each<[string, number, string]>([
    ['#02 Shop.Till:Count<int> (int,bool) <0x29f>', 2, 'Shop.Till:Count<int> (int,bool)'],
    ['  \t#1234 (wrapper managed-to-native) T:c (a) <0x0123abcd>\t ', 1234, '(wrapper managed-to-native) T:c (a)'],
    ['#00 _é() <0x1>', 0, '_é()'],
  ])('of Mono: %j', (line, index, name) => {
    expect(plain(readMonoRow(asLine(line)), line)).toEqual({
      ...{ index, symbol: { name }, language: 'csharp', kind: 'call', span: line.trimEnd() },
    })
  })
  test.each([
    'x #02 T:c () <0x1>',
    '#2 T:c () <0x1>',
    '#12345 T:c () <0x1>',
    '#02  T:c () <0x1>',
    '#02 9:c () <0x1>',
    '#02 (T:c) () <0x1>',
    '#02 T:c <0x1>',
    '#02 T:c () <1>',
    '#02 T:c () <0x0123456789>',
    '#02 T:c () <0x1> x',
    '#02 T:c ()  <0x1>',
  ])('none of Mono: %s', (line) => {
    expect(readMonoRow(asLine(line))).toBeUndefined()
  })
})

describe('images', () => {
  const add = (lines: readonly string[], arch?: string) => {
    const builder = new ReportBuilder('till.txt')
    const rows = lines.map((line) => readTombstoneRow(asLine(line))!)
    const [frames = []] = addTombstoneRows(builder, [rows], arch)
    return {
      frames: plain(frames, '') as readonly Readonly<Record<string, unknown>>[],
      images: plain(builder.finish().images, ''),
    }
  }
  const image = (index: number, name: string, path: string, more: object = {}) => ({
    index,
    name,
    path,
    textVmaddr: '0x0',
    ...more,
  })
  test.each<[string, object]>([
    ['/system/lib/libc.so', { name: 'libc.so', origin: 'system' }],
    ['/data/app/libtill.so', { name: 'libtill.so', origin: 'app' }],
    ['/mnt/expand/0/libtill.so', { name: 'libtill.so', origin: 'app' }],
    ['/database/l.so', { name: 'l.so', origin: 'system' }],
    ['/x/data/l.so', { name: 'l.so', origin: 'system' }],
    ['libtill.so', { name: 'libtill.so' }],
    ['/data/app/base.apk!libtill.so', { name: 'libtill.so', origin: 'app' }],
    ['/data/app/base.apk!/lib/libtill.so', { name: 'libtill.so', origin: 'app' }],
    ['/data/dexter', { name: 'dexter', origin: 'app' }],
  ])('of %s', (path, more) => {
    const { frames, images } = add([`#00 pc 10 ${path}`, `#01 pc 20 ${path}`])
    const { name, ...others } = more as { readonly name: string }
    expect(images).toEqual([image(0, name, path, others)])
    expect(
      frames.map(({ image: at, offset, kind, imageName, address }) => [at, offset, kind, imageName, address]),
    ).toEqual(
      [
        [0, 16, 'exact', undefined, undefined],
        [0, 32, 'call', undefined, undefined],
      ].map(([at, offset, kind, , address]) => [at, offset, kind, name, address]),
    )
  })
  test.each([
    '[vdso]',
    '<anonymous:1000>',
    '???',
    '/memfd:jit',
    '/dev/zero',
    '/a.odex',
    '/a.oat',
    '/a.vdex',
    '/a.dex',
    '/a.jar',
    '/a.art',
    '/a.dex (deleted)',
  ])('none of %s', (path) => {
    expect(add([`#00 pc 10 ${path}`]).images).toEqual([])
  })
  test.each<[string, object]>([
    ['/a.dex', { imageName: '???', offset: 16 }],
    ['/a.dex (pay+1)', { imageName: 'a.dex', offset: 16, symbol: { name: 'pay', offset: 1 } }],
    ['<unknown>', { imageName: '???', address: '0x10' }],
    ['???', { imageName: '???', address: '0x10' }],
    ['<anonymous:1000>', { imageName: '???', address: '0x1010' }],
    ['<anonymous:1000> (pay)', { imageName: '???', address: '0x1010', symbol: { name: 'pay' } }],
    ['<anonymous:xyz>', { imageName: '???', offset: 16 }],
    ['x<unknown>', { imageName: 'x<unknown>', image: 0, offset: 16 }],
    ['<unknown>x', { imageName: '???', offset: 16 }],
  ])('the place of %s', (behind, parts) => {
    const [frame] = add([`#00 pc 10 ${behind}`]).frames
    const { id, index, kind, span, symbolSpan, ...others } = frame ?? {}
    expect([id, index, kind, typeof span, typeof symbolSpan]).toEqual([0, 0, 'exact', 'string', 'string'])
    expect(others).toEqual(parts)
  })
  test('a number that no file can hold is an address', () => {
    const offsets = ['1fffffffffffff', '20000000000000'].map((digits) => {
      const { offset, address } = add([`#00 pc ${digits} /l.so`]).frames[0] ?? {}
      return [offset, address]
    })
    expect(offsets).toEqual([
      [Number.MAX_SAFE_INTEGER, undefined],
      [undefined, '0x20000000000000'],
    ])
  })
  test('one for each build, else for each path', () => {
    expect(
      add(
        [
          `#00 pc 1 /a/l.so (BuildId: ${ID})`,
          `#01 pc 1 /b/l.so (BuildId: ${ID})`,
          '#02 pc 1 /a/l.so',
          '#03 pc 1 /b/l.so',
          '#04 pc 1 /a/l.so',
        ],
        'arm64',
      ).frames.map(({ image: at }) => at),
    ).toEqual([0, 0, 1, 2, 1])
    expect(add(['#00 pc 1 /l.so (BuildId: 01)', '#01 pc 1 /m.so [x86]'], 'arm64').images).toEqual([
      expect.objectContaining({ arch: 'arm64', name: 'l.so' }),
      image(1, 'm.so', '/m.so', { arch: 'x86', origin: 'system' }),
    ])
  })
})

test('names are written back behind the path', () => {
  const row = (call: object, printed: string): unknown => tombstoneWriteBack.row?.(call as never, { printed } as never)
  expect(row({ function: 'pay', functionOffset: 12, file: 'a.c', line: 7 }, `(x) (BuildId: ${ID})`)).toBe(
    `(pay+12) (a.c:7) (BuildId: ${ID})`,
  )
  expect(row({ function: 'pay', functionOffset: 12, inlined: true }, '(BuildId: 01)')).toBe('(pay) (BuildId: 01)')
  expect(row({ function: 'pay', functionOffset: 0 }, '(BuildId: AB) x')).toBe('(pay+0)')
  expect(row({ function: 'pay' }, '(BuildId: 0)')).toBe('(pay)')
  expect(tombstoneWriteBack.formats).toEqual(['tombstone', 'thread-dump'])
})
