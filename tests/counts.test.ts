/** Counts and sizes in texts: as the chosen language writes numbers, and with the right one of two forms of a word. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeLanguage, type PartTexts } from '../src/core/messages/translate.ts'
import { entriesOf, handedCatalogues, languageParts, saidBy } from './support/catalogue-texts.ts'
import { agreementFaults, sameWord } from './support/english-counts.ts'
import { CatalogueTypes, type Given } from './support/marked-parameters.ts'
import { rawNumbers } from './support/raw-numbers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')
const handed = handedCatalogues(src)
const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => join(src, path))
  .filter((path) => /[\\/]messages[\\/](?:en|zh-Hans)[\\/].*\.ts$/.test(path))

/** One of each form that languages have: none, one, two, what ends in one, and what takes a separator. */
const COUNTS = [0, 1, 2, 21, 1000]

let types: CatalogueTypes

beforeAll(() => {
  types = new CatalogueTypes([...new Set([...handed.map(({ path }) => path), ...texts])], root)
}, 240_000)

test('no text writes a quantity digit by digit', () => {
  expect(texts.length).toBeGreaterThan(100)
  const found = rawNumbers(types.program, texts, src)
  expect(found, 'use formatNumber or plural; a number that names something is of type Digits').toEqual([])
})

test('a quantity that is written digit by digit is found, and what names something is not', () => {
  const path = join(src, 'core/messages/en/planted.ts')
  const text = [
    "import { formatNumber, type Digits } from '../numbers.ts'",
    'export const planted = {',
    '  frames: ({ frames }: { frames: number }) => `${frames} frames`,',
    '  most: (p: { most: number | undefined }) => (p.most === undefined ? "" : String(p.most)),',
    '  rest: ({ all }: { all: readonly string[] }) => `${all.length - 3} more, ${String(1n)}`,',
    '  line: ({ line, count }: { line: Digits | undefined; count: number }) => `${line}, ${formatNumber(count)}`,',
    '  rows: ({ rows }: { rows: readonly number[] }) => rows.join(", "),',
    '  lines: ({ lines }: { lines: readonly Digits[] }) => lines.join(", "),',
    '  hex: ({ at }: { at: number }) => at.toString(16),',
    '}',
  ].join('\n')
  const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json', files: [] }, ts.sys, root)
  const host = ts.createCompilerHost({ ...options, incremental: false })
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)]
  host.readFile = (name) => (name === path ? text : readFile(name))
  host.fileExists = (name) => name === path || fileExists(name)
  const program = ts.createProgram([path], { ...options, incremental: false, noEmit: true, types: [] }, host)
  expect(rawNumbers(program, [path], `${src}/`).map((one) => one.replace('core/messages/en/planted.ts', ''))).toEqual([
    ':3 frames',
    ':4 p.most',
    ':5 all.length - 3',
    ':5 1n',
    ':7 rows',
  ])
})

/** Texts with digits that stay, though they are made of quantities. */
const ownDigits = new Map([
  ['core/evidence.evidence.memory-diagnosed', 'in the words of the report'],
  ['core/registers.valueFacts.stack', 'a distance as code writes it'],
])

/** The texts of an entry; undefined for parameters that it does not take. */
function attempt(entry: unknown, given: Given): readonly string[] | undefined {
  try {
    return saidBy(entry, given).texts
  } catch {
    return undefined
  }
}

interface SaidCounts {
  readonly place: string
  /** The texts of one call, by count. */
  readonly byCount: readonly (readonly string[])[]
}

/** Every entry that takes a quantity, in a language. */
async function sayings(tag: string): Promise<readonly SaidCounts[]> {
  const parts = await partsOf(tag)
  takeLanguage(tag, parts)
  const modules = await Promise.all(
    handed.map(async (one) => ({ ...one, module: (await import(one.path)) as Readonly<Record<string, unknown>> })),
  )
  return modules.flatMap(({ part, file, name, path, module }) => {
    const own = (parts[part] as Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined)?.[file]?.[name]
    return entriesOf([name], module[name], own).flatMap(({ keys, english, other }) => {
      const type = typeof english === 'function' ? types.typeOf(path, keys) : undefined
      if (!type) return []
      const calls = COUNTS.map((count) => types.callsOf(type, count) ?? [])
      if (isDeepStrictEqual(calls[1], calls[2])) return []
      const place = [`${part}/${file}`, ...keys].join('.')
      return (calls[0] ?? []).flatMap((_, at) => {
        const said = calls.map((list) => attempt(tag === 'en' ? english : other, list[at] ?? []))
        return said.some((one) => one === undefined) ? [] : [{ place, byCount: said.map((one) => one ?? []) }]
      })
    })
  })
}

async function partsOf(tag: string): Promise<Readonly<Record<string, PartTexts>>> {
  if (tag === 'en') return {}
  const found = languageParts.map(async (part) => {
    const { texts: own } = (await import(join(src, 'messages', tag, `${part}.ts`))) as { readonly texts: PartTexts }
    return [part, own] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

describe.each(['en', 'zh-Hans'])('counts in %s', (tag) => {
  let said: readonly SaidCounts[] = []

  beforeAll(async () => {
    said = await sayings(tag)
  }, 240_000)
  afterAll(() => takeLanguage('en'))

  test('have separators, and are numbers', () => {
    const wrong = said.flatMap(({ place, byCount }) =>
      ownDigits.has(place)
        ? []
        : byCount
            .flat()
            .flatMap((text) => (/(?<![\d.,])1000(?![\d])|NaN|undefined/.test(text) ? [`${place}: ${text}`] : [])),
    )
    expect([...new Set(wrong)]).toEqual([])
    expect(new Set(said.map(({ place }) => place)).size).toBeGreaterThan(300)
  })

  test.runIf(tag === 'en')('have the form of the word that goes with them', () => {
    const wrong = said.flatMap(({ place, byCount }) => [
      ...byCount.flat().flatMap((text) => agreementFaults(text).map((fault) => `${place}: ${fault}`)),
      ...(byCount[1] ?? []).flatMap((one, at) => {
        const word = sameWord(one, byCount[2]?.[at] ?? '')
        return word === undefined ? [] : [`${place}: 1 and 2 ${word}`]
      }),
    ])
    expect([...new Set(wrong)]).toEqual([])
  })
})

test.each([
  ['1 frames were left out', true],
  ['1 of 1,000 samples are in main', true],
  ['2 frames was left out', true],
  ['1 frame was left out, 1,000 were not', false],
  ['21 frames of 1 thread', false],
  ['1 address is here', false],
])('a fault of agreement in %j: %s', (text, isThere) => {
  expect(agreementFaults(text).length > 0).toBe(isThere)
})

test.each([
  ['1 frame', '2 frame', 'frame'],
  ['1 frame', '2 frames', undefined],
  ['1 of 1 row', '2 of 2 rows', undefined],
  ['this call', 'these 2 calls', undefined],
])('the word of %j and %j is the same: %j', (one, two, word) => {
  expect(sameWord(one, two)).toBe(word)
})
