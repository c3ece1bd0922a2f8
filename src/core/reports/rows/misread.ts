/** Mends addresses in which text recognition took digits for letters, or lost the blank beside them. */
import { findRowStarts, holdsAddress, LONGEST_ROW_LINE } from './row-starts.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

/** Letters misread for a digit. A letter that is a hexadecimal digit itself, as B for 8, shows no mistake. */
const DIGITS: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  О: '0',
  о: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  G: '6',
  g: '9',
  q: '9',
  а: 'a',
  А: 'A',
  В: 'B',
  с: 'c',
  С: 'C',
  е: 'e',
  Е: 'E',
}
const ADDRESS = /(?<![\p{L}\p{N}_.])[0OoQОо][xX×хХ]([\p{L}\p{N}|]{8,16})(?![\p{L}\p{N}_])/gu
/** Words have fewer digits once their letters are taken for some. */
const FEWEST_DIGITS = 3

/** True if a line may have such an address: cheap. */
const SUSPECT = /[0OoQОо][xX×хХ][\p{L}\p{N}|]{4}/u

/** `Ox1O4ccc074` as `0x104ccc074`. */
const mendDigits = (text: string): string =>
  text.replace(ADDRESS, (word, digits: string) => {
    if (!/\d/.test(digits)) return word
    const mended = digits.replace(/[^0-9a-f]/gi, (letter) => DIGITS[letter] ?? letter)
    const isNumber = /^[0-9a-f]+$/i.test(mended) && (mended.match(/\d/g)?.length ?? 0) >= FEWEST_DIGITS
    return isNumber ? `0x${mended}` : word
  })

/** Two addresses that touch: only one of them can go on at the second `0x`. */
const TOUCHING = /(0x[0-9a-f]{8,15}?)(?=0x[0-9a-f]{8,16}(?!\w))/gi
/** No address has more than sixteen digits. */
const FULL = /(0x[0-9a-f]{16})(?=[\p{L}_?])/giu
const BEFORE = /([\p{L}\p{N}_.)?-])(?=0x[0-9a-f]{8,16}(?!\w))/giu

const BEFORE_PLUS = /(0x[0-9a-f]{8,16})\+[ \t]*(?=\d)/gi
/** The image once more as the name of the place: `App 0x104ccc074 App+16500`. */
const NAMED_PLUS = /(?<!\S)(\S{1,120})([ \t]+0x[0-9a-f]{8,16}[ \t]+)\1\+(?=\d{1,12}[ \t",;)]*$)/i
/** A padded address, parted by a blank. */
const PARTED = /0x(0{4}[0-9a-f]{0,11}) ([0-9a-f]{1,12})(?!\w)/gi
const PADDED = 16
const SUM =
  /0x([0-9a-f]{1,16}(?: [0-9a-f]{1,12})?)[ \t]+0x([0-9a-f]{1,16}(?: [0-9a-f]{1,12})?)[ \t]+\+[ \t]*(\d{1,12})/gi

/** Addresses with a blank inside: all of their digits are there, or they are the sum that the row prints. */
const joinParted = (text: string): string =>
  text
    .replace(PARTED, (all, first: string, second: string) =>
      first.length + second.length === PADDED ? `0x${first}${second}` : all,
    )
    .replace(SUM, (all, first: string, second: string, offset: string) => {
      const [address, load] = [first, second].map((digits) => `0x${digits.replace(' ', '')}`)
      if (address === undefined || load === undefined || !(first + second).includes(' ')) return all
      return BigInt(load) + BigInt(offset) === BigInt(address) ? `${address} ${load} + ${offset}` : all
    })

/** The blanks beside addresses, where a line is a row with them. */
function mendBlanks(text: string): string {
  const parted = joinParted(text).replace(TOUCHING, '$1 ').replace(FULL, '$1 ')
  const mended = parted.replace(BEFORE, '$1 ').replace(BEFORE_PLUS, '$1 + ').replace(NAMED_PLUS, '$1$2$1 + ')
  return mended !== text && findRowStarts(mended)[0] !== undefined ? mended : text
}

const NUMBER = /^[ \t"'(]*([\dOolI]{1,4})[ \t]+\S/

/** The number of a row, with the letters that look like digits as such. */
function numberOf(text: string | undefined): number | undefined {
  const digits = NUMBER.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits.replace(/[Oo]/g, '0').replace(/[lI]/g, '1'))
}

/** `l   App   0x…` as `1   App   0x…`, between rows that count on. */
function mendNumber(lines: readonly SourceLine[], at: number, text: string): string {
  const start = /^[ \t"'(]*(?=[\dOolI]{0,3}[OolI])/.exec(text)?.[0].length
  const number = start === undefined ? undefined : numberOf(text)
  if (start === undefined || number === undefined || !holdsAddress(text)) return text
  const isNext = numberOf(lines[at + 1]?.text) === number + 1 || numberOf(lines[at - 1]?.text) === number - 1
  return isNext ? text.slice(0, start) + text.slice(start).replace(/^[\dOolI]+/, String(number)) : text
}

/** The lines with the addresses and numbers that text recognition damaged. */
export const mendMisread: RowStep = (lines) =>
  mapLines(lines, (text, at) =>
    text.length > LONGEST_ROW_LINE || !SUSPECT.test(text) ? text : mendNumber(lines, at, mendBlanks(mendDigits(text))),
  )

const TOKEN = String.raw`(?!0x[0-9a-fA-F]{1,16}(?![\p{L}\p{N}]))[0OoQОо][xX×хХ](?=[\p{L}|]{0,15}\d)[\p{L}\p{N}|]{6,40}(?![\p{L}\p{N}_])`
/** A number, a name and what was an address; or the latter two and an offset. */
const DAMAGED = new RegExp(
  String.raw`^[ \t"'(]*(?:[\dOolI]{1,4}[ \t]+[\p{L}_?][^\n]{0,120}?${TOKEN}|[\p{L}_?][^\n]{0,120}?[ \t]${TOKEN}[ \t]+\S[^\n]{0,400}[ \t]*\+[ \t]*\d)`,
  'u',
)

/** True if a line looks like a row whose address is damaged beyond that. */
export function isDamagedRow(text: string): boolean {
  return text.length <= LONGEST_ROW_LINE && SUSPECT.test(text) && DAMAGED.test(text)
}
