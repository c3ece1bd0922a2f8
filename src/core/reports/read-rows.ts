/**
 * Texts with rows that formats do not read to the last: several documents in one paste, rows behind prefixes, in strings, tables and
 * markup. Everything is read by the formats; this decides which text each of them gets, and says which rows were lost.
 */
import { problem } from '../messages/problems.ts'
import { eachFrame } from '../model/each-frame.ts'
import { success, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { eachLine, type Line } from './base/lines.ts'
import { findEmbeddedJson } from './embedded-json.ts'
import { endedFirst, SCAN } from './ended-first.ts'
import { partsFurtherOn } from './further-on.ts'
import { findFurtherWords } from './further-words.ts'
import { splitProcesses } from './further-processes.ts'
import { takeHeldReports, type HeldReports } from './held-reports.ts'
import { joinParts, lostProblems, type Part } from './join-parts.ts'
import { readPeeled } from './peeled.ts'
import { readNamed } from './read-named.ts'
import { wordsAbove } from './report-edges.ts'
import { decodeText, parseText, SAMPLE_SIZE } from './report-text.ts'
import { accountOf, findLostRows, framesOf, isTidy, isWholer, spansOf, type Account } from './rows/account.ts'
import { isAddressTable } from './rows/address-table.ts'
import { cleanRows, isBroken, type CleanText } from './rows/clean-rows.ts'
import { moveProblem, type LineOf } from './rows/move-problem.ts'
import { moveReport } from './rows/move-report.ts'
import { isAnyRow } from './rows/row-starts.ts'
import { takeTextOutOfJson } from './text-in-json.ts'
import { unwrapText } from './unwrapped.ts'
import { collectImages } from './text/text-images.ts'
import { cutBefore, MOST_PARTS, splitDocuments } from './split-documents.ts'

type Find = (sample: Sample, text: string) => ReportFormat | undefined
type Read = Outcome<readonly Report[]>

/** Formats whose rows may have any other text between them. All others read their files to the end or say where they stopped. */
const LOOSE = new Set([
  'apple-crash-text',
  'atos',
  'bs-backtrace',
  'bugly',
  'call-stack-symbols',
  'crashlytics-text',
  'lldb',
  'managed-stack',
  'nsexception-log',
  'talkingdata',
  'text-scan',
])
const LOWEST_CODE = 0x1000_0000n
const CRASH = 'apple-crash-text'
const MESSAGE = 'console-message'
const NO_BYTES = new Uint8Array(0)
/** Characters before a row that may hold its heading. */
const BEFORE_ROWS = 2000
/** Frames of one text report, at the most. */
const FULL = 100_000

/** Reads a file's text by the format that `choose` finds. Undefined where no format claims any part of it. */
export function readRows(path: string, bytes: Uint8Array, choose: Find): Read | undefined {
  const text = decodeText(bytes)
  const reread = (other: string): Read | undefined => readText(path, other, NO_BYTES, choose)
  const read = readPeeled(path, text, readText(path, text, bytes, choose), reread)
  const unwrapped = unwrapText(path, text)
  if (!unwrapped) return read
  const { note, lineOf } = unwrapped
  const whole = reread(unwrapped.text)
  if (!whole?.ok || (read?.ok && !isWholer(whole.value, read.value))) return read
  const reports = whole.value.map((report) => moveReport(report, report.text, 0, lineOf))
  return success(reports, [note, ...whole.problems.map((one) => moveProblem(one, lineOf))])
}

function readText(path: string, text: string, bytes: Uint8Array, choose: Find): Read | undefined {
  const find: Find = (sample, whole) => choose(sample, whole) ?? chooseFurtherOn(sample, whole, choose)
  const held = takeHeldReports(text)
  if (held && !readsAll(parseText(path, bytes, find, text))) return readHeld(path, held, find)
  const read = readParts(path, text, find, bytes)
  return holdsStack(read) ? read : (readFurtherOn(path, text, find) ?? readFurtherWords(path, text, find) ?? read)
}

/** Words on several ends without a stack, each for itself; undefined where one of them says no end alone. */
function readFurtherWords(path: string, text: string, find: Find): Read | undefined {
  const starts = findFurtherWords(text).slice(0, MOST_PARTS)
  if (starts.length === 0) return undefined
  const parts = cutBefore(text, starts).map((part) => ({ text: part, read: parseText(path, NO_BYTES, find, part) }))
  const areWords = parts.every(({ read }) => read?.ok === true && read.value.every(({ format }) => format === MESSAGE))
  return areWords ? joinParts(path, parts) : undefined
}

const holdsStack = (read: Read | undefined): boolean =>
  read?.ok === true && read.value.some(({ format, frameCount }) => frameCount > 0 || format !== MESSAGE)

/** A stack of names that begins behind the sample of a long text. */
function readFurtherOn(path: string, text: string, find: Find): Read | undefined {
  if (text.length <= SAMPLE_SIZE) return undefined
  const unread = (part: string): Part => ({ text: part, read: undefined })
  for (const { before, part, after } of partsFurtherOn(text)) {
    const read = readPart(path, part, find, NO_BYTES)
    if (read?.ok && read.value.some(({ frameCount }) => frameCount > 0))
      return joinParts(path, [unread(before), { text: part, read }, unread(after)])
  }
  return undefined
}

function readParts(path: string, text: string, find: Find, bytes: Uint8Array): Read | undefined {
  const parts = splitDocuments(text)
  if (parts.length < 2) return readProcesses(path, text, find) ?? readPart(path, text, find, bytes)
  return joinParts(
    path,
    parts.map((part) => ({ text: part, read: readPart(path, part, find, NO_BYTES) })),
  )
}

/** The reports of several processes, first those that ended; undefined for a text of one. */
function readProcesses(path: string, text: string, find: Find): Read | undefined {
  const parts = splitProcesses(text)
  if (parts.length < 2) return undefined
  const read = joinParts(
    path,
    parts.map((part) => ({ text: part, read: readPart(path, part, find, NO_BYTES), isProcess: true })),
  )
  return read?.ok ? success(endedFirst(read.value), read.problems) : read
}

/** True if a format recognises a text as a document with strings. */
function readsAll(read: Read | undefined): boolean {
  return read?.ok === true && read.value.every((report) => !isOpen(report))
}

/** Reports in strings of a text, and the text around them where that has rows of its own. */
function readHeld(path: string, { reports, rest }: HeldReports, find: Find): Read | undefined {
  const hasRows = findLostRows(rest, []).length > 0
  const texts = hasRows ? [...reports, rest] : reports
  const note = problem('repaired-document', {}, { file: path, severity: 'note' })
  const parts = texts.map((text) => ({ text, read: readParts(path, text, find, NO_BYTES) }))
  const read = parts.length === 1 ? parts[0]?.read : joinParts(path, parts)
  return read?.ok ? success(read.value, [note, ...read.problems]) : read
}

/** The format of a text whose first rows lie behind its sample. */
function chooseFurtherOn(sample: Sample, text: string, choose: Find): ReportFormat | undefined {
  if (text.length <= SAMPLE_SIZE) return undefined
  for (const { text: line, start } of eachLine(text)) {
    if (!isAnyRow(line)) continue
    const from = text.lastIndexOf('\n', Math.max(0, start - BEFORE_ROWS)) + 1
    return from === 0 ? undefined : choose({ ...sample, text: text.slice(from, from + SAMPLE_SIZE) }, text)
  }
  return undefined
}

/** Reads one document: as it is, and with its rows laid bare where that gives more of them. */
function readPart(path: string, text: string, find: Find, bytes: Uint8Array, isRest = false): Read | undefined {
  const direct = parseText(path, bytes, find, text)
  const named = readNamed(path, text, find, direct)
  const held = readStrings(path, text, find, direct)
  if (held && framesOf(held) > framesOf(named)) return held
  const embedded = named ?? (isRest ? undefined : readEmbedded(path, text, find, direct))
  if (embedded) return embedded
  if (direct?.ok && (!direct.value.every(isOpen) || (isComplete(direct.value) && !isBroken(text)))) return direct
  const clean = cleanRows(text)
  if (!clean || isAddressTable(text) || isAddressTable(clean.text)) return withLost(path, direct, text, find)
  const lineOf = (line: number): number => clean.numbers[line - 1] ?? line
  const cleaned = parseText(path, NO_BYTES, find, clean.text)
  if (!cleaned?.ok || !isBetter(cleaned, direct, clean)) return withLost(path, direct, text, find)
  const bare = problem('rows-laid-bare', {}, { file: path, severity: 'note' })
  const notes = clean.misread > 0 ? [bare, problem('misread-digits', { count: clean.misread }, { file: path })] : [bare]
  const reports = cleaned.value.map((report) => moveReport(report, report.text, 0, lineOf))
  return withLost(
    path,
    success(reports, [...notes, ...cleaned.problems.map((one) => moveProblem(one, lineOf))]),
    clean.text,
    find,
    lineOf,
  )
}

/** Strings of a document that no format knows; undefined if they add nothing to `direct`. */
function readStrings(path: string, text: string, find: Find, direct: Read | undefined): Read | undefined {
  if (direct?.ok && !direct.value.every(isOpen)) return undefined
  const inner = takeTextOutOfJson(text)
  const read = inner && readParts(path, inner.text, find, NO_BYTES)
  // A format that read rows knows more of the document than its strings hold.
  const isKnown = holdsStack(direct) && !(direct?.ok && direct.value.every(isScan))
  if (!inner || !read?.ok || framesOf(read) < framesOf(direct) + Number(isKnown)) return undefined
  const reports = read.value.map((report) => moveReport(report, report.text, 0, inner.lineOf))
  const note = problem('repaired-document', {}, { file: path, severity: 'note' })
  return success(reports, [note, ...read.problems.map((one) => moveProblem(one, inner.lineOf))])
}

/** Documents of JSON between words, and the rows around them; undefined where they give no more than `direct`. */
function readEmbedded(path: string, text: string, find: Find, direct: Read | undefined): Read | undefined {
  const known = direct?.ok ? direct.value.filter((report) => !isOpen(report)) : []
  if (known.some(({ textKind }) => textKind === 'rows')) return undefined
  const [format, frames] = [known[0]?.format, accountOf(known).frames]
  const around = (part: string): Part => ({
    text: part,
    read: findLostRows(part, []).length > 0 ? readPart(path, part, find, NO_BYTES, true) : undefined,
  })
  const parts: Part[] = []
  let rest = text
  for (let count = 0; count < MOST_PARTS; count++) {
    const found = firstDocument(path, rest, find)
    if (!found) break
    const isMore = found.read.value[0]?.format === format && accountOf(found.read.value).frames > frames
    if (format !== undefined && !isMore) return undefined
    parts.push(around(found.before), { text: found.own, read: found.read })
    rest = found.after
  }
  return parts.length === 0 ? undefined : joinParts(path, [...parts, around(rest)])
}

/** The first document between words that a format of JSON reads. */
function firstDocument(path: string, text: string, find: Find) {
  for (const found of findEmbeddedJson(text)) {
    const read = parseText(path, NO_BYTES, find, found.document)
    if (read?.ok && read.value.every((report) => report.format === CRASH || !isOpen(report))) return { ...found, read }
  }
  return undefined
}

/** Whether more of a report may stand in its text than its format has read. */
function isOpen({ format, frameCount, textKind }: Report): boolean {
  return LOOSE.has(format) || (frameCount === 0 && textKind !== 'none')
}

/** Whether a format that knows its rows has read all of them, and nothing stands around any. */
function isComplete(reports: readonly Report[]): boolean {
  const isKnown = reports.every(
    (report) => report.frameCount > 0 && (report.format === CRASH || (report.format !== SCAN && isTidy(report))),
  )
  return isKnown && accountOf(reports).odd === 0 && findLostRows(reports[0]?.text ?? '', reports).length === 0
}

/** Whether the text with its rows laid bare was read better: more rows in their images, no row twice, by a format that knows them. */
function isBetter(
  cleaned: Read & { readonly ok: true },
  direct: Read | undefined,
  { rows, isMended, misread }: CleanText,
): boolean {
  // Numbers in prose may look like rows; only code lies that high.
  if (!cleaned.value.some((report) => [...eachFrame(report)].some(({ address = 0n }) => address >= LOWEST_CODE)))
    return false
  if (!direct?.ok) return true
  const [now, before] = [accountOf(cleaned.value), accountOf(direct.value)]
  if (isMended && now.frames > 0 && now.frames >= before.frames && now.odd === 0) return true
  // A crash report of which nothing is lost is more than the addresses in its text.
  const isWhole = cleaned.value.every(({ format, frameCount }) => format === CRASH && frameCount > 0)
  if (isWhole && direct.value.every(isScan) && findLostRows(cleaned.value[0]?.text ?? '', cleaned.value).length === 0)
    return true
  if (now.frames === 0 || (now.images < before.images && now.frames <= before.frames)) return false
  // A crash report says itself where its stacks begin: it is wrapped only where more of it can be read.
  const isCrash = direct.value.every(({ format, frameCount }) => format === CRASH && frameCount > 0)
  const isMore = now.frames > before.frames || now.odd < before.odd || (misread > 0 && now.placed > before.placed)
  if (isCrash && (!isMore || (now.frames <= before.frames && cleaned.value.every(isScan)))) return false
  const worth = ({ placed, odd }: Account): number => placed - 2 * odd
  if (worth(now) !== worth(before)) return worth(now) > worth(before)
  const distance = ({ frames }: Account): number => Math.abs(frames - rows)
  if (distance(now) !== distance(before)) return distance(now) < distance(before)
  if (statedPlaces(cleaned.value) < statedPlaces(direct.value)) return false
  if (now.stacks !== before.stacks) return now.stacks < before.stacks
  if (now.images === before.images && now.letters !== before.letters) return now.letters < before.letters
  return direct.value.some(isScan)
}

function isScan({ format }: Report): boolean {
  return format === SCAN
}

/** Load addresses, link addresses and UUIDs of images: prose around the rows may state them. */
function statedPlaces(reports: readonly Report[]): number {
  return reports
    .flatMap(({ images }) => images)
    .reduce(
      (sum, image) =>
        sum + [image.loadAddress, image.textVmaddr, image.uuid].filter((fact) => fact !== undefined).length,
      0,
    )
}

/** The outcome with what other formats read of the rows that no frame holds, and with a problem for those that are left. */
function withLost(
  path: string,
  read: Read | undefined,
  text: string,
  find: Find,
  lineOf: LineOf = (line) => line,
): Read | undefined {
  if (!read?.ok || read.value.some(({ textKind }) => textKind === 'none')) return read
  const shown = read.value[0]?.text ?? text
  const told = new Set(read.value.flatMap(({ problems }) => problems.flatMap(({ line }) => line ?? [])))
  const lostOf = (from: readonly Report[]): Line[] =>
    findLostRows(shown, from).filter(({ number }) => !told.has(lineOf(number)))
  const lost = lostOf(read.value)
  if (lost.length === 0) return withAddresses(path, read, shown, lineOf)
  // Rows behind the limit of a report are lost, not another report.
  const isFull = read.value.some(({ frameCount }) => frameCount >= FULL)
  const reports = isFull ? read.value : [...read.value, ...readLeft(path, shown, read.value, lost, find, lineOf)]
  const left = reports.length === read.value.length ? lost : lostOf(reports)
  const [first, ...others] = reports
  if (!first || left.length === 0) return success(reports, read.problems)
  const head = others.length === 0 ? headOf(first) : 0
  const above = left.filter(({ start }) => start < head)
  const inside = left.slice(above.length)
  const problems = [
    ...first.problems,
    ...lostProblems(path, inside, lineOf),
    ...lostProblems(path, above, lineOf, 'lost-rows', 'note'),
  ]
  return success([{ ...first, problems }, ...others], read.problems)
}

/** Where a crash report with stacks and images begins in its text: a console may stand above it. 0 of any other. */
const headOf = ({ format, frameCount, images, text }: Report): number =>
  format === CRASH && frameCount > 0 && images.length > 0 ? wordsAbove(text).length : 0

/** The reports of what lies between the frames of others, over the same text. */
function readLeft(
  path: string,
  text: string,
  reports: readonly Report[],
  lost: readonly Line[],
  find: Find,
  lineOf: LineOf,
): Report[] {
  const spans = spansOf(reports)
  const found: Report[] = []
  let [end, parts] = [-1, 0]
  let at = 0
  for (const line of lost) {
    if (line.start < end || parts >= MOST_PARTS) continue
    while (at < spans.length && (spans[at]?.start ?? 0) < line.start) at++
    const start = at === 0 ? 0 : endOfLine(text, spans[at - 1]?.end ?? 0)
    end = at < spans.length ? text.lastIndexOf('\n', spans[at]?.start) + 1 : text.length
    parts++
    const part = text.slice(start, end)
    const read = parseText(path, NO_BYTES, find, part)
    // A repaired part has other places than the text.
    if (!read?.ok || read.value.some((report) => report.text !== part)) continue
    const before = text.slice(0, start).split('\n').length - 1
    for (const report of read.value)
      if (report.frameCount > 0) found.push(moveReport(report, text, start, (number) => lineOf(number + before)))
  }
  return found
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** Where a report has nothing at all, addresses that are no rows are told, too. */
function withAddresses(path: string, read: Read & { readonly ok: true }, text: string, lineOf: LineOf): Read {
  const [first, ...others] = read.value
  const isEmpty = read.value.every(
    ({ frameCount, threads }) => frameCount === 0 && threads.every(({ registers }) => registers === undefined),
  )
  const isLoose = read.value.some(({ format }) => LOOSE.has(format) || format === MESSAGE)
  if (!first || !isEmpty || !isLoose) return read
  // Exception codes and registers of a crash report without stacks are no rows.
  const words = first.format === CRASH ? heldWords(first) : new Set<string>()
  const isField = (line: Line): boolean =>
    first.format === CRASH && (FIELD.test(line.text) || words.has(line.text.trim()))
  const addressed = [...eachLine(text)].filter((line) => CODE_ADDRESS.test(line.text) && !isField(line))
  const isSure = first.format !== MESSAGE && first.images.length === 0 && addressed.length > 0
  // Sentences of a console have an address or two; lists of images have no rows.
  const lines = isSure ? addressed : [...eachLine(text)].flatMap((line) => (isField(line) ? [] : rowsIn(line)))
  if (lines.length < (isSure ? 1 : FEWEST_ROWS)) return read
  // Lines are counted; one may have several addresses.
  const once = lines.filter((line, at) => line !== lines[at - 1])
  const problems = [...first.problems, ...lostProblems(path, once, lineOf, 'lost-rows.all')]
  return success([{ ...first, problems }, ...others], read.problems)
}

/** The lines of a crash report that it holds as words: messages of the program, notes. Their addresses are of objects. */
function heldWords({ applicationInfo, header }: Report): ReadonlySet<string> {
  const texts = [...applicationInfo, ...header.fields.map(([, value]) => value)]
  return new Set(texts.flatMap((text) => text.split('\n').map((line) => line.trim())))
}

/** The format of sentences without a stack. */
const FEWEST_ROWS = 3
/** An address with or without `0x` behind a blank or the end of a cell. */
const ROW_ADDRESS = /(?<![^\s"'|,])(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{9,16}(?![\w:>)-])(?![ \t]+[+-])/gi

/** The line once for each address that may be one of a row. */
function rowsIn(line: Line): Line[] {
  if (line.text.length > LONGEST_SCANNED || isImage(line)) return []
  return [...line.text.matchAll(ROW_ADDRESS)].map(() => line)
}

const LONGEST_SCANNED = 1 << 20

function isImage(line: Line): boolean {
  return collectImages([line]).length > 0
}

/** A field of a crash report's header: `Exception Codes: …`. */
const FIELD = /^[ \t]*\p{Lu}[\p{L}\p{N} .()/-]{1,40}:[ \t]/u
/** An address above four gigabytes, as all of code are in a 64-bit process. */
const CODE_ADDRESS = /(?<!\w)0x0{0,15}[1-9a-f][0-9a-f]{8,15}(?!\w)/i
