/** In JSON a key without a value says no more than no key, and the order of keys says nothing. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { leavesOf, toldValues, understood, withoutLeaf, type Json, type Path } from '../../support/made-fields.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const read = (path: string, value: Json): unknown => {
  const outcome = parseReport(path, new TextEncoder().encode(JSON.stringify(value)))
  return outcome.ok ? outcome.value.map(understood) : 'none'
}

function withNull(value: Json, [key, ...rest]: Path): Json {
  if (key === undefined) return null
  if (Array.isArray(value)) return (value as readonly Json[]).map((one, at) => (at === key ? withNull(one, rest) : one))
  const held = value as Readonly<Record<string, Json>>
  return { ...held, [key]: withNull(held[key] ?? null, rest) }
}

const reversed = (value: Json): Json =>
  Array.isArray(value)
    ? (value as readonly Json[]).map(reversed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, one]) => [key, reversed(one)]),
        )
      : value

/** Fixtures that are one sound document; others are damaged on purpose. */
const documents = listFixtures().flatMap((path): readonly { readonly path: string; readonly value: Json }[] => {
  try {
    const value = JSON.parse(new TextDecoder().decode(fixtureBytes(path))) as Json
    return typeof value === 'object' ? [{ path, value }] : []
  } catch {
    return []
  }
})

test('there are documents of many formats', () => {
  expect(documents.length).toBeGreaterThan(8)
})

test.each(documents)('$path: a value of null is as no value', ({ path, value }) => {
  const told = (document: Json): string => JSON.stringify(read(path, document))
  // Entries of a list are counted, whatever they are.
  const keys = leavesOf(value).filter(({ path: leaf }) => typeof leaf.at(-1) === 'string')
  const differing = keys.filter(({ path: leaf }) => told(withNull(value, leaf)) !== told(withoutLeaf(value, leaf)))
  expect(differing.map(({ path: leaf }) => leaf.join('.'))).toEqual([])
})

test.each(documents)('$path: the order of keys takes nothing away', ({ path, value }) => {
  expect([...toldValues(read(path, reversed(value)))].sort()).toEqual([...toldValues(read(path, value))].sort())
})
