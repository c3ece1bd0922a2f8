/** Finds texts of several documents: an `.ips` and text pasted before or after it. Cheap, because it runs for every report. */

const HEADS = /"bug_type"/g
/** Characters from the start of such a line to the member, and from there to its end. */
const LONGEST_HEAD = 4096
const SPACE = /\s/
/** The line that macOS prints between a report as text and the same report as JSON. */
const SAME = /[\r\n]\s*Full\s+Report\s[\s-]*$/

/** True if a text has more than its one `.ips` file, before or after it; false for a text without one. */
export function holdsSeveral(text: string): boolean {
  const heads = findHeads(text)
  if (heads.length === 0) return false
  if (heads.length > 1 || text.slice(0, heads[0]).trim() !== '') return true
  let last = text.length - 1
  while (last > 0 && (SPACE.test(text[last] ?? '') || text.charCodeAt(last) === 0)) last--
  return text[last] !== '}'
}

const THROWN =
  /Terminating app due to uncaught exception '([^'\n]{1,200})', reason: '([^\n]{1,120})[^]{0,20000}?First throw call stack:/g
/** What a log puts before it: `Till[901:1f03] *** `. */
const LOGGED_BY = /\[(\d{1,9})(?::\w{1,20})?\] [* ]{0,4}$/

/** Offsets of the lines at which logs of further programs begin that an exception ended: a program ends once. */
export function findFurtherThrown(text: string): number[] {
  const seen: { readonly words: string; readonly pid: string | undefined }[] = []
  const starts: number[] = []
  for (const { index, 1: name = '', 2: reason = '' } of text.matchAll(THROWN)) {
    const start = text.lastIndexOf('\n', index) + 1
    const pid = LOGGED_BY.exec(text.slice(Math.max(start, index - 200), index))?.[1]
    const words = `${name} ${reason}`
    const isOther = seen.every((one) => one.words !== words && (one.pid === undefined || one.pid !== pid))
    if (isOther && seen.length > 0) starts.push(start)
    seen.push({ words, pid })
  }
  return starts
}

/** Characters of a text's end that are searched for words of a console. */
const LONGEST_CONSOLE = 4096

/** True if words of a console that say why a program ended are below a report, or between its last lines. */
export function endsWithConsole(text: string): boolean {
  return /\*\*\* Terminating app|Fatal error:|libc\+\+abi(?:\.dylib)?: terminat/.test(text.slice(-LONGEST_CONSOLE))
}

/** Offsets of the first lines of `.ips` files with a JSON body. */
export function findHeads(text: string): number[] {
  const heads: number[] = []
  for (const { index: at } of text.matchAll(HEADS)) {
    const start = Math.max(0, at - LONGEST_HEAD) + text.slice(Math.max(0, at - LONGEST_HEAD), at).lastIndexOf('\n') + 1
    const end = at + text.slice(at, at + LONGEST_HEAD).indexOf('\n')
    if (end >= at && start !== heads.at(-1) && isHead(text, start, at, end)) heads.push(start)
  }
  return heads
}

/** True if a line is one object that names its kind, with JSON below it. */
function isHead(text: string, start: number, at: number, end: number): boolean {
  return (
    /^[ \t]*\{/.test(text.slice(start, Math.min(at, start + 200))) &&
    /\}[ \t\r]*$/.test(text.slice(Math.max(at, end - 50), end)) &&
    /^\s*\{/.test(text.slice(end, end + 200)) &&
    !SAME.test(text.slice(Math.max(0, start - 80), start))
  )
}
