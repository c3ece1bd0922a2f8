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

/** Offsets of the first lines of `.ips` files with a JSON body. A page or a mail may have wrapped these lines. */
export function findHeads(text: string): number[] {
  const heads: number[] = []
  let count = 0
  for (const { index: at } of text.matchAll(HEADS)) {
    if (++count > MOST_HEADS) break
    const start = startOfHead(text, at)
    if (start === undefined || start === heads.at(-1)) continue
    const rest = END_OF_HEAD.exec(text.slice(at, at + LONGEST_HEAD))
    if (rest && isHead(text, start, at + rest.index + rest[0].length)) heads.push(start)
  }
  return heads
}

/** A text of many reports is read to this one: a paste has few. */
const MOST_HEADS = 10_000

/** The end of a line with the last bracket of an object. */
const END_OF_HEAD = /\}[ \t\r]*\n/

/** Lines with brackets above a member that are looked at. */
const MOST_BRACKETS = 64

/** The last line above a member that opens an object. */
function startOfHead(text: string, at: number): number | undefined {
  const from = Math.max(0, at - LONGEST_HEAD)
  const before = text.slice(from, at)
  let open = before.lastIndexOf('{')
  for (let count = 0; open >= 0 && count < MOST_BRACKETS; count++) {
    const line = before.lastIndexOf('\n', open) + 1
    if (
      before
        .slice(line, open + 1)
        .trimStart()
        .startsWith('{')
    )
      return from + line
    open = line === 0 ? -1 : before.lastIndexOf('{', line - 1)
  }
  return undefined
}

/** True if JSON follows an object that names its kind. */
function isHead(text: string, start: number, end: number): boolean {
  return /^\s*\{/.test(text.slice(end, end + 200)) && !SAME.test(text.slice(Math.max(0, start - 80), start))
}
