/** A slice of the fuzzing in every run of the tests: fixed rounds over the fixtures alone. `npm run fuzz` continues from there. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reportFormats } from '../../src/core/reports/registry.ts'
import { symbolSources } from '../../src/core/symbols/registry.ts'
import { faultOf, makeInput } from './rounds.ts'
import { openTargets } from './targets/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const finds = fileURLToPath(new URL('../fixtures/fuzz/', import.meta.url))
const targets = await openTargets({ root })

/** Rounds of targets that take tens of milliseconds each. */
const FEW: Readonly<Record<string, number>> = {
  engine: 20,
  dwarf: 30,
  variables: 60,
  'exported-page': 30,
  'exported-json': 30,
  'mach-o': 60,
  'shared-cache': 30,
}
const ROUNDS = 100

test.each(targets)('$name: no broken input breaks a promise', async (target) => {
  expect(target.seeds.length).toBeGreaterThan(0)
  for (let round = 0; round < (FEW[target.name] ?? ROUNDS); round++) {
    const fault = await faultOf(target, makeInput(target, round).bytes)
    expect(fault, `round ${round}`).toBe(undefined)
  }
})

test('every format of reports has a target', () => {
  // The forms that we write have targets by their own names.
  const own = new Set(['exported-page', 'exported-json'])
  const names = new Set(targets.map(({ name }) => name))
  const expected = reportFormats.map(({ id }) => (own.has(id) ? id : `report/${id}`))
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

test('every source of symbols has a target with a file that it claims', () => {
  const heads = targets.flatMap(({ seeds }) => seeds.map(({ bytes }) => bytes.subarray(0, 65_536)))
  expect(symbolSources.filter((source) => !heads.some((head) => source.sniff(head))).map(({ id }) => id)).toEqual([])
})

test('a round gives the same input every time', async () => {
  const again = await openTargets({ root })
  for (const [at, target] of targets.entries()) {
    expect(makeInput(again[at] ?? target, 7).bytes).toEqual(makeInput(target, 7).bytes)
  }
})

const found = readdirSync(finds, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.bin'))

test.each(found)('what was found once stays mended: %s', async (path) => {
  const target = targets.find(({ name }) => path.startsWith(`${name}/`))
  if (!target) throw new Error(`no target is named as the folder of ${path}`)
  expect(await faultOf(target, readFileSync(finds + path))).toBe(undefined)
})
