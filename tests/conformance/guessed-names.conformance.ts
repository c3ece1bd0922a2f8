/** Names of the corpus's reports that a device guessed: how many there are, and that each is marked in every export. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatAppleText } from '../../src/core/export/apple-layout.ts'
import { eachFrame, eachStack } from '../../src/core/model/each-frame.ts'
import { htmlExporter } from '../../src/core/export/html.ts'
import { jsonExporter } from '../../src/core/export/json.ts'
import { markdownExporter } from '../../src/core/export/markdown.ts'
import { originalExporter } from '../../src/core/export/original.ts'
import { outlinePath, outlineTree } from '../../src/core/export/outline-tree.ts'
import { textExporter } from '../../src/core/export/text.ts'
import type { Frame, SymbolicatedReport } from '../../src/core/model/report.ts'
import { heaviestPath } from '../../src/core/reading/call-tree.ts'
import { piecesOf } from '../../src/core/reading/folds.ts'
import { headlineOf } from '../../src/core/reading/headline.ts'
import { stacksOf } from '../../src/core/reading/stacks.ts'
import { corpus } from './corpus.ts'
import { explainedReports } from './explained-reports.ts'

const MOST_BYTES = 3_000_000

/** By its own words, apart from the program's: far from a printed name without a file, or a name of a table. */
function isGuess({ symbol }: Frame): boolean {
  if (!symbol || symbol.file !== undefined || symbol.name === '') return false
  const { name, offset = 0 } = symbol
  return (
    offset >= 16_384 || /^(?:GCC_except_table\d*|typeinfo for .*|vtable for .*|_?OBJC_(?:META)?CLASS_\$\w*)$/.test(name)
  )
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

function missed(symbolicated: SymbolicatedReport): string[] {
  const { report } = symbolicated
  const guesses = (frames: readonly Frame[]): number => frames.filter(isGuess).length
  const stacks = stacksOf(report).filter(({ frames }) => frames.length > 0)
  const unfolded = (shown: typeof stacks): number =>
    guesses(
      shown.flatMap((stack) =>
        piecesOf(symbolicated, stack).flatMap((piece) => (piece.kind === 'frame' ? [piece.frame] : [])),
      ),
    )
  const inPaths = (trees: typeof report.callTrees): number =>
    trees.reduce((sum, tree) => sum + guesses(heaviestPath(tree).map(({ frame }) => frame)), 0)
  // A page shows each row of a tree once: those of the heaviest path before the others.
  const inTrees = report.callTrees.flatMap((tree) => [
    ...new Set([...outlineTree(tree).rows, ...outlinePath(tree)].map(({ frame }) => frame)),
  ])
  const all = guesses([...eachFrame(report)])
  const inRows = guesses([...eachStack(report)].flatMap(({ frames }) => frames.filter(({ symbolSpan }) => symbolSpan)))
  const expected: readonly (readonly [string, number, number])[] = [
    [
      'text',
      unfolded(stacks) + inPaths(report.callTrees),
      count(textExporter.write([symbolicated]), /\[doubtful\]$/gm),
    ],
    [
      'markdown',
      unfolded(stacks.filter(({ main }) => main)) + inPaths(report.callTrees.slice(0, 3)),
      count(markdownExporter.write([symbolicated]), /\[doubtful\]$/gm),
    ],
    [
      'html',
      guesses(stacks.flatMap(({ frames }) => frames)) + guesses(inTrees),
      count(htmlExporter.write([symbolicated]), /<span class="doubtful"/g),
    ],
    ['json', all, count(jsonExporter.write([symbolicated]), /"grade": "doubtful"/g)],
    ['layout', all, count(formatAppleText(symbolicated), / \[doubtful\](?=$| \[0x)/gm)],
    ['own form', inRows, count(originalExporter.write([symbolicated]), / \[doubtful\]/g)],
  ]
  return expected.flatMap(([id, wanted, marked]) =>
    marked < wanted ? [`${report.file} (${report.format}), ${id}: ${marked} of ${wanted} marked`] : [],
  )
}

test.runIf(corpus)('every guessed name of the corpus is marked in every export, and blamed in no headline', () => {
  const reports = explainedReports(join(corpus ?? '', 'reports'), MOST_BYTES)
  let frames = 0
  let guessed = 0
  let touched = 0
  const wrong: string[] = []
  for (const symbolicated of reports) {
    frames += symbolicated.report.frameCount
    const found = [...eachFrame(symbolicated.report)].filter(isGuess)
    if (found.length === 0) continue
    guessed += found.length
    touched++
    wrong.push(...missed(symbolicated))
    const { title, where } = headlineOf(symbolicated)
    if (where && isGuess(where.frame) && where.frame.symbol && title.includes(where.frame.symbol.name))
      wrong.push(`${symbolicated.report.file}: ${title}`)
  }
  console.log(`guessed names: ${guessed} of ${frames} frames, in ${touched} of ${reports.length} reports`)
  expect(wrong.slice(0, 40)).toEqual([])
  expect(guessed).toBeGreaterThan(100)
})
