/** Characters that pages, chats and input methods put into rows, and that no program printed. */
import { holdsAddress } from './row-starts.ts'
import { mapLines, type RowStep } from './rows-text.ts'

/** Soft hyphens, marks without width, and marks of the direction of text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const ANY_INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Blanks of other widths than a plain one. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** An address in full-width digits, which East Asian input methods type. */
const FULL_WIDTH = /[0０][xｘＸ][0-9a-fA-F０-９ａ-ｆＡ-Ｆ]{5,16}/g
const IS_FULL = /[0０][xｘＸ][0-9a-fA-F０-９ａ-ｆＡ-Ｆ]{5}/
const HAS_FULL = /[０-９ｘＸａ-ｆＡ-Ｆ]/
const OFFSET = /[+＋][ \t\u3000]?[0-9０-９]{1,12}/g
const NUMBER = /^[ \t\u3000]*[０-９]{1,4}(?=[ \t\u3000])/
/** Where the characters of full width lie above those of ASCII. */
const SHIFT = 0xfee0

const narrow = (text: string): string =>
  text.replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - SHIFT))

const hide = (text: string): string => (ANY_INVISIBLE.test(text) ? text.replace(INVISIBLE, '') : text)

const narrowRow = (text: string): string =>
  HAS_FULL.test(text) && IS_FULL.test(text)
    ? text.replace(FULL_WIDTH, narrow).replace(OFFSET, narrow).replace(NUMBER, narrow).replace(BLANKS, ' ')
    : text

/** Rows in plain characters. Where rows have marks that nobody sees, all lines lose them; names keep the rest. */
export const plainCharacters: RowStep = (lines) => {
  const isMarked = lines.some(({ text }) => ANY_INVISIBLE.test(text) && holdsAddress(narrowRow(hide(text))))
  return mapLines(lines, (text) => narrowRow(isMarked ? hide(text) : text))
}
