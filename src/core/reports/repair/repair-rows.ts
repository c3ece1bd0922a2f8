/** Stack rows of a text report that were broken over two lines by an 80-column terminal or a mail client. */

/** How a row can be broken: what its first line ends in, what the second begins with, and what stood between. */
const breaks: readonly (readonly [first: RegExp, second: RegExp, between: string])[] = [
  // Inside the address, not inside the offset after it. A line that has an address is a row of its own.
  [
    /^[ \t]*\d{1,3}[ \t]+(?!.*[ \t]0x[0-9a-fA-F]{6,16}[ \t])\S.*[ \t]0x[0-9a-fA-F]{0,15}$/,
    /^(?!\d{1,4}[ \t]+(?:\S.*[ \t])?0x[0-9a-fA-F]{6,16}(?:[ \t]|$))[0-9a-fA-F]{1,15}[ \t]+\S/,
    '',
  ],
  // Between `0x` and the digits of the address.
  [/^[ \t]*\d{1,3}[ \t]+(?!.*[ \t]0x[0-9a-fA-F])\S.*[ \t]0x$/, /^[0-9a-fA-F]{16}[ \t]+\S/, ''],
  // Before the address.
  [/^[ \t]*\d{1,3}[ \t]+(?=[^ \t\d(])(?!.*[ \t]0x)[^:]+$/, /^[ \t]*0x[0-9a-fA-F]{6,16}[ \t]+\S/, ' '],
  // Before or behind the plus sign of the offset.
  [
    /^[ \t]*\d{1,3}[ \t]+\S.*[ \t]0x[0-9a-fA-F]{6,16}[ \t]+\S.*[ \t]\+[ \t]*$/,
    /^[ \t]*(?:0x[\da-f]{1,8}|\d+)(?:[ \t]+\(|[ \t]*$)/,
    ' ',
  ],
  [
    /^[ \t]*\d{1,3}[ \t]+\S.*[ \t]0x[0-9a-fA-F]{6,16}[ \t]+\S.*[^ \t+]$/,
    /^[ \t]*\+ (?:0x[\da-f]{1,8}|\d+)(?:[ \t]+\(|[ \t]*$)/,
    ' ',
  ],
]

/** Between a register and its value: no whole line has a name at its end. */
const registers: (typeof breaks)[number] = [
  /^[ \t]*[a-z]\w{1,4}: 0x[0-9a-fA-F]{8,16}[ \t].*[ \t][a-z]\w{1,4}:[ \t\r]*$/,
  /^[ \t]*0x[0-9a-fA-F]{8,16}(?:[ \t\r]|$)/,
  ' ',
]

/** Wraps happen at the width of a terminal or a mail; a text with a longer line was not wrapped. */
const WIDEST = 100
const LARGEST = 4_194_304
/** Debuggers' lines that a mail broke are shorter. */
const LONGEST_LINE = 2000

/** The text with such rows joined; the same string when there are none. Linear. */
export function joinWrappedRows(text: string): string {
  if (text.length > LARGEST || !/(?:^|[ \t])0x/m.test(text)) return text
  const lines = text.split('\n')
  const possible = lines.some((line) => line.length > WIDEST) ? [registers] : [...breaks, registers]
  const result: string[] = []
  for (const line of lines) {
    const before = result.at(-1) ?? ''
    const between = possible.find(([first, second]) => second.test(line) && first.test(before))?.[2]
    if (between === undefined) result.push(line)
    else result[result.length - 1] = before.trimEnd() + between + line.trimStart()
  }
  return result.length === lines.length ? text : result.join('\n')
}

/** A heading of lldb that has no reason yet and stops where it goes on, and lines that are none of it. */
const HEADING = /\*[ \t]+thread #\d{1,6}\b(?!.*\bstop reason = (?!signal[ \t\r]*$)\S)/
const HEADING_STOPS =
  /(?:,|\bqueue =|\bstop|\bstop reason|\bstop reason = signal|: tid = 0x[0-9a-f]{1,16}, 0x[0-9a-f]{1,16}|\([^()]*)[ \t\r]*$/
const OWN_LINE = /^[ \t]*(?:$|\*?[ \t]*(?:thread|frame) #|->|0x[0-9a-f]|\(lldb\)|Process |Target )/
/** A heading of lldb that stops before the reason, and a row whose arguments are still open. */
const STOP = /\bthread #\d{1,6}\b.*\bstop reason =[ \t\r]*$/
const FRAME = /(?:^|[ \t*])frame #\d{1,5}: 0x[0-9a-f]{1,16} [^`]{1,200}`/
const OPEN = /\([^()]*$/
/** A row that stops before its place, and what is left of it. */
const PLACELESS = /`.*(?:\)|[ \t]at)[ \t\r]*$/
const PLACE = /^[ \t]*(?:at[ \t]+)?[^\s:]{1,300}:\d{1,9}(?::\d{1,9})?(?: \[(?:opt|inlined|artificial)\])*[ \t\r]*$/
/** A row that stops behind its address. */
const NAMELESS = /(?:^|[ \t*])frame #\d{1,5}: 0x[0-9a-f]{1,16}[ \t\r]*$/
const NAMED = /^(?![ \t*]*(?:frame|thread) #\d)[ \t]*[^\s`][^`\n]{0,200}`\S/
/** A value or a type that goes on: `prec=<unavailable>, mode=<unavailable>) at convert.c:186:29`, `int) const + 118`. */
const ARGUMENTS = /^[ \t]*(?:[A-Za-z_]\w{0,60}=.*\)|[A-Za-z_][\w:<>*&, ]{0,300}\)(?: const)? \+ \d)/

/** What is left behind a name. */
const OFFSET = /^[ \t]*(?:const )?\+ \d{1,9}\b/

/** The text with what a mail broke of lldb's headings and rows joined; the same string when there is none. Linear. */
export function joinWrappedDebugger(text: string): string {
  if (text.length > LARGEST || !text.includes('#') || !/\bthread #\d|\bframe #\d/.test(text)) return text
  const lines = text.split('\n')
  const result: string[] = []
  for (const line of lines) {
    const whole = result.at(-1) ?? ''
    const before = whole.length < LONGEST_LINE ? whole : ''
    const isReason =
      (/^[ \t]*(?:EXC_[A-Z]|signal SIG)/.test(line) && STOP.test(before)) ||
      (/^[ \t]*\(code=/.test(line) && /\bstop reason = EXC_[A-Z_]{1,40}[ \t\r]*$/.test(before))
    const isArguments = ARGUMENTS.test(line) && FRAME.test(before) && OPEN.test(before)
    const isPlace =
      PLACE.test(line) &&
      FRAME.test(before) &&
      PLACELESS.test(before) &&
      /\bat[ \t\r]*$/.test(before) !== /^[ \t]*at[ \t]/.test(line)
    const isName = NAMED.test(line) && NAMELESS.test(before)
    const isOffset =
      FRAME.test(before) &&
      (OFFSET.test(line) || (/[ \t]\+[ \t\r]*$/.test(before) && /^[ \t]*\d{1,9}[ \t\r]*$/.test(line)))
    const isHeading = HEADING.test(before) && HEADING_STOPS.test(before) && !OWN_LINE.test(line)
    if (isHeading || isOffset || isReason || isArguments || isPlace || isName)
      result[result.length - 1] = `${before.trimEnd()} ${line.trimStart()}`
    else result.push(line)
  }
  return result.length === lines.length ? text : result.join('\n')
}

/** A row of gdb: `#3  0x00001f80 in total (cart=0x10) at cart.c:14`. */
const GDB_ROW = /^[ \t>]*#\d{1,5}[ \t]+[^\s(#].* \(/
/** Where a line is none of the row above it: a row, a blank line, gdb's prompt or heading, a sentence's end. */
const OWN_GDB_LINE = /^[ \t>]*(?:#\d|$|\(gdb\)|Thread \d|\[Switching|Program received)/
const GDB_PLACE = /^[ \t>]*(?:at|from)[ \t]+\S+[ \t\r]*$/
const GDB_FILE = /^[ \t>]*[^\s:]{1,300}:(?:\d{1,9})?[ \t\r]*$/
const MOST_PARTS = 8
const LONGEST_ROW = 4000

/** Round brackets that a text leaves open, outside its strings. */
function openBrackets(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)'/g, '')
  return bare.split('(').length - bare.split(')').length
}

/** Where the place of a row is broken, by its end: what the next line is, and what joins them. */
const GDB_BREAKS: readonly (readonly [end: RegExp, next: RegExp, glue: string])[] = [
  [/\) (?:at|from)$/, GDB_FILE, ' '],
  [/\) (?:at|from) \S{0,300}\/$/, GDB_FILE, ''],
  [/\) (?:at|from) \S{1,300}:$/, /^[ \t>]*\d{1,9}[ \t\r]*$/, ''],
]

/** The row of gdb that begins in a line, and how many lines behind belong to it: until its arguments close, and the place behind them. */
function gdbRowFrom(
  lines: readonly string[],
  at: number,
): { readonly row: string; readonly parts: number } | undefined {
  let row = (lines[at] ?? '').trimEnd()
  let parts = 0
  const next = (): string => lines[at + parts + 1] ?? ''
  const goesOn = (): boolean => row.length + next().length < LONGEST_ROW && !OWN_GDB_LINE.test(next())
  const take = (glue: string): void => {
    row += `${glue}${next()
      .replace(/^[ \t>]+/, '')
      .trimEnd()}`
    parts++
  }
  while (parts < MOST_PARTS && openBrackets(row) > 0 && goesOn()) take(' ')
  if (openBrackets(row) !== 0) return undefined
  // gdb itself puts the place of a whole row on the next line.
  if (parts > 0 && row.endsWith(')') && GDB_PLACE.test(next()) && goesOn()) take(' ')
  for (const [end, rest, glue] of GDB_BREAKS) if (end.test(row) && rest.test(next()) && goesOn()) take(glue)
  return parts === 0 ? undefined : { row, parts }
}

/** The text with rows of gdb joined that a mail or a terminal broke within their arguments; the same string when there is none. Linear. */
export function joinWrappedGdb(text: string): string {
  if (text.length > LARGEST || !/^[ \t>]*#\d{1,5}[ \t]/m.test(text)) return text
  const lines = text.split('\n')
  const result: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const whole = GDB_ROW.test(line) ? gdbRowFrom(lines, at) : undefined
    result.push(whole?.row ?? line)
    at += whole?.parts ?? 0
  }
  return result.length === lines.length ? text : result.join('\n')
}
