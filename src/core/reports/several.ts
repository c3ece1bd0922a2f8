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
