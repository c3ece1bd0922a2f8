/** Rows and images of a list whose name, path or UUID a mail moved to the next line. Unlike terminals, mails break at blanks, so widths prove nothing. */

const ROW = /^[ \t]*\d{1,4}[ \t]+\S.*[ \t]0x[0-9a-fA-F]{8,16}(?:[ \t]+(\S.*))?$/
const IMAGE = /^[ \t]*0x[0-9a-fA-F]{5,16}[ \t]+-[ \t]+0x[0-9a-fA-F]{5,16}(?:[ \t]+(\S.*))?$/
/** A line that begins something of its own. */
const OWN_LINE =
  /^[ \t]*(?:$|\d{1,4}[ \t]+\S.*[ \t](?:0x[0-9a-fA-F]|0{16})|\d{1,4}[ \t]+[^\s(]\S*[ \t]*$|\*?0x[0-9a-fA-F]+[ \t]|Thread\b|[A-Z][\w ()/-]{2,40}:(?!:)|[({][ \t]*$|[)}\]]|EOF|-{4}|={4}|```|>)/
/** A name of C++ that stops behind the type that a function returns: the rest of the name follows. */
const RETURN_TYPE = /^(?:void|bool|int|auto|unsigned(?: \w{3,5})?)[ \t]?[*&]{0,2}$/
/** A place alone, which belongs to the offset before it. */
const PLACE = /^\([\w.+<>-]{1,100}:\d{1,7}\)$/
const OFFSET = /(?:^|[ \t])\+[ \t]?(?:0x[\da-f]{1,8}|\d{1,12})(?:[ \t]+\([^()]{1,200}\))?$/
/** How names begin that no prose has. */
const NAME = /^(?:_?\$[sS]\w|_{1,3}Z\w|[-+]\[\w)/
/** A function of C++ with its arguments; the last may follow; or any name before the sign of an offset. */
const CALL = /^[A-Za-z_$]\S{0,400} \+$|^[A-Za-z_~][\w:~<>]{0,200}\([\w:<>*&, [\]]*(?:\)(?: const)?(?: \+)?)?$/
/** Arguments of C++; more may follow. */
const ARGUMENTS = /^(?=.*,)[A-Za-z_][\w:<>*&, [\]]*$/
const UUID = /<[0-9A-Fa-f-]{32,36}>/
/** Lines that one entry is spread over. */
const MOST_LINES = 5
const LARGEST = 4_194_304

/** The text with such entries on one line each; the same string when there are none. Linear. */
export function joinBrokenEntries(text: string): string {
  if (text.length > LARGEST || !/[ \t]0x[0-9a-fA-F]/.test(text)) return text
  const result: string[] = []
  let joined = 0
  const lines = text.split('\n')
  for (const line of lines) {
    const before = result.at(-1)?.trimEnd() ?? ''
    const between = joined < MOST_LINES && before.length <= 2000 ? gapOf(before, line.trim()) : undefined
    if (between === undefined) {
      result.push(line)
      joined = 0
      continue
    }
    result[result.length - 1] = `${before}${between}${line.trim()}`
    joined++
  }
  return result.length === lines.length ? text : result.join('\n')
}

/** The text between an entry and the line that is the rest of it; undefined where it is none. */
function gapOf(before: string, line: string): string | undefined {
  if (!/^[ \t]*(?:\d|0x)/.test(before) || line.length > 1000 || OWN_LINE.test(line)) return undefined
  const row = ROW.exec(before)
  if (row) return isRestOfRow(row[1] ?? '', line) ? (/^[-+]$/.test(row[1] ?? '') ? '' : ' ') : undefined
  const image = IMAGE.exec(before)
  return image ? gapInImage(image[1] ?? '', line) : undefined
}

function isRestOfRow(name: string, line: string): boolean {
  if (/[ \t]\+[ \t](?:0x[\da-f]{1,8}|\d{1,12})$/.test(name) && PLACE.test(line)) return true
  if (OFFSET.test(name) || /^0x[0-9a-fA-F]/.test(name)) return false
  if (name === '') return NAME.test(line) || CALL.test(line) || (OFFSET.test(line) && !/^\+/.test(line))
  if (/^[-+]$/.test(name)) return /^\[\w[^\]]*\]/.test(line)
  if (RETURN_TYPE.test(name)) return line.includes('::') || OFFSET.test(line)
  // The arguments of a template may go over several lines.
  if (isTemplateOpen(name)) return /::|[<>]/.test(line) || OFFSET.test(line)
  // A bracket that is open in the name is closed in the rest, or the offset ends the rest.
  const isOpen = /[[(][^\])]*$/.test(name) || /^[-+]\[[^\]]*$/.test(name)
  return isOpen
    ? /[\])]/.test(line) || OFFSET.test(line) || ARGUMENTS.test(line)
    : OFFSET_REST.test(line) || (/\+$/.test(name) && NUMBER_REST.test(line))
}

const OFFSET_REST = /^\+[ \t]?(?:0x[\da-f]{1,8}|\d{1,12})(?:[ \t]+\([^()]{1,200}\))?$/
const NUMBER_REST = /^(?:0x[\da-f]{1,8}|\d{1,12})(?:[ \t]+\([^()]{1,200}\))?$/

/** True for a name of C++ in which more angle brackets open than close. */
function isTemplateOpen(name: string): boolean {
  if (!name.includes('::')) return false
  const signs = name.replace(/operator(?:<=>|<<=?|>>=?|<=?|>=?|->\*?)|->/g, '')
  return signs.split('<').length > signs.split('>').length
}

function gapInImage(entry: string, line: string): string | undefined {
  if (/[ \t]\/\S*\/$/.test(` ${entry}`)) return /^[\w.+-]+(?:\/|$)/.test(line) && !/[ \t]/.test(line) ? '' : undefined
  if (/(?:^|[ \t])\/\S/.test(entry)) return undefined
  if (entry === '') return /^[+\w][\w.+-]*[ \t]/.test(line) ? ' ' : undefined
  if (/\([^)]*$/.test(entry)) return line.includes(')') ? ' ' : undefined
  if (UUID.test(entry)) return line.startsWith('/') ? ' ' : undefined
  return UUID.test(line) || /^\([^()]{1,80}\)/.test(line) || line.startsWith('/') ? ' ' : undefined
}
