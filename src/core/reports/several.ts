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
  /Terminating\s{1,3}app\s{1,3}due\s{1,3}to\s{1,3}uncaught\s{1,3}exception\s{1,3}'([^'\n\r]{1,200})',\s{1,3}reason:\s{1,3}'([^\n\r]{1,120})/g
const THROW_STACK = /First\s{1,3}throw\s{1,3}call\s{1,3}stack:/g
/** Characters from the words of an exception to its stack. */
const LONGEST_REASON = 20_000
/** A log's words before it: `Till[901:1f03] *** `. */
const LOGGED_BY = /\[(\d{1,9})(?::\w{1,20})?\]\s[*\s]{0,4}$/

/** Characters of a line before the words of an exception. */
const LONGEST_PREFIX = 1000

/** Offsets of the lines at which logs of further programs begin that an exception ended: a program ends once. */
export function findFurtherThrown(text: string): number[] {
  const stacks = Array.from(text.matchAll(THROW_STACK), ({ index }) => index)
  const [seen, pids] = [new Set<string>(), new Set<string>()]
  const starts: number[] = []
  let [next, used] = [0, -1]
  for (const { index, 1: name = '', 2: reason = '' } of text.matchAll(THROWN)) {
    while (next < stacks.length && (stacks[next] ?? 0) < index) next++
    // Of two sentences above one stack, the first has it.
    if (next === used || (stacks[next] ?? Infinity) > index + LONGEST_REASON) continue
    used = next
    const prefix = /[^\n\r]*$/.exec(text.slice(Math.max(0, index - LONGEST_PREFIX), index))?.[0] ?? ''
    const pid = LOGGED_BY.exec(prefix)?.[1]
    const words = `${name} ${reason}`
    const isOther = seen.size > 0 && !seen.has(words) && (pid === undefined || !pids.has(pid))
    const start = index - prefix.length
    if (isOther && start > (starts.at(-1) ?? 0)) starts.push(start)
    seen.add(words)
    if (pid !== undefined) pids.add(pid)
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
