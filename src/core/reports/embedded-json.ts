/**
 * JSON of a reporter between words: below a sentence, in a code fence, behind the words of a log or the marks of a quote. Formats of JSON
 * read files that begin with it.
 */
import { parseJson } from './json/json.ts'
import { withoutQuoteMarks } from './repair/quote-marks.ts'
import { joinWrappedJson } from './repair/repair-json.ts'

export interface EmbeddedJson {
  /** The text before the document, the document itself, and the text after it. */
  readonly before: string
  readonly own: string
  readonly after: string
  /** The document alone: without marks of a quote, with wrapped values joined. */
  readonly document: string
}

/** Characters; larger texts are files. */
const LARGEST = 4 << 20
/** Characters before a document. */
const LONGEST_PROSE = 65_536
/** Places that are tried. */
const MOST_TRIED = 8
/** Documents in a row. */
const MOST_DOCUMENTS = 10_000
/** A document of fewer characters holds no report. */
const SHORTEST = 80

/** An object or a list at the beginning of a line, or behind the words of a log. */
const OPENING = /(?:^[ \t>]{0,40}|[ \t:=])(?=[[{][\s>]{0,40}["{])/gm
/** A member in a line of its own: the document's beginning was cut off. */
const MEMBER = /^[ \t>]{0,400}(?="\w{1,80}"[ \t]{0,8}:)/m
/** A line that closes what the text does not open, or goes on with members: a piece that was cut out of the middle. */
const CUT =
  /^(?:[^\n"{[]{0,80}[\]}],[ \t]{0,8}(?:"\w{1,80}"[ \t]{0,8}:|\{[ \t]{0,8}")|[ \t]{0,40},[ \t]{0,8}"\w{1,80}"[ \t]{0,8}:)/m
/** Brackets for what such a piece closes. */
const OPENED = '{'.repeat(16)
/** A line that JSON can end with. */
const LAST_LINE = /^[ \t>]{0,400}(?:[\]}"\d].*|true|false|null)?[\]},"\d][ \t\r]*$/

/** A line inside a document: with a member, brackets alone, or the beginning of a key that is cut off. */
const OF_PIECE = /"\w{1,80}"[ \t]{0,8}:|^[ \t]{0,400}(?:[[\]{},]{1,80}|"\w{0,80})[ \t\r]*$/

/** The first line of an `.ips` alone: it belongs to the text below it. */
const IPS_HEAD = /^\{[^\n]{0,4000}"bug_type"[^\n]*$/

const isQuoted = (prefix: string): boolean => prefix.includes('>')

/** Documents of JSON between words, first those that are whole; none in a text that begins with JSON. */
export function* findEmbeddedJson(text: string): Generator<EmbeddedJson> {
  if (text.length > LARGEST || /^[\s\ufeff]*[[{]/.test(text.slice(0, LONGEST_PROSE))) return
  const cut = CUT.exec(text.slice(0, LONGEST_PROSE))
  if (cut) yield* cutPieceAt(text, cut.index)
  let tried = 0
  for (const { 0: prefix, index } of text.slice(0, LONGEST_PROSE).matchAll(OPENING)) {
    if (tried++ === MOST_TRIED) break
    const rest = text.slice(index + prefix.length)
    const bare = isQuoted(prefix) ? withoutQuoteMarks(rest) : rest
    const joined = joinWrappedJson(bare)
    const end = endOfDocuments(joined)
    if (end >= SHORTEST && !IPS_HEAD.test(joined.slice(0, end)))
      yield embedded(text, index + prefix.length, joined.slice(0, end))
  }
  const piece = MEMBER.exec(text.slice(0, LONGEST_PROSE))
  if (piece) yield* pieceAt(text, piece.index, piece[0])
}

/** The end of a document and of those in the next lines. */
function endOfDocuments(text: string): number {
  let end = 0
  for (let count = 0; count < MOST_DOCUMENTS; count++) {
    const next = parseJson(text, end)
    if (!next || next.end <= end) return end
    end = next.end
    if (next.damage || !/^\s{0,400}[[{]/.test(text.slice(end, end + 404))) return end
  }
  return end
}

function* pieceAt(text: string, index: number, prefix: string): Generator<EmbeddedJson> {
  const rest = text.slice(index)
  const bare = isQuoted(prefix) ? withoutQuoteMarks(rest) : rest
  const lines = bare.split('\n')
  const last = lines.findLastIndex((line) => LAST_LINE.test(line))
  const document = joinWrappedJson(lines.slice(0, last + 1).join('\n'))
  if (document.length >= SHORTEST) yield embedded(text, index, document)
}

/** A piece that begins inside objects and lists. It may end anywhere in its last line. */
function* cutPieceAt(text: string, index: number): Generator<EmbeddedJson> {
  if (/^[ \t>]{0,40}[[{]/m.test(text.slice(0, index))) return
  const lines = text.slice(index).split('\n')
  const end = lines.findIndex((line) => !OF_PIECE.test(line) && !LAST_LINE.test(line))
  const piece = lines.slice(0, end === -1 ? lines.length : end).join('\n')
  const document = joinWrappedJson(OPENED + piece).slice(OPENED.length)
  if (document.length >= SHORTEST) yield embedded(text, index, document)
}

/** A document that is left of a text from `start` on when marks and line breaks are taken out. */
function embedded(text: string, start: number, document: string): EmbeddedJson {
  let end = start
  for (const letter of document) {
    const at = text.indexOf(letter, end)
    if (at < 0) break
    end = at + letter.length
  }
  return { before: text.slice(0, start), own: text.slice(start, end), after: text.slice(end), document }
}
