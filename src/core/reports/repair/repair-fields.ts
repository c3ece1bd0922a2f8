/** Fields of a crash report that a form or a chat put on one line. Lines with rows are for the steps that lay rows bare. */
import { FIELD_LABEL, STACK_LABEL } from '../text/head-labels.ts'

/** Labels of more than one word, or with a sign: prose does not have these. */
const DISTINCT = /[A-Za-z][ /][A-Za-z]/
const ROW = /(?:^|\s)\d{1,4}[ \t]+[^\s\d][^\n]{0,160}?[ \t]0x[0-9a-f]{5,16}[ \t]/i
/** A line with these is of JSON or of escaped text. */
const ESCAPED = /^[ \t]*[{["]|\\n/
/** Below this a label inside a line is somebody's sentence. */
const FEWEST = 3
const LONGEST = 65_536
const LARGEST = 4_194_304

/** The text with each field on a line of its own; the same string where it has none that share a line. Linear. */
export function splitFields(text: string): string {
  if (text.length > LARGEST || !/(?:Type|Codes|Reason|Identifier|Key|Version|Process):/.test(text)) return text
  const lines = text.split('\n')
  const split = lines.map(splitLine)
  return split.some((line, at) => line !== lines[at]) ? split.join('\n') : text
}

function splitLine(line: string): string {
  if (line.length > LONGEST || ESCAPED.test(line) || ROW.test(line)) return line
  const labels = [...line.matchAll(FIELD_LABEL)]
  const start = labels[0]?.index ?? 0
  const isBegun = line.slice(0, start).trim() === ''
  if (labels.filter(([label]) => DISTINCT.test(label)).length < (isBegun ? 2 : FEWEST)) return line
  const heads = [...line.matchAll(STACK_LABEL)].flatMap(({ 0: head, index }) => [index, index + head.length])
  const cuts = [...labels.map(({ index }) => index), ...heads].sort((one, other) => one - other)
  return [...cuts, line.length]
    .map((end, at) => line.slice(cuts[at - 1] ?? 0, end).trim())
    .filter((part) => part !== '')
    .join('\n')
}
