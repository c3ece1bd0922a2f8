/** Every fixture, written in each way that leads back and opened again, bare and named, as it is and redacted, says the same. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { differences, layout, toldBy, ways, withMadeNames } from '../../conformance/round-trips.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

async function read(path: string, content: BlobPart): Promise<readonly SymbolicatedReport[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path, blob: new Blob([content]) })
  return outcome.ok ? outcome.value : []
}

/** Places in sentences, where a name with its inlined calls is for people and not read again. */
const sentences = new Set(['text-scan/chat.txt', 'leaks/malloc-history-all-by-size.txt'])

test.each(listFixtures())('%s', async (path) => {
  const bare = await read(path, new Uint8Array(fixtureBytes(path)))
  expect(bare.length).toBeGreaterThan(0)
  const named = bare.map(withMadeNames)
  const isText = bare.every(({ report }) => report.text !== '')
  const asNamed = sentences.has(path) ? [] : [named, redact(named).reports]
  for (const reports of [bare, redact(bare).reports, ...asNamed]) {
    for (const way of isText ? ways : [...ways, layout]) {
      const again = await read(way.id === 'own form' ? path : way.file, way.write(reports))
      const wrong = reports.flatMap((report, at) => differences(toldBy(report), again[at] && toldBy(again[at])))
      expect([way.id, ...wrong]).toEqual([way.id])
    }
  }
})
