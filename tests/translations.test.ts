/** Languages besides English: whole, with the same parameters, and in their own words. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containers } from '../src/core/containers/registry.ts'
import { labelText } from '../src/core/messages/joins.ts'
import { dumpFormats, reportFormats, verbatimFormats } from '../src/core/reports/registry.ts'
import { symbolSources } from '../src/core/symbols/registry.ts'
import { takeLanguage, type PartTexts } from '../src/core/messages/translate.ts'
import { PSEUDO } from '../src/messages/load.ts'
import { entriesOf, handedCatalogues, languageParts, saidBy, type Entry } from './support/catalogue-texts.ts'
import { englishIn, faultsOfChinese } from './support/chinese.ts'
import { CatalogueTypes, marksIn } from './support/marked-parameters.ts'
import { isKept, otherMarks, otherStops } from './support/translation-exceptions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')
const handed = handedCatalogues(src)
const tags = readdirSync(join(src, 'messages'), { withFileTypes: true })
  .filter((one) => one.isDirectory() && one.name !== PSEUDO)
  .map(({ name }) => name)

/** A sentence around a parameter that was empty: no caller gives one. */
const isHollow = / {2}\S| [.,;:]|\(\)/

/** The English texts; undefined for parameters that it does not take. */
function attempt(english: unknown, given: readonly unknown[]): ReturnType<typeof saidBy> | undefined {
  try {
    return saidBy(english, given)
  } catch {
    return undefined
  }
}

interface Catalogue {
  readonly place: string
  readonly path: string
  readonly name: string
  readonly entries: readonly Entry[]
}

type Module = Readonly<Record<string, unknown>>

async function load(tag: string): Promise<{ parts: Readonly<Record<string, PartTexts>>; catalogues: Catalogue[] }> {
  const parts = Object.fromEntries(
    await Promise.all(
      languageParts.map(async (part) => {
        const module = (await import(join(src, 'messages', tag, `${part}.ts`))) as { readonly texts: PartTexts }
        return [part, module.texts] as const
      }),
    ),
  )
  const catalogues = await Promise.all(
    handed.map(async ({ part, file, name, path }) => {
      const english = ((await import(path)) as Module)[name]
      const other = (parts[part] as Readonly<Record<string, Module>>)[file]?.[name]
      const place = `${part}/${file}.${name}`
      return { place, path, name, entries: entriesOf([name], english, other) }
    }),
  )
  return { parts, catalogues }
}

describe.each(tags)('%s', (tag) => {
  let parts: Readonly<Record<string, PartTexts>> = {}
  let catalogues: Catalogue[] = []
  let types: CatalogueTypes

  beforeAll(async () => {
    ;({ parts, catalogues } = await load(tag))
    types = new CatalogueTypes([...new Set(handed.map(({ path }) => path))], root)
    // Texts call others, such as lists of words: those are of the language, too, as they are where it is chosen.
    takeLanguage(tag, parts)
  }, 120_000)
  afterAll(() => takeLanguage('en'))

  const placeOf = (catalogue: Catalogue, { keys }: Entry): string =>
    [catalogue.place.slice(0, -catalogue.name.length - 1), ...keys].join('.')
  const all = (): readonly (readonly [place: string, entry: Entry, catalogue: Catalogue])[] =>
    catalogues.flatMap((catalogue) =>
      catalogue.entries.map((entry) => [placeOf(catalogue, entry), entry, catalogue] as const),
    )

  test('has every text, and no other', () => {
    const missing = all().flatMap(([place, { english, other }]) =>
      english !== undefined && other === undefined ? [place] : [],
    )
    const idle = all().flatMap(([place, { english, other }]) =>
      english === undefined && other !== undefined ? [place] : [],
    )
    expect({ missing: missing.filter((place) => !isKept(place)), idle }).toEqual({ missing: [], idle: [] })
  })

  /** What English and the language say, with each choice of the parameters. */
  function* said(): Generator<{ place: string; english: ReturnType<typeof saidBy>; other: ReturnType<typeof saidBy> }> {
    for (const [place, { keys, english, other }, { path }] of all()) {
      if (other === undefined || english === undefined) continue
      const type = typeof english === 'function' ? types.typeOf(path, keys) : undefined
      const calls = type ? types.callsOf(type) : [[]]
      if (calls === undefined) throw new Error(`${place}: no calls`)
      for (const given of calls) {
        const source = attempt(english, given)
        if (source && !source.texts.some((text) => isHollow.test(text)))
          yield { place, english: source, other: attempt(other, given) ?? { texts: ['threw an error'], code: [] } }
      }
    }
  }

  test('says what it is given, and names the same code', () => {
    const lost = new Set<string>()
    const code = new Map<string, string>()
    for (const { place, english, other } of said()) {
      const [marks, otherMarksFound] = [english, other].map((one) => marksIn([...one.texts, ...one.code].join('\n')))
      for (const mark of marks ?? []) if (!otherMarksFound?.includes(mark)) lost.add(place)
      const codeOf = ({ texts, code: pieces }: ReturnType<typeof saidBy>): string =>
        [...new Set([...pieces, ...texts.flatMap((text) => text.match(/`[^`]+`/g) ?? [])])].sort().join(' ')
      if (codeOf(english) !== codeOf(other)) code.set(place, `${codeOf(english)} | ${codeOf(other)}`)
    }
    expect.soft([...lost].filter((place) => !otherMarks.has(place))).toEqual([])
    expect([...code]).toEqual([])
  })

  test('ends sentences where English does', () => {
    const found = new Map<string, string>()
    for (const { place, english, other } of said()) {
      if (english.texts.length !== other.texts.length) continue
      english.texts.forEach((text, at) => {
        const own = other.texts[at] ?? ''
        if (/[^.]\.$/.test(text) !== /。$/.test(own) && /\p{sc=Han}/u.test(own)) found.set(place, own)
      })
    }
    expect([...found].filter(([place]) => !otherStops.has(place))).toEqual([])
  })

  test.runIf(tag.startsWith('zh'))('is Chinese, by the rules of its punctuation', () => {
    const english = new Map<string, string>()
    const faults = new Map<string, string>()
    for (const { place, other } of said()) {
      for (const text of other.texts) {
        if (englishIn(text).length > 0) english.set(place, text)
        for (const fault of faultsOfChinese(text)) faults.set(place, fault)
      }
    }
    expect.soft([...english].filter(([place]) => !isKept(place))).toEqual([])
    expect([...faults]).toEqual([])
  })
})

test.runIf(tags.includes('zh-Hans'))('every kind of report and file has a name in Chinese', async () => {
  const { parts } = await load('zh-Hans')
  takeLanguage('zh-Hans', parts)
  const labels = [...reportFormats, ...dumpFormats, ...verbatimFormats, ...symbolSources, ...containers].map(
    ({ label }) => label,
  )
  const same = labels.map((label) => labelText(label)).filter((label) => !/\p{sc=Han}/u.test(label))
  takeLanguage('en')
  // Names of formats, and terms that stay English.
  expect([...new Set(same)].sort()).toEqual([
    'GSYM',
    'Minidump',
    'Minidump (minidump_stackwalk)',
    'link map',
    'source map',
  ])
  expect(labels.length).toBeGreaterThan(60)
})

describe('the checks', () => {
  test.each([
    ['文件 is damaged 。', true],
    ['Reading the file', true],
    ['Path', true],
    ['读取 dSYM', false],
    ['dSYM、UUID', false],
    ['运行 `unslide serve the folder`', false],
    ['参见 Termination Reason', true],
    ['路径 /Users/me/some folder', false],
  ])('English in %j: %s', (text, isThere) => {
    expect(englishIn(text).length > 0).toBe(isThere)
  })

  test.each([
    ['读取文件.', 'ASCII punctuation'],
    ['读取,再试', 'ASCII punctuation'],
    ['文件(已损坏)', 'ASCII punctuation'],
    ['文件(损坏)了', 'ASCII punctuation'],
    ['读取3 个文件', 'no blank'],
    ['用`lldb`打开', 'no blank'],
    ['读取 ，再试', 'a blank too many'],
    ['请您重试', '您'],
    ['读取 3 个文件（`a.c`），再试。', undefined],
    ['2026年3月5日', undefined],
  ])('rules of %j: %s', (text, rule) => {
    expect(faultsOfChinese(text).map((fault) => fault.split(':')[0])).toEqual(rule === undefined ? [] : [rule])
  })

  test('parameters are found again, and each choice is made', () => {
    const path = join(src, 'core/messages/en/names.ts')
    const types = new CatalogueTypes([path], root)
    const callsOf = (...keys: readonly string[]): readonly (readonly unknown[])[] => {
      const type = types.typeOf(path, keys)
      return (type && types.callsOf(type)) ?? []
    }
    expect(callsOf('recoveredCallers', 'place')[0]).toEqual([{ thread: 401, frame: 402 }])
    expect(callsOf('nameEvidence', 'found-by').map(([given]) => (given as { means: string }).means)).toContain('scan')
    expect(marksIn('Zqa1qz at 402, zqb2qz; 4020')).toEqual(['zqa1qz', '402', 'zqb2qz'])
  }, 120_000)
})
