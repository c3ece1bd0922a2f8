/** The headline, its grade and every sentence of an explanation are the same in all forms, for every fixture. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { claimsLost } from '../../support/claims-shown.ts'
import { listFixtures, openFixture } from '../reports/fixture.ts'

test('no form of a report leaves out a sentence of its explanations', async () => {
  let sentences = 0
  const lost: string[] = []
  for (const path of listFixtures()) {
    for (const report of await openFixture(path)) {
      const images = report.images.map((image) => ({ image: image.index, symbols: 'missing', origin: image.origin }))
      const bare = { report, resolutions: [], images, explanations: [] } as unknown as SymbolicatedReport
      const symbolicated = { ...bare, ...explain(bare) }
      sentences += symbolicated.explanations.length
      for (const one of claimsLost(symbolicated)) lost.push(`${path}: ${one}`)
    }
  }
  expect(lost).toEqual([])
  expect(sentences).toBeGreaterThan(40)
})

test('a sentence that a form does not have is found', async () => {
  const [report] = await openFixture('apple-crash-text/ios-abort.crash')
  if (!report) throw new Error('no report')
  const bare = { report, resolutions: [], images: [], explanations: [] } as unknown as SymbolicatedReport
  const symbolicated = { ...bare, ...explain(bare) }
  const [first, ...others] = symbolicated.explanations
  if (!first) throw new Error('no explanation')
  let reads = 0
  // Another sentence each time that it is read.
  const shifting = new Proxy(first, {
    get: (target, key) =>
      key === 'meaning' ? `Sentence ${'x'.repeat(++reads)}y.` : (Reflect.get(target, key) as unknown),
  })
  expect(claimsLost({ ...symbolicated, explanations: [shifting, ...others] }).length).toBeGreaterThan(0)
})
