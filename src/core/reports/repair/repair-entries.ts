/** Rows and images of a list whose name, path or UUID a mail moved to the next line. Unlike terminals, mails break at blanks, so widths tell nothing. */

const ROW = /^[ \t]*\d{1,4}[ \t]+\S.*[ \t]0x[0-9a-fA-F]{8,16}(?:[ \t]+(\S.*))?$/
const IMAGE = /^[ \t]*0x[0-9a-fA-F]{5,16}[ \t]+-[ \t]+0x[0-9a-fA-F]{5,16}(?:[ \t]+(\S.*))?$/
/** A line that begins something of its own. */
const OWN_LINE =
  /^[ \t]*(?:$|\d{1,4}[ \t]+\S.*[ \t](?:0x[0-9a-fA-F]|0{16})|\d{1,4}[ \t]+\S+[ \t]*$|\*?0x[0-9a-fA-F]+[ \t]|Thread\b|[A-Z][\w ()/-]{2,40}:(?!:)|[({][ \t]*$|[)}\]]|EOF|-{4}|={4}|```|>)/
const OFFSET = /(?:^|[ \t])\+[ \t]?\d{1,12}(?:[ \t]+\([^()]{1,200}\))?$/
/** How names begin that no prose has. */
const NAME = /^(?:_?\$[sS]\w|_{1,3}Z\w|[-+]\[\w)/
const UUID = /<[0-9A-Fa-f-]{32,36}>/
/** Lines that one entry is spread over. */
const MOST_LINES = 5
const LARGEST = 4_194_304

/** The text with such entries on one line each; the same string when there are none. Linear. */
export function joinBrokenEntries(text: string): string {
  if (text.length > LARGEST || !/[ \t]0x[0-9a-fA-F]/.test(text)) return text
  const result: string[] = []
  let joined = 0
  let isJoined = false
  for (const line of text.split('\n')) {
    const before = result.at(-1)?.trimEnd() ?? ''
    const between = joined < MOST_LINES && before.length <= 2000 ? gapOf(before, line.trim()) : undefined
    if (between === undefined) {
      result.push(line)
      joined = 0
      continue
    }
    result[result.length - 1] = `${before}${between}${line.trim()}`
    joined++
    isJoined = true
  }
  return isJoined ? result.join('\n') : text
}

/** What stood between an entry and the line that is the rest of it; undefined where it is none. */
function gapOf(before: string, line: string): string | undefined {
  if (!/^[ \t]*(?:\d|0x)/.test(before) || line.length > 1000 || OWN_LINE.test(line)) return undefined
  const row = ROW.exec(before)
  if (row) return isRestOfRow(row[1] ?? '', line) ? (/^[-+]$/.test(row[1] ?? '') ? '' : ' ') : undefined
  const image = IMAGE.exec(before)
  return image ? gapInImage(image[1] ?? '', line) : undefined
}

function isRestOfRow(name: string, line: string): boolean {
  if (OFFSET.test(name) || /^0x[0-9a-fA-F]/.test(name)) return false
  if (name === '') return NAME.test(line) || (OFFSET.test(line) && !/^\+/.test(line))
  if (/^[-+]$/.test(name)) return /^\[\w[^\]]*\]/.test(line)
  // A bracket that is open in the name is closed in the rest, or the offset ends the rest.
  const isOpen = /[[(][^\])]*$/.test(name)
  return isOpen
    ? /[\])]/.test(line) || OFFSET.test(line)
    : /^\+[ \t]?\d{1,12}$/.test(line) || (/\+$/.test(name) && /^\d{1,12}$/.test(line))
}

function gapInImage(entry: string, line: string): string | undefined {
  if (/[ \t]\/\S*\/$/.test(` ${entry}`)) return /^[\w.+-]+(?:\/|$)/.test(line) && !/[ \t]/.test(line) ? '' : undefined
  if (/(?:^|[ \t])\/\S/.test(entry)) return undefined
  if (entry === '') return /^[+\w][\w.+-]*[ \t]/.test(line) ? ' ' : undefined
  if (/\([^)]*$/.test(entry)) return line.includes(')') ? ' ' : undefined
  if (UUID.test(entry)) return line.startsWith('/') ? ' ' : undefined
  return UUID.test(line) || /^\([^()]{1,80}\)/.test(line) || line.startsWith('/') ? ' ' : undefined
}
