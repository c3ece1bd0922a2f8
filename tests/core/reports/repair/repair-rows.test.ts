/** Rows of crash reports and registers that were broken over two lines: each place of a break, and lines that only look like it. */
import { describe, expect, test } from 'vitest'
import { joinWrappedRows } from '../../../../src/core/reports/repair/repair-rows.ts'
import { filledTo, LARGEST } from './broken.ts'

const ADDRESS = '0x0000000104ccc074'
const starts = ['0   Till Shop    ', '12 Till\t ', '  123\tT ', ' 7  com.shop.till-2 + 3   ']
const rests = [' pay + 40', ' \t-[Till payFor:] + 4056 (Till.m:12)', '\tx']

const cut = (row: string, at: number): string => `${row.slice(0, at)}\n${row.slice(at)}`
const around = (text: string): string => `Thread 0:\n${text}\n9   end`

describe('rows', () => {
  test.each(starts.flatMap((start) => rests.map((rest) => [start, rest] as const)))(
    '%j, address, %j',
    (start, rest) => {
      const row = `${start}${ADDRESS}${rest}`
      // Anywhere inside the address, behind its mark.
      for (let at = start.length + 2; at < start.length + ADDRESS.length; at++)
        expect(joinWrappedRows(around(cut(row, at)))).toBe(around(row))
    },
  )

  test.each(starts.slice(0, 3))('%j, then the address', (start) => {
    for (const address of [ADDRESS, '0x104cCC', '0x1234567890AbCdEf'])
      for (const rest of rests)
        for (const lead of ['', ' ', '\t  '])
          for (const end of ['', ' ', ' \t']) {
            const broken = `${start.trimEnd()}${end}\n${lead}${address}${rest}`
            expect(joinWrappedRows(around(broken))).toBe(around(`${start.trimEnd()} ${address}${rest}`))
          }
  })

  const rows = [
    '0   Till   0x104ccc pay',
    '12 \t Till Shop\t0x0000000104CCC074 \t -[Till payFor:]',
    '  123 T 0x104ccc074\tx y',
  ]
  const offsets = ['4', '4056', '0x1f', '40 ', '40\t(Till.m:12)', '0x1f2e3d4c  (Till.m:12)', '123456789012']
  test.each(rows)('%j, then the offset', (row) => {
    for (const offset of offsets) {
      for (const lead of ['', ' ', '\t  ']) {
        for (const plus of [' +', '\t+ ', '  + \t'])
          expect(joinWrappedRows(around(`${row}${plus}\n${lead}${offset}`))).toBe(
            around(`${row}${plus.trimEnd()} ${offset}`),
          )
        expect(joinWrappedRows(around(`${row}\n${lead}+ ${offset}`))).toBe(around(`${row} + ${offset}`))
      }
    }
  })

  test('several in one text', () => {
    const whole = starts.map((start) => `${start}${ADDRESS} pay + 40`)
    expect(joinWrappedRows(whole.map((row, at) => cut(row, (starts[at]?.length ?? 0) + 9)).join('\n'))).toBe(
      whole.join('\n'),
    )
  })

  test('broken twice', () => {
    expect(joinWrappedRows('0   Till\n0x104ccc074 pay\n+ 40\n(end)')).toBe('0   Till 0x104ccc074 pay + 40\n(end)')
  })

  test.each<[string, string]>([
    ['a number of four digits', '1234 Till 0x104\nccc074 pay + 40'],
    ['junk before the number', 'x 0 Till 0x104\nccc074 pay + 40'],
    ['no number', 'Till 0x104\nccc074 pay + 40'],
    ['no image', '0 0x104\nccc074 pay + 40'],
    ['an address before', '3 Till 0x104ccc074 pay of the shop 0x1\n4ccc0 word'],
    ['an address in capitals before', '3 Till\t0x0000000104CCC074\tpay 0x1\n4ccc0 word'],
    ['sixteen digits', '0 Till 0x1234567812345678\n9 pay + 40'],
    ['something behind the digits', '0 Till 0x104, \nccc074 pay + 40'],
    ['blanks before the digits', '0 Till 0x104\n ccc074 pay + 40'],
    ['sixteen more digits', '0 Till 0x104\n1234567812345678 pay + 40'],
    ['sixteen digits behind an address and a mark', '0 Till 0x1 0x\n1234567812345678 pay'],
    ['seventeen digits behind a mark', '0 Till 0x\n12345678123456789 pay'],
    ['sixteen digits behind a mark and junk', '0 Till 0x,\n1234567812345678 pay'],
    ['sixteen digits behind a mark of four digits', '1234 Till 0x\n1234567812345678 pay'],
    ['sixteen digits behind a mark, junk before', 'x 0 Till 0x\n1234567812345678 pay'],
    ['sixteen digits alone', '0 Till 0x\n1234567812345678 '],
    ['letters that are no digits', '0 Till 0x104\ncgc074 pay + 40'],
    ['digits alone', '0 Till 0x104\nccc074 '],
    ['a row below', '0 Till 0x104\n1 Till 0x104ccc074 pay + 40'],
    ['a row of four digits below', '0 Till 0x104\n1234 \tTill of shop\t0x104CCC pay'],
    ['a bare row below', '0 Till 0x104\n12  0x104ccc'],
    ['a bare row of sixteen digits below', '0 Till 0x104\n1 0x1234567812345678'],
    ['no row below, an address of 17 digits', '0 Till:\n0x12345678123456789 pay + 40'],
    ['a colon before the address', '0   Till: a\n0x104ccc074 pay + 40'],
    ['an address of 17 digits', '0   Till\n0x12345678123456789 pay + 40'],
    ['an address of five digits', '0   Till\n0x104cc pay + 40'],
    ['an address alone', '0   Till\n0x104ccc074'],
    ['a number of four digits, then an address', '1234   Till\n0x104ccc074 pay + 40'],
    ['two numbers, then an address', '12 0 Till\n0x104ccc074 pay + 40'],
    ['a bracket, then an address', '12 (Till)\n0x104ccc074 pay + 40'],
    ['two addresses', '12 Till 0x1 a\n0x104ccc074 pay + 40'],
    ['junk before a row', 'x 12 Till\n0x104ccc074 pay + 40'],
    ['junk before the address', '12 Till\nx 0x104ccc074 pay + 40'],
    ['an offset of words', '0 Till 0x104ccc pay +\n40 words'],
    ['an offset without a row', 'Till 0x104ccc pay +\n40'],
    ['an offset behind an address', '0 Till 0x104ccc +\n40'],
    ['an offset behind a short address', '0 Till 0x104cc pay +\n40'],
    ['an offset with junk', '0 Till 0x104ccc pay +\nx 40'],
    ['an offset of nine digits of hex', '0 Till 0x104ccc pay +\n0x123456789'],
    ['an offset behind four digits', '1234 Till 0x104ccc pay +\n40'],
    ['an offset behind no image', '1 0x104ccc pay +\n40'],
    ['an offset behind words', 'x 1 Till 0x104ccc pay +\n40'],
    ['a plus sign without its blank', '0 Till 0x104ccc pay+\n40'],
    ['a plus sign and words', '0 Till 0x104ccc pay\n+ 40 words'],
    ['a plus sign behind four digits', '1234 Till 0x104ccc pay\n+ 40'],
    ['a plus sign behind words', 'x 0 Till 0x104ccc pay\n+ 40'],
    ['a plus sign behind no image', '0 0x104ccc pay\n+ 40'],
    ['a plus sign behind an address', '0 Till 0x104ccc074\n+ 40'],
    ['a plus sign behind a short address', '0 Till 0x104cc pay\n+ 40'],
    ['a plus sign behind a long address', '0 Till 0x12345678123456789 pay\n+ 40'],
    ['a plus sign behind an address of other letters', '0 Till 0xxyzxyz pay\n+ 40'],
    ['a plus sign behind an address in brackets', '0 Till (0x104ccc pay\n+ 40'],
    ['a plus sign behind another', '0 Till 0x104ccc pay +\n+ 40'],
    ['a plus sign behind a blank', '0 Till 0x104ccc pay \n+ 40'],
    ['a plus sign behind junk', '0 Till 0x104ccc pay\nx + 40'],
    ['a plus sign without its blank in the second', '0 Till 0x104ccc pay\n+40'],
  ])('%s: unchanged', (_, text) => {
    expect(joinWrappedRows(around(text))).toBe(around(text))
    expect(joinWrappedRows(text)).toBe(text)
  })

  test('in a text with a line of 100 characters, not of 101', () => {
    const text = (length: number) => `${'w'.repeat(length)}\n0   Till\n0x104ccc074 pay + 40`
    expect(joinWrappedRows(text(100))).toBe(`${'w'.repeat(100)}\n0   Till 0x104ccc074 pay + 40`)
    expect(joinWrappedRows(text(101))).toBe(text(101))
  })

  test('in a text of four million characters, not of one more', () => {
    const text = '0   Till\n0x104ccc074 pay + 40'
    const least = filledTo(text, LARGEST)
    expect(joinWrappedRows(least)).toBe(least.replace('\n', ' '))
    expect(joinWrappedRows(`${least}.`)).toBe(`${least}.`)
  })
})

describe('registers', () => {
  const firsts = [
    'x0: 0x0000000104ccc074   x1:',
    '  rax: 0x104CCC07   rbx: 0x0000000000000000 rcx:',
    '\tcpsr0: 0x1234567812345678\t esr12: ',
  ]
  const seconds = [
    '0x0000000000000001',
    ' 0x104CCC07 x2: 0x0000000000000003',
    '\t 0x1234567812345678\tfar: 0x10',
    '0x00000001\r',
  ]
  test.each(firsts)('%j', (first) => {
    for (const second of seconds) {
      const whole = `${first.trimEnd()} ${second.trimStart()}`
      expect(joinWrappedRows(around(`${first}\n${second}`))).toBe(around(whole))
      expect(joinWrappedRows(around(`${first} \r\n${second}`))).toBe(around(whole))
      // A longer line of the text does not matter.
      expect(joinWrappedRows(`${'w'.repeat(101)}\n${first}\n${second}`)).toBe(`${'w'.repeat(101)}\n${whole}`)
    }
  })

  test.each<[string, string]>([
    ['junk before', 'of x0: 0x0000000104ccc074   x1:\n0x0000000000000001'],
    ['junk behind', 'x0: 0x0000000104ccc074   x1: z\n0x0000000000000001'],
    ['a name in capitals', 'X0: 0x0000000104ccc074   x1:\n0x0000000000000001'],
    ['a name of six letters', 'abcdef: 0x0000000104ccc074   x1:\n0x0000000000000001'],
    ['a name of one letter', 'x: 0x0000000104ccc074   x1:\n0x0000000000000001'],
    ['a last name in capitals', 'x0: 0x0000000104ccc074   X1:\n0x0000000000000001'],
    ['a last name of six letters', 'x0: 0x0000000104ccc074   abcdef:\n0x0000000000000001'],
    ['a last name behind a sign', 'x0: 0x0000000104ccc074   a,x1:\n0x0000000000000001'],
    ['a value of seven digits', 'x0: 0x104ccc0   x1:\n0x0000000000000001'],
    ['a value of 17 digits', 'x0: 0x12345678123456789   x1:\n0x0000000000000001'],
    ['a second value of seven digits', 'x0: 0x0000000104ccc074   x1:\n0x104ccc0'],
    ['a second value of 17 digits', 'x0: 0x0000000104ccc074   x1:\n0x12345678123456789'],
    ['a second value with a sign', 'x0: 0x0000000104ccc074   x1:\n0x0000000104ccc074:'],
    ['junk before the second value', 'x0: 0x0000000104ccc074   x1:\nx 0x0000000104ccc074'],
  ])('%s: unchanged', (_, text) => {
    expect(joinWrappedRows(text)).toBe(text)
  })
})
