/** An archive of very many small files: each costs little, and the engine reports those that it left out. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { LIMITS } from '../../../src/core/bytes/budget.ts'
import { createEngine } from '../../../src/core/engine.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { samplePath } from '../../support/sample.ts'
import { buildTar, type TarSpec } from '../../support/tar-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const report = (path: string): TarSpec => ({ path, content: readFileSync(samplePath('Trailmap.ips')) })
const small = (count: number): readonly TarSpec[] =>
  Array.from({ length: count }, (_, at) => ({ path: `f${at}.txt`, content: 'hello\n' }))

async function parsed(files: readonly TarSpec[]) {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  return engine.parse({ path: 'many.tar.gz', blob: new Blob([new Uint8Array(gzipSync(buildTar(files)))]) })
}

test('files of a packed archive are not read again after their beginnings', async () => {
  const reads = vi.spyOn(Blob.prototype, 'arrayBuffer')
  const { problems } = await parsed(small(200))
  expect(problems.filter(({ code }) => code === 'unknown-report')).toHaveLength(200)
  expect(reads.mock.calls.length).toBeLessThan(20)
})

test('a report behind more files than an archive may hold is not read, and that is told', async () => {
  const outcome = await parsed([report('first.ips'), ...small(LIMITS.entries.atLeast + 500), report('last.ips')])
  expect(outcome.ok && outcome.value.map(({ file }) => file)).toEqual(['many.tar.gz!first.ips'])
  expect(outcome.problems.map(({ code }) => code)).toContain('over-budget')
})
