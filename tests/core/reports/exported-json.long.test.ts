/** JSON of strangers that is nearly what Unslide writes: it is refused, or does no harm. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { findFault } from '../../../src/core/model/report-shape.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'
import { sample } from './written-sample.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Every place of a document, as the keys that lead there. */
function* places(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Of many frames or images alike, the first few.
    if (Array.isArray(value) && Number(key) > 2) return
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    yield at
    yield* places(inner, at)
  }
}

function replaced(path: readonly (string | number)[], value: unknown): string {
  const document = JSON.parse(sample) as unknown
  let into = document as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) into = into[key] as Record<string | number, unknown>
  into[path.at(-1) ?? ''] = value
  return JSON.stringify(document)
}

const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  '0xzz',
  '-0x1',
  `0x${'f'.repeat(400)}`,
  [],
  {},
  [null],
  [[]],
  { length: 9 },
]

test('every field with every wrong value is refused or bearable', () => {
  let refused = 0
  let read = 0
  for (const path of places(JSON.parse(sample))) {
    for (const value of hostile) {
      const outcome = parseReport('hostile.json', bytesOf(replaced(path, value)))
      if (!outcome.ok) {
        refused++
        expect(outcome.problems.length, path.join('.')).toBeGreaterThan(0)
        continue
      }
      for (const report of outcome.value) {
        read++
        const symbolicated = unresolved(report)
        expect(findFault({ ...symbolicated }), path.join('.')).toBeUndefined()
      }
    }
  }
  expect(refused).toBeGreaterThan(1000)
  expect(read).toBeGreaterThan(100)
})

test('what a hostile document brings through can be explained, redacted and written', () => {
  for (const path of [...places(JSON.parse(sample))].filter((_, at) => at % 7 === 0)) {
    for (const value of ['', [], {}, 1e300]) {
      const outcome = parseReport('hostile.json', bytesOf(replaced(path, value)))
      for (const report of outcome.ok ? outcome.value : []) {
        const symbolicated = unresolved(report)
        const told = { ...symbolicated, ...explain(symbolicated) }
        for (const exporter of exporters) expect(() => exporter.write(redact([told]).reports)).not.toThrow()
      }
    }
  }
})
