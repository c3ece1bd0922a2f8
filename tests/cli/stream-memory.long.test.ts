/** Lines of a stream that are far too long: the memory of the whole program does not grow by their length or their number. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, measured, testFolder } from '../support/cli.ts'

const folder = testFolder()
const LONG = 120e6
/** Megabytes that a line may have, and all lines that are held together. */
const BUDGET = 32

/** A file of lines of so many bytes, most of them a hole of the file: NUL. */
function linesOfFile(name: string, count: number, bytes: number): string {
  const path = join(folder, name)
  const file = openSync(path, 'w')
  for (let line = 0; line < count; line++) {
    writeSync(file, `{"id":${line},"report":"`, line * bytes)
    writeSync(file, '"}\n', (line + 1) * bytes - 3)
  }
  closeSync(file)
  return path
}

interface Answer {
  readonly id?: number
  readonly problems: readonly { readonly code: string }[]
}

const peakOf = (path: string) => measured(folder, ['symbolicate', '--stream', path, '--jobs', '2'])

test('ten lines of 120 MB take no more memory than one, and that is some byte budgets', () => {
  const [short, one] = [peakOf(linesOfFile('short', 10, 200)), peakOf(linesOfFile('one', 1, LONG))]
  const ten = peakOf(linesOfFile('ten', 10, LONG))
  const answers = linesOf<Answer>(ten.out)
  expect(answers.map(({ id, problems }) => [id, problems.map(({ code }) => code)])).toEqual(
    Array.from({ length: 10 }, (_, id) => [id, ['long-report-line']]),
  )
  const peaks = [short, one, ten].map(({ megabytes }) => megabytes.toFixed(0)).join(', ')
  console.log(`MB of ten short lines, of one of 120 MB, of ten of 120 MB: ${peaks}`)
  expect(ten.megabytes - one.megabytes).toBeLessThan(BUDGET)
  // Beside the budget: what was let go and is not collected yet.
  expect(ten.megabytes - short.megabytes).toBeLessThan(4 * BUDGET)
})
