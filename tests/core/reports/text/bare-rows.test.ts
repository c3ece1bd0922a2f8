/** Rows of nothing but an address, and rows of stackshots: each part, the row without it, and lines that are none. */
import { describe, expect, test } from 'vitest'
import {
  areSignedAddresses,
  eachAddressLine,
  isCodeAddress,
  readBareRow,
} from '../../../../src/core/reports/text/bare-rows.ts'
import { Targets } from '../../../../src/core/reports/text/row-targets.ts'
import { parseNamedRow, parseStackshotRow } from '../../../../src/core/reports/text/spindump-rows.ts'
import { endOf, lineAt, partOf, wholeOf } from './lines-at.ts'

describe('rows of an address', () => {
  const PLACE = '0x104ccc074'
  test.each<[string, number | undefined, bigint?, string?]>([
    [PLACE, undefined],
    [' "\'*•>-\t0x104CCC074 ",;\'', undefined, 0x104ccc074n, '0x104CCC074'],
    ['104ccc074', undefined, 0x104ccc074n, '104ccc074'],
    ['4375494772', undefined, 4375494772n, '4375494772'],
    ['0104999074', undefined, 0x104999074n, '0104999074'],
    ['0x1234', undefined, 0x1234n, '0x1234'],
    [`3 ${PLACE}`, 3],
    [`1234:${PLACE}`, 1234],
    [`3.=>- ${PLACE}`, 3],
    [`#3 ${PLACE}`, 3],
    [`[3] ${PLACE}`, 3],
    [`[(3)] \t:=>.- \t${PLACE}`, 3],
    [`[3]${PLACE}`, 3],
    [`(3) ${PLACE}`, 3],
    ...['frame', 'pc', 'ip', 'lr', 'ra', 'addr', 'address', 'bt', 'stack', 'call'].map((word): [string, number] => [
      `${word} #12: ${PLACE}`,
      12,
    ]),
    ...['pc', 'ip', 'lr', 'ra', 'addr', 'address'].flatMap((word): [string, undefined][] =>
      [`${word}=${PLACE}`, `${word} \t: \t${PLACE}`, `${word}${PLACE}`].map((text) => [text, undefined]),
    ),
    ...['fp', 'sp', 'x29', 'rbp'].flatMap((word): [string, undefined][] =>
      [`${word}=0x1 ${PLACE}`, `${word}0x1aF\t ,| pc=${PLACE}`, `${word} \t: \t0x12 ${PLACE}`].map((text) => [
        text,
        undefined,
      ]),
    ),
    ...['fp', 'sp', 'x29', 'rbp'].flatMap((word): [string, undefined][] =>
      [`${PLACE} ${word}0x1`, `${PLACE}\t ,|${word} \t= \t0x12af;`].map((text) => [text, undefined]),
    ),
    [`frame 3 fp=0x1 pc=${PLACE} sp=0x2`, 3],
  ])('%j', (text, index, address = 0x104ccc074n, digits = PLACE) => {
    const row = readBareRow(lineAt(text))
    const end = partOf(text, digits).end
    expect(row).toEqual({
      ...(index !== undefined && { index }),
      address,
      span: wholeOf(text),
      symbolSpan: { start: end, end },
    })
    expect(readBareRow(lineAt(`say ${text}`))).toBeUndefined()
    expect(readBareRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    '0x123',
    '12345 0x104ccc074',
    '12345678',
    '200000000000000',
    'fp=x 0x104ccc074',
    '-104ccc074',
    'fp 0x104ccc074',
    '0x104ccc074 fp',
    '3] x',
    '0x104ccc074'.padEnd(121),
  ])('none: %s', (text) => {
    expect(readBareRow(lineAt(text))).toBeUndefined()
  })

  test.each<[string, bigint, bigint]>([
    ['0x10941b000 + 5229;macOS-oc', 0x10941b000n, 5229n],
    [' "\'*•>-\t0xAB000 + 123456789012 ",;', 0xab000n, 123456789012n],
    ['0x123456789abcd000 + 1;ab-oc', 0x123456789abcd000n, 1n],
  ])('with an offset: %s', (text, loadAddress, offset) => {
    expect(readBareRow(lineAt(text))).toEqual({
      address: loadAddress + offset,
      loadAddress,
      span: wholeOf(text),
      symbolSpan: endOf(text),
    })
    expect(readBareRow(lineAt(`say ${text}`))).toBeUndefined()
    expect(readBareRow(lineAt(`${text} x`))).toBeUndefined()
  })

  test.each([
    '0x10941b001 + 1',
    '0x10941b000 + x',
    '0x10941b000 + 1;x-oc',
    '0x10941b000 + 1;mac OS-oc',
    '0x10941b000+1',
    '0x1000 + 1',
  ])('none: %s', (text) => {
    expect(readBareRow(lineAt(text))).toBeUndefined()
  })

  test('addresses of code', () => {
    expect([undefined, 0xffff_ffffn, 0x1_0000_0000n, (1n << 47n) - 1n, 1n << 47n].map(isCodeAddress)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
    const signed = [0x8234_0001_04cc_c074n, 0x0a5a_0001_04cc_d074n, 0x7b3c_0001_04cc_e074n].map(
      (one) => one & ~(1n << 55n),
    )
    expect(areSignedAddresses(signed)).toBe(true)
    expect(areSignedAddresses(signed.slice(1))).toBe(false)
    expect(areSignedAddresses([...signed.slice(1), ...signed.slice(1)])).toBe(false)
    expect(areSignedAddresses(signed.map((one) => one | (1n << 55n)))).toBe(false)
    expect(areSignedAddresses(signed.map((one) => one & 0xffff_ffffn))).toBe(false)
    expect(areSignedAddresses(signed.map((one, at) => one + (BigInt(at) << 32n)))).toBe(false)
    expect(areSignedAddresses(signed.map((one) => one & ((1n << 47n) - 1n)))).toBe(false)
  })

  test.each<[string, string[]]>([
    ['0x104cc 0x104CD', ['0x104cc', '0x104CD']],
    ['["0x104cc", "0x104cd"]', ['0x104cc', '0x104cd']],
    ['1 0x104cc 2: 0x104cd 1234.\t 0x104ce 4)  0x104cf', ['1 0x104cc', '2: 0x104cd', '1234.\t 0x104ce', '4)  0x104cf']],
    ['0x104cc → 0x104cd | 0x104ce', ['0x104cc', '0x104cd', '0x104ce']],
    ['0x104cc', ['0x104cc']],
    ['0x104cc 0x104', ['0x104cc 0x104']],
    ['x 0x104cc 0x104cd', ['x 0x104cc 0x104cd']],
    ['0x104cc 0x104cd x', ['0x104cc 0x104cd x']],
  ])('several to a line: %j', (text, pieces) => {
    const found = [...eachAddressLine([lineAt(text)])]
    expect(found.map((line) => line.text)).toEqual(pieces)
    for (const line of found) {
      expect(text.slice(line.start - 100, line.end - 100)).toBe(line.text)
      expect(line.number).toBe(7)
    }
  })
})

describe('rows of stackshots without an address', () => {
  test.each<[string, object | undefined]>([
    [
      '  12  f + 3 (My Image + 4414408) ',
      { column: 2, count: 12, row: { symbol: { name: 'f', offset: 3 }, imageName: 'My Image', offset: 4414408 } },
    ],
    ['1 ??? (I + 1)', { column: 0, count: 1, row: { imageName: 'I', offset: 1 } }],
    ['1 f (Image)', undefined],
    ['1 f (Image + x)', undefined],
    ['1 f (Image + 1) x', undefined],
    ['1 f(Image + 1)', undefined],
    ['1 f (a) + 1)', undefined],
    ['1 f', undefined],
  ])('%j', (text, row) => {
    const found = parseStackshotRow(lineAt(text))
    if (!row) return expect(found).toBeUndefined()
    const printed = text.trim().replace(/^\d+ +/, '')
    expect(found).toEqual({ ...row, row: { ...(row as { row: object }).row, symbolSpan: partOf(text, printed) } })
  })

  test.each<[string, object | undefined]>([
    ['7  Till.count(of:)', { column: 0, count: 7, row: { symbol: { name: 'Till.count(of:)' } } }],
    [' \t123456789\t11.x', undefined],
    [
      '  11  Till.body.getter (Till.swift:104) ',
      { column: 2, count: 11, row: { symbol: { name: 'Till.body.getter', file: 'Till.swift', line: 104 } } },
    ],
    ['1 a.b (<compiler-generated>)', { column: 0, count: 1, row: { symbol: { name: 'a.b' } } }],
    ...[
      '-[Till x]',
      '+[_T x]',
      'protocol witness for A.b',
      'closure #1 in A.b',
      'closure #1234 in a(b)',
      'specialized A.b',
      'partial apply for A.b',
      'static A.b',
      '@objc A.b',
      'a<b>(c)',
      'a::b',
      'A1$.b2~.c.d',
      '_a2$(x)',
      'a.b.c.d::e',
    ].map((name): [string, object] => [`1 ${name}`, { column: 0, count: 1, row: { symbol: { name } } }]),
    ['1 a.b + 12', { column: 0, count: 1, row: { symbol: { name: 'a.b', offset: 12 } } }],
    ['1 word', undefined],
    ['1 two words(x)', undefined],
    ['1 a.b c', undefined],
    ['1 a.b (c)', undefined],
    ['1 a.b (c:1) d', undefined],
    ['1 a.', undefined],
    ['1 static word', undefined],
    ['1 -[2 x]', undefined],
    ['1 *[T x]', undefined],
    ['1 closure #12345 in a(b)', undefined],
    ['1 (a.b)', undefined],
    ['1 2.b', undefined],
    ['x 1 a.b', undefined],
    ['a.b', undefined],
  ])('of a heaviest stack: %j', (text, row) => {
    expect(parseNamedRow(lineAt(text))).toEqual(row)
  })

  test.each<[string, object]>([
    ['My Image 0x1858ec000 + 37028', { imageName: 'My Image', loadAddress: 0x1858ec000n }],
    ['I 0xA + 1 x', { symbol: { name: 'I 0xA + 1 x' } }],
    [' I 0xA + 1', { symbol: { name: ' I 0xA', offset: 1 } }],
    ['f + 8 (in Image)', { symbol: { name: 'f', offset: 8 }, imageName: 'Image' }],
    [
      'f (a.m:12,34 in Image + 56)',
      { symbol: { name: 'f', file: 'a.m', line: 12, column: 34 }, imageName: 'Image', offset: 56 },
    ],
    ['f (a.m in Image)', { symbol: { name: 'f', file: 'a.m' }, imageName: 'Image' }],
    ['f(x) + 1 (Image + 2)', { symbol: { name: 'f(x)', offset: 1 }, imageName: 'Image', offset: 2 }],
    ['??? (Image + 2)', { imageName: 'Image', offset: 2 }],
    ['f ()', { symbol: { name: 'f' } }],
    ['f + x', { symbol: { name: 'f + x' } }],
    ['12', { symbol: { name: '12' } }],
  ])('what a row calls: %j', (text, target) => {
    const targets = new Targets()
    expect(targets.of(text)).toEqual(target)
    expect(targets.of(text)).toBe(targets.of(text))
  })
})
