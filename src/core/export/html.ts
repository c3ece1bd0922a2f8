/**
 * A report as one self-contained page: it opens from disk without network or scripts, and prints. It carries its data,
 * so that dropping it into the app opens the report again. `markup` escapes every value; the page forbids itself all
 * connections.
 */
import { exported } from '../messages/export.ts'
import { exportFormats } from '../messages/export-formats.ts'
import { formatHex } from '../model/address.ts'
import { aliasText } from '../model/aliases.ts'
import { addressName, imageNameOf } from '../model/frames.ts'
import { foundByLine } from '../model/found-by.ts'
import { recoveredCallers } from '../messages/names.ts'
import type { CallTree, Explanation, Frame, RecoveredCaller, Report, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'
import { damageOf } from '../reading/damage.ts'
import { markOf } from '../reading/end.ts'
import { doingOf, doingWords } from '../reading/doing.ts'
import { foldWords, piecesOf } from '../reading/folds.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { appWords, statementsOf } from '../reading/statements.ts'
import { imageColumns } from '../reading/image-columns.ts'
import { isToldMissing } from '../reading/image-state.ts'
import { callsOf, exactLocation, linesOf, type FrameLine } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { recoveredBehind, recoveredFrame, recoveredLevel, recoveredLines } from '../reading/recovered.ts'
import { shownGrade } from '../reading/shown-grade.ts'
import { stackLinkOf } from '../reading/stack-link.ts'
import { stacksOf, twinsText, type StackReading } from '../reading/stacks.ts'
import { quotedRows } from '../reading/quoted.ts'
import { subjectOf } from '../reading/subject.ts'
import { EMBEDDED_ID, formatEmbedded, textId } from '../model/embedded-report.ts'
import { formatFault, formatRegisters } from './html-fault.ts'
import { formatSource } from './html-source.ts'
import { formatMoreVariables, formatVariables } from './html-variables.ts'
import type { Exporter, WriteOptions } from './exporter.ts'
import { pageStyle } from './html-style.ts'
import { joinLines, markup, trusted, type Html, type HtmlValue, type LaterHtml } from './html-text.ts'
import { overviewBlocks } from './overview-blocks.ts'
import { legendLines } from './legend.ts'
import { placeOf } from './outline.ts'
import { outlinePath, outlineTree, type TreeRow } from './outline-tree.ts'
import { outlineWaits } from './outline-waits.ts'
import { languageTag, ownWords } from '../messages/message.ts'
import { formatPercent } from '../messages/numbers.ts'
import { gradeNames, joined, threadMarks } from '../messages/joins.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'

export const htmlExporter: Exporter = {
  id: 'html',
  get label() {
    return exportFormats.html
  },
  extension: 'html',
  mediaType: 'text/html',
  write: (reports, options = {}) => formatPage(reports, options).toString(),
}

function formatPage(reports: readonly SymbolicatedReport[], options: WriteOptions): Html {
  const { onShare } = options
  const carried: LaterHtml = () =>
    trusted(formatEmbedded(reports, (share) => onShare?.(SHOWN_SHARE + share * (1 - SHOWN_SHARE))))
  const [first] = reports
  const title = first
    ? `${headlineOf(first).title} – ${first.report.header.process ?? first.report.file}`
    : exported.untitled
  return markup`<!doctype html>
<html lang="${languageTag()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Unslide">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<style>${trusted(pageStyle)}</style>
</head>
<body>
${formatReports(reports, options)}
<footer>${exported.footer}</footer>
<script type="application/json" id="${EMBEDDED_ID}">${carried}</script>
</body>
</html>
`
}

/** The content for reports of one file, for hosts that have a page of their own. */
export const formatReports = (reports: readonly SymbolicatedReport[], options: WriteOptions = {}): HtmlValue =>
  reports.map((report, at) => [at > 0 && markup`\n<hr>\n`, formatReport(report, options, at)])

function formatReport(symbolicated: SymbolicatedReport, options: WriteOptions, position: number): Html {
  const { report } = symbolicated
  const { note = '', onShare } = options
  const sources = options.sources?.[position]
  const chosen = position === 0 ? options.frame : undefined
  const headline = headlineOf(symbolicated)
  const shown = { chosen, sources, read: headline.where?.frame }
  const stacks = stacksOf(report).filter(({ frames }) => frames.length > 0)
  const others = stacks.filter(({ main }) => !main)
  return joinLines([
    markup`<main><header><h1>${gradedTitle(headline)}</h1>${formatSubject(symbolicated)}</header>`,
    note !== '' && markup`<h2>${exported.note}</h2><p class="note">${note}</p>`,
    ...damageOf(symbolicated).map(({ text }) => markup`<p class="missing">${text}</p>`),
    formatExplanations(symbolicated),
    formatMissing(symbolicated),
    formatWords(symbolicated),
    formatOverview(symbolicated),
    ...legendLines([symbolicated]).map((line) => markup`<p class="seen">${line}</p>`),
    ...stacks
      .filter(({ main }) => main)
      .map(
        (stack) => markup`<h2>${formatStackTitle(symbolicated, stack)}</h2>${formatStack(symbolicated, stack, shown)}`,
      ),
    formatMoreVariables(symbolicated),
    formatFault(symbolicated),
    ...report.callTrees.map((tree, at) =>
      formatTree(symbolicated, tree, at < OPEN_TREES, () => onShare?.((at / report.callTrees.length) * SHOWN_SHARE)),
    ),
    others.length > 0 &&
      markup`<h2>${exported.otherStacks}</h2>${joinLines(others.map((stack) => formatOther(symbolicated, stack, shown)))}`,
    formatRegisters(symbolicated),
    formatWaits(report),
    formatTimeline(report),
    formatSections(report),
    formatImages(symbolicated),
    report.text !== '' &&
      fold(exported.originalText, () => markup`<pre id="${textId(position)}" tabindex="0">${report.text}</pre>`),
    markup`</main>`,
  ])
}

/** A sentence of ours, with code between backticks. */
function formatProse(text: string): HtmlValue {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))
}

/** Closed content is built when it is written, or when a reader opens it. */
const fold = (summary: HtmlValue, body: LaterHtml, isOpen = false): Html =>
  isOpen
    ? markup`<details open><summary>${summary}</summary>${body()}</details>`
    : markup`<details><summary>${summary}</summary>${body}</details>`

const holds = (frames: readonly Frame[], chosen: number | undefined): boolean => frames.some(({ id }) => id === chosen)

function formatSubject(symbolicated: SymbolicatedReport): Html {
  const about = subjectOf(symbolicated).join(' · ')
  const { codes } = headlineOf(symbolicated)
  return markup`<p>${about}</p>${codes.length > 0 && markup`<p class="mono">${codes.join(' · ')}</p>`}`
}

function formatExplanations(symbolicated: SymbolicatedReport): Html {
  const { stated, causes } = statementsOf(symbolicated)
  const headline = headlineOf(symbolicated)
  return joinLines([
    ...stated.map((one) => formatExplanation(one, one === headline.explanation ? '' : gradedTitle(one))),
    causes.length > 0 && markup`<h2>${exported.possibleCauses}</h2>`,
    ...causes.map((cause) => formatExplanation(cause, cause.title)),
  ])
}

function formatExplanation({ evidence, meaning, checks }: Explanation, title: string): Html {
  const heading = title !== '' && markup`<h3>${title}</h3>`
  const seen = evidence !== '' && markup`<p class="seen">${joined.behind(exported.seen, evidence)}</p>`
  const list = checks.map((check) => markup`<li>${formatProse(check)}</li>`)
  return markup`<section class="why">${heading}<p>${formatProse(meaning)}</p>${seen}<ul>${list}</ul></section>`
}

function formatMissing({ report, images }: SymbolicatedReport): Html {
  return joinLines(
    images.filter(isToldMissing).map(({ image, reason, unnamed }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      const what =
        unnamed === 0 ? exported.wrongBuild({ image: name }) : exported.unnamedFrames({ image: name, frames: unnamed })
      const named = uuid === undefined ? what : joined.aside(what, uuid)
      return markup`<p class="missing">${joined.labelled(named, reason)}</p>`
    }),
  )
}

function formatStackTitle(symbolicated: SymbolicatedReport, stack: StackReading): Html {
  const { title, crashed, thread } = stack
  const mark = thread && markOf(symbolicated, thread)
  const state = crashed && mark && markup` <span class="code">${threadMarks[mark]}</span>`
  return markup`${title}${state}${twinsText(stack)}`
}

/** Facts of the whole report that its stacks show. */
interface Shown {
  /** The frame that the link names. */
  readonly chosen: number | undefined
  readonly sources: FrameSources | undefined
  /** The frame to read first. */
  readonly read: Frame | undefined
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading, { chosen, sources, read }: Shown): Html {
  const behind = recoveredBehind(symbolicated)
  const item = (frame: Frame): HtmlValue => [
    formatFrame(symbolicated, frame, read, chosen, sources),
    (behind.get(frame.id) ?? []).map((caller) => formatRecovered(symbolicated, caller)),
  ]
  const list = (frames: readonly Frame[]): HtmlValue =>
    frames.length > 0 && markup`<ol class="stack">${frames.map(item)}</ol>`
  const link = stackLinkOf(symbolicated, stack)
  const parts: HtmlValue[] = link === undefined ? [] : [markup`<p class="seen">${link}</p>`]
  let shown: Frame[] = []
  for (const piece of piecesOf(symbolicated, stack)) {
    if (piece.kind === 'frame') shown.push(piece.frame)
    else if (piece.kind === 'cut') {
      parts.push(list(shown), markup`<p class="seen">⋯ ${piece.words}</p>`)
      shown = []
    } else {
      parts.push(
        list(shown),
        fold(`⋯ ${foldWords(piece)}`, () => markup`${list(piece.frames)}`, holds(piece.frames, chosen)),
      )
      shown = []
    }
  }
  const found = foundByLine(stack.frames)
  return joinLines([
    ...parts,
    list(shown),
    found !== undefined && markup`<p class="seen">${joined.behind(exported.foundBy, found)}</p>`,
  ])
}

/** Call trees whose heaviest paths are open; a spindump has hundreds. */
const OPEN_TREES = 20
/** Share of the work of a page that what it shows is; the rest is what it carries. */
const SHOWN_SHARE = 0.6

/**
 * The heaviest path open, or all of it folded; the other rows folded. The walk of a tree begins with that path, so no row is written
 * twice. `onTree` runs before its rows are made, which is most of the work.
 */
function formatTree(symbolicated: SymbolicatedReport, tree: CallTree, isOpen: boolean, onTree: () => void): HtmlValue {
  if (tree.roots.length === 0) return undefined
  const list = (shown: readonly TreeRow[]): Html =>
    markup`<ol class="tree">${shown.map((row) => formatTreeRow(symbolicated, row))}</ol>`
  const body: LaterHtml = () => {
    onTree()
    const path = outlinePath(tree)
    const { rows, left } = outlineTree(tree)
    const others = rows.slice(path.length)
    const cut = left > 0 && markup`<p class="seen">${exported.treeCut({ rows: left })}</p>`
    const rest =
      others.length > 0 && fold(exported.restOfTree({ rows: others.length }), () => markup`${list(others)}${cut}`)
    return markup`<p class="seen">${exported.heaviestPath({ weight: tree.weight })}</p>${list(path)}${rest}`
  }
  const title = ownWords(tree.title)
  return isOpen ? markup`<h2>${title}</h2>${body()}` : fold(title, body)
}

function formatTreeRow(symbolicated: SymbolicatedReport, { depth, count, share, frame }: TreeRow): Html {
  const line = linesOf(symbolicated, frame).at(-1)
  const place = line ? exactLocation(line) : ''
  const name = markup`<code class="name">${line?.name}</code>${place !== '' && markup` <code class="place">${place}</code>`}`
  const marks = markup`${formatMark(symbolicated, frame)} <small>${imageNameOf(symbolicated.report, frame)}</small>`
  return markup`<li${isOwnFrame(symbolicated, frame) && markup` class="own"`}><i>${count}</i> <i>${formatPercent(share)}</i> <span style="padding-left:${Math.min(depth, 60)}ch">${name}${marks}</span></li>`
}

/** The grade alone, where a row has no place for its reasons. */
function formatMark(symbolicated: SymbolicatedReport, frame: Frame): HtmlValue {
  const grade = shownGrade(symbolicated, frame)
  return (
    grade &&
    markup` <span class="${grade.level}" title="${joined.facts(grade.evidence)}">${gradeNames[grade.level]}</span>`
  )
}

/** `read`: the frame to read first; `chosen`: the one at which the page opens, which needs no script where it takes the focus. */
function formatFrame(
  symbolicated: SymbolicatedReport,
  frame: Frame,
  read: Frame | undefined,
  chosen: number | undefined,
  sources: FrameSources | undefined,
): Html {
  const { report } = symbolicated
  const classes = [isOwnFrame(symbolicated, frame) && 'own', frame === read && 'read', frame.id === chosen && 'chosen']
    .filter(Boolean)
    .join(' ')
  const focus = frame.id === chosen && trusted(' tabindex="-1" autofocus')
  const lines = linesOf(symbolicated, frame).map((line) => formatLine(frame, line))
  const grade = shownGrade(symbolicated, frame)
  const call = callsOf(symbolicated, frame).at(-1)
  const others = grade === undefined && call ? aliasText(call) : undefined
  const also = others !== undefined && markup` <span class="tag">${others}</span>`
  const doubt =
    grade &&
    markup` <span class="${grade.level}">${joined.labelled(gradeNames[grade.level], joined.facts(grade.evidence))}</span>`
  const variables = formatVariables(symbolicated, frame, frame === read)
  return markup`<li${classes !== '' && markup` class="${classes}"`}${focus}><span class="number">${frame.index}</span>${formatImage(report, frame)}<span class="calls">${lines}${also}${doubt}</span>${formatSource(symbolicated, frame, sources, frame === read)}${variables}</li>`
}

/** A caller that the report leaves out. It has no number in the report. */
function formatRecovered(symbolicated: SymbolicatedReport, caller: RecoveredCaller): Html {
  const { report } = symbolicated
  const frame = recoveredFrame(report, caller)
  const lines = recoveredLines(symbolicated, caller).map((line) => formatLine(frame, line))
  const level = recoveredLevel(symbolicated, caller)
  const mark = level !== undefined && markup` <span class="${level}">${gradeNames[level]}</span>`
  const why = markup` <span class="recovered">${recoveredCallers.leftOut(caller)}</span>`
  return markup`<li${isOwnFrame(symbolicated, frame) && markup` class="own"`}><span class="number">${exported.leftOutMark}</span>${formatImage(report, frame)}<span class="calls">${lines}${mark}${why}</span></li>`
}

function formatLine(frame: Frame, line: FrameLine): Html {
  if (!line.named) {
    const place = placeOf(frame, line.name)
    return markup`<span class="call"><code class="address">${line.name}</code>${place !== '' && markup` <code class="place">${place}</code>`}</span>`
  }
  const place = exactLocation(line)
  const source = place !== '' && markup` <code class="place" title="${line.file}">${place}</code>`
  const inlined = line.inlined && markup` <span class="tag">${exported.inlined}</span>`
  return markup`<span class="call"><code class="name" title="${line.call?.mangled}">${line.name}</code>${source}${inlined}</span>`
}

function formatImage(report: Report, frame: Frame): Html {
  const place = `${addressName(report, frame)}  ${frame.address === undefined ? '' : formatHex(frame.address)}`.trim()
  return markup`<span class="image" title="${place}">${imageNameOf(report, frame) || '???'}</span>`
}

function formatOther(symbolicated: SymbolicatedReport, stack: StackReading, { chosen, read }: Shown): Html {
  const doing = doingWords(doingOf(symbolicated, stack.frames))
  const title = markup`${formatStackTitle(symbolicated, stack)} <code>${doing}</code>`
  const shown = { chosen, read, sources: undefined }
  return fold(title, () => formatStack(symbolicated, stack, shown), holds(stack.frames, chosen))
}

function formatWaits(report: Report): HtmlValue {
  return outlineWaits(report).map(({ title, rows }) => {
    const items = rows.map((row) => markup`<li>${row}</li>`)
    return markup`<h2>${title}</h2><ul>${items}</ul>`
  })
}

/** No reader goes through more rows of a list. */
const MOST_ROWS = 1000

/** Words of the report and of the program itself. */
function formatWords(symbolicated: SymbolicatedReport): Html {
  const quoted = quotedRows(symbolicated).map(({ label, text }) => [label, text])
  const noted = appWords(symbolicated)
  return joinLines([
    quoted.length > 0 && markup`<h2>${exported.quoted}</h2>${formatTable([], quoted)}`,
    noted.length > 0 && markup`<h2>${exported.appWords}</h2><pre tabindex="0">${noted.join('\n')}</pre>`,
  ])
}

function formatOverview(symbolicated: SymbolicatedReport): Html {
  return joinLines(
    overviewBlocks(symbolicated, MOST_ROWS).map(({ title, columns, rows, lines, notes }) => {
      const text = lines.length > 0 && markup`<pre tabindex="0">${lines.join('\n')}</pre>`
      const told = notes.map((note) => markup`<p class="seen">${note}</p>`)
      return markup`<h2>${title}</h2>${rows.length > 0 && formatTable(columns, rows)}${text}${told}`
    }),
  )
}

function formatTimeline(report: Report): HtmlValue {
  const rows = outlineTimeline(report).map(({ distance, clock, time, what, detail }) => {
    const more = detail !== undefined && markup`<br><span class="tag">${detail}</span>`
    return markup`<tr><td>${distance}</td><td title="${time}">${clock}</td><td>${what}${more}</td></tr>`
  })
  if (rows.length === 0) return undefined
  const head = timelineColumns().map((column) => markup`<th scope="col">${column}</th>`)
  return markup`<h2>${exported.timeline}</h2><table class="timeline"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`
}

function formatSections(report: Report): Html {
  return joinLines(
    report.sections.map((section) => {
      if (section.kind === 'text')
        return fold(ownWords(section.title), () => markup`<pre tabindex="0">${section.text}</pre>`)
      return fold(ownWords(section.title), () => formatTable(section.columns.map(ownWords), section.rows))
    }),
  )
}

function formatTable(names: readonly string[], rows: readonly (readonly string[])[]): Html {
  const head = names.map((column) => markup`<th scope="col">${column}</th>`)
  const body = rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`)
  return markup`<div class="scroll" tabindex="0"><table>${names.length > 0 && markup`<thead><tr>${head}</tr></thead>`}<tbody>${body}</tbody></table></div>`
}

function formatImages({ report, images }: SymbolicatedReport): HtmlValue {
  if (report.images.length === 0) return undefined
  const statuses = new Map(images.map((status) => [status.image, status]))
  const rows = report.images.map((image) => ({ image, status: statuses.get(image.index) }))
  const told = imageColumns
    .map(({ heading, text }) => ({ heading, cells: rows.map(text) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headings = told.map(({ heading }) => heading)
  const lines = rows.map((_, at) => told.map(({ cells }) => cells[at] ?? ''))
  return fold(exported.images({ count: rows.length }), () => formatTable(headings, lines))
}
