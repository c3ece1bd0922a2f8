/**
 * Any other text with addresses in it: rows of stacks in whatever layout, lists of addresses, images and offsets in running text.
 * The text stays as it is; names are put in behind the addresses.
 */
import { runtimeRows } from '../text/runtime-rows.ts'
import { cleanAddress } from '../../memory/clean-address.ts'
import { runtimeAddress } from '../../model/address.ts'
import { reachOfUnsized } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Frame, Report, Stack, Thread } from '../../model/report.ts'
import { areSignedAddresses, eachAddressLine, isCodeAddress, readBareRow } from '../text/bare-rows.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { ImageRow, StackRule } from '../base/report-builder.ts'
import { findRegisterRows, type RegisterRows } from '../text/register-rows.ts'
import { collectImages, findStatedLoad } from '../text/text-images.ts'
import { beginsImage, findMentions, findNumbers } from '../text/text-mentions.ts'
import { addTextStack, finishTextReport, offsetsForAddresses, programOf, TextImages } from '../text/text-report.ts'
import { readLldbRow } from '../text/debugger-rows.ts'
import { readIndexedRow, readPlainRow, readSanitizerRow } from '../text/text-rows.ts'
import type { RowReader, TextRow } from '../text/text-rows.ts'
import { holdsCells } from '../text/table-cells.ts'
import { isNoImage, isTable } from '../text/table-rows.ts'
import { collectAddressLists, collectStacks, stackOf } from '../text/text-stacks.ts'
import type { TextStack, TextStacks } from '../text/text-stacks.ts'
import { titles } from '../../messages/labels.ts'

export const textScanFormat: ReportFormat = {
  id: 'text-scan',
  label: 'Text with addresses',
  sniff: sniffText,
  parse: parseText,
}

/** Characters of a line that may hold a row. */
const LARGEST_LINE = 4096
/** More lines than this in a row without anything are not looked at for claiming. */
const SNIFF_LINES = 4000

/** A numbered row is one only with a name and a place; a list of measured values is not a stack. */
const readSureRow: RowReader = (line) => {
  const row = readIndexedRow(line)
  if (!row?.imageName || isNoImage(row.imageName) || /^[\d\W]*$/.test(row.imageName) || /[={}]/.test(row.imageName))
    return undefined
  const hasPlace = row.symbol?.offset !== undefined || row.loadAddress !== undefined || row.imageUuid !== undefined
  return hasPlace || (row.address ?? 0n) > 0xff_ffffn ? row : undefined
}

const readModuleRow: RowReader = (line) => {
  const row = readSanitizerRow(line)
  return row?.imageName === undefined ? undefined : { ...row, kind: 'call' }
}

const READERS: readonly RowReader[] = [
  readLldbRow,
  ...runtimeRows,
  readSureRow,
  readPlainRow,
  readModuleRow,
  readBareRow,
]

/** Lines of the text. A `\\n` inside a string of JSON or source code ends a line; several bare addresses become a line each. */
function eachPrintedLine(text: string): Generator<Line> {
  return eachAddressLine(eachEscapedLine(text))
}

function* eachEscapedLine(text: string): Generator<Line> {
  for (const line of eachLine(text)) {
    if (!line.text.includes('\\n')) {
      yield line
      continue
    }
    let from = 0
    for (const match of line.text.matchAll(/\\r?\\n|\\n|["'](?=0[ \t]{2,}|0\\t)/g)) {
      yield partOf(line, from, match.index)
      from = match.index + match[0].length
    }
    yield partOf(line, from, line.text.length)
  }
}

/** A part of an escaped line. Escapes become as many plain characters, so that places in the text stay right. */
function partOf(line: Line, from: number, to: number): Line {
  const text = line.text.slice(from, to).replace(/\\t/g, '  ').replace(/\\\//g, '//')
  // The end of the string is not the end of its last row.
  const length = /["'][ \t]*[,\]})].*$/.exec(text)?.index ?? text.length
  return { text: text.slice(0, length), start: line.start + from, end: line.start + from + length, number: line.number }
}

function sniffText({ text }: Sample): boolean {
  if (text.includes('\0') || holdsCells(text)) return false
  // JSON of another kind is full of numbers and names; a row in one of its strings is no chance.
  const isJson = /^[\s\uFEFF]*[[{]/.test(text)
  let count = 0
  let rows = 0
  let isPlaced = false
  const wide: bigint[] = []
  const tabled: TextRow[] = []
  for (const line of eachPrintedLine(text)) {
    if (++count > SNIFF_LINES) return false
    const row = READERS.find((reader) => reader(line) !== undefined)
    const bare = row === readBareRow ? readBareRow(line)?.address : undefined
    if (row === readBareRow ? isCodeAddress(bare) || isPlaced : row !== undefined) rows++
    if (rows > (isJson ? 1 : 0)) {
      // Rows without a place may be a table, which shows in all of them.
      return row !== readSureRow || withoutTables(collectStacks(eachPrintedLine(text), READERS)).stacks.length > 0
    }
    if (bare !== undefined && wide.length < 64) wide.push(bare)
    if (!isJson && findMentions(line).some(({ strength }) => strength === 'sure')) {
      const inTable = readTabled(line)
      if (!inTable) return true
      tabled.push(inTable)
    }
    isPlaced ||= collectImages([line]).length > 0
  }
  if (areSignedAddresses(wide) || (tabled.length > 0 && !isTable(tabled))) return true
  const lists = collectAddressLists(text)
  if (!isJson && isCodeAddress(findRegisterRows(eachLine(text))?.rows[0]?.address)) return true
  if (isJson) return lists.some((list) => list.rows.every(({ address }) => isCodeAddress(address)))
  return lists.some((list) => list.rows.every(({ address }) => (address ?? 0n) > 0xfffn)) || isPlaced
}

function parseText(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lists = collectAddressLists(input.text)
  const machine = findRegisterRows(eachLine(input.text))
  const printed = machine ? withoutLines(eachPrintedLine(input.text), machine.lines) : eachPrintedLine(input.text)
  const read = withoutImages(withoutTables(collectStacks(printed, READERS, () => false)))
  const found = { ...read, stacks: withoutCutEnd(read.stacks, read.others, input.text) }
  const stacks = offsetsForAddresses(found.stacks).filter(
    ({ span }) => !lists.some((list) => span.start < list.span.end && list.span.start < span.end),
  )
  const told = withoutTabled(found.others.filter((line) => collectImages([line]).length === 0))
  const { images: alone, mentions } = withoutStarts(
    told.flatMap((line) => findMentions(line).map(({ row }) => withoutCut(row, line, found.stacks))),
    [...stacks.flatMap((stack) => stack.rows), ...lists.flatMap((list) => list.rows)],
    input.text,
  )
  const listed = [...collectImages(found.others), ...found.images, ...alone]
  const rows = [...stacks.flatMap((stack) => stack.rows), ...mentions]
  const images = new TextImages(builder, listed)
  const load = findStatedLoad(found.others)
  if (load) images.state(programOf(load, rows))
  images.learn(rows)
  const counter = machine?.rows[0]?.address
  const isStanding = machine && !rows.some(({ address }) => address === counter)
  const threads = isStanding ? [threadOf(machine, (found) => addTextStack(builder, images, found, 'thread'))] : []

  const bare = lists.flatMap((list) => list.rows)
  const { runs, rest } = findRuns([...mentions, ...coveredNumbers(found.others, images, mentions, bare)], input.text)
  const backtraces = [...stacks, ...lists, ...runs]
    .sort((a, b) => a.span.start - b.span.start)
    .map((stack): Stack & { title: string } => ({
      title: titleOf('title' in stack ? stack.title : undefined),
      frames: addTextStack(builder, images, stack.rows, ruleOf(stack)),
      span: stack.span,
    }))
  if (rest.length > 0) {
    const frames = addTextStack(builder, images, rest, 'exact')
    backtraces.push({ title: titles.addressesInText, frames })
  }
  return success([finishTextReport(textScanFormat, input, builder, { threads, backtraces })])
}

/** The thread of which a text has the registers alone. */
function threadOf({ registers, rows }: RegisterRows, framesOf: (rows: readonly TextRow[]) => readonly Frame[]): Thread {
  return { id: 0, unnumbered: true, crashed: false, frames: framesOf(rows), registers, span: stackOf(rows).span }
}

function* withoutLines(lines: Iterable<Line>, numbers: ReadonlySet<number>): Generator<Line> {
  for (const line of lines) if (!numbers.has(line.number)) yield line
}

/** What a bare list of addresses is called where its first one is the instruction that ran; the heading of a document says less. */
const STOPPED = /^(?!#).*\b(?:pc|crash\w*|signal|fault\w*|SIG[A-Z]{3,4}|sampled?|suspended)\b/i

/** Rows with names begin with the instruction that ran; bare addresses come from `backtrace()`, which gives return addresses. */
function ruleOf({ rows, title }: { readonly rows: readonly TextRow[]; readonly title?: Line }): StackRule {
  const isBare = rows.every(({ imageName, symbol, loadAddress }) => !imageName && !symbol && loadAddress === undefined)
  return isBare && !STOPPED.test(title?.text ?? '') ? 'return' : 'thread'
}

/** The stacks, the last row of them all without its address where that is too low for the images that the text lists. */
function withoutCutEnd(stacks: readonly TextStack[], others: readonly Line[], text: string): readonly TextStack[] {
  const stack = stacks.at(-1)
  const row = stack?.rows.at(-1)
  if (!stack || !row?.address || row.address >= CODE || row.symbol || row.loadAddress !== undefined) return stacks
  const loads = collectImages(others).flatMap(({ loadAddress }) => loadAddress ?? [])
  if (loads.length === 0 || loads.some((load) => load < CODE)) return stacks
  const cutIn = text.slice(0, row.span?.start).split('\n').length
  const last = { ...stack, rows: [...stack.rows.slice(0, -1), { ...row, address: undefined, cutIn }] }
  return [...stacks.slice(0, -1), last]
}

/** A mention without its address where that is too low for the rows of the same text. */
function withoutCut(row: TextRow, line: Line, stacks: readonly TextStack[]): TextRow {
  const isLow = row.address !== undefined && row.address < CODE && row.offset === undefined && !row.loadAddress
  if (!isLow || !stacks.some(({ rows }) => (rows[0]?.address ?? 0n) >= CODE)) return row
  return { ...row, address: undefined, cutIn: line.number }
}

/** Nothing lies below in a 64-bit process. */
const CODE = 0x1_0000_0000n

/** Without the lines of tables; they are no words with addresses, either. */
function withoutTables(found: TextStacks): TextStacks {
  return { ...found, stacks: found.stacks.filter(({ rows }) => !isTable(rows)) }
}

/** Numbers behind the words of a log that may be those of rows. */
const NUMBERED = /(?<![\p{L}\p{N}_.])\d{1,5}(?=[ \t|]+[\p{L}_])/gu

/** A row without a place that stands in its line behind other words, and may be one of a table. */
function readTabled(line: Line): TextRow | undefined {
  if (line.text.length > LARGEST_LINE) return undefined
  for (const { index } of line.text.matchAll(NUMBERED)) {
    const row = readIndexedRow({ ...line, text: line.text.slice(index), start: line.start + index })
    if (row) return row.symbol?.offset === undefined && row.loadAddress === undefined ? row : undefined
  }
  return undefined
}

/** The lines without those of a table that stands behind the words of a log. */
function withoutTabled(lines: readonly Line[]): readonly Line[] {
  const rows = new Map(lines.flatMap((line) => [[line, readTabled(line)] as const].filter(([, row]) => row)))
  const isOne = rows.size > 0 && isTable([...rows.values()].flatMap((row) => row ?? []))
  return isOne ? lines.filter((line) => !rows.has(line)) : lines
}

/** Stacks whose rows are all starts of images are lists of images: `0  App  0x104cc8000`. */
function withoutImages(found: TextStacks): TextStacks & { readonly images: readonly ImageRow[] } {
  const isList = ({ rows }: TextStack): boolean => rows.every(isImageStart)
  const lists = found.stacks.filter(isList)
  // One alone may be an address by chance, and needs other rows to be the images of.
  if (lists.length === found.stacks.length) return { ...found, images: [] }
  const images = lists.flatMap(({ rows }) =>
    rows.map(({ imageName = '', address = 0n }) => ({ name: imageName, loadAddress: runtimeAddress(address) })),
  )
  return { ...found, stacks: found.stacks.filter((stack) => !isList(stack)), images }
}

function isImageStart({ imageName, address, symbol, loadAddress, imageUuid }: TextRow): boolean {
  return (
    imageName !== undefined &&
    address !== undefined &&
    address > 0n &&
    address % 0x1000n === 0n &&
    symbol === undefined &&
    loadAddress === undefined &&
    imageUuid === undefined
  )
}

/** Characters behind an address that may begin a UUID. */
const MOST_BEHIND = 16

/** `App 0x104cc8000` is an image where whole pages are printed and bare addresses lie behind them. */
function withoutStarts(
  mentions: readonly TextRow[],
  rows: readonly TextRow[],
  text: string,
): { readonly images: readonly ImageRow[]; readonly mentions: readonly TextRow[] } {
  const isStart = (mention: TextRow): boolean => {
    const loadAddress = mention.address ?? 0n
    const end = mention.span?.end ?? text.length
    return (
      isImageStart(mention) &&
      (beginsImage(loadAddress, text.slice(end, end + MOST_BEHIND)) ||
        rows.some(({ address = 0n, imageName }) => !imageName && isBehind(withoutSignature(address), loadAddress)))
    )
  }
  const images = mentions.filter(isStart)
  const starts = new Set(images)
  return {
    images: images.map(({ imageName = '', address = 0n }) => ({
      name: imageName,
      loadAddress: runtimeAddress(address),
    })),
    mentions: mentions.filter((mention) => !starts.has(mention)),
  }
}

/** The part of an address that no signature of pointer authentication takes. */
function withoutSignature(address: bigint): bigint {
  return cleanAddress(runtimeAddress(address), 'arm64', () => false, '39-bit').address
}

function isBehind(address: bigint, loadAddress: bigint): boolean {
  return address > loadAddress && address - loadAddress < REACH
}

/** How far behind the start of an image its code may lie. */
const REACH = BigInt(reachOfUnsized)

/** Most characters and lines between two rows of one stack. */
const LARGEST_GAP = 240

/** Addresses that stand one below the other, or one behind the other, are a stack; the others stay alone. */
function findRuns(rows: readonly TextRow[], text: string): { readonly runs: TextStack[]; readonly rest: TextRow[] } {
  const sorted = [...rows].sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0))
  const groups: TextRow[][] = []
  for (const row of sorted) {
    const before = groups.at(-1)?.at(-1)
    const gap = before?.span && row.span ? text.slice(before.span.end, row.span.start) : undefined
    const goesOn = gap !== undefined && gap.length <= LARGEST_GAP && gap.includes('\n') && !/\n[ \t\r]*\n/.test(gap)
    if (goesOn) groups.at(-1)?.push(row)
    else groups.push([row])
  }
  const isRun = (group: readonly TextRow[]): boolean =>
    group.length > 1 && group.every(({ imageName }) => imageName === undefined)
  const inRuns = new Set(groups.filter(isRun).flat())
  return {
    runs: groups.filter(isRun).map((group) => ({
      rows: group,
      span: { start: group[0]?.span?.start ?? 0, end: group.at(-1)?.span?.end ?? 0 },
    })),
    rest: rows.filter((row) => !inRuns.has(row)),
  }
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
  const taken = new Set(listed.map(({ span }) => span?.start))
  const spans = mentions.flatMap(({ span }) => span ?? []).sort((a, b) => a.start - b.start)
  let at = 0
  return lines.flatMap((line) => {
    if (collectImages([line]).length > 0) return []
    // Mentions do not overlap, and lines come in the order of the text.
    while (at < spans.length && (spans[at]?.end ?? 0) <= line.start) at++
    const first = at
    const inMention = ({ span }: TextRow): boolean => {
      for (let one = first; span && one < spans.length; one++) {
        const { start, end } = spans[one] ?? span
        if (start > span.start) return false
        if (span.end <= end) return true
      }
      return false
    }
    return findNumbers(line).filter(
      (row) => !taken.has(row.span?.start) && !inMention(row) && images.covers(row.address),
    )
  })
}
