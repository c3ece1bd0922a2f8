/** Addresses without `0x`, and in decimal, as the readers of rows expect them. */
import { mapLines, type RowStep } from './rows-text.ts'

/** Number or name, an address without `0x`, and the rest of a row. */
const ROW =
  /(?<=^|[\s"',|>])([0-9a-f]{8,16})(?=([ \t]+)(?:([0-9a-f]{8,16})[ \t]+\+[ \t]*\d|[^\s+][^\n]{0,2000}?[ \t]\+[ \t]?\d))/i
const BEFORE = /[\p{L}_?][\p{L}\p{N}_.+-]*[ \t"',|]+$/u
const BARE = /^(.{0,300}?(?:^|[\s"',|>\])])\d{1,4}[:.)\]]?[ \t]+)([0-9a-f]{9,16}|\d{10,15})([ \t"',;]*)$/i
/** An address that `atos` did not know, or a row of a debugger. */
const ANSWER =
  /(?<=^|[\s"',|>])[0-9a-f]{9,16}(?=[ \t]\(in [^()]{1,200}\)[ \t]*\+)|(?<=frame #\d{1,5}: )[0-9a-f]{9,16}(?=[ \t])/i
/** An image of a list. */
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
const PLACED = /(?<=^|[\s"',|>])([0-9a-f]{9,16}|\d{10,15})(?=[\s"',|]|$)/i
const LOWEST = 0x1_0000_0000n
const HIGHEST = 1n << 47n
const FEWEST = 2

interface Numbers {
  readonly first: string
  readonly second: string | undefined
  readonly at: number
}

/** The rows with `0x` before their addresses. One row alone may be anything. */
export const markAddresses: RowStep = (lines) => {
  const rows = lines.map(({ text }) => (text.length > 4096 || text.includes('0x') ? undefined : findNumbers(text)))
  const found = rows.filter((row) => row !== undefined)
  if (found.length < FEWEST) return lines
  // A stack is printed in one base: letters in any of its addresses make all of them hexadecimal.
  const isDecimal = found.every(({ first, second = first }) => isDecimalAddress(first) && isDecimalAddress(second))
  if (!found.every(({ first }) => isAddress(first, isDecimal))) return lines
  return mapLines(lines, (text, at) => {
    const row = rows[at]
    if (!row) return text
    const { first, second } = row
    const end = row.at + first.length
    const next = second === undefined ? -1 : text.indexOf(second, end)
    const tail =
      second === undefined
        ? text.slice(end)
        : text.slice(end, next) + write(second, isDecimal) + text.slice(next + second.length)
    return text.slice(0, row.at) + write(first, isDecimal) + tail
  })
}

function findNumbers(text: string): Numbers | undefined {
  const uuid = UUID.exec(text)
  if (uuid) {
    const image = PLACED.exec(text.replace(uuid[0], '-'.repeat(uuid[0].length)))
    return image?.[1] === undefined ? undefined : { first: image[1], second: undefined, at: image.index }
  }
  const bare = BARE.exec(text)
  if (bare?.[1] !== undefined && bare[2] !== undefined) return { first: bare[2], second: undefined, at: bare[1].length }
  const answer = ANSWER.exec(text)
  if (answer) return { first: answer[0], second: undefined, at: answer.index }
  const row = ROW.exec(text)
  if (!row?.[1] || !BEFORE.test(text.slice(Math.max(0, row.index - 200), row.index))) return undefined
  return { first: row[1], second: row[3], at: row.index }
}

function isDecimalAddress(digits: string): boolean {
  return /^[1-9]\d{9,14}$/.test(digits)
}

function isAddress(digits: string, isDecimal: boolean): boolean {
  const value = BigInt(isDecimal ? digits : `0x${digits}`)
  return value >= LOWEST && value < HIGHEST
}

function write(digits: string, isDecimal: boolean): string {
  return isDecimal ? `0x${BigInt(digits).toString(16)}` : `0x${digits}`
}
