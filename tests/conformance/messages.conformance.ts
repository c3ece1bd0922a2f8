/** What crosses to the page: a report once, and for every dSYM that comes only what symbols say of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

test.runIf(corpus)('the names of a 2 MB panic weigh under a quarter of the report with its names', async () => {
  const path = join(corpus ?? '', 'reports/panic/panic-full-ios26-uaf.ips')
  const file = { path, blob: new Blob([readFileSync(path)]) }
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const whole = serialize(await engine.symbolicate(file)).length
  const opened = await engine.open(file)
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  const names = await engine.resolve(opened.value.handle)
  expect(names.ok).toBe(true)
  const bytes = serialize(names).length
  console.log(`${whole} bytes with the report, ${bytes} of names: ${Math.round((1000 * bytes) / whole) / 10} %`)
  expect(bytes * 4).toBeLessThan(whole)
})
