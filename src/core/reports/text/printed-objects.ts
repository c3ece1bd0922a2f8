/**
 * Objects as JavaScript's consoles print them: keys without quotes, texts in single quotes that may go on behind a plus, and words
 * such as `[Function: save]`. Written again as JSON, so that what reads JSON reads them.
 */

/** Where an object with a key begins. */
export const PRINTED_OBJECT =
  /\{[ \t\r\n]{0,200}(?:\[[A-Z][^\]\n]{1,2000}\][ \t\r\n]{1,200})?[A-Za-z_$][\w$]{0,80}:[ \t\r\n]/
/** A text in quotes; one that was cut off ends with the file. */
const QUOTED = /'(?:[^'\\]|\\[^])*(?:'|$)|"(?:[^"\\]|\\[^])*(?:"|$)|`(?:[^`\\]|\\[^])*(?:`|$)/y
const KEY = /[A-Za-z_$][\w$]*(?=\s*:)/y
const JOINED = /\s*\+\s*(?=['"`])/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])/y
const WORD = /(?:true|false|null)\b/y
/** `[Function: save]`, `[Circular *1]`, `undefined`, `Symbol(x)`, `Error: …` with its rows: nothing that a report needs, up to the next mark. */
const OTHER = /\[(?:Function|Circular|Getter|Object|Array|Symbol|class)\b[^\]\n]*\]|[^\s{}[\],:'"`][^,{}[\]\n]*/y
/** `{ [TypeError: no till] code: 5 }`: an error with members of its own. */
const HEADED = /\{[ \t\r\n]{0,200}\[([A-Z][\w ]{1,60}): ([^\]\n]{1,2000})\][ \t\r\n]/y
const MARKS = '{}[],:'

/** The JSON of the object at `start`, and how far it reaches. Other text becomes null. Linear. */
export function jsonOfPrinted(text: string, start: number): { readonly json: string; readonly end: number } {
  const parts: string[] = []
  let depth = 0
  let at = start
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  HEADED.lastIndex = at
  const headed = HEADED.exec(text)
  if (headed) {
    parts.push(`{"name":${JSON.stringify(headed[1])},"message":${JSON.stringify(headed[2])},`)
    depth++
    at += headed[0].length
  }
  while (at < text.length) {
    const mark = text.charAt(at)
    const key = take(KEY)
    const quoted = key === undefined ? take(QUOTED) : undefined
    if (key !== undefined) parts.push(JSON.stringify(key))
    else if (quoted !== undefined) parts.push(JSON.stringify(joinedText(quoted, take)))
    else {
      const other = take(NUMBER) ?? take(WORD)
      if (other !== undefined) parts.push(other)
      else if (take(OTHER) !== undefined) parts.push('null')
      else {
        if (MARKS.includes(mark)) parts.push(mark)
        if (mark === '{' || mark === '[') depth++
        if (mark === '}' || mark === ']') depth--
        at++
        if (depth === 0) break
      }
    }
  }
  return { json: parts.join(''), end: at }
}

/** A text and those that a plus joins to it. */
function joinedText(first: string, take: (pattern: RegExp) => string | undefined): string {
  let whole = bare(first)
  // eslint-disable-next-line unslide/bounded-loops -- each turn takes letters of the text
  while (take(JOINED) !== undefined) whole += bare(take(QUOTED) ?? '')
  return whole
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The text between the marks. The last one may be missing. */
const bare = (quoted: string): string =>
  quoted
    .slice(1)
    .replace(/\\([^])|["'`]$/g, (mark: string, letter?: string) =>
      letter === undefined ? (mark === quoted.charAt(0) ? '' : mark) : (ESCAPES[letter] ?? letter),
    )
