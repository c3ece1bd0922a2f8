/** The lines of a source file: encodings and line ends as compilers and editors write them. */

import { decodeChinese } from '../bytes/chinese-text.ts'

const CR = '\r'

/** Its lines without their ends; undefined for a binary file. */
export function readLines(bytes: Uint8Array): readonly string[] | undefined {
  const text = decode(bytes)
  // As clang counts them: `\n`, `\r\n` and a lone `\r` each end a line.
  return text?.includes('\0') === false ? text.split(text.includes(CR) ? /\r\n|\n|\r/ : '\n') : undefined
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Old sources have comments in the encodings of their day; all of those have ASCII where code is.
    return decodeChinese(bytes, new TextDecoder('utf-8').decode(bytes)) ?? new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The place of a column in the text of a line, in UTF-16 units: line tables count bytes of UTF-8 from 1. Undefined past
 * the end of the line, and for column 0, which is none.
 */
export function placeOfColumn(text: string, column: number | undefined): number | undefined {
  if (column === undefined || column < 1) return undefined
  let bytes = 1
  let at = 0
  for (const letter of text) {
    if (bytes >= column) break
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += letter.length
  }
  return bytes >= column && at < text.length ? at : undefined
}
