/**
 * A report as one page that needs nothing else: opens from disk without network or scripts, prints, and carries its data so
 * that it can be dropped back into the app. Every text of the report is escaped; the page forbids itself all connections.
 */
import { formatHex } from '../model/address.ts'
import { addressName, imageNameOf, threadMark } from '../model/frames.ts'
import { foundByLine } from '../model/found-by.ts'
import type { CallTree, Frame, Report, SymbolicatedReport, Thread } from '../model/report.ts'
import { doingOf, doingWords } from '../reading/doing.ts'
import { foldWords, piecesOf } from '../reading/folds.ts'
import { headlineOf } from '../reading/headline.ts'
import { imageState, lacksSymbols } from '../reading/image-state.ts'
import { exactLocation, linesOf } from '../reading/lines.ts'
import { isOwnFrame } from '../reading/own-code.ts'
import { shownGrade } from '../reading/shown-grade.ts'
import { crashedThread, stacksOf, type StackReading } from '../reading/stacks.ts'
import { subjectOf } from '../reading/subject.ts'
import { CARRIED_ID, formatCarried } from './carried.ts'
import type { Exporter } from './exporter.ts'
import { pageStyle } from './html-style.ts'
import { legendLines } from './legend.ts'
import { formatHeadline, placeOf } from './outline.ts'
import { outlinePath, outlineTree, type TreeRow } from './outline-tree.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'

export const htmlExporter: Exporter = {
  id: 'html',
  label: 'Web page',
  extension: 'html',
  mediaType: 'text/html',
  write: formatPage,
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text of a report as text of a page, in an element or in a quoted attribute. */
function escape(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[&<>"']/g, (char) => entities[char] ?? char).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd')
}

/** A sentence of ours, in which code may stand between backticks. */
function formatProse(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escape(part)}</code>` : escape(part)))
    .join('')
}

function formatPage(reports: readonly SymbolicatedReport[]): string {
  const [first] = reports
  const title = first ? `${headlineOf(first).title} – ${first.report.header.process ?? first.report.file}` : 'Report'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escape(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${reports.map(formatReport).join('\n<hr>\n')}
<footer>Made by Unslide, on one machine, without a network. Drop this page into Unslide to go on from here.</footer>
<script type="application/json" id="${CARRIED_ID}">${formatCarried(reports)}</script>
</body>
</html>
`
}

function formatReport(symbolicated: SymbolicatedReport): string {
  const { report } = symbolicated
  const stacks = stacksOf(report).filter(({ frames }) => frames.length > 0)
  const others = stacks.filter(({ main }) => !main)
  const thread = crashedThread(report) ?? stacks.find(({ main }) => main)?.thread
  return [
    `<main><header><h1>${escape(formatHeadline(headlineOf(symbolicated)))}</h1>${formatSubject(symbolicated)}</header>`,
    formatExplanations(symbolicated),
    formatMissing(symbolicated),
    ...legendLines([symbolicated]).map((line) => `<p class="seen">${escape(line)}</p>`),
    ...stacks
      .filter(({ main }) => main)
      .map((stack) => `<h2>${formatStackTitle(stack)}</h2>${formatStack(symbolicated, stack)}`),
    ...report.callTrees.map((tree) => formatTree(symbolicated, tree)),
    others.length > 0
      ? `<h2>Other stacks</h2>${others.map((stack) => formatOther(symbolicated, stack)).join('\n')}`
      : '',
    thread?.registers && thread.registers.length > 0 ? `<h2>Registers</h2>${formatRegisters(thread)}` : '',
    formatTimeline(report),
    formatSections(report),
    formatImages(symbolicated),
    report.text === '' ? '' : fold('Original text', `<pre>${escape(report.text)}</pre>`),
    '</main>',
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const fold = (summary: string, body: string): string => `<details><summary>${summary}</summary>${body}</details>`

function formatSubject(symbolicated: SymbolicatedReport): string {
  const about = subjectOf(symbolicated).map(escape).join(' · ')
  const { codes } = headlineOf(symbolicated)
  return `<p>${about}</p>${codes.length === 0 ? '' : `<p class="mono">${codes.map(escape).join(' · ')}</p>`}`
}

function formatExplanations({ explanations }: SymbolicatedReport): string {
  return explanations
    .map(({ title, evidence, meaning, checks }, index) => {
      const heading = index === 0 ? '' : `<h3>${escape(title)}</h3>`
      const list = checks.map((check) => `<li>${formatProse(check)}</li>`).join('')
      return `<section class="why">${heading}<p>${formatProse(meaning)}</p><p class="seen">Seen: ${escape(evidence)}</p><ul>${list}</ul></section>`
    })
    .join('\n')
}

function formatMissing({ report, images }: SymbolicatedReport): string {
  return images
    .filter((status) => lacksSymbols(status) || status.symbols === 'wrong-build')
    .map(({ image, reason, unnamed }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      const frames = unnamed === 1 ? '1 frame of ' : `${unnamed} frames of `
      const what = unnamed === 0 ? `${escape(name)}, another build` : `${frames}${escape(name)} without names`
      return `<p class="missing">${what}${uuid === undefined ? '' : ` (<code>${uuid}</code>)`}: ${escape(reason)}</p>`
    })
    .join('\n')
}

function formatStackTitle({ title, crashed, thread, twins }: StackReading): string {
  const mark = thread && threadMark(thread)
  const state = crashed && mark ? ` <span class="code">${mark}</span>` : ''
  return `${escape(title)}${state}${twins.length > 0 ? ` and ${twins.length} alike` : ''}`
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading): string {
  const read = headlineOf(symbolicated).where?.frame
  const list = (frames: readonly Frame[]): string =>
    frames.length === 0
      ? ''
      : `<ol class="stack">${frames.map((frame) => formatFrame(symbolicated, frame, read)).join('')}</ol>`
  const parts: string[] = []
  let shown: Frame[] = []
  for (const piece of piecesOf(symbolicated, stack)) {
    if (piece.kind === 'frame') shown.push(piece.frame)
    else {
      parts.push(list(shown), fold(`⋯ ${foldWords(piece)}`, list(piece.frames)))
      shown = []
    }
  }
  const found = foundByLine(stack.frames)
  const told = found === undefined ? '' : `<p class="seen">Frames found by: ${escape(found)}</p>`
  return [...parts, list(shown), told].filter((part) => part !== '').join('\n')
}

/** The heaviest path open, the whole tree folded. */
function formatTree(symbolicated: SymbolicatedReport, tree: CallTree): string {
  const rows = outlineTree(tree)
  if (rows.length === 0) return ''
  const list = (shown: readonly TreeRow[]): string =>
    `<ol class="tree">${shown.map((row) => formatTreeRow(symbolicated, row)).join('')}</ol>`
  return `<h2>${escape(tree.title)}</h2><p class="seen">Heaviest path, in ${escape(tree.weight)}</p>${list(outlinePath(tree))}${fold(
    `Whole tree (${rows.length} rows)`,
    list(rows),
  )}`
}

function formatTreeRow(symbolicated: SymbolicatedReport, { depth, count, share, frame }: TreeRow): string {
  const line = linesOf(symbolicated, frame).at(-1)
  const place = line ? exactLocation(line) : ''
  const image = escape(imageNameOf(symbolicated.report, frame))
  return `<li${isOwnFrame(symbolicated, frame) ? ' class="own"' : ''}><span class="number">${count}</span> <span class="number">${Math.round(share * 100)} %</span> <span style="padding-left:${Math.min(
    depth,
    60,
  )}ch"><code class="name">${escape(line?.name ?? '')}</code>${place === '' ? '' : ` <code class="place">${escape(place)}</code>`}${formatMark(symbolicated, frame)} <span class="tag">${image}</span></span></li>`
}

/** The grade alone, where a row has no place for its reasons. */
function formatMark(symbolicated: SymbolicatedReport, frame: Frame): string {
  const grade = shownGrade(symbolicated, frame)
  return grade ? ` <span class="${grade.level}" title="${escape(grade.evidence.join('; '))}">${grade.level}</span>` : ''
}

/** `read`: the frame to read first. */
function formatFrame(symbolicated: SymbolicatedReport, frame: Frame, read: Frame | undefined): string {
  const { report } = symbolicated
  const classes = [isOwnFrame(symbolicated, frame) && 'own', frame === read && 'read'].filter(Boolean).join(' ')
  const lines = linesOf(symbolicated, frame).map((line) => {
    if (!line.named) {
      const place = placeOf(frame, line.name)
      return `<span class="call"><code class="address">${escape(line.name)}</code>${place === '' ? '' : ` <code class="place">${place}</code>`}</span>`
    }
    const place = exactLocation(line)
    return `<span class="call"><code class="name" title="${escape(line.call?.mangled ?? '')}">${escape(line.name)}</code>${
      place === '' ? '' : ` <code class="place" title="${escape(line.file ?? '')}">${escape(place)}</code>`
    }${line.inlined ? ' <span class="tag">inlined</span>' : ''}</span>`
  })
  const grade = shownGrade(symbolicated, frame)
  const doubt = grade ? ` <span class="${grade.level}">${grade.level}: ${escape(grade.evidence.join('; '))}</span>` : ''
  const place = escape(
    `${addressName(report, frame)}  ${frame.address === undefined ? '' : formatHex(frame.address)}`.trim(),
  )
  return `<li${classes === '' ? '' : ` class="${classes}"`}><span class="number">${frame.index}</span><span class="image" title="${place}">${escape(
    imageNameOf(report, frame) || '???',
  )}</span><span class="calls">${lines.join('')}${doubt}</span></li>`
}

function formatOther(symbolicated: SymbolicatedReport, stack: StackReading): string {
  const doing = doingWords(doingOf(symbolicated, stack.frames))
  return fold(`${formatStackTitle(stack)} <code>${escape(doing)}</code>`, formatStack(symbolicated, stack))
}

function formatRegisters(thread: Thread): string {
  const items = (thread.registers ?? []).map(({ name, value, note }) => {
    const said = note === undefined ? '' : ` <span class="tag">${escape(note)}</span>`
    return `<div><dt>${escape(name)}</dt><dd>${formatHex(value)}${said}</dd></div>`
  })
  return `<dl class="registers mono">${items.join('')}</dl>`
}

function formatTimeline(report: Report): string {
  const rows = outlineTimeline(report).map(({ distance, clock, time, what, detail }) => {
    const more = detail === undefined ? '' : `<br><span class="tag">${escape(detail)}</span>`
    return `<tr><td>${distance}</td><td title="${escape(time)}">${escape(clock)}</td><td>${escape(what)}${more}</td></tr>`
  })
  if (rows.length === 0) return ''
  const head = timelineColumns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<h2>Timeline</h2><table class="timeline"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function formatSections(report: Report): string {
  return report.sections
    .map((section) => {
      if (section.kind === 'text') return fold(escape(section.title), `<pre>${escape(section.text)}</pre>`)
      return fold(escape(section.title), formatTable(section.columns, section.rows))
    })
    .join('\n')
}

function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

function formatImages({ report, images }: SymbolicatedReport): string {
  if (report.images.length === 0) return ''
  const status = new Map(images.map((image) => [image.image, imageState(image.symbols)]))
  const rows = report.images.map((image) => [
    image.name,
    image.version ?? '',
    image.uuid ?? '',
    image.arch ?? '',
    image.base === undefined ? '' : formatHex(image.base),
    status.get(image.index) ?? '',
    image.path ?? '',
  ])
  const columns = ['Image', 'Version', 'UUID', 'Architecture', 'Load address', 'Symbols', 'Path']
  return fold(`Images (${rows.length})`, formatTable(columns, rows))
}
