/**
 * Every report of the corpus as each view shows it. The page's rows, HTML, Markdown, JSON and `compare` give the same
 * headline, the same folds and the same lines. Without symbols, and again where the corpus has those of a report.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf } from '../../src/app/views/report/rows.ts'
import { compareReports } from '../../src/core/compare/compare-reports.ts'
import { formatComparison } from '../../src/core/export/comparison.ts'
import { htmlExporter } from '../../src/core/export/html.ts'
import { jsonExporter } from '../../src/core/export/json.ts'
import { prose } from '../../src/core/export/markdown-text.ts'
import { markdownExporter } from '../../src/core/export/markdown.ts'
import type { SymbolicatedReport } from '../../src/core/model/report.ts'
import { foldWords } from '../../src/core/reading/folds.ts'
import { headlineOf } from '../../src/core/reading/headline.ts'
import { linesOf } from '../../src/core/reading/lines.ts'
import { stacksOf, type StackReading } from '../../src/core/reading/stacks.ts'
import { claimsLost } from '../support/claims-shown.ts'
import { corpus } from './corpus.ts'
import { explainedReports, namedReports } from './explained-reports.ts'

/** Larger files are passed over. */
const MOST_BYTES = 3_000_000

/** Folds and lines of one stack as a view shows it, in order. */
interface Shown {
  readonly folds: readonly string[]
  readonly lines: readonly string[]
}

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The stacks that all views show whole: those to read first, and not endless. */
const shownStacks = ({ report }: SymbolicatedReport): readonly StackReading[] =>
  stacksOf(report).filter(({ main, frames }) => main && frames.length > 0 && frames.length < 600)

function onPage(symbolicated: SymbolicatedReport, stack: StackReading): Shown {
  const rows = rowsOf(symbolicated, [stack], {
    isOpen: () => true,
    isUnfolded: () => false,
    framelessOpen: false,
    query: '',
  })
  return {
    folds: rows.flatMap((row) => (row.kind === 'fold' ? [foldWords(row.piece)] : [])),
    lines: rows.flatMap((row) =>
      row.kind === 'frame' ? linesOf(symbolicated, row.frame).map(({ name }) => name) : [],
    ),
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')

/** The headline and the stacks with their folds closed. */
function inHtml(symbolicated: SymbolicatedReport): { readonly title: string; readonly stacks: readonly Shown[] } {
  const page = htmlExporter.write([symbolicated])
  const title = plain(/<h1>([\s\S]*?)<\/h1>/.exec(page)?.[1] ?? '')
  const body = page.slice(0, page.search(/<h2>Other stacks<\/h2>|<h2>Registers<\/h2>|<script type=/))
  const stacks = body
    .split(/<h2>[\s\S]*?<\/h2>/)
    .slice(1)
    .filter((part) => part.includes('<ol class="stack">'))
    .map((part) => {
      const open = part.replace(/<details><summary>⋯ ([\s\S]*?)<\/summary>[\s\S]*?<\/details>/g, '<i>$1</i>')
      return {
        folds: [...open.matchAll(/<i>([\s\S]*?)<\/i>/g)].map((match) => plain(match[1] ?? '')),
        lines: [...open.matchAll(/<span class="call"><code[^>]*>([\s\S]*?)<\/code>/g)].map((match) =>
          plain(match[1] ?? ''),
        ),
      }
    })
  return { title, stacks }
}

interface JsonThread {
  readonly frames: readonly { readonly calls?: readonly { readonly function: string }[] }[]
  readonly folds?: readonly { readonly first: number; readonly count: number; readonly kind: string }[]
}
interface JsonReport {
  readonly headline: { readonly text: string; readonly code: string }
  readonly threads: readonly JsonThread[]
}

/** Every name of the page's lines must be among the row's calls; rows that no one names have none. */
function jsonDiffers(symbolicated: SymbolicatedReport, stack: StackReading, json: JsonReport): boolean {
  const thread = stack.thread && json.threads[symbolicated.report.threads.indexOf(stack.thread)]
  if (!thread) return false
  const folded = new Set(
    (thread.folds ?? []).flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => first + at)),
  )
  const lines = thread.frames.flatMap(({ calls }, at) =>
    folded.has(at) ? [] : (calls ?? []).map((call) => call.function),
  )
  const page = onPage(symbolicated, stack)
  const named = new Set(lines)
  const shown = stack.frames
    .filter((_, at) => !folded.has(at))
    .flatMap((frame) => linesOf(symbolicated, frame))
    .filter(({ named: isNamed }) => isNamed)
  return (thread.folds ?? []).length !== page.folds.length || shown.some(({ name }) => !named.has(name))
}

interface Told {
  readonly stacks: number
  readonly folds: number
  readonly lines: number
  readonly differs: readonly string[]
}

/** The views' texts for these reports, and their differences from the page. */
function compareViews(reports: readonly SymbolicatedReport[]): Told {
  const differs: string[] = []
  const escape = (words: string): string => prose`${words}`.toString()
  let [stacks, folds, lines] = [0, 0, 0]
  for (const symbolicated of reports) {
    const { report } = symbolicated
    const tell = (what: string): void => void differs.push(`${report.file}: ${what}`)
    const headline = headlineOf(symbolicated)
    const html = inHtml(symbolicated)
    const markdown = markdownExporter.write([symbolicated])
    const json = (JSON.parse(jsonExporter.write([symbolicated])) as { reports: JsonReport[] }).reports[0]
    const comparison = compareReports(symbolicated, symbolicated)
    if (!html.title.startsWith(headline.title)) tell(`HTML is headed ${html.title}, not ${headline.title}`)
    if (!markdown.startsWith(`## ${escape(headline.title)}`)) tell('Markdown has another headline')
    if (json?.headline.text !== headline.title || json.headline.code !== headline.code)
      tell('JSON has another headline')
    if (!formatComparison(comparison, symbolicated, symbolicated).includes(escape(headline.title.replace(/\.+$/, ''))))
      tell('compare has another headline')
    for (const lost of claimsLost(symbolicated)) tell(lost)
    const shown = shownStacks(symbolicated)
    for (const [at, stack] of shown.entries()) {
      const page = onPage(symbolicated, stack)
      stacks++
      folds += page.folds.length
      lines += page.lines.length
      if (shown.length === html.stacks.length) {
        const inPage = html.stacks[at]
        if (inPage?.folds.join('\n') !== page.folds.join('\n')) tell(`HTML folds ${stack.title} in another way`)
        if (inPage?.lines.join('\n') !== page.lines.join('\n')) tell(`HTML has other lines of ${stack.title}`)
      } else if (stacksOf(report).every(({ frames }) => frames.length < 600)) tell('HTML shows other stacks')
      const flat = oneSpace(markdown)
      for (const fold of page.folds) if (!flat.includes(`⋯ ${fold}`)) tell(`Markdown lacks the fold “${fold}”`)
      for (const line of page.lines) if (!flat.includes(oneSpace(line))) tell(`Markdown lacks the line “${line}”`)
      if (json && jsonDiffers(symbolicated, stack, json)) tell(`JSON tells ${stack.title} in another way`)
    }
    const [first] = shown
    const compared = comparison.stacks[0]?.rows.flatMap((row) => (row.kind === 'only-b' ? [] : [row.a])) ?? []
    if (first && compared[0]?.frame === first.frames[0]) {
      const all = new Set(first.frames.flatMap((frame) => linesOf(symbolicated, frame).map(({ name }) => name)))
      for (const { name } of compared) if (!all.has(name)) tell(`compare has the line “${name}”`)
    }
  }
  return { stacks, folds, lines, differs }
}

const summary = (reports: readonly SymbolicatedReport[], { stacks, folds, lines, differs }: Told): string =>
  `${reports.length} reports, ${stacks} stacks, ${folds} folds, ${lines} lines; ${differs.length} differences`

test.runIf(corpus)('all views tell the same of every report', () => {
  const reports = explainedReports(join(corpus ?? '', 'reports'), MOST_BYTES)
  const told = compareViews(reports)
  console.log(summary(reports, told))
  expect(told.differs.slice(0, 40)).toEqual([])
  expect(reports.length).toBeGreaterThan(200)
  expect(told.folds).toBeGreaterThan(100)
})

test.runIf(corpus)('and of every report whose symbols are at hand', async () => {
  const reports = await namedReports(corpus ?? '', MOST_BYTES)
  const inlined = reports.flatMap(({ resolutions }) =>
    resolutions.filter((resolution) => resolution.kind === 'resolved' && resolution.calls.length > 1),
  )
  const told = compareViews(reports)
  console.log(`with symbols: ${summary(reports, told)}; ${inlined.length} frames with inlined calls`)
  expect(told.differs.slice(0, 40)).toEqual([])
  expect(reports.length).toBeGreaterThan(10)
})
