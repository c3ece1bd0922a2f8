/**
 * A report as one page that needs nothing else: opens from disk without network or scripts, prints, and carries its data so
 * that it can be dropped back into the app. Every text of the report is escaped; the page forbids itself all connections.
 */
import { formatHex } from '../model/address.ts'
import type { CallTree, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { CARRIED_ID, formatCarried } from './carried.ts'
import type { Exporter } from './exporter.ts'
import { pageStyle } from './html-style.ts'
import { legendLines } from './legend.ts'
import { heaviestPath, outlineTree, type TreeRow } from './outline-tree.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'
import { foldOutline, headline, outlineStack, sourcePlace, subject, threadTitle, type OutlineRow } from './outline.ts'

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
  const title = first ? `${headline(first)} – ${first.report.header.process ?? first.report.file}` : 'Report'
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
  const threads = report.threads.filter(({ frames }) => frames.length > 0)
  const crashed = threads.find((thread) => thread.crashed)
  const main = crashed ?? (report.lastException ? undefined : threads[0])
  const others = threads.filter((thread) => thread !== main)
  return [
    `<main><header><h1>${escape(headline(symbolicated))}</h1>${formatSubject(report)}</header>`,
    formatExplanations(symbolicated),
    formatMissing(symbolicated),
    ...legendLines([symbolicated]).map((line) => `<p class="seen">${escape(line)}</p>`),
    report.lastException ? `<h2>Thrown here</h2>${formatStack(symbolicated, report.lastException)}` : '',
    main
      ? `<h2>${escape(threadTitle(main))}${main.crashed ? ' <span class="code">crashed</span>' : ''}</h2>${formatStack(symbolicated, main)}`
      : '',
    ...report.callTrees.map((tree) => formatTree(symbolicated, tree)),
    ...report.backtraces.map((stack) => fold(escape(stack.title), formatStack(symbolicated, stack))),
    others.length > 0
      ? `<h2>Other threads</h2>${others.map((thread) => formatThread(symbolicated, thread)).join('\n')}`
      : '',
    main?.registers && main.registers.length > 0 ? `<h2>Registers</h2>${formatRegisters(main)}` : '',
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

function formatSubject(report: Report): string {
  const about = subject(report).map(escape).join(' · ')
  const { exception } = report
  const codes = [exception?.type, exception?.signal, exception?.subtype].filter((text) => text !== undefined)
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
  const missing = images.filter(
    ({ symbols, unnamed }) => (symbols === 'missing' && unnamed > 0) || symbols === 'wrong-build',
  )
  return missing
    .map(({ image, reason, unnamed }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      const frames = unnamed === 1 ? '1 frame of ' : `${unnamed} frames of `
      const what = unnamed === 0 ? `${escape(name)}, another build` : `${frames}${escape(name)} without names`
      return `<p class="missing">${what}${uuid === undefined ? '' : ` (<code>${uuid}</code>)`}: ${escape(reason)}</p>`
    })
    .join('\n')
}

function formatStack(symbolicated: SymbolicatedReport, stack: Stack): string {
  const rows = outlineStack(symbolicated, stack)
  return foldOutline(rows)
    .map((part) => {
      const list = `<ol class="stack">${part.rows.map((row) => formatRow(row, symbolicated.culprit)).join('')}</ol>`
      return part.kind === 'rows' ? list : fold(`⋯ ${part.rows.length} system frames`, list)
    })
    .join('\n')
}

/** The heaviest path open, the whole tree folded. */
function formatTree(symbolicated: SymbolicatedReport, tree: CallTree): string {
  const rows = outlineTree(symbolicated, tree)
  if (rows.length === 0) return ''
  const list = (shown: readonly TreeRow[]): string => `<ol class="tree">${shown.map(formatTreeRow).join('')}</ol>`
  return `<h2>${escape(tree.title)}</h2><p class="seen">Heaviest path, in ${escape(tree.weight)}</p>${list(heaviestPath(rows))}${fold(
    `Whole tree (${rows.length} rows)`,
    list(rows),
  )}`
}

function formatTreeRow({ depth, count, share, row }: TreeRow): string {
  const call = row.calls.at(-1)
  const place = call && sourcePlace(call)
  const name = escape(call?.function ?? row.frame.symbol?.name ?? row.place)
  const mark = formatMark(row)
  return `<li${row.own ? ' class="own"' : ''}><span class="number">${count}</span> <span class="number">${Math.round(share * 100)} %</span> <span style="padding-left:${Math.min(
    depth,
    60,
  )}ch"><code class="name">${name}</code>${place === undefined ? '' : ` <code class="place">${escape(place)}</code>`}${mark} <span class="tag">${escape(row.image)}</span></span></li>`
}

/** The grade alone, where a row has no place for its reasons. */
function formatMark({ level, evidence = '', calls }: OutlineRow): string {
  if (level === undefined || calls.length === 0) return ''
  return ` <span class="${level}" title="${escape(evidence)}">${level}</span>`
}

function formatRow(row: OutlineRow, culprit: number | undefined): string {
  const classes = [row.own && 'own', row.frame.id === culprit && 'read'].filter(Boolean).join(' ')
  const calls = row.calls.map((call) => {
    const place = sourcePlace(call)
    return `<span class="call"><code class="name" title="${escape(call.mangled)}">${escape(call.function)}</code>${
      place === undefined ? '' : ` <code class="place" title="${escape(call.file ?? '')}">${escape(place)}</code>`
    }${call.inlined ? ' <span class="tag">inlined</span>' : ''}</span>`
  })
  const { level, evidence = '' } = row
  const doubt = level === undefined ? '' : ` <span class="${level}">${level}: ${escape(evidence)}</span>`
  const body = calls.length === 0 ? `<code class="address">${escape(row.place)}</code>` : calls.join('') + doubt
  return `<li${classes === '' ? '' : ` class="${classes}"`}><span class="number">${row.frame.index}</span><span class="image" title="${escape(
    row.place,
  )}">${escape(row.image)}</span><span class="calls">${body}</span></li>`
}

function formatThread(symbolicated: SymbolicatedReport, thread: Thread): string {
  const rows = outlineStack(symbolicated, thread)
  const telling = rows.find((row) => row.own && row.calls.length > 0) ?? rows[0]
  const name = telling?.calls.at(-1)?.function ?? telling?.place ?? ''
  const state = thread.crashed ? ' <span class="code">crashed</span>' : ''
  return fold(
    `${escape(threadTitle(thread))}${state} <code>${escape(name)}</code>${telling ? formatMark(telling) : ''}`,
    formatStack(symbolicated, thread),
  )
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
  const status = new Map(images.map((image) => [image.image, image.symbols]))
  const rows = report.images.map((image) => [
    image.name,
    image.version ?? '',
    image.uuid ?? '',
    image.arch ?? '',
    image.base === undefined ? '' : formatHex(image.base),
    (status.get(image.index) ?? '').replaceAll('-', ' '),
    image.path ?? '',
  ])
  const columns = ['Image', 'Version', 'UUID', 'Architecture', 'Load address', 'Symbols', 'Path']
  return fold(`Images (${rows.length})`, formatTable(columns, rows))
}
