/** Values with their keys, wherever a report has them: JSON at any depth, JSON in strings of JSON, `Key: value` lines, `key=value` in messages. */

/** A value with its key; `around` are the keys of the objects that hold it, innermost last. */
export interface KeyedValue {
  readonly key: string
  readonly value: string
  readonly around: readonly string[]
}

const DEEPEST_TEXT = 4
const MOST_KEYS_AROUND = 6
const LONGEST_STRING = 1_000_000

/** Every string and number in the JSON of a text, whole or cut. Other text gives only quoted values after a key. */
export function* jsonValues(text: string, depth = 0): Generator<KeyedValue> {
  /** Keys of the open objects and arrays. */
  const open: { readonly key: string; name?: string; value?: string }[] = []
  let key: string | undefined
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = stringEnd(text, at)
      if (text.charCodeAt(end) !== QUOTE) {
        // The line ends first.
        at = end
        continue
      }
      const string = unquote(text.slice(at, end + 1))
      at = end
      if (isKey(text, end + 1) && open.length > 0) {
        key = string
        continue
      }
      yield* told(string)
    } else if (char === BRACE || char === BRACKET) {
      open.push({ key: key ?? '' })
      key = undefined
    } else if (char === END_BRACE || char === END_BRACKET) {
      const closed = open.pop()
      // `{"name": "device_id", "value": "…"}`
      if (closed?.name !== undefined && closed.value !== undefined)
        yield { key: closed.name, value: closed.value, around: around() }
      key = undefined
    } else if (char === COMMA) key = undefined
    else if (key !== undefined && ((char >= ZERO && char <= NINE) || char === MINUS)) {
      const number = /^-?\d{1,40}(?:\.\d{1,40})?(?![\w.])/.exec(text.slice(at, at + 83))?.[0]
      const end = at + (number?.length ?? 1)
      if (number !== undefined) yield* told(number)
      at = end - 1
      key = undefined
    }
  }

  function around(): readonly string[] {
    return open.slice(-MOST_KEYS_AROUND).map((one) => one.key)
  }

  function* told(value: string): Generator<KeyedValue> {
    const within = open.at(-1)
    if (within && key !== undefined) {
      if (/^(?:name|key|k|field)$/i.test(key)) within.name = value
      else if (/^(?:value|v|val)$/i.test(key)) within.value = value
    }
    yield { key: key ?? '', value, around: around() }
    key = undefined
    if (depth < DEEPEST_TEXT && value.includes('{') && value.includes('"')) yield* jsonValues(value, depth + 1)
  }
}

const QUOTE = 0x22
const BRACE = 0x7b
const END_BRACE = 0x7d
const BRACKET = 0x5b
const END_BRACKET = 0x5d
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const LINE_END = 0x0a

/** Position of the closing quote, or of the line's end where that comes first. */
function stringEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_STRING)
  let at = start + 1
  for (; at < limit; at++) {
    const char = text.charCodeAt(at)
    if (char === BACKSLASH) at++
    else if (char === QUOTE || char === LINE_END) break
  }
  return at
}

function isKey(text: string, at: number): boolean {
  while (text[at] === ' ' || text[at] === '\t') at++
  return text[at] === ':'
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

const LINE =
  /^[ \t>*#|-]*([A-Za-z][A-Za-z0-9 _./-]{0,40}?)[ \t]{0,40}[:=][ \t]{0,40}(\S[^\n\r]{0,300}?)[ \t]{0,40}\r?$/gm
/** `user_id=42&session=…`, `deviceId: …` in a message, `\"deviceId\":\"…\"` in a string of a string. */
const INLINE = /([A-Za-z][\w.-]{0,40})\\*["']?[ \t]?[=:][ \t]?\\*["']?([^\s"'\\&;,(){}[\]<>]{2,200})/g

/** Pairs in running text. */
export function* textValues(text: string): Generator<KeyedValue> {
  for (const match of text.matchAll(LINE)) yield { key: match[1] ?? '', value: match[2] ?? '', around: [] }
  for (const match of text.matchAll(INLINE)) {
    // In a sentence, `user: …` begins an explanation and not a name.
    if (match[1] !== 'user' && match[1] !== 'login') yield { key: match[1] ?? '', value: match[2] ?? '', around: [] }
  }
}
