/** Writes `tests/fixtures/reports/plcrash/thrown.plcrash`. Run it by `npx vite-node` or any other runner of TypeScript. */
import { writeFileSync } from 'node:fs'
import { thrownPlcrash } from './plcrash-builder.ts'

writeFileSync(new URL('../fixtures/reports/plcrash/thrown.plcrash', import.meta.url), thrownPlcrash())
