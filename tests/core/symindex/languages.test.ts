/** DW_AT_language and DW_AT_language_name as look-ups give them: of functions, and of calls inlined into them. */
import { expect, test } from 'vitest'
import { languageName } from '../../../src/core/dwarf/language-names.ts'
import { languageOfCode } from '../../../src/core/dwarf/languages.ts'
import * as D from '../../../src/core/dwarf/constants.ts'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { inlinedCall, low, name, size } from '../../support/c-program.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Attribute, type Entry } from '../../support/dwarf-builder.ts'
import { builtIndex } from '../../support/test-builder.ts'

const code = (value: number): Attribute => attribute(AT.language, FORM.data2, value)
const nameCode = (value: number): Attribute => attribute(D.AT_LANGUAGE_NAME, FORM.data2, value)
const body = (label: string, start: number, children: readonly Entry[] = []): Entry =>
  entry(TAG.function, [name(label), low(start), size(0x10)], children)
const ofUnit = (attributes: readonly Attribute[], children: readonly Entry[]): { readonly root: Entry } => ({
  root: entry(TAG.unit, [low(0), ...attributes], children),
})
const at = (...offsets: number[]): ImageOffset[] => offsets.map((offset) => offset as ImageOffset)

test('each unit says that of its functions; one says nothing', async () => {
  const index = await builtIndex(
    dwarfInput({
      units: [
        ofUnit([code(D.LANG_RUST)], [body('count', 0x1000)]),
        ofUnit([code(D.LANG_C99)], [body('shop_count', 0x1010)]),
        ofUnit([], [body('plain', 0x1020)]),
        ofUnit([nameCode(D.LNAME_SWIFT)], [body('newer', 0x1030)]),
        ofUnit([code(D.LANG_C99), nameCode(D.LNAME_ZIG)], [body('both', 0x1040)]),
        ofUnit([code(0x7777)], [body('unheard', 0x1050)]),
        ofUnit([code(D.LANG_HASKELL)], [body('rare', 0x1060)]),
      ],
    }),
  )
  const chains = await index.lookup(at(0x1000, 0x1010, 0x1020, 0x1030, 0x1040, 0x1050, 0x1060))
  expect(chains.map(([call]) => [call?.mangled, call?.language])).toEqual([
    ['count', 'rust'],
    ['shop_count', 'c'],
    ['plain', undefined],
    ['newer', 'swift'],
    ['both', 'zig'],
    ['unheard', undefined],
    ['rare', 'other'],
  ])
})

test('an inlined call has that of its own unit, or none where another unit has the function', async () => {
  const far = entry(TAG.inlined, [
    attribute(AT.origin, FORM.refAddr, 'of_c'),
    low(0x1008),
    size(4),
    attribute(AT.callFile, FORM.data1, 1),
    attribute(AT.callLine, FORM.data1, 3),
  ])
  const own = entry(TAG.function, [name('own')], undefined, 'own')
  const index = await builtIndex(
    dwarfInput({
      units: [
        ofUnit([code(D.LANG_C11)], [entry(TAG.function, [name('of_c')], undefined, 'of_c'), body('c_caller', 0x1020)]),
        ofUnit([code(D.LANG_RUST)], [own, body('caller', 0x1000, [inlinedCall('own', 0x1004, 4, 2), far])]),
      ],
    }),
  )
  const chains = await index.lookup(at(0x1000, 0x1004, 0x1008, 0x1020))
  expect(chains.map((chain) => chain.map(({ mangled, language }) => `${mangled} ${language}`))).toEqual([
    ['caller rust'],
    ['own rust', 'caller rust'],
    ['of_c undefined', 'caller rust'],
    ['c_caller c'],
  ])
})

test('codes of both attributes', () => {
  expect(languageOfCode(0)).toBeUndefined()
  expect(languageOfCode(D.LANG_KOTLIN)).toBe('kotlin')
  expect(languageOfCode(D.LANG_ASSEMBLER)).toBe('other')
  expect(languageOfCode(0, true)).toBeUndefined()
  expect(languageOfCode(D.LNAME_OBJC, true)).toBe('objective-c')
  expect(languageOfCode(1, true)).toBe('other')
  expect(languageOfCode(0x8001, true)).toBeUndefined()
})

/** By the lists of the standard's site: what look-ups say, and what `inspect` prints. */
test.each<readonly [name: string, isName: boolean, code: number, language: string | undefined, printed: string]>([
  ['C++23', false, 0x3a, 'c++', 'C++23'],
  ['C23', false, 0x3e, 'c', 'C23'],
  ['HIP', false, 0x30, 'other', 'HIP'],
  ['Metal', false, 0x3d, 'other', 'Metal'],
  ['Nim', false, 0x45, 'nim', 'Nim'],
  ['Gleam', false, 0x48, 'other', 'Gleam'],
  ['a gap of the list', false, 0x29, undefined, 'language 0x29'],
  ['behind the list', false, 0x49, undefined, 'language 0x49'],
  ['Swift', true, 0x1a, 'swift', 'Swift'],
  ['HIP', true, 0x29, 'other', 'HIP'],
  ['Nim', true, 0x2f, 'nim', 'Nim'],
  ['Gleam', true, 0x32, 'other', 'Gleam'],
  ['behind the list of names', true, 0x33, undefined, 'language 0x33'],
])('%s (of DWARF 6: %s), code %d', (_, isName, value, language, printed) => {
  expect(languageOfCode(value, isName)).toBe(language)
  expect(languageName(value, isName)).toBe(printed)
})

test('every code that has a name here has a language and words', () => {
  for (const [constant, value] of Object.entries(D)) {
    const isName = constant.startsWith('LNAME_')
    if (typeof value !== 'number' || !(isName || constant.startsWith('LANG_'))) continue
    expect(languageOfCode(value, isName), constant).toBeDefined()
    expect(languageName(value, isName), constant).not.toMatch(/^language 0x/)
  }
})
