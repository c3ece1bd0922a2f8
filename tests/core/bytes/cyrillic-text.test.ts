/** Windows-1251 told from GB18030, from Latin-1 and from UTF-8. */
import { expect, test } from 'vitest'
import { decodeText } from '../../../src/core/reports/report-text.ts'

const CYRILLIC = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'
const in1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (sign) => {
    const at = CYRILLIC.indexOf(sign)
    return at < 0 ? (sign.codePointAt(0) ?? 0) : 0xc0 + at
  })
const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0)

const rows = '   at Shop.Till.Open(String name)\n   at Shop.Main.Run()\n'
const words = 'System.IO.IOException: Не удалось открыть файл кассы, потому что он занят.\n'

test('words in Windows-1251 above a stack', () => {
  expect(decodeText(in1251(words + rows))).toBe(words + rows)
})

test('a decoder sees no Cyrillic in two words, nor in UTF-8', () => {
  expect(decodeText(in1251('Касса: 3\n'))).not.toContain('Касса')
  expect(decodeText(new TextEncoder().encode(words))).toBe(words)
})

test('letters of Latin-1 in words, and pairs of GB 2312, are not Cyrillic', () => {
  const german = latin(
    'Der Schl\u00fcssel f\u00fcr das Fr\u00fchst\u00fcck geh\u00f6rt \u00fcbers Ger\u00e4t; die K\u00e4sten \u00f6ffnen.\n',
  )
  expect(decodeText(german)).not.toMatch(/\p{sc=Cyrillic}/u)
  // Signs whose bytes are all those of Cyrillic letters: only their number tells.
  const pairs = latin(
    `\u00d3\u00c3\u00bb\u00a7 \u00d0\u00d0\u00ce\u00aa \u00c4\u00da\u00c8\u00dd \u00cf\u00df\u00b3\u00cc \u00d6\u00d0\u00b6\u00cf\n`,
  )
  expect(decodeText(pairs)).toMatch(/\p{sc=Han}/u)
})
