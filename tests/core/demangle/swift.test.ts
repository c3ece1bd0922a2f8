import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { swiftDemangler } from '../../../src/core/demangle/swift/swift.ts'

const rows = readFileSync(new URL('../../fixtures/demangle/swift/names.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [mangled: string, full: string, simplified: string])

test.each(rows)('%s', (mangled, full, simplified) => {
  expect(swiftDemangler.claims(mangled)).toBe(true)
  expect(swiftDemangler.demangle(mangled, 'full')).toBe(full)
  expect(swiftDemangler.demangle(mangled, 'simplified')).toBe(simplified)
})

test.each([
  ['one underscore of a Mach-O symbol table', '_$s4main3fooyyF'],
  ['an underscore of a Mach-O symbol table before another prefix', '__T04main3fooyyF'],
])('takes %s', (_what, name) => {
  expect(swiftDemangler.demangle(name, 'simplified')).toBe('foo()')
})

test.each([
  ['nothing', ''],
  ['a prefix alone', '$s'],
  ['an older prefix alone', '_T'],
  ['a C function', 'swift_retain'],
  ['a C++ name', '_ZN3fooC1Ev'],
  ['a length past the end', '$s4main9foo'],
  ['a number too large', '$s9999999999999999999999foo'],
  ['an unknown operator', '$s4main3fooyyF!'],
  ['a substitution that was never made', '$s4mainABV'],
  ['a word that was never read', '$s4main0Z03fooyyF'],
  ['Punycode that is none', '$s4main005_____V'],
  ['a symbolic reference', '$s\u0001abcdD'],
  ['an older type without an end', '_TtGC4main1ASi'],
])('leaves %s alone', (_what, name) => {
  expect(swiftDemangler.demangle(name, 'full')).toBeUndefined()
  expect(swiftDemangler.demangle(name, 'simplified')).toBeUndefined()
})

/** Each letter after `A` is a type that holds the previous type twice. */
function doubling(levels: number): string {
  let name = '$s4main1AVySi_SitG'
  for (let level = 0; level < levels; level++) {
    const before = `A${String.fromCharCode(0x44 + level)}`
    name += `ACy${before}_${before}tG`
  }
  return `${name}D`
}

test.each([
  ['contexts within contexts', `$s4main${'1aC'.repeat(50_000)}`],
  ['types within types', `$sSi${'m'.repeat(100_000)}D`],
  ['older types within types', `_Tt${'M'.repeat(100_000)}Si`],
  ['older contexts within contexts', `_Tt${'C'.repeat(100_000)}`],
  ['generic parameters', `$sx${'r9999999_'.repeat(10_000)}lD`],
  ['a substitution repeated', `$s4main${'A2048a'.repeat(10_000)}`],
  ['types that double', doubling(20)],
])('comes to an end with %s', (_what, name) => {
  for (const style of ['full', 'simplified'] as const) {
    expect((swiftDemangler.demangle(name, style) ?? '').length).toBeLessThan(1 << 21)
  }
})

test('cuts a tree that is too deep with a note', () => {
  const text = swiftDemangler.demangle(`$sSi${'m'.repeat(2_000)}D`, 'full')
  expect(text).toMatch(/^<<too complex>>(\.Type)+$/)
})

test('answers where the caller has left little stack', () => {
  const name = `$s4main${'1aC'.repeat(2_000)}`
  const answers = new Set<string | undefined>()
  const descend = (depth: number): void => {
    if (depth % 250 === 0) answers.add(swiftDemangler.demangle(name, 'full'))
    descend(depth + 1)
  }
  expect(() => descend(0)).toThrow(RangeError)
  expect([...answers].filter((answer) => answer !== undefined)).toHaveLength(1)
})
