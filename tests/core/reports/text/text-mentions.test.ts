/** Addresses in running text: each form, the words around it, and numbers and names that are no places. */
import { describe, expect, test } from 'vitest'
import { beginsImage, findMentions, findNumbers } from '../../../../src/core/reports/text/text-mentions.ts'
import { lineAt, START } from './lines-at.ts'

const found = (text: string) => findMentions(lineAt(text))

/** The place of the first part of a line with this text, and the place behind it. */
function placeOf(text: string, part: string) {
  const start = START + text.indexOf(part)
  const end = start + part.length
  return { span: { start, end }, symbolSpan: { start: end, end } }
}

/** The same part in the middle of other words. */
const around = (part: string): readonly string[] => [part, `Look at ${part} please`, `(${part})`, `see: ${part}, then`]

describe('an address in an image', () => {
  test.each<[string, object]>([
    ['0x104ccc074 (in Till)', { address: 0x104ccc074n, imageName: 'Till' }],
    ['0xAbC0 \t (in My Till 2)', { address: 0xabc0n, imageName: 'My Till 2' }],
    ['0x0123456789abcdef (in T)', { address: 0x0123456789abcdefn, imageName: 'T' }],
    [`0x104ccc074 (in ${'t'.repeat(80)})`, { address: 0x104ccc074n, imageName: 't'.repeat(80) }],
    ['0x104ccc074 (in  Till )', { address: 0x104ccc074n, imageName: 'Till' }],
    [
      '0x104ccc074 (in Till) + 49268',
      { address: 0x104ccc074n, imageName: 'Till', offset: 49268, loadAddress: 0x104ccc074n - 49268n },
    ],
    [
      '0x104ccc074 (in Till)+0xC074',
      { address: 0x104ccc074n, imageName: 'Till', offset: 0xc074, loadAddress: 0x104cc0000n },
    ],
    [
      '0x104ccc074 (in Till)\t  +\t  0xc07',
      { address: 0x104ccc074n, imageName: 'Till', offset: 0xc07, loadAddress: 0x104ccb46dn },
    ],
    ['0x1001 (in Till) + 4096', { address: 0x1001n, imageName: 'Till', offset: 4096, loadAddress: 1n }],
    ['0x1000 (in Till) + 4096', { address: 0x1000n, imageName: 'Till' }],
    ['0x1000 (in Till) + 4097', { address: 0x1000n, imageName: 'Till' }],
  ])('%s', (part, row) => {
    for (const text of around(part))
      expect(found(text), text).toEqual([{ row: { ...row, ...placeOf(text, part) }, strength: 'sure' }])
  })

  test.each([
    '0x104ccc074(in Till)',
    '0x104ccc074 (at Till)',
    '0x104ccc074 (in Till',
    '0x104ccc074 (in )',
    '0x1f4 (in Till)',
    '0x104ccc074g (in Till)',
    `0x104ccc074 (in ${'t'.repeat(81)})`,
    '0x104ccc074 (in a(b)',
  ])('%s is none', (text) => expect(found(text)).toEqual([]))
})

describe('a row of sample', () => {
  test.each<[string, object]>([
    [
      '(Till + 49268) [0x104ccc074]',
      { address: 0x104ccc074n, imageName: 'Till', offset: 49268, loadAddress: 0x104ccc074n - 49268n },
    ],
    [
      '(My Till + 0xC074)\t  [0x104CCC074]',
      { address: 0x104ccc074n, imageName: 'My Till', offset: 0xc074, loadAddress: 0x104cc0000n },
    ],
    ['(in Till + 4) [0xabcd]', { address: 0xabcdn, imageName: 'in Till', offset: 4, loadAddress: 0xabc9n }],
    ['(count in all in Till + 4) [0xabcd]', { address: 0xabcdn, imageName: 'Till', offset: 4, loadAddress: 0xabc9n }],
    ['( Till + 4) [0xabcd]', { address: 0xabcdn, imageName: 'Till', offset: 4, loadAddress: 0xabc9n }],
    ['(x in Till + 4096) [0x1001]', { address: 0x1001n, imageName: 'Till', offset: 4096, loadAddress: 1n }],
    ['(Till + 4096) [0x1000]', { address: 0x1000n, imageName: 'Till', offset: 4096 }],
    ['(Till + 4097) [0x1000]', { address: 0x1000n, imageName: 'Till', offset: 4097 }],
  ])('%s', (part, row) => {
    for (const text of around(part))
      expect(found(text), text).toEqual([{ row: { ...row, ...placeOf(text, part) }, strength: 'sure' }])
  })

  test.each([
    '(Till + 4)[0xabcd]',
    '(Till + 4) (0xabcd)',
    '(Till + 4) [0xabc]',
    'Till + 4) [0xabcd]',
    '( + 4) [0xabcd]',
  ])('%s is none', (text) => expect(found(text)).toEqual([]))
})

describe('an image before an address', () => {
  const address = 0x104ccc074n
  test.each<[string, object]>([
    ['Till 0x104ccc074', { address, imageName: 'Till' }],
    ['Till\t  0x104CCC074', { address, imageName: 'Till' }],
    ['libtill 0x104ccc074', { address, imageName: 'libtill' }],
    ['libtill.dylib 0x104ccc074', { address, imageName: 'libtill.dylib' }],
    ['a.framework 0x104ccc074', { address, imageName: 'a.framework' }],
    ['a.bundle 0x104ccc074', { address, imageName: 'a.bundle' }],
    ['a.appex 0x104ccc074', { address, imageName: 'a.appex' }],
    ['a.debug 0x104ccc074', { address, imageName: 'a.debug' }],
    ['com.example.till 0x104ccc074', { address, imageName: 'com.example.till' }],
    ['my-com.example-two.till.a 0x104ccc074', { address, imageName: 'my-com.example-two.till.a' }],
    ['my_till 0x104ccc074', { address, imageName: 'my_till' }],
    ['my-till 0x104ccc074', { address, imageName: 'my-till' }],
    [`T${'i'.repeat(80)} 0x104ccc074`, { address, imageName: `T${'i'.repeat(80)}` }],
    ['Till 0x12345678', { address: 0x12345678n, imageName: 'Till' }],
    ['Till 0x0000000104ccc074', { address, imageName: 'Till' }],
    ['Till 0x104ccc074 Till + 49268', { address, imageName: 'Till', loadAddress: address - 49268n }],
    ['Till 0x104ccc074 \t Till\t+\t0xC074', { address, imageName: 'Till', loadAddress: 0x104cc0000n }],
    ['Till 0x00001001 Till + 4096', { address: 0x1001n, imageName: 'Till', loadAddress: 1n }],
    ['Till 0x00001000 Till + 4096', { address: 0x1000n, imageName: 'Till' }],
    ['Till 0x00001000 Till + 4097', { address: 0x1000n, imageName: 'Till' }],
  ])('%s', (part, row) => {
    for (const text of around(part))
      expect(found(text), text).toEqual([{ row: { ...row, ...placeOf(text, part) }, strength: 'sure' }])
  })

  test.each([
    // Words that name no image, and names without the shape of one.
    ...['Thread', 'Address', 'Code', 'Codes', 'Flag', 'Flags', 'Return', 'Returned', 'X8', 'X28', 'R-x', 'Rwx'].map(
      (word) => `${word} 0x104ccc074`,
    ),
    ...['KERN_T', 'KERN_TILL_OPEN', 'EXC_TILL', 'BUS_TILL'].map((word) => `${word} 0x104ccc074`),
    'till 0x104ccc074',
    'TILL 0x104ccc074',
    'a.debugger 0x104ccc074',
    'mylib 0x104ccc074',
    'mylibs 0x104ccc074',
    `Dispatch queue: Till 0x104ccc074${' and more'.repeat(20)}`,
    'com.example 0x104ccc074',
    'a.b.c+d 0x104ccc074',
    'd+a.b.c 0x104ccc074',
    '_my_till 0x104ccc074',
    'T 0x104ccc074',
    // Numbers that are no addresses.
    'Till 0x0000000f',
    'Till 0x00000fff',
    'Till 0x0104ccc074',
    'Till 0x1234567',
    'Till 0x104ccc074g',
    'Till 0x12345678123456789',
    // What stands around them.
    '<Till 0x104ccc074',
    '.Till 0x104ccc074',
    "'Till 0x104ccc074",
    '"Till 0x104ccc074',
    '1Till 0x104ccc074',
    'Till 0x104ccc074>',
    'Till 0x104ccc074;',
    'Till0x104ccc074',
    'Dispatch queue: Till 0x104ccc074',
    'Dispatch queue: \t Till 0x104ccc074',
    `${'far away '.repeat(12)}Dispatch queue: Till 0x104ccc074`,
  ])('%s is none', (text) => expect(found(text)).toEqual([]))

  test.each([
    'Dispatch queue:  and Till 0x104ccc074',
    'aDispatch queue: Till 0x104ccc074',
    'Dispatch queue Till 0x104ccc074',
  ])('%s is one', (text) =>
    expect(found(text)).toEqual([
      { row: { address, imageName: 'Till', ...placeOf(text, 'Till 0x104ccc074') }, strength: 'sure' },
    ]),
  )

  test('the name is the first word of a place that names another image', () => {
    const text = 'Till 0x104ccc074 Shelf + 4'
    expect(found(text)).toEqual([
      { row: { address, imageName: 'Till', ...placeOf(text, 'Till 0x104ccc074') }, strength: 'sure' },
    ])
  })
})

describe('a row without its beginning', () => {
  const address = 0x104ccc074n
  test.each<[string, object, string]>([
    ['0x104ccc074 till + 49268', { address, imageName: 'till', loadAddress: 0x104cc0000n }, 'sure'],
    ['0x104ccc074 \tcount_all\t+\t12', { address, symbol: { name: 'count_all', offset: 12 } }, 'weak'],
    ['0x104ccc074 Till + 0xC074', { address, imageName: 'Till', loadAddress: 0x104cc0000n }, 'sure'],
    ['0x104CCC074 till + 49269', { address, symbol: { name: 'till', offset: 49269 } }, 'weak'],
    ['0x104ccc074 till.b-c + 116', { address, imageName: 'till.b-c', loadAddress: 0x104ccc000n }, 'sure'],
    ['0x104ccc074 image + 116', { address, symbol: { name: 'image', offset: 116 } }, 'weak'],
    ['0x104ccc074 Till + 117', { address, symbol: { name: 'Till', offset: 117 } }, 'weak'],
    ['0x00001000 Till + 4096', { address: 0x1000n, symbol: { name: 'Till', offset: 4096 } }, 'weak'],
    ['0x00001000 Till + 8192', { address: 0x1000n, symbol: { name: 'Till', offset: 8192 } }, 'weak'],
    ['0x00002000 Till + 4096', { address: 0x2000n, imageName: 'Till', loadAddress: 0x1000n }, 'sure'],
  ])('%s', (part, row, strength) => {
    for (const text of around(part))
      expect(found(text), text).toEqual([{ row: { ...row, ...placeOf(text, part) }, strength }])
  })

  test.each([
    'a0x104ccc074 Till + 4',
    '-0x104ccc074 Till + 4',
    '0x1234567 Till + 4',
    '0x104ccc074 Till+ 4',
    '0x104ccc074 Till +4',
    '0x104ccc074 T + 4',
    '0x104ccc074 Till - 4',
    '0x104ccc074 Till + four',
    '0x104ccc074 Till + 4x',
  ])('%s is none', (text) => expect(found(text)).toEqual([]))
})

describe('an image and an offset', () => {
  test.each<[string, string, object, string]>([
    ['Till + 0x14074', 'Till + 0x14074', { imageName: 'Till', offset: 0x14074 }, 'sure'],
    ['Till+0xABC', 'Till+0xABC', { imageName: 'Till', offset: 0xabc }, 'sure'],
    ['Till \t+\t 1234', 'Till \t+\t 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['at Till + 1234', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['#12 Till + 1234.', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['#123 Till + 1234', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    ['Till + 1234 .', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['Till + 1234 ..', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    ['look at Till + 1234 please', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    [
      'look at libtill.dylib + 1234 please',
      'libtill.dylib + 1234',
      { imageName: 'libtill.dylib', offset: 1234 },
      'sure',
    ],
    ['(Till + 1234)', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['`Till + 1234`', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ["'Till + 1234'", 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'sure'],
    ['"Till + 1234";', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    ['0x1234567 Till + 1234', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    ['0x104ccc074, + Till + 1234', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    ['0x104ccc074 a b c d e f g Till + 1234', 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
    [`0x104ccc074 ${'c'.repeat(200)} Till + 1234`, 'Till + 1234', { imageName: 'Till', offset: 1234 }, 'weak'],
  ])('%s', (text, part, row, strength) =>
    expect(found(text)).toEqual([{ row: { ...row, ...placeOf(text, part) }, strength }]),
  )

  test.each([
    'Till + 123',
    'Till + 0x12',
    '[Till + 1234',
    'Till + 1234x',
    'Till + 1234:',
    'till + 1234',
    'Image + 1234',
    '0x104ccc074 count \t Till + 1234',
    '0x104ccc074 \t Till - b.c.d + 1234',
    '0x104ccc074  a b c d e f Till + 1234',
  ])('%s is none', (text) => expect(found(text)).toEqual([]))
})

describe('several in a line', () => {
  test('come in the order of their places', () => {
    const text = 'Till + 1234 then 0x104ccc074 (in Shelf) then (Lid + 4) [0xabcd] then Bin 0x204ccc074'
    const parts = ['Till + 1234', '0x104ccc074 (in Shelf)', '(Lid + 4) [0xabcd]', 'Bin 0x204ccc074']
    expect(found(text).map(({ row }) => ({ name: row.imageName, span: row.span }))).toEqual(
      parts.map((part) => ({ name: /[A-Z][a-z]+/.exec(part)?.[0], span: placeOf(text, part).span })),
    )
  })

  test('what overlaps a surer one is left out, what only touches it stays', () => {
    const text = '(Till + 1234) [0xabcd](Lid + 4) [0xabce]'
    expect(found(text).map(({ row }) => row.imageName)).toEqual(['Till', 'Lid'])
    expect(found('Bin 0x204ccc074(Lid + 4) [0xabce]').map(({ row }) => row.imageName)).toEqual(['Bin', 'Lid'])
    expect(found('0x104ccc074 (in Till)+1234 (in Lid)').map(({ row }) => row.imageName)).toEqual(['Till'])
  })

  test('a number that names no place leaves its text to other forms', () => {
    const text = 'from 0x104ccc074 Till + 0xc074'
    expect(found(text)).toEqual([
      {
        row: {
          address: 0x104ccc074n,
          imageName: 'Till',
          loadAddress: 0x104cc0000n,
          ...placeOf(text, '0x104ccc074 Till + 0xc074'),
        },
        strength: 'sure',
      },
    ])
  })

  test.each([
    [8192, 1],
    [8193, 0],
  ])('a line of %i letters', (length, count) => expect(found('Till + 1234 '.padEnd(length, 'ab '))).toHaveLength(count))

  test('a line with a wide gap is read by none', () => {
    expect(found(`Till + 1234${' '.repeat(511)}b`)).toHaveLength(1)
    expect(found(`Till + 1234${' '.repeat(512)}b`)).toEqual([])
  })
})

describe('bare numbers', () => {
  const numbers = (text: string) => findNumbers(lineAt(text))
  const uuid = '0123abcd-4567-89ab-cdef-0123456789AB'

  test.each<[string, ...string[]]>([
    ['0x104ccc074', '0x104ccc074'],
    ['pc=0x12345;lr=0xABCDE', '0x12345', '0xABCDE'],
    ['0x1234567890abcdef', '0x1234567890abcdef'],
    ['0x104ccc000', '0x104ccc000'],
    ['0x104ccc074 0x204ccc074 0x304ccc074', '0x104ccc074', '0x204ccc074', '0x304ccc074'],
    [`0x104ccc074 ${uuid}`, '0x104ccc074'],
    ['0x104ccc000 and 0123abcd-4567-89ab-cdef', '0x104ccc000'],
    ['0x104ccc001 0123abcd', '0x104ccc001'],
    ['0x104ccc074 -', '0x104ccc074'],
    ['- 0x104ccc074', '0x104ccc074'],
    ['0x104ccc074     -     0x204ccc074', '0x104ccc074', '0x204ccc074'],
  ])('%s', (text, ...expected) =>
    expect(numbers(text)).toEqual(expected.map((digits) => ({ address: BigInt(digits), ...placeOf(text, digits) }))),
  )

  test.each([
    '0x1234',
    'a0x104ccc074',
    '0x104ccc074g',
    '0x12345678901234567',
    '0x0104ccc074',
    '0x104ccc000-0x204ccc000',
    '0x104ccc074 - 0x204ccc074',
    '0x104ccc074 \t \t–\t \t 0x204ccc074',
    `0x104ccc000 ${uuid}`,
    `${uuid} 0x104ccc000`,
    '0x104ccc000 <0123abcd',
  ])('%s has none', (text) => expect(numbers(text)).toEqual([]))

  test.each([
    [20_000, 1],
    [20_001, 0],
  ])('a line of %i letters', (length, count) =>
    expect(numbers('0x104ccc074 '.padEnd(length, 'ab '))).toHaveLength(count),
  )
})

test.each<[bigint, string, boolean]>([
  [0x104ccc000n, ' 0123abcd', true],
  [0x104ccc000n, '\t  <0123ABCD-45', true],
  [0x104ccc000n, ' 0123abcd>', true],
  [0x104ccc001n, ' 0123abcd', false],
  [0x104ccc000n, '0123abcd', false],
  [0x104ccc000n, ' <<0123abcd', false],
  [0x104ccc000n, ' 0123abc', false],
  [0x104ccc000n, ' 0123abcdx', false],
  [0x104ccc000n, ' 0123abcd4', false],
  [0x104ccc000n, 'a 0123abcd', false],
])('%s before "%s" begins an image: %s', (address, behind, begins) => expect(beginsImage(address, behind)).toBe(begins))
