/** Writes the fixtures of `tests/fixtures/reports/core` and `minidump`. Run it with any runner of TypeScript. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { kioskCore, kioskMinidump } from './dump-fixtures.ts'

const folder = new URL('../fixtures/reports/', import.meta.url)
for (const [path, bytes] of [
  ['core/kiosk.core', kioskCore()],
  ['minidump/kiosk.dmp', kioskMinidump()],
] as const) {
  const file = new URL(path, folder)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, bytes)
}
