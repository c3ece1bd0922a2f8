/** Undoes encodings of whole texts: quoted-printable mails, form data of web requests, references and sections of XML, diffs. */
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

/** Text in which `mark` and two hexadecimal digits stand for a byte of UTF-8. */
function decodeBytes(text: string, mark: '=' | '%'): string {
  const run = mark === '=' ? /(?:=[0-9A-F]{2})+/gi : /(?:%[0-9A-F]{2})+/gi
  return text.replace(run, (bytes) =>
    new TextDecoder().decode(Uint8Array.from(bytes.slice(1).split(mark), (byte) => parseInt(byte, 16))),
  )
}

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
