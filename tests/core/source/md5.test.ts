/** MD5 as RFC 1321 has it (appendix A.5), and of files whose line ends were changed. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasMd5, md5Of } from '../../../src/core/source/md5.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    '57edf4a22be3c955ac49da2e2107b67a',
  ],
])('%j', (text, digits) => {
  expect(md5Of(utf8(text))).toBe(digits)
})

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

test.each<readonly [what: string, built: string, here: string, same: boolean]>([
  ['as it was built', 'a\nb\n', 'a\nb\n', true],
  ['built with \\n, here with \\r\\n', 'a\nb\n', 'a\r\nb\r\n', true],
  ['built with \\r\\n, here with \\n', 'a\r\nb\r\n', 'a\nb\n', true],
  ['one letter changed', 'a\nb\n', 'a\nc\n', false],
  ['an end more', 'a\nb\n', 'a\nb\n\n', false],
  ['a lone \\r is no line end of another system', 'a\nb', 'a\rb', false],
])('%s', (_, built, here, same) => {
  expect(hasMd5(utf8(here), md5(built))).toBe(same)
})
