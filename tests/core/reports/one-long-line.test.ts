/** A text of one line that is longer than any stack of a pattern. */
import { expect, test } from 'vitest'
import { openReports } from '../../../src/core/reports/read-report.ts'

test('one line of ten million letters is read as a report is: refused with a problem, and no fault of ours', async () => {
  const bytes = new TextEncoder().encode('x'.repeat(10_000_000))
  const outcome = await openReports({ path: 'long.txt', blob: new Blob([bytes]) }, bytes.subarray(0, 65_536))
  expect(outcome.problems.map(({ code }) => code)).toEqual(['unknown-report'])
})
