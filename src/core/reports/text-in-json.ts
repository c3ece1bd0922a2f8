/** Text that a program keeps in the strings of a document that no format knows: a log's line, an answer of a service. */
import { append } from '../model/lists.ts'
import { parseJson } from './json/json.ts'
import { stringsIn } from './json/strings-in.ts'
import type { LineOf } from './rows/move-problem.ts'

/** Characters. */
const LARGEST = 4 << 20
/** Documents in a row. */
const MOST_DOCUMENTS = 1000
/** Line breaks of the longest text; a string with fewer is a field. */
const FEWEST_BREAKS = 2
/** A shorter string without line breaks is a word or a time. */
const SHORTEST_SENTENCE = 12

const breaksIn = (text: string): number => text.split('\n').length - 1
const isSentence = (text: string): boolean => text.length >= SHORTEST_SENTENCE && /\S \S/.test(text)

export interface TextInJson {
  readonly text: string
  /** The line of the file in which the string begins that a line of the text is of. */
  readonly lineOf: LineOf
}

/** Texts and sentences of the documents, a blank line between two; undefined where no string has several lines. */
export function takeTextOutOfJson(text: string): TextInJson | undefined {
  if (text.length > LARGEST || !/^[\s\ufeff]{0,400}[[{"]/.test(text) || !text.includes('\\n')) return undefined
  const found: string[] = []
  let [at, breaks] = [0, 0]
  for (let count = 0; count < MOST_DOCUMENTS && text.slice(at, at + 4096).trim() !== ''; count++) {
    const document = parseJson(text, at)
    if (!document || document.damage || document.end <= at) return undefined
    at = document.end
    for (const one of stringsIn(document.value)) {
      if (!one.includes('\n') && !isSentence(one)) continue
      breaks = Math.max(breaks, breaksIn(one))
      found.push(one)
    }
  }
  if (breaks < FEWEST_BREAKS || text.slice(at).trim() !== '') return undefined
  const numbers = numbersOf(text, found)
  return { text: found.join('\n\n'), lineOf: (line) => numbers[line - 1] ?? line }
}

/** Characters of a string by which its place is found. */
const SEARCHED = 40

/** For each line of the texts, blank ones between them included, the line of the file in which its string begins. */
function numbersOf(file: string, texts: readonly string[]): number[] {
  const numbers: number[] = []
  let [at, line] = [0, 1]
  for (const text of texts) {
    const start = JSON.stringify(text).slice(1, SEARCHED).replace(/"$/, '')
    const place = file.indexOf(start, at)
    if (place >= 0) {
      line += breaksIn(file.slice(at, place))
      // The next text may be an equal one further down.
      at = place + start.length
    }
    append(numbers, Array<number>(breaksIn(text) + 2).fill(line))
  }
  return numbers
}
