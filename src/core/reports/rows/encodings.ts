/** Undoes encodings of whole texts: mails, form data of web requests, references and sections of XML, rich text, diffs. */
import { decodeBase64, decodeBytes } from '../text/encoded-text.ts'
import { holdsAddress, isRow, LONGEST_ROW_LINE } from './row-starts.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

/** Fewer lines with the same sign may have it by chance. */
const FEWEST = 2
const PRINTABLE_HEADER = /^content-transfer-encoding:[ \t]*quoted-printable/i
/** RFC 2045 breaks lines at 76 characters at the latest. */
const WIDEST_PRINTABLE = 76
const SOFT_BREAK = /[^=]=[ \t]*$/

/** The text of a quoted-printable mail (RFC 2045). A header says that it is one, or broken rows do. */
export const undoPrintable: RowStep = (lines) => {
  const broken = lines.filter(
    ({ text }, at) =>
      text.length <= WIDEST_PRINTABLE && SOFT_BREAK.test(text) && !isRow(lines[at + 1]?.text ?? '') && isRow(text),
  )
  const isSure = lines.some(({ text }) => PRINTABLE_HEADER.test(text))
  const isLikely = broken.length >= FEWEST
  if (!isLikely && !(isSure && lines.some(({ text }) => /=(?:$|[0-9A-F]{2})/.test(text)))) return lines
  const result: SourceLine[] = []
  let goesOn = false
  for (const { text, number } of lines) {
    const isBroken = /=[ \t]*$/.test(text)
    const part = isBroken ? text.replace(/=[ \t]*$/, '') : text
    const last = result.at(-1)
    if (goesOn && last) result[result.length - 1] = { ...last, text: last.text + part }
    else result.push({ text: part, number })
    goesOn = isBroken
  }
  // The header would have the answer decoded once more.
  return mapLines(result, (text) => (PRINTABLE_HEADER.test(text) ? '' : decodeBytes(text, '=')))
}

/** A line of form data: names, `=`, values without blanks. */
const FORM = /^[^\s]{0,400}%0[AD]/i

/** Values of form data and of addresses of web pages, in lines of their own. */
export const undoForms: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!FORM.test(text) || !holdsAddress(text)) return text
    const plusIsBlank = !text.includes('%20')
    return text
      .split('&')
      .flatMap((member) => member.replace(/^([\w.[\]%-]{1,80}=)/, '$1%0A').split(/%0D%0A|%0A|%0D/i))
      .map((part) => decodeBytes(plusIsBlank ? part.replace(/\+/g, ' ') : part, '%'))
  })

const REFERENCE = /&#(?:10|13|x0*[ad]);/i
/** Tags around a section are no heading of a stack. */
const TAGS = /^\s*(?:<[^<>]{0,400}>\s*)+$/
const ATTRIBUTE = /([\w:.-]{1,80}=)"([^"]*)"/g

/** Ends of lines that XML keeps as references, and the text of its CDATA sections, in lines of their own. */
export const undoXml: RowStep = (lines) =>
  mapLines(lines, (text) => {
    const hasReferences = REFERENCE.test(text)
    if (!hasReferences && !text.includes('<![CDATA[') && !text.includes(']]>')) return text
    const opened = text.replace(/<!\[CDATA\[|\]\]>/g, '\n')
    if (!hasReferences) return opened.split('\n').map((line) => (TAGS.test(line) ? '' : line))
    return opened
      .replace(ATTRIBUTE, (whole, name: string, value: string) =>
        REFERENCE.test(value) ? `${name}\n${value}\n` : whole,
      )
      .replace(/&#(?:13|x0*d);(?=&#(?:10|x0*a);)/gi, '')
      .replace(/&#(?:10|13|x0*[ad]);/gi, '\n')
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&')
      .split('\n')
  })

/** `0X104CC8074` as readers of rows know it. */
export const lowerMarks: RowStep = (lines) =>
  mapLines(lines, (text) => text.replace(/(?<!\w)0X(?=[0-9A-Fa-f]{4,16}(?!\w))/g, '0x'))

const METHOD = /^[+-]\[[A-Za-z_]/

/** Lines as they stand in a diff: `+` or `-` before each, of which `-[` and `+[` begin names of methods. */
export const undoDiff: RowStep = (lines) => {
  const rows = lines.filter(({ text }) => holdsAddress(text))
  const mark = rows[0]?.text[0]
  if (rows.length < FEWEST || (mark !== '+' && mark !== '-')) return lines
  if (!rows.every(({ text }) => text.startsWith(mark) && !METHOD.test(text))) return lines
  return mapLines(lines, (text) => (text.startsWith(mark) ? text.slice(1) : text))
}

const CURLY = /^[ \t]*[“”„«»‹›‘’]|[“”„«»‹›‘’][ \t,;]*$/
/** Typographic quotes around lines with rows; most lines need them. */
export const undoCurlyQuotes: RowStep = (lines) => {
  const rows = lines.filter(({ text }) => holdsAddress(text))
  const quoted = rows.filter(({ text }) => CURLY.test(text))
  if (quoted.length < FEWEST || quoted.length * 2 < rows.length) return lines
  return mapLines(lines, (text) =>
    text.length > LONGEST_ROW_LINE
      ? text
      : text.replace(/^([ \t]*)[“”„«»‹›‘’]{1,3}/, '$1').replace(/[“”„«»‹›‘’]{1,3}[ \t,;]*$/, ''),
  )
}

const STATEMENT = /;[ \t]{0,8}$/

/** Lines that each end like a statement, where all lines with addresses do. */
export const undoStatements: RowStep = (lines) => {
  const rows = lines.filter(({ text }) => holdsAddress(text))
  if (rows.length < FEWEST || !rows.every(({ text }) => STATEMENT.test(text))) return lines
  return mapLines(lines, (text) => text.replace(STATEMENT, ''))
}

/** Fewest digits of a line; the last one may have fewer. */
const BASE64_LINE = 40
const NO_DIGIT = /[^A-Za-z0-9+/]/

/** The digits of a line with their padding. One pattern for all of them would need a stack as long as the line. */
function base64Of(line: string, fewest: number): string | undefined {
  const padded = line.trim()
  const digits = padded.replace(/={1,2}$/, '')
  return digits.length >= fewest && !NO_DIGIT.test(digits) ? padded : undefined
}

/** Shorter ones are words. */
const SHORTEST_BASE64 = 120
const CONTROLS = new RegExp(`[${String.fromCharCode(0)}-${String.fromCharCode(8)}\\ufffd]`)

/** Text as base64 (RFC 4648), on one line or on lines of one width. */
export const undoBase64: RowStep = (lines) => {
  let made: SourceLine[] | undefined
  let at = 0
  while (at < lines.length) {
    let [end, digits] = [at, '']
    const width = lines[at]?.text.trim().length
    while (end < lines.length) {
      const found = base64Of(lines[end]?.text ?? '', end > at ? 1 : BASE64_LINE)
      if (found === undefined || found.length > (width ?? 0)) break
      // A short last line completes a group of four digits. A word below the text does not.
      if (end > at && found.length !== width && (digits.length + found.length) % 4 !== 0) break
      digits += found
      end++
      // Padding ends it, whatever words are below.
      if (found.length !== width || found.endsWith('=')) break
    }
    const text = digits.length < SHORTEST_BASE64 ? undefined : readBase64(digits)
    const number = lines[at]?.number ?? 1
    if (text !== undefined) {
      made ??= lines.slice(0, at)
      for (const line of text.split(/\r?\n/)) made.push({ text: line, number })
    } else if (made) for (const line of lines.slice(at, Math.max(end, at + 1))) made.push(line)
    at = Math.max(end, at + 1)
  }
  return made ?? lines
}

/** The text that base64 holds; undefined where that has no rows or is none. */
function readBase64(digits: string): string | undefined {
  const bytes = decodeBase64(digits)
  const text = bytes && new TextDecoder().decode(bytes)
  return text !== undefined && !CONTROLS.test(text) && holdsAddress(text) ? text : undefined
}

const RTF = /^[ \t]*\{\\rtf\d/
/** Tables of fonts and colours, and whatever a reader may leave out. */
const RTF_TABLE = /\{\\(?:\*|fonttbl|colortbl|stylesheet|info)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g
const RTF_WORD = /\\(?:'([0-9a-f]{2})|u(-?\d{1,5}) ?\??|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z0-9]))/gi
const RTF_TEXT: Readonly<Record<string, string>> = { par: '\n', line: '\n', tab: '\t', row: '\n', cell: '\t' }

/** The text of a file of rich text (RTF). */
export const undoRtf: RowStep = (lines) => {
  const isRich = lines.find(({ text }) => text.trim() !== '')
  if (!isRich || !RTF.test(isRich.text)) return lines
  return mapLines(lines, (text) => {
    const isBroken = /(?<!\\)\\$/.test(text)
    const plain = (isBroken ? text.slice(0, -1) : text)
      .replace(RTF_TABLE, '')
      .replace(/(?<!\\)[{}]/g, '')
      .replace(RTF_WORD, (_, byte?: string, code?: string, word?: string, __?: string, sign?: string) =>
        byte !== undefined
          ? String.fromCharCode(parseInt(byte, 16))
          : code !== undefined
            ? String.fromCharCode((Number(code) + 0x10000) % 0x10000)
            : word !== undefined
              ? (RTF_TEXT[word.toLowerCase()] ?? '')
              : (sign ?? ''),
      )
    return plain.includes('\n') ? plain.split('\n') : plain
  })
}
