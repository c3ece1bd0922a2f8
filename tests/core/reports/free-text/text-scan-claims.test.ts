/** Texts with enough rows or addresses to be read, and tables, other JSON and other numbers. */
import { expect, test } from 'vitest'
import { textScanFormat } from '../../../../src/core/reports/free-text/text-scan.ts'
import { claims } from '../../../support/claims.ts'

const row = '0   Till   0x0000000104ccc074 add + 12'
const second = '1   Till   0x0000000104ccc0a0 total + 40'
const image = '0x104cc8000 - 0x104ccffff Till arm64 <00112233445566778899aabbccddeeff> /a/Till'
/** The name behind the address is of words, as in no function. */
const tabled = (at: number): string => `${at} Table${at} 0x104cc8${at}10 of many words`
const blank = (count: number): string => '\n'.repeat(count)

test.each<readonly [string, string]>([
  ['a row with a number', row],
  ['one behind words', `They wrote this:\r\n\r\n${row}\r\nand no more.`],
  ['one in the last line that is looked at', `${blank(3999)}${row}`],
  ['a row without a number', 'Till   0x0000000104ccc074 add + 12'],
  ['a row of lldb', 'frame #0: 0x0000000104ccc074 Till`add + 12'],
  ['a row of a runtime', '/a/libtill.dylib(till_add+0x24) [0x104ccc074]'],
  ['a row of a sanitizer', '#0 0x104ccc074 in add till.m:4 (Till:arm64+0x4074)'],
  ['a bare address', '0x104ccc074'],
  ['the lowest address of code', '0x100000000'],
  ['the highest one', '0x7fffffffffff'],
  ['a number with a load address', '0 Till 0x00ccc074 0xcc8000 + 16500'],
  ['a number with an offset', '0 Till 0x00ccc074 add + 12'],
  ['a row whose address is above 24 bits', '0 Till 0x1000000 add'],
  ['a place in an image', 'They saw Harbor 0x104ccc074 there'],
  ['a place in a dylib', 'It is libtill.dylib + 0x4074, they say'],
  ['a list of addresses', 'ended (0x104ccc074 0x104ccd000 0x104cce000) there'],
  ['a list of addresses of a 32-bit process', 'ended (0x1000 0x2000 0x3000) there'],
  ['two lists, the second of which has addresses', '(0x1 0x2 0x3) and (0x1000 0x2000 0x3000)'],
  ['an image alone', `Images:\n${image}`],
  ['a low address behind an image', `${image}\n0x1234`],
  ['registers', 'pc: 0x104ccc074 lr: 0x104ccc0a0 sp: 0x16d3b2f10'],
  ['rows of JSON', `{"log": "\\n${row}\\n${second}\\n"}`],
  ['rows of JSON behind blanks', ` \r\n\t[["\\n${row}\\n${second}\\n"]]`],
  ['rows that are three lines of JSON', `[\n${row}\n${second}\n]`],
  ['a list of JSON', '{"calls": ["0x104ccc074", "0x104ccd000"]}'],
  ['a second list of JSON', '{"a": (0x1 0x2 0x3), "calls": ["0x104ccc074", "0x104ccd000"]}'],
  ['one row in other brackets', `(${blank(1)}${row}\n)`],
  ['a row behind a bracket that begins no text', `a [\n${row}`],
  ['an image and two low addresses in JSON', `[\n${image}\n0x1234\n0x1238\n]`],
  ['words of a log before numbers and names', 'we 1 Harbor 0x104ccc074 add of many + 12'],
  ['words and numbers with functions', `we 1 Harbor 0x104ccc074 add`],
  ['a table and a row with a place', `${tabled(1)} + 12\n${tabled(2)}`],
  ['the table’s words and a function', `we ${tabled(1)}\nwe 2 Harbor 0x104ccc074 add`],
])('is claimed: %s', (_, text) => {
  expect(claims(textScanFormat, text)).toBe(true)
})

test.each<readonly [string, string]>([
  ['nothing', ''],
  ['words', 'Nothing of it, nowhere.'],
  ['bytes', `${row}\0`],
  ['cells of a page', '0\nTill\nadd + 12\n1\nTill\ntotal + 40\n'],
  ['a row below the last line that is looked at', `${blank(4000)}${row}`],
  ['a low address', '0x1234'],
  ['an address of no code', '0xffffffff'],
  ['one above the highest', '0x800000000000'],
  ['a low number with a name alone', '0 Till 0xffffff add'],
  ['a number that names no image', '0 37% 0x0104ccc074 add + 12'],
  ['a number for an image', '0 12.5 0x0104ccc074 add + 12'],
  ['a field for an image', '0 count= 0x0104ccc074 add + 12'],
  ['an open brace for an image', '0 a{b 0x0104ccc074 add + 12'],
  ['a closed one', '0 a}b 0x0104ccc074 add + 12'],
  ['a sanitizer’s row without its module', '#0 0x1234 in add'],
  ['a weak place', 'The part of Harbor + 0x4074 is one'],
  ['a list with a low number', 'ended (0x1000 0xfff 0x3000) there'],
  ['registers without a code address', 'pc: 0x74 lr: 0x104ccc0a0 sp: 0x16d3b2f10'],
  ['one row of JSON', `{"log": "\\n${row}\\n"}`],
  ['one behind a mark of the order of bytes', `\uFEFF{"log": "\\n${row}\\n"}`],
  ['one in a list behind lines', `\n\t [\n${row}\n]`],
  ['a place in JSON', '{"log": "They saw Harbor 0x104ccc074 there"}'],
  ['an image in JSON', `[\n${image}\n]`],
  ['an image and one low address in JSON', `[\n${image}\n0x1234\n]`],
  ['two low addresses in JSON', `[\n0x1234\n0x1238\n]`],
  ['registers in JSON', '[\npc: 0x104ccc074 lr: 0x104ccc0a0 sp: 0x16d3b2f10\n]'],
  ['a list of JSON with a low number', '{"calls": (0x104ccc074 0x104ccd000 0x1000)}'],
  ['a list of low numbers in JSON', '{"calls": (0x1000 0x2000 0x3000)}'],
  ['a table', `${tabled(1)}\n${tabled(2)}`],
  ['a table of one line', tabled(1)],
  ['a table behind words', `we ${tabled(1)}\nwe ${tabled(2)}`],
])('is not claimed: %s', (_, text) => {
  expect(claims(textScanFormat, text)).toBe(false)
})

/** An address with a signature of pointer authentication: bits of it above the address, bit 55 clear. */
const signed = (low: number): string => `0x${(0x00468001_00000000n + BigInt(low)).toString(16)}`

test('three signed addresses are claimed among the first 64 bare numbers', () => {
  const three = [signed(0x4ccc074), signed(0x4ccd000), signed(0x4cce000)]
  expect(claims(textScanFormat, three.join('\n'))).toBe(true)
  expect(claims(textScanFormat, three.slice(1).join('\n'))).toBe(false)
  const low = (count: number): string => '0x1234\n'.repeat(count)
  expect(claims(textScanFormat, low(61) + three.join('\n'))).toBe(true)
  expect(claims(textScanFormat, low(62) + three.join('\n'))).toBe(false)
  // Lines of words are no numbers.
  expect(claims(textScanFormat, 'words\n'.repeat(62) + three.join('\n'))).toBe(true)
})
