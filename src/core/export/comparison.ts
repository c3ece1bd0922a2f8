/** A comparison of two reports in Markdown: the verdict, what speaks for it, and what differs. */
import { doingWords } from '../reading/doing.ts'
import { foldRows, type AlignedRow } from '../compare/aligned.ts'
import { columns, comparedRows, exported } from '../messages/export.ts'
import { joined } from '../messages/joins.ts'
import type { Check, Comparison } from '../compare/comparison.ts'
import type { StackLine } from '../compare/stack-lines.ts'
import { legendOf, markText } from '../model/grade-marks.ts'
import { location } from '../reading/lines.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { fence, joinPieces, prose, table, type Markdown } from './markdown-text.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { subjectOf } from '../reading/subject.ts'

const signs: Readonly<Record<Check['result'], string>> = { same: '=', near: '≈', differs: '≠', unknown: '?' }

/** Short enough for an issue: facts, threads, registers and images only where they differ, system calls of both folded. */
export function formatComparison(comparison: Comparison, a: SymbolicatedReport, b: SymbolicatedReport): string {
  const { verdict, facts, stacks, threads, registers, images } = comparison
  const blocks = [
    prose`## ${verdict.title}`,
    joinPieces([prose`- **A** ${introduce(a)}`, prose`- **B** ${introduce(b)}`], '\n'),
    joinPieces(
      verdict.checks.map(({ result, text }) => prose`- ${signs[result]} ${text}`),
      '\n',
    ),
    table(
      ['', 'A', 'B'],
      facts.filter(({ same }) => !same).map((fact) => [fact.term, fact.a ?? '', fact.b ?? '']),
    ),
  ]
  for (const { title, rows } of stacks) blocks.push(prose`**${title}**`, fence(formatRows(rows), 'diff'))
  const levels = new Set(stacks.flatMap(({ rows }) => rows.flatMap(linesOfRow)).flatMap(({ level }) => level ?? []))
  for (const line of legendOf(levels)) blocks.push(prose`${line}`)
  const threadRows = threads.filter((count) => count.a !== count.b)
  blocks.push(
    table(
      [columns.threads, 'A', 'B'],
      threadRows.map((count) => [doingWords(count), `${count.a}`, `${count.b}`]),
    ),
    table(
      [columns.register, 'A', 'B'],
      registers.map((register) => [register.name, register.a, register.b]),
    ),
    table(
      [columns.image, 'A', 'B'],
      images
        .filter(({ own, state }) => own && state !== 'same-build' && state !== 'unknown')
        .map((image) => [
          image.name,
          image.state === 'only-b' ? '' : (image.uuidA ?? image.versionA ?? exported.there),
          image.state === 'only-a' ? '' : (image.uuidB ?? image.versionB ?? exported.there),
        ]),
    ),
  )
  return `${joinPieces(blocks, '\n\n').toString()}\n`
}

function introduce(symbolicated: SymbolicatedReport): Markdown {
  const headline = joined.closed(gradedTitle(headlineOf(symbolicated)))
  return joinPieces([headline, ...subjectOf(symbolicated), symbolicated.report.file], ' · ')
}

const rowSigns: Readonly<Record<AlignedRow['kind'], string>> = { both: ' ', 'only-a': '-', 'only-b': '+' }

function formatRows(rows: readonly AlignedRow[]): string[] {
  return foldRows(rows).flatMap((piece) => {
    if (piece.kind === 'row') return formatRow(piece.row)
    return [`${rowSigns[piece.of]} ⋯ ${comparedRows[piece.of]({ calls: piece.rows.length })}`]
  })
}

function linesOfRow(row: AlignedRow): readonly StackLine[] {
  if (row.kind === 'both') return [row.a, row.b]
  return [row.kind === 'only-a' ? row.a : row.b]
}

function formatRow(row: AlignedRow): string[] {
  switch (row.kind) {
    case 'only-a':
      return [`- ${formatLine(row.a)}`]
    case 'only-b':
      return [`+ ${formatLine(row.b)}`]
    case 'both':
      return row.change === 'none' ? [`  ${formatLine(row.a)}`] : [`- ${formatLine(row.a)}`, `+ ${formatLine(row.b)}`]
  }
}

function formatLine(stackLine: StackLine): string {
  const { image, name, inlined, times, named, level } = stackLine
  const at = location(stackLine)
  const place = at === '' ? '' : `  ${at}`
  const rounds = times === undefined ? '' : `  × ${times}`
  const isName = named || level !== undefined
  const from = isName && image !== '' ? `  (${image})` : ''
  const marks = `${inlined ? ` [${exported.inlined}]` : ''}${level === undefined ? '' : markText(level)}`
  return `${name.replace(/\s+/g, ' ')}${place}${from}${marks}${rounds}`
}
