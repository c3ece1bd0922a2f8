/** Somebody left rows out of a stack: nothing counts over the gap, and the reading names its place. */
import { expect, test } from 'vitest'
import { piecesOf, foldWords } from '../../../src/core/reading/folds.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function told(text: string): readonly string[] {
  const outcome = parseReport('stack.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const symbolicated = { report, resolutions: [], images: [], explanations: [] }
  const [stack] = stacksOf(report)
  if (!stack) throw new Error('no stack')
  return piecesOf(symbolicated, stack).flatMap((piece) =>
    piece.kind === 'frame' ? [] : [piece.kind === 'cut' ? piece.words : foldWords(piece)],
  )
}

const row = (index: number, at = '0x0000000104a3c0f0'): string =>
  `${String(index).padEnd(4)}Tally      ${at} 0x104a00000 + 246000`
const rows = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => row(first + at)).join('\n')
const top = '0   Tally      0x0000000104a3d000 0x104a00000 + 249856'

test.each([
  ['numbers jump', `${top}\n${rows(1, 12)}\n${rows(511, 511)}`, ['this call 11 more times', 'missing here: frames 13–510']],
  ['one is missing', `${top}\n${rows(1, 5)}\n${rows(7, 11)}`, ['this call 4 more times', 'missing here: frame 6', 'this call 4 more times']],
  ['dots behind the last row', `${top}\n${rows(1, 5)}\n...\n`, ['this call 4 more times', 'frames are missing here']],
  ['a word behind the last row', `${top}\n${rows(1, 5)}\n[snip]\n`, ['this call 4 more times', 'frames are missing here']],
  ['words in brackets', `${top}\n${rows(1, 5)}\n(many more)\n`, ['this call 4 more times', 'frames are missing here']],
  ['etc', `${top}\n${rows(1, 5)}\netc.\n`, ['this call 4 more times', 'frames are missing here']],
  ['nothing', `${top}\n${rows(1, 5)}\n`, ['this call 4 more times']],
  ['a sentence behind', `${top}\n${rows(1, 5)}\nIt happens often, etc., since monday.\n`, ['this call 4 more times']],
] as const)('%s', (_, text, words) => {
  expect(told(`Thread 0 Crashed:\n${text}\n`)).toEqual(words)
}) // prettier-ignore

test('no recursion is counted over dots between rows without numbers', () => {
  const calls = (count: number): string => '    at Tally.Ledger.Sum (Int32 depth)\n'.repeat(count)
  const text = `Unhandled Exception: System.StackOverflowException: deep\n${calls(6)}    ...\n${calls(6)}`
  expect(told(text)).toEqual(['this call 5 more times', 'frames are missing here'])
})
