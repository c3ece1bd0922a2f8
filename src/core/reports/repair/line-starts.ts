/** How lines begin that a wrap made, and those that none made. */

/** A line that begins something of its own, so that the line above it is whole. */
const OWN_LINE =
  /^(?:[ \t]*$|[ \t]{2}[ \t+!:|]*\*?\d+[ \t]+\S|[ \t]*\d{1,4}[ \t]+\S.*[ \t](?:0x[0-9a-fA-F]|0{16})|[ \t]*(?:\d{1,4}[ \t]+)?#\d{1,4}[ \t]+pc[ \t]|[ \t]*\*?0x[0-9a-fA-F]+[ \t]+-[ \t]|[ \t]*Thread\b|[ \t]*[A-Z][\w /()-]{2,40}:(?:[ \t]|$)|[ \t]+[a-z]\w{0,4}(?:=|:[ \t]+)0x|[ \t]{4,}0x[0-9a-fA-F]{16}\b|\t[a-z][a-z -]{2,30}:[ \t]|[Tt]hread 0x|EOF|-{4}|={4})/

/** A line of any stack or log, a debugger's prompt, an entry of a list: it begins something of its own, too. */
const OTHER_LINE =
  /^[ \t]*(?:\*?[ \t]*(?:frame|thread) #\d|#\d{1,5}[ \t:]|at[ \t]\S|\((?:lldb|gdb)\)|\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d|->|[-*•][ \t]|goroutine \d|\w{1,4}[ \t]+[\w.?+-]{2,100}(?:[ \t]{2,}|\t)\S|\d{1,2}\.[ \t]|\d{1,4}:[ \t]{1,8}(?:0x[0-9a-f]{1,16} - |[A-Za-z_<][\w:<]))/

/** True if a line begins something of its own, so that the line above it is whole. */
export const isOwnLine = (line: string): boolean => OWN_LINE.test(line) || OTHER_LINE.test(line)

/** Parts that never begin a line: the offset of a row, its place, its module. */
export const TAIL =
  /^[ \t]*(?:\+ ?(?:0x)?\d|\[(?:opt|inlined|artificial|0x[0-9a-f]{1,16})\]|in [</]|\(in \S|\(BuildId: |\(.{1,400}\+(?:0x)?[0-9a-f]{1,8}\)|\(\S{1,300}:\d{1,9}\)|at \S{1,300}:\d|<0x[0-9a-f])/

/** The place of a debugger's row. */
const PLACED = /\bframe #\d|^[ \t>]*#\d/
const PLACE = /^[ \t>]*(?:at|from)[ \t]+\S{1,300}?(?::\d{1,9}){1,2}(?: \[\w{1,20}\])*[ \t\r]*$/
/** True if a line is the place of the debugger's row above it. */
export const isPlaceOf = (row: string, line: string): boolean => PLACED.test(row) && PLACE.test(line)
