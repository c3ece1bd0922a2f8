/** A report in Markdown, short enough for an issue: what happened, why, the stack that matters, what symbols are missing. */
import type { Report, Stack, SymbolicatedReport } from '../model/report.ts'
import { markText } from '../model/grade-marks.ts'
import type { Exporter } from './exporter.ts'
import { legendLines } from './legend.ts'
import { escape, fence, table } from './markdown-text.ts'
import { heaviestPath, outlineTree } from './outline-tree.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'
import { foldOutline, headline, outlineStack, sourcePlace, subject, threadTitle, type OutlineRow } from './outline.ts'

export const markdownExporter: Exporter = {
  id: 'markdown',
  label: 'Markdown',
  extension: 'md',
  mediaType: 'text/markdown',
  write: (reports) => `${reports.map(formatReport).join('\n\n---\n\n')}\n`,
}

/** An issue is no place for more call trees than these. */
const MOST_TREES = 3
/** The last events before the end tell most. */
const MOST_EVENTS = 30

/** A sentence of ours, in which code may stand between backticks. */
function formatProse(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? `\`${part.replace(/\s+/g, ' ')}\`` : escape(part)))
    .join('')
}

function formatReport(symbolicated: SymbolicatedReport): string {
  const { report, explanations, images } = symbolicated
  const blocks = [`## ${escape(headline(symbolicated))}`]
  const about = subject(report)
  if (about.length > 0) blocks.push(about.map(escape).join(' · '))
  for (const { title, evidence, meaning, checks } of explanations) {
    const heading = title === headline(symbolicated) ? '' : `**${escape(title)}**\n\n`
    const list = checks.map((check) => `- ${formatProse(check)}`).join('\n')
    blocks.push(`${heading}${formatProse(meaning)}\n\n*Seen:* ${escape(evidence)}\n\n${list}`)
  }
  if (report.lastException) blocks.push('**Thrown here**', formatStack(symbolicated, report.lastException))
  const thread = report.threads.find((candidate) => candidate.crashed) ?? report.threads[0]
  if (thread && thread.frames.length > 0) {
    blocks.push(
      `**${escape(threadTitle(thread))}**${thread.crashed ? ' (crashed)' : ''}`,
      formatStack(symbolicated, thread),
    )
  }
  for (const tree of report.callTrees.slice(0, MOST_TREES)) {
    const path = heaviestPath(outlineTree(symbolicated, tree))
    const lines = path.map(({ count, row }) => {
      const name = row.calls.at(-1)?.function ?? row.frame.symbol?.name ?? row.place
      const mark = row.level === undefined || row.calls.length === 0 ? '' : markText(row.level)
      return `${String(count).padStart(7)} ${row.image}  ${name.replace(/\s+/g, ' ')}${mark}`
    })
    if (lines.length > 0)
      blocks.push(`**${escape(tree.title)}**, heaviest path in ${escape(tree.weight)}`, fence(lines))
  }
  blocks.push(...legendLines([symbolicated]).map(escape))
  blocks.push(...formatTimeline(report))
  const missing = images.filter(({ symbols }) => symbols === 'missing' || symbols === 'wrong-build')
  if (missing.length > 0) {
    const lines = missing.map(({ image, reason }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      return `- ${escape(name)} \`${uuid ?? 'no UUID'}\`: ${escape(reason)}`
    })
    blocks.push(`**Symbols that are missing or of another build**\n\n${lines.join('\n')}`)
  }
  return blocks.join('\n\n')
}

function formatTimeline(report: Report): string[] {
  const rows = outlineTimeline(report)
  if (rows.length === 0) return []
  const shown = rows.slice(-MOST_EVENTS)
  const left = rows.length - shown.length
  const cells = shown.map(({ distance, clock, what, detail }) => [
    distance,
    clock,
    [what, detail].filter(Boolean).join(': '),
  ])
  return [`**Timeline**${left > 0 ? `, without the first ${left}` : ''}`, table(timelineColumns, cells)]
}

function formatStack(symbolicated: SymbolicatedReport, stack: Stack): string {
  const rows = outlineStack(symbolicated, stack)
  const width = Math.min(28, Math.max(...rows.map(({ image }) => image.length), 0))
  const lines = foldOutline(rows).flatMap((part) =>
    part.kind === 'folded'
      ? [`    ⋯ ${part.rows.length} system frames`]
      : part.rows.flatMap((row) => formatRow(row, width)),
  )
  return fence(lines)
}

function formatRow(row: OutlineRow, width: number): string[] {
  const head = `${String(row.frame.index).padStart(3)} ${row.image.padEnd(width)} `
  if (row.calls.length === 0) return [head + row.place]
  return row.calls.map((call, index) => {
    const place = sourcePlace(call)
    const name = call.function.replace(/\s+/g, ' ')
    const marks = `${call.inlined ? ' [inlined]' : ''}${row.level === undefined ? '' : markText(row.level)}`
    const start = index === 0 ? head : `${' '.repeat(head.length)}in `
    return `${start}${name}${place === undefined ? '' : `  ${place}`}${marks}`
  })
}
