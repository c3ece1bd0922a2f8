/** The language is for people: the same is concluded in all of them. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { takeLanguage, type PartTexts } from '../../../src/core/messages/translate.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { overviewKind } from '../../../src/core/reading/overview/overview.ts'
import { profileOf } from '../../../src/core/reading/profile.ts'
import { signatureOf } from '../../../src/core/reading/signature.ts'
import { texts } from '../../../src/messages/zh-Hans/core.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { listFixtures, openFixture } from '../reports/fixture.ts'
import { unresolved } from '../../support/report-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const languages: Readonly<Record<string, Readonly<Record<string, PartTexts>>>> = {
  en: {},
  'zh-Hans': { core: texts },
}

afterEach(() => takeLanguage('en'))

function concluded(symbolicated: SymbolicatedReport) {
  const { code, end, grade, isCrash, where } = headlineOf(symbolicated)
  return {
    file: symbolicated.report.file,
    code,
    end,
    grade,
    isCrash,
    where: where?.frame.id,
    endOf: endOf(symbolicated),
    overview: overviewKind(symbolicated.report),
    // Where a report has no function of its own, its signature has the words of the headline.
    hasSignature: signatureOf(symbolicated) !== undefined,
    explanations: symbolicated.explanations.map(({ id, kind, grade: sure, frames }) => ({ id, kind, sure, frames })),
    frames: symbolicated.report.threads.map(({ frames }) => frames.length),
    tracks: profileOf(symbolicated).tracks.map(({ total, busy, unknown }) => ({ total, busy, unknown })),
  }
}

test('of every fixture', async () => {
  const found = []
  for (const [tag, parts] of Object.entries(languages)) {
    takeLanguage(tag, parts)
    const reports = (await Promise.all(listFixtures().map(openFixture))).flat()
    found.push(
      reports.map((report) => {
        const bare = unresolved(report)
        return concluded({ ...bare, ...explain(bare) })
      }),
    )
  }
  expect(found[0]?.length).toBeGreaterThan(50)
  expect(found[1]).toEqual(found[0])
})

test('of a report with symbols and instructions', async () => {
  const found = []
  const titles = []
  for (const [tag, parts] of Object.entries(languages)) {
    takeLanguage(tag, parts)
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    const file = (path: string) => ({ path, blob: new Blob([readFileSync(`public/sample/${path}`)]) })
    await engine.add([file('Trailmap.dSYM.zip')])
    const outcome = await engine.symbolicate(file('Trailmap.ips'))
    if (!outcome.ok || !outcome.value[0]) throw new Error(outcome.problems[0]?.message)
    found.push(concluded(outcome.value[0]))
    titles.push(headlineOf(outcome.value[0]).title)
  }
  expect(found[1]).toEqual(found[0])
  expect(found[0]?.explanations.length).toBeGreaterThan(0)
  expect(titles[1]).toMatch(/\p{sc=Han}/u)
})
