/** The dynamic linker's message. A mail, a chat or a terminal may have broken its lines anywhere. */

const LABEL =
  /^(?:dyld(?:\[\d{1,9}\])?:|(?:Library not loaded|Library missing|Symbol not found|Symbol missing|Referenced from|Expected in|Reason|Did find)\b|in \/)/i
/** The next message: an answer to a program that asked for a library, or what ends a launch. */
const NEXT = /^(?:dlopen\(|dyld(?:\[\d{1,9}\])?: (?:Library|Symbol|lazy symbol) )/
/** Below it, each line is a file of its own. */
const LIST = /\bDid find:$/
const REASON = /^Reason\b/i
const SYMBOL = /\bSymbol (?:not found|missing): ?(\S{40,})$/i
const SYMBOL_REST = /^[\w$.]{1,400}$/
/** The file's identity, without its path. */
const UUID_ALONE = /: <[0-9A-F-]{32,36}>$/i
/** Words that a tool prints behind its name are no part of the message. */
const OTHER_WRITER = /^[\w./+-]{1,80}(?:\[\d{1,9}\])?: /
/** A line that somebody or something broke is about this long. */
const FULL = 50
/** How far the next label may be. */
const AHEAD = 4

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** True if a reason continues: a bracket is open, or the next line begins in the middle of a sentence. */
function isReasonOpen(whole: string, last: string, next: string): boolean {
  if (!REASON.test(whole) || OTHER_WRITER.test(next) || next.startsWith('/')) return false
  return count(whole, '(') > count(whole, ')') || (last.length >= FULL && /^[a-z\d(),]/.test(next))
}

/** A file that could not be used, in the list of the linker: its path, then why. */
const FILE = /^['"]?\/[^:]{1,1000}:(?: |$)/

/** How a line goes on from the words before it; undefined where it is a line of its own. */
function joint(whole: string, last: string, next: string, below: readonly string[]): '' | ' ' | undefined {
  if (next === '' || last === '' || LABEL.test(next) || NEXT.test(next) || LIST.test(whole)) return undefined
  if (FILE.test(whole) && last.length >= FULL && /^[a-z(]/.test(next)) return ' '
  if (whole.endsWith('/')) return ''
  if (SYMBOL.test(whole) && SYMBOL_REST.test(next)) return ''
  if (whole.endsWith(':') || UUID_ALONE.test(whole)) return OTHER_WRITER.test(next) ? undefined : ' '
  const blank = below.indexOf('')
  const before = blank === -1 ? below : below.slice(0, blank)
  const isBetween = LABEL.test(whole) && before.some((line) => LABEL.test(line))
  return (isBetween && !next.startsWith('/')) || isReasonOpen(whole, last, next) ? ' ' : undefined
}

/** Lines with what was broken joined. A line of no message ends the walk where `isPart` says so. */
function join(lines: readonly string[], isPart: (line: string) => boolean): readonly string[] {
  const trimmed = lines.map((line) => line.trim())
  const result: string[] = []
  for (const [at, line] of trimmed.entries()) {
    const whole = result.at(-1)
    const how = whole === undefined ? undefined : joint(whole, trimmed[at - 1] ?? '', line, ahead(trimmed, at))
    if (whole !== undefined && how !== undefined) result[result.length - 1] = `${whole}${how}${line}`
    else if (whole === undefined || isPart(lines[at] ?? '')) result.push(line)
    else break
  }
  return result
}

const ahead = (lines: readonly string[], at: number): readonly string[] => lines.slice(at + 1, at + 1 + AHEAD)

/** All lines, those of a message whole. */
export const joinLinkerLines = (lines: readonly string[]): readonly string[] => join(lines, () => true)

/** Without the blank lines that a mail put between lines of a message. */
function withoutGaps(lines: readonly string[]): readonly string[] {
  return lines.filter((line, at) => {
    if (at === 0 || line.trim() !== '') return true
    const next = (lines[at + 1] ?? '').trim()
    return !LABEL.test(next) && !(LIST.test((lines[at - 1] ?? '').trim()) && FILE.test(next))
  })
}

/** The message that begins in the first line. Its other lines have labels, are indented, or are of the list of files. */
export const takeLinkerMessage = (lines: readonly string[]): readonly string[] =>
  join(
    withoutGaps(lines),
    (line) => !NEXT.test(line.trim()) && (LABEL.test(line.trim()) || /^[ \t]{1,20}\S/.test(line) || FILE.test(line)),
  )
