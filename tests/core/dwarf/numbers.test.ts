/** DWARF's numbers: each has one name and one place, and both compilers read the same. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as D from '../../../src/core/dwarf/constants.ts'
import * as O from '../../../src/core/dwarf/expression/operations.ts'
import * as F from '../../../src/core/dwarf/forms.ts'
import { compileAssembly } from '../../support/compile-assembly.ts'

const root = new URL('../../../', import.meta.url)
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const numbersOf = (module: object): readonly (readonly [string, number])[] =>
  Object.entries(module).filter((each): each is [string, number] => typeof each[1] === 'number')

const compiled = async (path: string): Promise<WebAssembly.Exports> =>
  (await WebAssembly.instantiate(await compileAssembly(path))).exports
const globalsOf = (exports: WebAssembly.Exports): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(exports).flatMap(([name, value]) =>
      value instanceof WebAssembly.Global ? [[name, Number(value.value)] as const] : [],
    ),
  )

test.each([
  ['src/core/dwarf/constants.ts', D, 200],
  ['src/core/dwarf/forms.ts', F, 50],
])('%s: AssemblyScript has the numbers that TypeScript has', async (path, module, least) => {
  const numbers = numbersOf(module)
  expect(numbers.length).toBeGreaterThan(least)
  expect(globalsOf(await compiled(path))).toEqual(new Map(numbers))
})

test('normal forms and sizes are the same in both', async () => {
  const exports = await compiled('src/core/dwarf/forms.ts')
  const call = (name: string, ...values: readonly number[]): number =>
    Number((exports[name] as (...values: readonly number[]) => number)(...values))
  const forms = [...Array(0x110).keys(), ...Array.from({ length: 0x30 }, (_, n) => 0x1f00 + n), 0x7fff, 0xffff]
  for (const form of forms) {
    expect(call('normalForm', form), `form ${form}`).toBe(F.normalForm(form))
    for (const is of ['isIndexedString', 'isIndexedAddress', 'isUnitReference'] as const)
      expect(call(is, form), `${is} ${form}`).toBe(Number(F[is](form)))
    for (const [version, address, offset] of [
      [2, 4, 4],
      [2, 8, 4],
      [3, 8, 4],
      [5, 8, 8],
      [5, 4, 8],
    ] as const)
      expect(call('sizeOfForm', form, version, address, offset), `size of ${form}`).toBe(
        F.sizeOfForm(form, version, address, offset),
      )
  }
})

const FAMILIES = [
  'UT',
  'TAG',
  'AT',
  'RLE',
  'LNCT',
  'LNS',
  'LNE',
  'LANG',
  'LNAME',
  'ATE',
  'DSC',
  'CFA',
  'EH_PE',
  'LLE',
] as const
const familyOf = (name: string): string | undefined => FAMILIES.find((family) => name.startsWith(`${family}_`))

test('every number of a family has one name', () => {
  const named = [...numbersOf(D), ...numbersOf(F), ...numbersOf(O)].map(([name, number]) => {
    const family = familyOf(name) ?? /^(?:FORM|SIZE|OP|GNU)/.exec(name)?.[0]
    return `${family ?? 'none'} ${number}`
  })
  const limits = ['none', 'SIZE']
  const own = named.filter((one) => !limits.some((prefix) => one.startsWith(prefix)))
  expect(own.length).toBeGreaterThan(280)
  expect(new Set(own).size).toBe(own.length)
  expect(numbersOf(D).filter(([name]) => familyOf(name) === undefined)).toEqual([])
})

/** Declared names of a folder's files, as `file: name`. */
function declaredIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...textOf(`${folder}${path}`).matchAll(/\b(?:const|let) (\w+)[ :]/g)].map(
        ([, name = '']) => `${folder}${path}: ${name}`,
      ),
    )
}

test('no other file of the program, of its tests or of the engine gives a number of DWARF a name', () => {
  const named = new Set([...numbersOf(D), ...numbersOf(F), ...numbersOf(O)].map(([name]) => name))
  const places = ['constants.ts', 'forms.ts', 'expression/operations.ts'].map((name) => `src/core/dwarf/${name}: `)
  const all = ['src/', 'wasm/assembly/', 'tests/'].flatMap(declaredIn)
  expect(all.length).toBeGreaterThan(10_000)
  const isNumber = (place: string): boolean => named.has(place.replace(/^.*: (?:DW_)?/, '').toUpperCase())
  const own = all.filter((place) => isNumber(place) && places.some((one) => place.startsWith(one)))
  expect(own).toHaveLength(named.size)
  // The compiler's operations on attributes are the engine's own.
  const engine = 'wasm/assembly/dwarf/abbrev.ts: '
  expect(all.filter((place) => isNumber(place) && !own.includes(place) && !place.startsWith(engine))).toEqual([])
})

test('no number of DWARF stands for itself, with its name in a comment', () => {
  const told = ['src/', 'wasm/assembly/'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .filter((path) => /\b(?:0x[0-9a-f]+|\d+)[:,)\]; ]*\/\/ *DW_/i.test(textOf(`${folder}${path}`))),
  )
  expect(told).toEqual([])
})
