/** Messages to the page: a report once, and for every later dSYM only its answers. */
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
  const whole = sizeOf(await engine.symbolicate(file))
  const opened = await engine.open(file)
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  const names = await engine.resolve(opened.value.handle)
  expect(names.ok).toBe(true)
  const bytes = sizeOf(names)
  console.log(`${whole} bytes with the report, ${bytes} of names: ${Math.round((1000 * bytes) / whole) / 10} %`)
  expect(bytes * 4).toBeLessThan(whole)
})

/** Bytes of a message. Compiled code may hold small integers as doubles, which take more: all are made small first. */
const sizeOf = (message: unknown): number => serialize(withSmallIntegers(message, new Map())).length

function withSmallIntegers(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === 'number') return (value | 0) === value ? value | 0 : value
  if (typeof value !== 'object' || value === null) return value
  const known = seen.get(value)
  if (known !== undefined) return known
  const copy: unknown = Array.isArray(value)
    ? value.map((one: unknown) => withSmallIntegers(one, seen))
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSmallIntegers(one, seen)]))
  seen.set(value, copy)
  return copy
}
