/** Signatures are the same in every language. */
import { afterEach, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { takeLanguage, type PartTexts } from '../../../src/core/messages/translate.ts'
import { signatureOf } from '../../../src/core/reading/signature.ts'
import { texts as pseudo } from '../../../src/messages/en-XA/core.ts'
import { texts as chinese } from '../../../src/messages/zh-Hans/core.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

afterEach(() => takeLanguage('en'))

async function signatures(): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of listFixtures()) {
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    const outcome = await engine.symbolicate({ path, blob: new Blob([fixtureBytes(path)]) })
    if (!outcome.ok) continue
    found.push(...outcome.value.map((one) => `${path} ${signatureOf(one) ?? 'none'}`))
  }
  return found
}

test('of every fixture', async () => {
  const english = await signatures()
  expect(english.length).toBeGreaterThan(60)
  expect(english.filter((one) => !one.endsWith(' none')).length).toBeGreaterThan(30)
  for (const [tag, core] of [['zh-Hans', chinese] as const, ['en-XA', pseudo] as const]) {
    takeLanguage(tag, { core: core as PartTexts })
    expect(await signatures(), tag).toEqual(english)
  }
}, 120_000)
