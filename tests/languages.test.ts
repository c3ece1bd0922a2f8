/** A language is one folder: its texts take the place of the English ones, wherever they are read. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterEach, describe, expect, test } from 'vitest'
import { languageTag, say, spoken } from '../src/core/messages/message.ts'
import { takeLanguage } from '../src/core/messages/translate.ts'
import { languagesOf, loadLanguage, matchLanguage } from '../src/messages/load.ts'
import { pseudo } from '../src/messages/pseudo.ts'
import { captures, capturesIn } from './support/captured-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')
const parts = ['core', 'app', 'cli', 'stores', 'worker', 'lib']
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(?:ts|svelte)$/.test(path))
const read = (path: string): string => readFileSync(join(src, path), 'utf8')

afterEach(() => takeLanguage('en'))

describe('texts of a language', () => {
  const greetings = {
    hello: 'hello',
    named: ({ name }: { name: string }) => `hello, ${name}`,
    nested: { bye: 'bye', more: ['one', 'two'] },
  }
  const live = spoken('core/test.greetings', greetings)
  const count = spoken('core/test.count', (given: number) => `${given} things`)

  test('replace the English ones in what was handed out before, and later, and go again', () => {
    const { nested } = live
    takeLanguage('xx', {
      core: {
        test: {
          greetings: { hello: 'hei', named: ({ name }: { name: string }) => `hei ${name}`, nested: { bye: 'moi' } },
          count: (given: number) => `${given} kpl`,
          later: { text: 'myöhemmin' },
        },
      },
    })
    expect([live.hello, live.named({ name: 'A' }), nested.bye, count(2)]).toEqual(['hei', 'hei A', 'moi', '2 kpl'])
    expect(nested.more, 'what the language lacks is English').toEqual(['one', 'two'])
    expect(spoken('core/test.later', { text: 'later' }).text).toBe('myöhemmin')
    takeLanguage('yy', { core: { test: { greetings: { nested: { more: ['eins'] } } } } })
    expect([live.hello, nested.bye, nested.more, count(2)]).toEqual(['hello', 'bye', ['eins'], '2 things'])
    takeLanguage('en')
    expect([live.hello, live.named({ name: 'A' }), nested.bye, nested.more, count(2)]).toEqual([
      'hello',
      'hello, A',
      'bye',
      ['one', 'two'],
      '2 things',
    ])
  })

  test('with keys that English lacks, or of odd names, change nothing', () => {
    takeLanguage('xx', { core: { test: { greetings: { constructor: 'x', __proto__: { hello: 'x' }, other: 'x' } } } })
    expect(Object.keys(live)).toEqual(Object.keys(greetings))
    expect(live.hello).toBe('hello')
  })

  test('are in messages that were said before', () => {
    const family = spoken('core/test.family', { done: () => 'done' })
    expect(say(family, 'done').text).toBe('done')
    takeLanguage('xx', { core: { test: { family: { done: () => 'valmis' } } } })
    expect(say(family, 'done')).toEqual({ text: 'valmis', message: { code: 'done', params: {} } })
  })

  test('come from one file for each part, and a failure leaves English', async () => {
    const found = { './xx/core.ts': () => Promise.resolve({ test: { greetings: { hello: 'hei' } } }) }
    expect(languagesOf(found)).toEqual(['en', 'xx'])
    await loadLanguage('xx', found)
    expect([languageTag(), live.hello]).toEqual(['xx', 'hei'])
    await expect(loadLanguage('yy', { './yy/core.ts': () => Promise.reject(new Error('offline')) })).rejects.toThrow()
    expect([languageTag(), live.hello]).toEqual(['xx', 'hei'])
  })
})

test.each([
  [['zh-CN'], 'zh-Hans'],
  [['zh-TW'], 'en'],
  [['ZH-hans'], 'zh-Hans'],
  [['de', 'zh'], 'zh-Hans'],
  [['en-GB', 'zh-CN'], 'en'],
  [['en-XA'], 'en-XA'],
  [['not a tag', ''], 'en'],
  [[], 'en'],
])('%j is spoken as %s', (wanted, tag) => {
  expect(matchLanguage(wanted, ['en', 'en-XA', 'zh-Hans'])).toBe(tag)
})

describe('the pseudo-locale', () => {
  const said = pseudo(({ path }: { path: string }) => [`read ${path} `, { code: 'read' }, { link: 'why', href: '#/x' }])
  test('keeps parameters, code and addresses, and marks all else', () => {
    expect((said as (p: object) => unknown)({ path: 'read.ips' })).toEqual([
      '[ŕéáď read.ips] ',
      { code: 'read' },
      { link: '[ŵĥý]', href: '#/x' },
    ])
    expect(pseudo('Run `unslide serve`.')).toBe('[Ŕúñ `unslide serve`.]')
    expect([pseudo(''), pseudo(3), pseudo(undefined)]).toEqual(['', 3, undefined])
  })
})

/** An accessor hands out its catalogue's names under its own place, so that a language finds them. */
test('every accessor names its place', () => {
  const wrong = parts.flatMap((part) => {
    const folder = `${part}/messages/`
    const list = read(`${folder}catalogues.ts`)
    return files
      .filter((path) => path.startsWith(folder) && !path.startsWith(`${folder}en/`))
      .flatMap((path) => {
        const file = path.slice(folder.length, -'.ts'.length)
        const handed = [
          ...read(path).matchAll(/export const (\w+) = .*?(?:spoken|written)\(\s*'([^']+)',\s*english\.(\w+),?\s*\)/gs),
        ]
        const listed = list.includes(`import('./${file}.ts')`)
        const places = handed.filter(
          ([, name, place, english]) => name !== english || place !== `${part}/${file}.${name}`,
        )
        return [
          ...places.map(([text]) => `${path}: ${text}`),
          ...(handed.length > 0 === listed ? [] : [`${path}: in catalogues.ts or not?`]),
          ...(handed.length === (read(path).match(/(?:spoken|written)\(\s*'/g) ?? []).length
            ? []
            : [`${path}: in another form`]),
        ]
      })
  })
  expect(wrong).toEqual([])
})

test('callers take texts from accessors', () => {
  const wrong = files.filter(
    (path) => !/^\w+\/messages\//.test(path) && /(?:from|import\()\s*'[^']*messages\/en\//.test(read(path)),
  )
  expect(wrong, 'leave out en/').toEqual([])
})

/** Files that use `Intl` or write digits themselves, and the reason. */
const ownDigits = new Map([
  ['core/messages/numbers.ts', 'the one place'],
  ['app/messages/order.ts', 'the order of names'],
  ['app/views/LanguageChoice.svelte', 'each language by its own name'],
  ['messages/load.ts', 'tags of languages'],
  ['core/variables/scalars.ts', 'values as the program’s language writes them'],
  ['core/instructions/arm64/immediates.ts', 'operands as assemblers write them'],
  ['core/reports/ips/memory-kill.ts', 'cells of a report, which are the same in all languages'],
])

test('numbers are written in one place, by the chosen language', () => {
  const found = files.filter((path) =>
    /\bIntl\.(?!DateTimeFormatOptions)|\.toLocale\w*String\(|\.to(?:Fixed|Precision)\(/.test(read(path)),
  )
  expect(
    found.filter((path) => !ownDigits.has(path)),
    'use core/messages/numbers.ts',
  ).toEqual([])
  expect([...ownDigits.keys()].filter((path) => !found.includes(path))).toEqual([])
})

test('catalogues leave units of time and signs of percent to the formats', () => {
  const found = files
    .filter((path) => /messages\//.test(path) && !/core\/(?:messages\/)?(?:en\/)?quantities\.ts$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/\$\{[^`\n]*?\}(?:\s?%|\s(?:ms|s|min|h|d|秒|毫秒|分钟)\b)/g)].map(
        ([text]) => `${path}: ${text}`,
      ),
    )
  expect(found, 'use core/messages/quantities.ts').toEqual([])
})

/** These read texts when they are loaded, which may stay so. */
const loadedLater = [
  // The command line sets its language before it loads a command or the help.
  'cli/mcp/tools.ts',
  'cli/options/describe.ts',
  // Names of signals, no texts.
  'core/explain/rules-signals.ts',
]

describe('a table', () => {
  test('keeps no texts of the language that it was made in', () => {
    const found = captures(
      src,
      files.filter((path) => !loadedLater.includes(path)),
    )
    expect(found, 'read these when they are shown').toEqual([])
    expect(loadedLater.filter((path) => captures(src, [path]).length === 0)).toEqual([])
  })

  test('that does is found, and what runs later is not', () => {
    const text = [
      "import { words, count } from './messages/words.ts'",
      'const labels = [words.first, count(1)]',
      'const later = { all: words, get first() { return words.first }, say: () => words.first }',
      'class View { label = words.first; static all = { ...words } }',
    ].join('\n')
    expect(capturesIn('core/view.ts', text)).toEqual([
      'core/view.ts:2 words.first',
      'core/view.ts:2 count(1)',
      'core/view.ts:4 ...words',
    ])
  })
})

test('a new language is checked against the English catalogues, with nothing else changed', () => {
  const folder = join(src, 'messages/xx')
  const head = [
    "import type { PartOf } from '../../core/messages/translate.ts'",
    "import type { CoreCatalogues } from '../../core/messages/catalogues.ts'",
  ]
  const made = new Map(
    Object.entries({
      right: "{ names: { foundBy: { scan: 'x' }, nameEvidence: { 'past-end': ({ bytes }) => `${bytes}` } } }",
      file: "{ namen: { foundBy: { scan: 'x' } } }",
      name: "{ names: { foundOut: { scan: 'x' } } }",
      key: "{ names: { foundBy: { scanned: 'x' } } }",
      parameter: "{ names: { nameEvidence: { 'past-end': ({ bits }) => `${bits}` } } }",
      kind: '{ names: { foundBy: { scan: 1 } } }',
    }).map(([name, texts]) => [
      join(folder, `${name}.ts`),
      [...head, `export const texts: PartOf<CoreCatalogues> = ${texts}`].join('\n'),
    ]),
  )
  const { options } = ts.parseJsonConfigFileContent({ extends: './src/core/tsconfig.json', files: [] }, ts.sys, root)
  const host = ts.createCompilerHost({ ...options, incremental: false })
  const readFile = host.readFile.bind(host)
  const fileExists = host.fileExists.bind(host)
  host.readFile = (path) => made.get(path) ?? readFile(path)
  host.fileExists = (path) => made.has(path) || fileExists(path)
  const program = ts.createProgram([...made.keys()], { ...options, incremental: false, noEmit: true }, host)
  const faults = [...made.keys()].map((path) => {
    const found = program.getSemanticDiagnostics(program.getSourceFile(path))
    return [path.slice(folder.length + 1, -'.ts'.length), found.length > 0]
  })
  expect(Object.fromEntries(faults)).toEqual({
    right: false,
    file: true,
    name: true,
    key: true,
    parameter: true,
    kind: true,
  })
  expect(existsSync(folder)).toBe(false)
})
