/** Names and their readable forms by other tools, set by set. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demangle } from '../../src/core/demangle/registry.ts'
import type { DemangleStyle } from '../../src/core/demangle/demangler.ts'
import { corpus } from './corpus.ts'

/**
 * LLVM 19 leaves a template parameter out of the substitutions when arguments follow it, so that later ones count
 * wrongly. It prints parameters such as `Handle<String><ConsString>` or a bare `Isolate`. LLVM 20 (pull request 108538)
 * and GNU count it, as the ABI says (5.1.10) and compilers do; so does Unslide.
 */
const templateParameterWithArguments = /T\d*_I/

/** Where LLVM prints Rust differently from rustc-demangle, which is the reference. */
const llvmRust: ReadonlyMap<string, string> = new Map([
  ['_RIC5traitFG_DG_EL0_EuE', 'LLVM drops the space of an empty list of traits, which no compiler writes'],
  ['_RIC7backrefSB9_E', 'a type that holds itself: rustc-demangle shows how deep it went'],
  ['_RC3dot.llvm.1234', 'rustc-demangle drops what LLVM hung on the name'],
  ['_RC3dotC5crate.llvm.6789', 'rustc-demangle drops what LLVM hung on the name'],
  ['_RNvC2a.1c', 'rustc-demangle takes any character in an identifier'],
  ['_RCu5r731r', 'rustc-demangle shows Punycode that it cannot decode'],
  ['_RNvC1au25zzzzzzzzzzzzzzzzzzzzzzzzz', 'rustc-demangle shows Punycode that it cannot decode'],
])

interface DemangleSet {
  readonly name: string
  readonly style: DemangleStyle
  /** Least share of rows that must agree. */
  readonly mark: number
  /** A row whose expectation is known to be odd. */
  readonly isOdd?: (name: string, expected: string) => boolean
}

const sets: readonly DemangleSet[] = [
  { name: 'itanium-llvm', style: 'full', mark: 1 },
  { name: 'itanium-llvm-new', style: 'full', mark: 1 },
  { name: 'itanium-llvm-invalid', style: 'full', mark: 1 },
  { name: 'itanium-real-node', style: 'full', mark: 1, isOdd: (name) => templateParameterWithArguments.test(name) },
  {
    name: 'itanium-blocks-suffixes',
    style: 'full',
    mark: 1,
    isOdd: (name) => templateParameterWithArguments.test(name),
  },
  { name: 'rust-real-legacy', style: 'full', mark: 1 },
  { name: 'rust-real-v0', style: 'full', mark: 1 },
  { name: 'rust-rustcdemangle', style: 'full', mark: 1 },
  {
    name: 'rust-llvm',
    style: 'full',
    mark: 1,
    isOdd: (name, expected) => llvmRust.has(name) || expected.includes("'z1"),
  },
  { name: 'kotlin-native', style: 'full', mark: 1 },
  { name: 'passthrough', style: 'simplified', mark: 1 },
]

test.runIf(corpus)('names read as the reference tools read them', () => {
  const table: Record<string, string | number>[] = []
  const below: string[] = []
  for (const { name, style, mark, isOdd } of sets) {
    const path = `${corpus ?? ''}demangle/${name}.tsv`
    if (!existsSync(path)) continue
    const rows = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t') as [string, string])
    const misses = rows.filter(([mangled, expected]) => demangle(mangled, style) !== expected)
    const odd = misses.filter(([mangled, expected]) => isOdd?.(mangled, expected) === true)
    const rate = 1 - misses.length / rows.length
    table.push({
      set: name,
      style,
      rows: rows.length,
      agree: rows.length - misses.length,
      odd: odd.length,
      rate: `${(rate * 100).toFixed(2)} %`,
    })
    if ((rows.length - misses.length + odd.length) / rows.length < mark) {
      below.push(
        ...misses
          .filter((row) => !odd.includes(row))
          .slice(0, 5)
          .map(([mangled]) => `${name}: ${mangled}`),
      )
    }
  }
  console.table(table)
  expect(table.length).toBeGreaterThan(0)
  expect(below).toEqual([])
})
