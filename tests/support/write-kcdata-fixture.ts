/** Writes the fixtures of `tests/fixtures/reports/kcdata`. Run it with any runner of TypeScript. */
import { writeFileSync } from 'node:fs'
import { kioskCorpse, kioskStackshot } from './kcdata-builder.ts'

const folder = new URL('../fixtures/reports/kcdata/', import.meta.url)
writeFileSync(new URL('stackshot.kcdata', folder), kioskStackshot())
writeFileSync(new URL('corpse.kcdata', folder), kioskCorpse())
