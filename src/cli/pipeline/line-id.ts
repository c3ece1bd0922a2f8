/** The `id` of a line of JSON, as the line spells it: a reader of numbers would change those of more than 53 bits. */

/** The text of the last member `id` of a line's object; undefined for none. The rest of the line may be damaged. */
export function idOfLine(line: string): string | undefined {
  let at = blank(line, 0)
  // Most of a line is a report, and reports are long.
  if (line[at] !== '{' || !ID_KEY.test(line)) return undefined
  let id: string | undefined
  at = blank(line, at + 1)
  while (line[at] === '"') {
    const keyEnd = stringEnd(line, at)
    const key = line.slice(at, keyEnd)
    const colon = blank(line, keyEnd)
    if (line[colon] !== ':') break
    const start = blank(line, colon + 1)
    const end = valueEnd(line, start)
    if (end === undefined) break
    if (isId.test(key) && isWhole(line.slice(start, end))) id = line.slice(start, end)
    at = blank(line, end)
    if (line[at] !== ',') break
    at = blank(line, at + 1)
  }
  return id
}

/** The key, which may be written with escapes. */
const ID_KEY = /"(?:i|\\u0069)(?:d|\\u0064)"/
const isId = new RegExp(`^${ID_KEY.source}$`)

/** What is echoed must leave the answer a line of JSON. */
function isWhole(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function blank(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at++
  return at
}

/** Behind the closing quote, or the end of the text. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at
    while (text[escapes - 1] === '\\') escapes--
    if ((at - escapes) % 2 === 0) return at + 1
  }
  return text.length
}

/** Behind a value; undefined where the text ends in it. */
function valueEnd(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      at = stringEnd(text, at) - 1
      if (depth === 0) return text[at] === '"' && at > start ? at + 1 : undefined
    } else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      if (depth === 0) return trimmedEnd(text, start, at)
      if (--depth === 0) return at + 1
    } else if (depth === 0 && char === ',') return trimmedEnd(text, start, at)
  }
  return undefined
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(text[at - 1] ?? '')) at--
  return at
}
