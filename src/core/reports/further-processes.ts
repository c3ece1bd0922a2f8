/** Finds logs and dumps of several processes: each process is read for itself, so that none gets the rows or the words of another. */

/** A place at which the report of a process begins. */
interface Beginning {
  readonly at: number
  /** The process, where the text names it near. */
  readonly pid: number | undefined
  readonly isNative?: boolean
}

/** Above the threads of a process, as Android's runtime dumps them. */
const DUMP = /^[^\n]{0,80}?----- pid (\d{1,9}) at \d{4}-/gm
/** Android's runtime on an exception that nothing caught. A filter may have left only one of the two lines. */
const UNCAUGHT = /^[^\n]{0,200}?(?:\bFATAL EXCEPTION: \S|\bProcess: [\w.:]{1,200}, PID: (\d{1,9})[ \t\r]*$)/gm
const PID = /\bPID: (\d{1,9})/
/** Android's C library on a signal, and the first line of a tombstone. */
const NATIVE =
  /^[^\n]{0,200}?(?:\bFatal signal \d{1,2} \(SIG[A-Z]{2,8}\)|(?<=^|[:)] )\*{3} \*{3} \*{3} \*{3} [* ]{0,80}[ \t\r]*$)/gm
const NATIVE_PID = /\bpid:? (\d{1,9})\b/
/** Characters after such a line that may have the number of the process. */
const HEAD = 600
/** A row of Java. */
const JAVA_ROW = /^[^\n]{0,200}?\bat [\w.$<>]{3,300}\([^()\n]{1,200}\)[ \t\r]*$/m

function beginnings(pattern: RegExp, text: string, pidIn: RegExp): readonly Beginning[] {
  return [...text.matchAll(pattern)].map(({ 0: line, 1: own, index: at }) => {
    const digits = own ?? pidIn.exec(text.slice(at, at + line.length + HEAD))?.[1]
    return { at, pid: digits === undefined ? undefined : Number(digits), isNative: pattern === NATIVE }
  })
}

/** The beginnings of further processes, and that of the first where exceptions were logged before. Unity says of one end twice. */
function ofOthers(all: readonly Beginning[], text: string): readonly number[] {
  return all.flatMap(({ at, pid, isNative }, position) => {
    const before = all[position - 1]
    if (before === undefined) return JAVA_ROW.test(text.slice(0, at)) ? [at] : []
    // Tombstones part themselves.
    if (isNative) return before.isNative ? [] : [at]
    return pid === before.pid && (pid !== undefined || before.isNative) ? [] : [at]
  })
}

/** A line of the runtime's own in the log. */
const TAGGED = /^[^\n]{0,80}?\bE[ /]AndroidRuntime\b[^\n]*/gm

/** Where other processes log exceptions below the last line that the runtime wrote of a crash. */
function behindCrashes(all: readonly Beginning[], text: string): readonly number[] {
  const lines = Array.from(text.matchAll(TAGGED), ({ 0: line, index }) => index + line.length)
  let next = 0
  return all.flatMap(({ at, isNative }, position) => {
    const stop = all[position + 1]?.at ?? text.length
    let end: number | undefined
    for (; next < lines.length && (lines[next] ?? 0) <= stop; next++) if ((lines[next] ?? 0) > at) end = lines[next]
    if (isNative || end === undefined) return []
    return JAVA_ROW.test(text.slice(end, stop)) ? [end + 1] : []
  })
}

function androidProcesses(text: string): readonly number[] {
  const isLogged = text.includes('FATAL EXCEPTION: ') || text.includes(', PID: ')
  const isNative = text.includes('Fatal signal ') || text.includes('*** *** *** ***')
  const all = [
    ...(isLogged ? beginnings(UNCAUGHT, text, PID) : []),
    ...(isNative ? beginnings(NATIVE, text, NATIVE_PID) : []),
  ]
  all.sort((a, b) => a.at - b.at)
  return [...ofOthers(all, text), ...behindCrashes(all, text)]
}

const GOROUTINE = /^[^\n]{0,80}?\bgoroutine (\d{1,18})(?: [^[\n]{0,200})? ?\[[^\]\n]{1,200}\]:?[ \t\r]*$/gm
/** The end of a call's place; words below the last one belong to what follows. */
const GO_PLACE = /\.(?:go|s|c):\d{1,9}(?: \+0x[0-9a-f]{1,16}(?: fp=[^\n]{1,120})?)?[ \t\r]*$/gm
/** What the runtime writes above the stacks of a panic. */
const GO_END = /^[^\n]{0,160}?(?<![A-Za-z]|\bObserved a )(?:panic(?: serving \S{1,100})?|fatal error): \S/m

/** A dump lists each goroutine once, below the words of its end. */
function goDumps(text: string): readonly number[] {
  if (!text.includes('goroutine ')) return []
  const found: number[] = []
  const seen = new Set<string>()
  let last: number | undefined
  for (const { 0: line, 1: id = '', index: at } of text.matchAll(GOROUTINE)) {
    const between = text.slice(last ?? at, at)
    const place = [...between.matchAll(GO_PLACE)].at(-1)
    const words = place ? between.slice(place.index + place[0].length).trimStart() : ''
    const isAgain = seen.size > 1 && id !== '0' && seen.has(id)
    if (words !== '' && (isAgain || GO_END.test(words))) {
      found.push(at - words.length)
      seen.clear()
    }
    seen.add(id)
    last = at + line.length
  }
  return found
}

/** Crashlytics' heading of each crash, and the place of a row below it. */
const SERVICE = /^[ \t]{0,40}(?:Fatal|Non-fatal) Exception: [\w.$]{2,300}/gm
const SERVICE_PLACE = /\([\w./-]{1,200}\.\w{1,6}:\d/

function serviceCrashes(text: string): readonly number[] {
  const heads = text.includes('atal Exception: ') ? Array.from(text.matchAll(SERVICE), ({ index }) => index) : []
  const hasRows = (position: number): boolean => SERVICE_PLACE.test(text.slice(heads[position], heads[position + 1]))
  return heads.filter((_, position) => position > 0 && hasRows(position - 1) && hasRows(position))
}

/** What handlers of crashes write above their stack, below whatever the program logged before: Unity's on Windows, that of Dart. */
const WALKED = /^[ \t]*=+ (?:OUTPUTTING STACK TRACE|CRASH) =+[ \t\r]*$/m
const LOGGED_ROW =
  /^[ \t]*#\d{1,4}[ \t]{2,8}\S|^[ \t]*(?:at )?[\w.+<>/`]{3,300}[.:][\w.<>`]{1,200} ?\([^()\n]{0,300}\)[ \t]/m

function walkedStack(text: string): readonly number[] {
  const at = WALKED.exec(text)?.index ?? 0
  return at > 0 && LOGGED_ROW.test(text.slice(0, at)) ? [at] : []
}

/** Processes of one text that are read for themselves; what lies behind is one part. */
const MOST_PROCESSES = 64

/** The text cut where the logs or dumps of further processes begin; one part where it is of one process. Linear. */
export function splitProcesses(text: string): readonly string[] {
  // Strings of JSON hold lines, too.
  const starts = /^\s*(?:\{|\[\s*[[{"])/.test(text) ? [] : findFurtherProcesses(text).slice(0, MOST_PROCESSES)
  return [0, ...starts].map((start, at) => text.slice(start, starts[at]))
}

/** Offsets of the lines at which further processes begin, ascending. */
function findFurtherProcesses(text: string): readonly number[] {
  const dumps = text.includes('----- pid ') ? ofOthers(beginnings(DUMP, text, PID), '') : []
  const all = [
    ...dumps,
    ...androidProcesses(text),
    ...goDumps(text),
    ...walkedStack(text),
    ...serviceCrashes(text),
  ].sort((a, b) => a - b)
  return all.filter((at, position) => at > (all[position - 1] ?? 0))
}
