/** Fields of a header whose labels are in another language: each value alone, and the values that a field before must explain. */
import { describe, expect, test } from 'vitest'
import { TranslatedFields } from '../../../../src/core/reports/apple-text/translated-fields.ts'

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const KEY = '0123456789abcdef0123456789abcdef01234567'
const TYPE = 'EXC_CRASH (SIGABRT)'
const labels = (...values: readonly string[]) => {
  const fields = new TranslatedFields()
  return values.map((value) => fields.labelOf(value))
}

const long = 'x'.repeat(199)

describe('a value alone', () => {
  test.each<[string, readonly string[]]>([
    ['Incident Identifier', [UUID, UUID.toLowerCase(), ` \t${UUID} `]],
    ['CrashReporter Key', [KEY, KEY.toUpperCase()]],
    ['Hardware Model', ['iPhone15,2', 'Mac1,1', 'iPad13,18', 'MacBookPro118,123', `Ma${'c'.repeat(19)}1,1`, 'MACx1,1']],
    [
      'Parent Process',
      ['launchd [1]', 'debugserver [1234567]', 'xpcproxy [12]', '??? [0]', 'launchd_sim [41]', '???_sim [3]'],
    ],
    ['Process', ['Till [41]', 'T [1]', 'Till of a shop [1234567]', `T${long}y [1]`, 'Till_sim [1]', 'launchdx [1]']],
    ['Path', ['/a', '/private/var/Till.app/Till', '/Till of a shop']],
    [
      'Code Type',
      [
        'ARM',
        'ARM-64',
        'ARM_64 (Native)',
        'ARM64',
        'X86-64 (Native)',
        'x86',
        'PPC',
        'PPC64 x',
        `ARM ${'x'.repeat(39)}`,
        `ARM-64 ${'x'.repeat(39)}`,
        `X86_64 ${'x'.repeat(39)}`,
      ],
    ],
    [
      'OS Version',
      [
        ...[
          'iPhone OS 17.2.1 (21C66)',
          '17.2 (21C66)',
          '17.2(1A1)',
          'macOS 14.10.22 (Build 23A12345a)',
          'iOS 7.0 (Build 1A1)',
        ],
        `iOS 7.0 (${'b'.repeat(20)} 1A1)`,
      ],
    ],
    ['Date/Time', ['2024-03-01 10:11:12', '2024-03-01 10:11:12.345 +0100']],
    ['Exception Note', ['EXC_CORPSE_NOTIFY']],
    ['Exception Type', ['EXC_CRASH (SIGABRT)', 'EXC_BAD_ACCESS', 'SIGABRT', 'SIGILL', 'SIGXX', 'SIGABCDEF']],
    ['Crashed Thread', ['0  Dispatch queue: x', '1234    x', '12  x']],
  ])('is that of %s', (label, values) => {
    for (const value of values) expect([value, ...labels(value)]).toEqual([value, label])
  })

  test.each([
    ...[`a${UUID}`, `${UUID}0`, UUID.slice(1), UUID.replace('4C4C', '4C4G'), UUID.replaceAll('-', ''), `x ${UUID}`],
    ...[UUID.slice(0, -1), UUID.replace('-5555', ''), UUID.replace('-5555', '-555'), UUID.replace('-5555', '-55555')],
    ...[`a${KEY}`, `${KEY}0`, KEY.slice(1), KEY.replace('f', 'g'), `${KEY} x`],
    ...[
      '1iPhone15,2',
      'iPhone15,2x',
      'iP15,2',
      'iPhone,2',
      'iPhone15,',
      'iPhone15.2',
      'i1,1',
      'iPhone1234,2',
      'iPhone1,1234',
    ],
    ...['ab1,1', `Ma${'c'.repeat(20)}1,1`, 'an iPhone15,2', 'iPhone 15,2'],
    ...[
      'launchd [12345678]',
      'Till [12345678]',
      'Till []',
      'Till [x]',
      'Till[41]',
      '[41]',
      'Till [41',
      'Till [41] x',
      'Till 41',
    ],
    ...[`T${long}xy [1]`, 'Till', '/', '/ a', 'a/b', '', ' '],
    ...[
      'ARMOR',
      'ARM_6',
      'ARM_644',
      'ARMx',
      'AMD64',
      'MY ARM',
      'PPCC',
      'X86x',
      `ARM ${'x'.repeat(40)}`,
      `ARM-64 ${'x'.repeat(40)}`,
      `X86_64 ${'x'.repeat(40)}`,
    ],
    ...[
      '17 (21C66)',
      '17.2 (21C66',
      '17.2 21C66',
      '17.2 (C66)',
      '17.2 (21C)',
      '17.2 (210C66)',
      '17.2 (21C123456)',
      '17.2 ()',
    ],
    ...[
      '17.2 (21C66) x',
      '17.2 (21C66ab)',
      '17.2 (21c66)',
      '17.2  (21C66)',
      '17.2 (21C66A)',
      `17.2 (${'b'.repeat(21)} 1A1)`,
    ],
    ...['iOS x.2 (21C66)', '17. (21C66)', '17.2 (a(b 21C66)'],
    ...[
      '24-03-01 10:11:12',
      '2024-3-01 10:11:12',
      '2024-03-01 10:11',
      '2024-03-01',
      'am 2024-03-01 10:11:12',
      '12024-03-01 10:11:12',
    ],
    ...['EXC_', 'EXC CRASH', 'SIGA', 'SIGABCDEFG', 'aSIGABRT', 'an EXC_CRASH', 'SIG', 'sigabrt', 'EXC_CORPSE_NOTIFYx'],
    ...[
      '0 x',
      '0',
      '12345  x',
      '0  ',
      'x0  x',
      '1 0  x',
      '0x  x',
      'KERN_INVALID_ADDRESS',
      '0x1, 0x2',
      'com.shop.till',
      '1.0 (2)',
    ],
  ])('%j is not known', (value) => {
    expect(labels(value)).toEqual([undefined])
  })
  test('a value that is like another is that one', () => {
    expect(labels('EXC_CORPSE_NOTIFYING')).toEqual(['Exception Type'])
    expect(labels('EXC_CORPSE_NOTIFY x')).toEqual(['Exception Type'])
    expect(labels('my EXC_CORPSE_NOTIFY')).toEqual([undefined])
    expect(labels('the launchd [1]')).toEqual(['Process'])
    expect(labels('launchd [1] [2]')).toEqual(['Process'])
    expect(labels('launchd_simx [1]')).toEqual(['Process'])
  })
})

describe('a value behind another', () => {
  test.each<[string, string, readonly string[]]>([
    ['CrashReporter Key', UUID, [UUID, UUID.toLowerCase()]],
    ['Parent Process', 'Till [41]', ['Shop [1]', 'Shop of a town [1234567]', `S${'x'.repeat(200)} [1]`]],
    ['Launch Time', '2024-03-01 10:11:12', ['2024-03-01 10:11:10', '2023-12-31 23:59:59.999 +0000']],
    ['Identifier', '/Till', ['com.shop.till', 'c.s', 'com1.shop-a.till_b.x', 'A.1', 'a-b.c']],
    ['Exception Codes', TYPE, ['0x1, 0x2', '0x1,0x2', '0xABCdef0', '0x1', 'KERN_INVALID_ADDRESS at 0x1', 'kern_x']],
    [
      'Termination Reason',
      TYPE,
      [
        ...[
          'Namespace SIGNAL, Code 6 Abort',
          'SIGNAL 6 Abort trap: 6',
          'DYLD, [0x1] Library missing',
          'SPRINGBOARD, 0x8badf00d',
        ],
        ...['FRONTBOARD, , Code 0x8badf00d', 'Namespace ABCD 1', `${'A'.repeat(20)} 1`, 'SIGNALS Code 0xa'],
      ],
    ],
    ['Triggered by Thread', TYPE, ['0', '1234', '7  Dispatch queue: x', '12    x', '0   ']],
  ])('is that of %s', (label, before, values) => {
    for (const value of values) {
      expect([value, ...labels(before, value).slice(1)]).toEqual([value, label])
      expect(labels(value)).not.toEqual([label])
    }
  })

  test.each<[string, readonly string[]]>([
    [
      UUID,
      [`a${UUID}`, `${UUID}0`, UUID.slice(1), UUID.replace('4C4C', 'G'), UUID.replace('-5555', ''), UUID.slice(0, -1)],
    ],
    [UUID, [UUID.replace('-5555', '-555'), UUID.replace('444F', '444G'), UUID.replace('A1CC', 'A1CG'), `${KEY}0`]],
    [UUID, [UUID.replace('0EC2', '0EG2'), UUID.replaceAll('-', ''), UUID.replace('-5555', '-5555-5555')]],
    ['Till [41]', ['Shop', 'Shop [12345678]', `S${'x'.repeat(201)} [1]`, ' [1]', 'Shop []', 'Shop [1] x']],
    [
      '/Till',
      ['com', '1com.shop', 'com.', 'com..shop', 'com.shop till', 'a com.shop', '-a.b', 'com.shop/till', '.com'],
    ],
    [TYPE, ['0x', '0x1 x', '0xg', 'a 0x1, 0x2', 'x0x1', 'KERN', 'kern', 'a KERN_X', 'aKERN_X']],
    [TYPE, ['Namespace ABC 1', 'ABC 6', `${'A'.repeat(21)} 1`, 'SIGNAL6', 'Signal 6', 'SIGNAL, Code', 'SIGNAL x']],
    [TYPE, ['a SIGNAL 6', 'SIGNAL 6g', 'SIGNAL 6_', 'Namespaces SIGNAL 6', 'aSIGNAL 6', 'SIGNAL Code [6']],
    [TYPE, ['12345', '0 x', 'x', 'a 0', '-1', '0x', '12345  x']],
  ])('behind %j none of %j is known', (before, values) => {
    for (const value of values) expect([value, ...labels(before, value).slice(1)]).toEqual([value, undefined])
  })

  test('several in a row', () => {
    expect(labels('Till [41]', 'Shop [1]', 'Town [2]', 'Land [3]')).toEqual([
      ...['Process', 'Parent Process', 'Responsible', undefined],
    ])
    expect(labels('launchd [1]', 'Till [41]', 'Town [2]', 'Land [3]')).toEqual([
      ...['Parent Process', 'Process', 'Responsible', undefined],
    ])
    expect(labels('Till [41]', 'launchd [1]', `S${'x'.repeat(201)} [1]`, 'Town [2]')).toEqual([
      ...['Process', 'Parent Process', undefined, 'Responsible'],
    ])
    expect(labels('/Till', 'com.shop.till', '1.2 (3)', '1.2 (3)')).toEqual([
      ...['Path', 'Identifier', 'Version', undefined],
    ])
    expect(labels(TYPE, '0x1, 0x2', 'KERN_INVALID_ADDRESS at 0x1', 'KERN_X')).toEqual([
      ...['Exception Type', 'Exception Codes', 'Exception Subtype', undefined],
    ])
    expect(labels(TYPE, 'KERN_A', 'KERN_B', '0x1')).toEqual([
      ...['Exception Type', 'Exception Codes', 'Exception Subtype', undefined],
    ])
    expect(labels(UUID, KEY, UUID)).toEqual(['Incident Identifier', 'CrashReporter Key', undefined])
  })

  test.each<[string, boolean]>([
    ...['1.2 (3)', 'a (b)', `1${'x'.repeat(40)} (3)`, `1 (${'2'.repeat(40)})`, '??? (???)'].map(
      (v): [string, boolean] => [v, true],
    ),
    ...['1.2', '(3)', '1.2 ()', '1.2 (3) x', `1${'x'.repeat(41)} (3)`, `1 (${'2'.repeat(41)})`, '1(3)', '1 ((3))'].map(
      (v): [string, boolean] => [v, false],
    ),
  ])('a version behind an identifier, %j: %j', (value, isKnown) => {
    expect(labels('/Till', 'com.shop.till', value)[2]).toBe(isKnown ? 'Version' : undefined)
    expect(labels('/Till', value)[1]).toBeUndefined()
  })

  test.each<[string, boolean]>([
    ...['KERN_A', 'KERN_INVALID_ADDRESS at 0x1', 'KERN_X_Y z'].map((v): [string, boolean] => [v, true]),
    ...['KERN_', 'KERN_Ax', 'kern_a', 'a KERN_A', 'aKERN_A', 'KERN_1', 'KERN'].map((v): [string, boolean] => [
      v,
      false,
    ]),
  ])('a subtype behind codes, %j: %j', (value, isKnown) => {
    expect(labels('EXC_CRASH', '0x1', value)[2]).toBe(isKnown ? 'Exception Subtype' : undefined)
  })
})

test('what was found is counted', () => {
  const fields = new TranslatedFields()
  expect([fields.count, fields.has('Path')]).toEqual([0, false])
  fields.labelOf('/Till')
  fields.labelOf('x')
  expect([fields.count, fields.has('Path'), fields.has('Process')]).toEqual([1, true, false])
  fields.labelOf('Till [41]')
  expect([fields.count, fields.has('Path'), fields.has('Process')]).toEqual([2, true, true])
})
