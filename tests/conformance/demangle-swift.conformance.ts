/** Swift names and their readable forms by the Swift project's own demangler and by Apple's tools, set by set. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DemangleStyle } from '../../src/core/demangle/demangler.ts'
import { swiftDemangler } from '../../src/core/demangle/swift/swift.ts'
import { corpus } from './corpus.ts'

/** Every row of every set must agree: no expectation is known to be odd. */
const sets: readonly (readonly [name: string, style: DemangleStyle])[] = [
  ['swift-apple-full', 'full'],
  ['swift-apple-simplified', 'simplified'],
  ['swift-apple-tools', 'simplified'],
  ['swift-real-full', 'full'],
  ['swift-real-simplified', 'simplified'],
  ['swift-old-full', 'full'],
  ['swift-old-simplified', 'simplified'],
]

test.runIf(corpus)('Swift names read as the reference tools read them', () => {
  const table: Record<string, string | number>[] = []
  const misses: string[] = []
  for (const [name, style] of sets) {
    const path = `${corpus ?? ''}demangle/${name}.tsv`
    if (!existsSync(path)) continue
    const rows = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t') as [string, string])
    const wrong = rows.filter(
      ([mangled, expected]) => (swiftDemangler.demangle(mangled, style) ?? mangled) !== expected,
    )
    const rate = (rows.length - wrong.length) / rows.length
    table.push({
      set: name,
      style,
      rows: rows.length,
      agree: rows.length - wrong.length,
      rate: `${(rate * 100).toFixed(2)} %`,
    })
    misses.push(...wrong.map(([mangled]) => `${name}: ${mangled}`))
  }
  console.table(table)
  expect(table.length).toBeGreaterThan(0)
  expect(misses.slice(0, 10)).toEqual([])
})
