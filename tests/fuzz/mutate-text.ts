/**
 * Broken text and JSON from good ones: numbers at the ends of 64 bits, runs of one character, lost line breaks, cuts.
 * Also repeated and shuffled lines, lines of another file and deep indentation; in JSON values of another type and deep
 * nesting.
 */
import type { Random } from '../support/random.ts'

/**
 * Characters of a run, and of a long one. A reader that takes time by the square needs seconds for the one, minutes for the other.
 * Most runs are shorter: a round takes time by its length, and what a long run finds is found in few rounds.
 */
const RUN = 60_000
const LONG_RUN = 600_000
const USUAL_RUN = 2000
const LONGEST = 1_000_000

const EXTREMES =
  '18446744073709551615 18446744073709551616 0xffffffffffffffff -9223372036854775808 0x8000000000000000 0 -0 4294967295 4294967296 1e308 1e999 -1 NaN 0x 00000000000000000000000000000001 9007199254740993'.split(
    ' ',
  )
const PIECES = [
  ...' \t\n\r([{<"\'\\:.,0a#|+-*/@!$^&;=_~`\u00a0\u2028\ufeff\u202e\ud800é',
  ' +',
  ' (',
  ' at ',
  ' in ',
  '0x1 ',
  '[[ ]',
  '\r\n',
  '\n\n',
  '    ',
  '  + ! ',
  '0 a 0x12345 b ',
  '...',
  '- -[A b] ',
  '$s',
  '_Z',
  '<a>',
  '</script>',
  '```',
  '\u001b[31m',
]

type Change = (text: string, random: Random, other: string) => string

const linesOf = (text: string): string[] => text.split('\n')

const changes: readonly Change[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => text.slice(random.below(text.length)),
  ...Array.from({ length: 3 }, (): Change => replaceNumber),
  (text, random) => {
    const at = random.below(text.length)
    const piece = random.pick(PIECES)
    const length = random.once(200) ? LONG_RUN : random.once(20) ? RUN : random.small(USUAL_RUN)
    return text.slice(0, at) + piece.repeat(length / piece.length) + text.slice(at)
  },
  (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.below(3))
  },
  (text, random) => {
    const at = random.below(text.length)
    return text.slice(0, at) + text.slice(at + random.small(400))
  },
  (text, random) => text.replace(/\r?\n/g, random.pick([' ', '\t', '\r', '\\n', '', '\n\n', '\r\r\n'])),
  (text, random) => {
    const lines = linesOf(text)
    const at = random.below(lines.length)
    const run = `${lines[at] ?? ''}${random.once(2) ? '\n' : ' '}`
    // A whole page may be one line, so the length of a run limits the repetitions.
    const longest = random.once(20) ? RUN : USUAL_RUN
    const times = Math.min(1 + random.small(2000), Math.ceil(longest / run.length))
    lines.splice(at, 0, run.repeat(times).slice(0, longest))
    return lines.join('\n')
  },
  (text, random) => {
    const lines = linesOf(text)
    let left = LONGEST
    const shuffled = lines.map((_, at) => lines[random.below(at + 1)] ?? '')
    // A long line may have come often.
    return shuffled.filter((line) => (left -= line.length) > 0).join('\n')
  },
  (text, random, other) => {
    const [lines, others] = [linesOf(text), linesOf(other)]
    const from = random.below(others.length)
    lines.splice(
      random.below(lines.length),
      random.small(lines.length),
      ...others.slice(from, from + 1 + random.below(40)),
    )
    return lines.join('\n')
  },
  // A stack or a tree as deep as it is long.
  (text, random) => {
    const lines = linesOf(text)
    const at = random.below(lines.length)
    const line = lines[at] ?? ''
    const step = random.pick([' ', '  ', '\t', '| '])
    const deep = Array.from(
      { length: random.once(8) ? 300 : 40 },
      (_, depth) => step.repeat(depth) + line.slice(0, 100),
    )
    return [...lines.slice(0, at), ...deep, ...lines.slice(at)].join('\n')
  },
  (text, random) => {
    const words = [...text.matchAll(/[^\s"]+/g)]
    if (words.length < 2) return text
    const [a, b] = [random.pick(words), random.pick(words)]
    return text.slice(0, a.index) + b[0] + text.slice(a.index + a[0].length)
  },
]

function replaceNumber(text: string, random: Random): string {
  // From a place on, since finding all numbers of a long text takes long.
  const number = /0x[0-9a-f]+|\d+/gi
  number.lastIndex = random.below(text.length)
  const found = number.exec(text)
  if (!found) return text
  return text.slice(0, found.index) + random.pick(EXTREMES) + text.slice(found.index + found[0].length)
}

/** One text with one to four changes. */
export function mutateText(seed: string, random: Random, other: string): string {
  let text = seed
  for (let count = 1 + random.small(4); count > 0; count--) {
    text = random.pick(changes)(text, random, other).slice(0, LONGEST)
  }
  return text
}

type Json = unknown

/** Where a value stands: the object or array that holds it, and its key there. */
interface Place {
  readonly holder: Record<string, Json>
  readonly key: string
}

/** A place anywhere in the value; undefined where it holds nothing. */
function placeIn(value: Json, random: Random): Place | undefined {
  let found: Place | undefined
  let inside = value
  while (typeof inside === 'object' && inside !== null) {
    const holder = inside as Record<string, Json>
    const keys = Object.keys(holder)
    if (keys.length === 0 || (found && random.once(4))) break
    const key = random.pick(keys)
    found = { holder, key }
    inside = holder[key]
  }
  return found
}

function strange(random: Random, was: Json, depth: number): Json {
  const nested = (opens: (inside: Json) => Json): Json => {
    let inside: Json = was
    for (let level = 0; level < depth; level++) inside = opens(inside)
    return inside
  }
  // How many copies stay below the length at which the document is cut.
  const room = Math.max(1, Math.floor(LONGEST / JSON.stringify(was).length))
  const copy = (): Json => JSON.parse(JSON.stringify(was)) as Json
  // Copies of their own: what is changed in one of them later must not come as often as there are copies.
  const copies = Array.from({ length: Math.min(3, room) }, copy)
  const makers: readonly (() => Json)[] = [
    () => null,
    () => true,
    () => -1,
    () => random.pick([0, 1, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 2 ** 64, 1e308, 0.5]),
    () => random.pick(EXTREMES),
    () => random.pick(PIECES).repeat(1 + random.small(USUAL_RUN)),
    () => '',
    () => [],
    () => ({}),
    () => copies,
    () => Object.fromEntries<Json>(copies.map((one, at) => [['', '__proto__', 'constructor'][at] ?? '', one])),
    () =>
      Array.isArray(was) && was.length > 0
        ? Array.from({ length: Math.min(Math.ceil((random.once(8) ? 3000 : 100) / was.length), room) }, copy).flat()
        : was,
    () => nested((inside) => [inside]),
    () => nested((inside) => ({ a: inside })),
    () => (typeof was === 'string' ? Number(was) : String(was)),
  ]
  return random.pick(makers)()
}

/** One JSON document, or lines of them, with one to four values changed; other text is damaged as text. */
export function mutateJson(seed: string, random: Random, other: string): string {
  if (random.once(4)) return mutateText(seed, random, other)
  // A header of one line may stand before the document.
  const split = seed.startsWith('{') ? seed.indexOf('\n{') + 1 : 0
  try {
    const document: Json = JSON.parse(seed.slice(split))
    for (let count = 1 + random.small(4); count > 0; count--) {
      const place = placeIn(document, random)
      if (!place) continue
      if (random.once(5)) delete place.holder[place.key]
      else place.holder[place.key] = strange(random, place.holder[place.key], random.once(20) ? 3000 : 40)
    }
    return (seed.slice(0, split) + JSON.stringify(document)).slice(0, LONGEST)
  } catch {
    return mutateText(seed, random, other)
  }
}
