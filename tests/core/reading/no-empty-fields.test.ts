/** No part of a reading has a field without a value: callers look for fields, and copies carry them on. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { allocationRows } from '../../../src/core/reading/allocation.ts'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { doingOf } from '../../../src/core/reading/doing.ts'
import { piecesOf } from '../../../src/core/reading/folds.ts'
import { factsOf } from '../../../src/core/reading/groups.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { linesOf } from '../../../src/core/reading/lines.ts'
import { namesState } from '../../../src/core/reading/names-state.ts'
import { overviewOf } from '../../../src/core/reading/overview/read.ts'
import { profileOf } from '../../../src/core/reading/profile.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { shownFields } from '../../../src/core/reading/readable.ts'
import { registersReading } from '../../../src/core/reading/registers.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { subjectParts } from '../../../src/core/reading/subject.ts'
import { waitsOf } from '../../../src/core/reading/waits.ts'
import { emptyFieldsIn } from '../../support/empty-fields.ts'
import { unresolved } from '../../support/report-builder.ts'
import { listFixtures, openFixture } from '../reports/fixture.ts'

const explained = (report: Report): SymbolicatedReport => {
  const made = report.names ? { report, ...report.names } : unresolved(report)
  return { ...made, explanations: explain(made).explanations }
}

function readAll(symbolicated: SymbolicatedReport): Readonly<Record<string, unknown>> {
  const { report } = symbolicated
  const stacks = stacksOf(report)
  return {
    allocation: allocationRows(symbolicated),
    damage: damageOf(symbolicated),
    doing: stacks.map(({ frames }) => doingOf(symbolicated, frames)),
    explanations: symbolicated.explanations,
    facts: factsOf(symbolicated),
    fields: shownFields(report),
    headline: headlineOf(symbolicated),
    lines: stacks.flatMap(({ frames }) => frames.map((frame) => linesOf(symbolicated, frame))),
    names: namesState(symbolicated),
    overview: overviewOf(symbolicated) ?? [],
    pieces: stacks.map((stack) => piecesOf(symbolicated, stack)),
    profile: profileOf(symbolicated),
    quoted: quotedRows(symbolicated),
    registers: registersReading(symbolicated) ?? [],
    stacks,
    subject: subjectParts(symbolicated),
    waits: waitsOf(report) ?? [],
  }
}

test.each(listFixtures())('%s', async (path) => {
  for (const report of await openFixture(path)) expect(emptyFieldsIn(readAll(explained(report)))).toEqual([])
})
