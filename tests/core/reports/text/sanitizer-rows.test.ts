/** Rows of the sanitizers and of Dart: each part, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import { readDartRow, readSanitizerRow } from '../../../../src/core/reports/text/text-rows.ts'
import { endOf, lineAt, partOf, wholeOf } from './lines-at.ts'

type Row = readonly [text: string, rest: string, row: object]

const placed = (text: string, rest: string, row: object) => ({
  ...row,
  span: wholeOf(text),
  symbolSpan: rest === '' ? endOf(text) : partOf(text, rest),
})

describe('rows of the sanitizers', () => {
  const at = { index: 4, address: 0x10394461an }
  test.each<Row>([
    [
      '    #4 0x10394461a in f::g(int) /src/file.m:48:7 (/a/Mod:arm64+0x1000)',
      'in f::g(int) /src/file.m:48:7 (/a/Mod:arm64+0x1000)',
      {
        ...at,
        imageName: 'Mod',
        imagePath: '/a/Mod',
        imageArch: 'arm64',
        offset: 0x1000,
        loadAddress: 0x10394361an,
        symbol: { name: 'f::g(int)', file: '/src/file.m', line: 48, column: 7 },
      },
    ],
    [
      '#4 0x10394461a in main (Mod (2)+0x10000061a) (BuildId: 0aF1)',
      'in main (Mod (2)+0x10000061a) (BuildId: 0aF1)',
      {
        ...at,
        imageName: 'Mod (2)',
        imageText: 0x1_0000_0000n,
        offset: 0x61a,
        loadAddress: 0x103944000n,
        symbol: { name: 'main' },
      },
    ],
    [
      '#4 0x10394461a in main (a(beta)c()e+0x1)  \t(BuildId: 1)',
      'in main (a(beta)c()e+0x1)  \t(BuildId: 1)',
      { ...at, imageName: 'a(beta)c()e', offset: 1, loadAddress: 0x103944619n, symbol: { name: 'main' } },
    ],
    [
      '#4 0x10394461a  (Mod:x86_64h+0xfffffffff)',
      '(Mod:x86_64h+0xfffffffff)',
      { ...at, imageName: 'Mod', imageArch: 'x86_64h', imageText: 0x1_0000_0000n, offset: 0xeffffffff },
    ],
    [
      '#4 0x10394461a (Mod:i386+0x10394461a)',
      '(Mod:i386+0x10394461a)',
      {
        ...at,
        imageName: 'Mod',
        imageArch: 'i386',
        imageText: 0x1_0000_0000n,
        offset: 0x394461a,
        loadAddress: 0x1_0000_0000n,
      },
    ],
    [
      '#4 0x0394461a (Mod:x86_64+0x394461a)',
      '(Mod:x86_64+0x394461a)',
      { index: 4, address: 0x394461an, imageName: 'Mod', imageArch: 'x86_64', offset: 0x394461a, loadAddress: 0n },
    ],
    [
      '#4 0x10394461a in f+0x1F (Mod+0x1)',
      'in f+0x1F (Mod+0x1)',
      { ...at, imageName: 'Mod', offset: 1, loadAddress: 0x103944619n, symbol: { name: 'f', offset: 0x1f } },
    ],
    [
      '#4 0x10394461a in f <null> (Mod+0x1)',
      'in f <null> (Mod+0x1)',
      { ...at, imageName: 'Mod', offset: 1, loadAddress: 0x103944619n, symbol: { name: 'f' } },
    ],
    [
      '#4 0x10394461a in f <null>:123 (Mod+0x1)',
      'in f <null>:123 (Mod+0x1)',
      { ...at, imageName: 'Mod', offset: 1, loadAddress: 0x103944619n, symbol: { name: 'f' } },
    ],
    [
      '#4 0x10394461a in f  \t file.m:123456789 (Mod+0x1)',
      'in f  \t file.m:123456789 (Mod+0x1)',
      {
        ...at,
        imageName: 'Mod',
        offset: 1,
        loadAddress: 0x103944619n,
        symbol: { name: 'f', file: 'file.m', line: 123456789 },
      },
    ],
    [
      '#4 0x10394461a in f file.m:0:0 (Mod+0x1)',
      'in f file.m:0:0 (Mod+0x1)',
      { ...at, imageName: 'Mod', offset: 1, loadAddress: 0x103944619n, symbol: { name: 'f', file: 'file.m' } },
    ],
    [
      '#4 0x10394461a in f /a b.m:1:123456789',
      'in f /a b.m:1:123456789',
      { ...at, symbol: { name: 'f', file: '/a b.m', line: 1, column: 123456789 } },
    ],
    [
      '#4 0x10394461a in   f  (<unknown module>)',
      'in   f  (<unknown module>)',
      { ...at, imageName: '???', symbol: { name: 'f' } },
    ],
    ['#4 0x10394461a  (<unknown module>)', '(<unknown module>)', { ...at, imageName: '???' }],
    [
      '#4 0x10394461a in f(<unknown module>)',
      'in f(<unknown module>)',
      { ...at, imageName: '???', symbol: { name: 'f' } },
    ],
    [
      '#4 0x10394461a in f (<unknown module>) x',
      'in f (<unknown module>) x',
      { ...at, symbol: { name: 'f (<unknown module>) x' } },
    ],
    [
      '#4 0x10394461a in strcat \t(in libsystem_c.dylib) + 19',
      'in strcat \t(in libsystem_c.dylib) + 19',
      { ...at, imageName: 'libsystem_c.dylib', symbol: { name: 'strcat', offset: 19 } },
    ],
    ['#4 0x10394461a in strcat (in x)', 'in strcat (in x)', { ...at, imageName: 'x', symbol: { name: 'strcat' } }],
    [
      '#4 0x10394461a in strcat (in x) + 19 y',
      'in strcat (in x) + 19 y',
      { ...at, symbol: { name: 'strcat (in x) + 19 y' } },
    ],
    ['#4 0x10394461a', '', at],
    ['#4 0x10394461a  ', '', at],
    ['\t#12345 f file.m:3', 'f file.m:3', { index: 12345, symbol: { name: 'f', file: 'file.m', line: 3 } }],
    ['#0 IN f', 'IN f', { index: 0, symbol: { name: 'f' } }],
    ['#0 inside', 'inside', { index: 0, symbol: { name: 'inside' } }],
  ])('%s', (text, rest, row) => {
    expect(readSanitizerRow(lineAt(text))).toEqual(placed(text, rest, row))
    expect(readSanitizerRow(lineAt(`x ${text}`))).toBeUndefined()
  })

  test.each(['#4', '#4 ', '#123456 f', '#x f', '4 f', `#4 ${' '.repeat(600)}f`])('no row: %s', (text) => {
    expect(readSanitizerRow(lineAt(text))).toBeUndefined()
  })
})

describe('rows of Dart’s code ahead of time', () => {
  test.each<Row>([
    [
      '    #00 abs 0000000104ccc074 virt 0000000000014074 _kDartIsolateSnapshotInstructions+0x1234',
      '_kDartIsolateSnapshotInstructions+0x1234',
      {
        index: 0,
        address: 0x104ccc074n,
        imageName: 'App',
        offset: 0x14074,
        loadAddress: 0x104cb8000n,
        fromSymbol: { name: '_kDartIsolateSnapshotInstructions', offset: 0x1234 },
      },
    ],
    [
      '#12345\t abs  0xABCD  virt\t 0xabcd   kDartX+0x1 ',
      'kDartX+0x1',
      { index: 12345, address: 0xabcdn, imageName: 'App', offset: 0xabcd, fromSymbol: { name: 'kDartX', offset: 1 } },
    ],
    [
      'x #1 abs abcd virt abce __kDartX+0xffffffffffffffff',
      '__kDartX+0xffffffffffffffff',
      { index: 1, address: 0xabcdn, imageName: 'App' },
    ],
    [
      '#1 abs 0 virt 14074 Till.count + 3',
      'Till.count + 3',
      { index: 1, imageName: 'App', offset: 0x14074, symbol: { name: 'Till.count', offset: 3 } },
    ],
    ['#1 abs abcd', '', { index: 1, address: 0xabcdn, imageName: 'App' }],
    ['#1 abs abcd virt 1', '', { index: 1, address: 0xabcdn, imageName: 'App', offset: 1, loadAddress: 0xabccn }],
    ['#1 abs 0', '', { index: 1, imageName: 'App' }],
  ])('%s', (text, rest, row) => {
    expect(readDartRow(lineAt(text))).toEqual(placed(text, rest, row))
  })

  test.each(['#1 abs abc', '#1 abs 0f', '#1 abc abcd', '#123456', '1 abs abcd', '#x abs abcd'])(
    'no row: %s',
    (text) => {
      expect(readDartRow(lineAt(text))).toBeUndefined()
    },
  )
})
