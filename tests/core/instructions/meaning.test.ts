/** What instructions do, by the manuals of Arm and Intel: `fixtures/instructions/meaning.tsv`. All lie at 0x1000. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readInstructions } from '../../../src/core/instructions/disassemble.ts'
import { toldOf } from './told.ts'

const rows = readFileSync(new URL('../../fixtures/instructions/meaning.tsv', import.meta.url), 'utf8')
  .replace(/\n$/, '')
  .split('\n')
  .map((line) => line.split('\t') as [arch: string, hex: string, text: string, told: string])

test.each(rows)('%s %s: %s', (arch, hex, text, told) => {
  const found = readInstructions(Uint8Array.from(Buffer.from(hex, 'hex')), 0x1000n, arch)
  expect(found.map((one) => [one.text, toldOf(one)])).toEqual([[text, told]])
})
