/**
 * Command lines of `atos` and its answers. The options of a command give image, architecture and load address of its addresses. An
 * address and its answer are one frame.
 */
import { append } from '../../model/lists.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { Report, Stack } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { readAtosRow } from '../text/atos-rows.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'
import { hasAtosCommand, readAtosCommand, type AtosCommand } from './atos-command.ts'

export const atosFormat: ReportFormat = {
  id: 'atos',
  label: 'atos commands and answers',
  sniff: ({ text }: Sample) => isClaimed(text),
  parse: parseAtos,
}

/** Lines looked at before a text is claimed. */
const SNIFF_LINES = 400

/** A command with addresses, or answers that no other lines with addresses outnumber. */
function isClaimed(text: string): boolean {
  const lines = splitLines(text)
    .filter((line) => line.text.trim() !== '')
    .slice(0, SNIFF_LINES)
  const isAnswer = (line: Line): boolean => readAtosRow(line) !== undefined
  const rows = lines.filter(isAnswer).length
  const others = lines.filter((line) => ADDRESS.test(line.text) && !isAnswer(line)).length
  if (rows > 0 && rows >= others && (rows > 1 || lines.length < 3)) return true
  return lines.some((line) => hasAtosCommand(line.text)) && groupsOf(lines).some((group) => group.rows.length > 0)
}

const ADDRESS = /0x[0-9a-f]{5}/i

/** Frames of one command, or answers without a command. */
interface Group {
  readonly rows: readonly TextRow[]
  readonly isCommand: boolean
}

function parseAtos(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const stacks = joinSingles(groupsOf(lines))
  const images = new TextImages(
    builder,
    collectImages(lines.filter(({ text }) => !hasAtosCommand(text) && !text.includes(' (in '))),
  )
  images.learn(stacks.flat())
  const backtraces = stacks.map((rows): Stack & { title: string } => ({
    title: 'atos',
    frames: addTextStack(builder, images, rows, 'thread'),
  }))
  const arch = stacks.flat().find(({ imageArch }) => imageArch !== undefined)?.imageArch
  const report = finishTextReport(atosFormat, input, builder, { backtraces, header: omitUndefined({ arch }) })
  // A command's addresses and its answers are different lines, so names have no place in this text.
  return success([{ ...report, textKind: 'none' }])
}

/** Commands with one address each, one below the other, are the rows of one stack. */
function joinSingles(groups: readonly Group[]): TextRow[][] {
  const stacks: TextRow[][] = []
  let isOpen = false
  for (const { rows, isCommand } of groups) {
    const isSingle = isCommand && rows.length === 1
    const last = isSingle && isOpen ? stacks.at(-1) : undefined
    if (last) append(last, rows)
    else if (rows.length > 0) stacks.push([...rows])
    isOpen = isSingle
  }
  return stacks
}

/** The frames of a text in its order. */
function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = []
  let at = 0
  while (at < lines.length) {
    const joined = joinedLines(lines, at)
    const command = readAtosCommand(joined)
    const from = at + (command ? joined.length : 0)
    const { answers, next } = answersFrom(lines, from, command)
    if (command) groups.push({ rows: [...pair(command.rows, answers), ...answers.typed], isCommand: true })
    else if (answers.rows.length > 0) groups.push({ rows: answers.rows.flat(), isCommand: false })
    at = Math.max(next, from, at + 1)
  }
  return groups
}

/** A line, and those that a `\` at its end joins to it. */
function joinedLines(lines: readonly Line[], at: number): readonly Line[] {
  let end = at
  while (end + 1 < lines.length && end - at < 1000 && lines[end]?.text.trimEnd().endsWith('\\')) end++
  return lines.slice(at, end + 1)
}

interface Answers {
  /** Rows between two empty lines. */
  readonly rows: readonly (readonly TextRow[])[]
  /** Addresses that somebody typed to a running atos, each with its answer. */
  readonly typed: readonly TextRow[]
}

/** The answers up to the next command. */
function answersFrom(
  lines: readonly Line[],
  from: number,
  command: AtosCommand | undefined,
): { readonly answers: Answers; readonly next: number } {
  const rows: TextRow[][] = [[]]
  const typed: TextRow[] = []
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at]
    if (!line || hasAtosCommand(line.text)) break
    const row = readAtosRow(line)
    const asked = row ? undefined : typedAddress(line, command)
    const last = typed.at(-1)
    if (asked) typed.push(asked)
    else if (row && last) typed[typed.length - 1] = named(last, row)
    else if (row) rows.at(-1)?.push(row)
    else if (line.text.trim() === '') rows.push([])
  }
  return { answers: { rows: rows.filter((group) => group.length > 0), typed }, next: at }
}

function typedAddress(line: Line, command: AtosCommand | undefined): TextRow | undefined {
  const text = line.text.trim()
  if (!command || !/^(?:0x)?[0-9a-f]{5,16}$/i.test(text)) return undefined
  const start = line.start + line.text.indexOf(text)
  return command.place({ text, start, end: start + text.length })
}

/** The addresses of a command with their answers. With `-i` an address has several answers, and an empty line ends them. */
function pair(asked: readonly TextRow[], { rows }: Answers): readonly TextRow[] {
  const flat = rows.flat()
  if (flat.length === asked.length) return asked.map((row, at) => named(row, flat[at]))
  if (rows.length === asked.length)
    return asked.flatMap((row, at) => {
      const group = rows[at] ?? []
      return group.map((answer, position) => ({ ...named(row, answer), inlined: position < group.length - 1 }))
    })
  return asked
}

function named(asked: TextRow, answer: TextRow | undefined): TextRow {
  return answer?.symbol ? { ...asked, symbol: answer.symbol } : asked
}
