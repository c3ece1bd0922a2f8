/**
 * Any other text with addresses in it: rows of stacks in whatever layout, lists of addresses, images and offsets in running text.
 * The text stays as it is; names are put in behind the addresses.
 */
import { success } from '../model/problem.ts'
import type { Outcome } from '../model/problem.ts'
import type { Report, Stack } from '../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from './format.ts'
import { eachLine } from './lines.ts'
import type { Line } from './lines.ts'
import { ReportBuilder } from './report-builder.ts'
import { collectImages, findStatedLoad } from './text-images.ts'
import { findMentions, findNumbers } from './text-mentions.ts'
import { addTextStack, finishTextReport, offsetsForAddresses, programOf, TextImages } from './text-report.ts'
import { readIndexedRow, readLldbRow, readPlainRow, readSanitizerRow } from './text-rows.ts'
import type { RowReader, TextRow } from './text-rows.ts'
import { collectAddressLists, collectStacks } from './text-stacks.ts'

export const textScanFormat: ReportFormat = {
  id: 'text-scan',
  label: 'Text with addresses',
  sniff: sniffText,
  parse: parseText,
}

/** More lines than this in a row without anything are not looked at for claiming. */
const SNIFF_LINES = 4000

/** A numbered row is one only with a name and a place; a list of measured values is not a stack. */
const readSureRow: RowReader = (line) => {
  const row = readIndexedRow(line)
  if (!row?.imageName || /^[\d\W]*$/.test(row.imageName) || /[={}]/.test(row.imageName)) return undefined
  const hasPlace = row.symbol !== undefined || row.base !== undefined || row.imageUuid !== undefined
  return hasPlace || (row.address ?? 0n) > 0xff_ffffn ? row : undefined
}

const readModuleRow: RowReader = (line) => {
  const row = readSanitizerRow(line)
  return row?.imageName === undefined ? undefined : { ...row, kind: 'call' }
}

const READERS: readonly RowReader[] = [readLldbRow, readSureRow, readPlainRow, readModuleRow]

/** Lines, and inside strings of JSON or source code the lines that `\\n` stands for. */
function* eachPrintedLine(text: string): Generator<Line> {
  for (const line of eachLine(text)) {
    if (!line.text.includes('\\n')) {
      yield line
      continue
    }
    let from = 0
    for (const match of line.text.matchAll(/\\n|["'](?=0[ \t]{2,})/g)) {
      yield partOf(line, from, match.index)
      from = match.index + match[0].length
    }
    yield partOf(line, from, line.text.length)
  }
}

function partOf(line: Line, from: number, to: number): Line {
  return { text: line.text.slice(from, to), start: line.start + from, end: line.start + to, number: line.number }
}

function sniffText({ text }: Sample): boolean {
  if (/^[\s\uFEFF]*[[{]/.test(text) || text.includes('\0')) return false
  let count = 0
  for (const line of eachPrintedLine(text)) {
    if (++count > SNIFF_LINES) return false
    if (READERS.some((reader) => reader(line) !== undefined)) return true
    if (findMentions(line).some(({ strength }) => strength === 'sure')) return true
  }
  return collectAddressLists(text).some((list) => list.rows.every(({ address }) => (address ?? 0n) > 0xfffn))
}

function parseText(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const found = collectStacks(eachPrintedLine(input.text), READERS)
  const stacks = offsetsForAddresses(found.stacks)
  const listed = collectImages(found.others)
  const mentions = found.others.flatMap(findMentions).map(({ row }) => row)
  const rows = [...stacks.flatMap((stack) => stack.rows), ...mentions]
  const images = new TextImages(builder, listed)
  const load = findStatedLoad(found.others)
  if (load) images.state(programOf(load, rows))
  images.learn(rows)

  const lists = collectAddressLists(input.text)
  const backtraces = [...stacks, ...lists]
    .sort((a, b) => a.span.start - b.span.start)
    .map((stack): Stack & { title: string } => ({
      title: titleOf('title' in stack ? stack.title : undefined),
      frames: addTextStack(builder, images, stack.rows, 'title' in stack ? 'thread' : 'return'),
      span: stack.span,
    }))
  const bare = lists.flatMap((list) => list.rows)
  const inText = [...mentions, ...coveredNumbers(found.others, images, mentions, bare)]
  if (inText.length > 0) {
    const frames = addTextStack(builder, images, inText, 'exact')
    backtraces.push({ title: 'Addresses in the text', frames })
  }
  return success([finishTextReport(textScanFormat, input, builder, { backtraces })])
}

/** The line above a stack; not one with addresses, which is no heading. */
function titleOf(line: Line | undefined): string {
  const title = line?.text.trim().replace(/:$/, '') ?? ''
  return title === '' || /0x[0-9a-f]{3}/i.test(title) ? 'Stack' : title.slice(0, 120)
}

/** Numbers that lie in an image that the text lists, except where it lists it. */
function coveredNumbers(
  lines: readonly Line[],
  images: TextImages,
  mentions: readonly TextRow[],
  listed: readonly TextRow[],
): TextRow[] {
  if (!images.hasPlaces) return []
  const taken = new Set([...mentions, ...listed].map(({ span }) => span?.start))
  return lines.flatMap((line) => {
    if (collectImages([line]).length > 0) return []
    const inMention = (row: TextRow): boolean =>
      mentions.some(({ span }) => span && row.span && row.span.start >= span.start && row.span.end <= span.end)
    return findNumbers(line).filter(
      (row) => !taken.has(row.span?.start) && !inMention(row) && images.covers(row.address),
    )
  })
}
