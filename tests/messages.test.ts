/** Only catalogues hold words of the page, the command line, the workers and the stores. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { entriesOf, handedCatalogues } from './support/catalogue-texts.ts'
import { wordsInComponent, wordsInTypeScript } from './support/words.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** Folders of the program that have catalogues of their own; the core's is tested with it. */
const folders = ['app', 'cli', 'lib', 'stores', 'worker']

/** Texts for shells, whose words come from the catalogue of help. */
const forShells = 'cli/options/shells.ts'

const files = folders.flatMap((folder) =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|svelte)$/.test(path) && !path.startsWith('messages/'))
    .map((path) => `${folder}/${path}`),
)
/** Texts that no person reads as words, or that are another program's own form. */
const data: readonly string[] = [
  // Selectors and keys.
  'app/keys.ts input, textarea, select, [contenteditable]',
  'app/ui/table.ts minmax($rem, $fr)',
  'app/ui/DataTable.svelte button, a, input, select',
  'app/App.svelte button, a, summary',
  'app/keys.ts Home',
  'app/keys.ts End',
  'app/keys.ts Enter',
  'app/keys.ts Escape',
  'app/keys.ts Mod',
  'app/keys.ts Ctrl',
  'app/keys.ts Esc',
  'app/views/Palette.svelte Home',
  'app/views/Palette.svelte End',
  'app/views/Palette.svelte Enter',
  'app/views/Palette.svelte off',
  'app/views/Palette.svelte go',
  'app/views/palette/PaletteView.svelte Enter',
  'app/views/report/FindBar.svelte Enter',
  'app/views/report/FindBar.svelte Escape',
  'app/views/report/ReportBar.svelte Escape',
  'app/views/report/find.ts td, th, li, p, dt, dd, pre, button, summary, figcaption, label, h1, h2, h3, h4, [role=row], .line',
  'app/views/report/find.ts input, select, textarea, aside, [aria-hidden=true], .unseen',
  'app/views/report/overview/Histogram.svelte none',
  'app/views/report/profile/theme.svelte.ts (prefers-color-scheme: dark)',
  'app/views/report/profile/ProfileTab.svelte input, textarea, select, dialog',
  'app/views/report/profile/ProfileTab.svelte Enter',
  'app/views/report/profile/ProfileTab.svelte Escape',
  'app/views/report/profile/flame-paint.ts 11px $',
  'app/views/report/profile/tracks.ts track $',
  // How a picture is scaled.
  'app/views/history/HistoryChart.svelte none',
  // Names of notices and jobs.
  'app/state/folders.svelte.ts folder $',
  'app/state/work.svelte.ts index $',
  // How every program begins its lines on standard error.
  'cli/command.ts unslide: $\n',
  // The wrapper of a module, as Node makes it.
  'cli/start/load.ts (function (exports, require, module, __filename, __dirname) {$\n})',
  // Errors of the program itself, which no user meets: a call before the first.
  'stores/memory-blob.ts only bytes in memory can be joined',
  'worker/engine.worker.ts The worker was not started.',
  'worker/engine.worker.ts The engine was not initialized.',
  'worker/indexer.worker.ts The indexer was not started.',
  // A program that a worker begins with.
  [
    'worker/confined-worker.ts const early = []',
    'const keep = (event) => early.push(event)',
    "addEventListener('message', keep)",
    'import($).then(',
    '  () => {',
    "    removeEventListener('message', keep)",
    "    for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))",
    '  },',
    '  (error) => setTimeout(() => { throw error }),',
    ')',
  ].join('\n'),
  // Names of channels and of a lock.
  'stores/origin-files.ts unslide deleted files',
  'stores/published-files.ts unslide published files',
  'worker/liveness.ts worker $',
  // How the writer of a Parquet file names itself.
  'cli/commands/table.ts unslide version $',
  // As atos prints.
  'cli/pipeline/lookup-answers.ts $ (in $)\n',
  'cli/pipeline/lookup-answers.ts $ (in $)$$$',
]

const read = (path: string): string => readFileSync(join(src, path), 'utf8')

test('no words stand outside the catalogues', () => {
  const found = files
    .filter((path) => path !== forShells)
    .flatMap((path) =>
      (path.endsWith('.svelte') ? wordsInComponent(read(path)) : wordsInTypeScript(read(path))).map((place) => ({
        ...place,
        path,
      })),
    )
  const known = new Set(found.map(({ path, text }) => `${path} ${text}`))
  expect(
    data.filter((text) => !known.has(text)),
    'these are gone: take them out of the list',
  ).toEqual([])
  const words = found.filter(({ path, text }) => !data.includes(`${path} ${text}`))
  expect(
    words.map(({ path, line, text }) => `${path}:${line} ${text}`),
    'write these in messages/',
  ).toEqual([])
}, 120_000)

/** The catalogues: their path below `src`, and the keys of each object of words in them. */
async function catalogues(): Promise<readonly { path: string; name: string; keys: readonly string[] }[]> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(src, folder, 'messages/en')).map((file) => `${folder}/messages/en/${file}`),
  )
  const found = await Promise.all(
    paths.map(async (path) => {
      const module = (await import(join(src, path))) as Readonly<Record<string, unknown>>
      return Object.entries(module).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null ? [{ path, name, keys: Object.keys(value) }] : [],
      )
    }),
  )
  return found.flat()
}

test('every entry of the catalogues is used', async () => {
  const texts = files.map((path) => ({ path, text: read(path) }))
  const idle = (await catalogues()).flatMap(({ path, name, keys }) => {
    const file = path.slice(path.lastIndexOf('/') + 1)
    const users = texts.flatMap(({ text }) => {
      const names = new RegExp(`\\{([^{}]*)\\} (?:from |= await import\\()'[^']*messages/(?:en/)?${file}'`).exec(
        text,
      )?.[1]
      const local = names && new RegExp(`\\b${name}\\b(?: as (\\w+))?`).exec(names)
      return local ? [{ text, local: local[1] ?? name }] : []
    })
    // Entries looked up by a key that is known when it runs are used if their object is.
    if (users.some(({ text, local }) => new RegExp(`(?<!\\.)\\b${local}(?:\\[|\\))`).test(text))) return []
    return keys
      .filter((key) => !users.some(({ text, local }) => new RegExp(`\\b${local}\\s*\\.${key}\\b`).test(text)))
      .map((key) => `${path} ${name}.${key}`)
  })
  expect(idle).toEqual([])
})

/** Tables whose keys come from reports, from the system or from lists elsewhere. */
const lookedUp: readonly RegExp[] = [
  /^core\/keys\.key(?:Words|Units)\./,
  /^core\/table-words\.tableWords\./,
  /^core\/exit-reasons\.exitReasons\./,
  /^core\/labels\.xctraceWords\.tables\./,
  /^core\/overview\.overviewWords\.reasons\./,
  // `trap-` and what is told of a trap.
  /^core\/fault\.faultFacts\.trap-/,
  /^cli\/errors\.refusals\./,
  /^cli\/mcp\.toolWords\./,
  /^app\/keys\.words\.does\./,
]

/** Words that code reads as keys: behind a point, in quotes, or taken out of an object. */
function keysIn(code: string): ReadonlySet<string> {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?:^|\s)\/\/.*$/gm, '')
  const named = [...bare.matchAll(/[.'"`]([\w$-]+(?:\.[\w-]+)*)/g)].map(([, name = '']) => name)
  const taken = [...bare.matchAll(/const \{([^}=]*)\} = /g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
  )
  return new Set([...named, ...named.flatMap((name) => name.split('.')), ...taken])
}

test('no text of a catalogue stands under a key that code never names', async () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|svelte)$/.test(path) && !/^(?:\w+\/messages\/en|messages)[\\/]/.test(path))
    .map(read)
    .join('\n')
  const keys = keysIn(code)
  const places = await Promise.all(
    handedCatalogues(src).map(async ({ part, file, name, path }) => {
      const module = (await import(path)) as Readonly<Record<string, unknown>>
      return entriesOf([name], module[name], undefined).map((entry) => ({ place: `${part}/${file}`, keys: entry.keys }))
    }),
  )
  const all = places.flat().map((one) => ({ ...one, place: [one.place, ...one.keys].join('.') }))
  expect(all.length).toBeGreaterThan(2500)
  const isNamed = (key: string): boolean => keys.has(key) || keys.has(key.split('.').at(-1) ?? '')
  const idle = all.filter((one) => !one.keys.every(isNamed) && !lookedUp.some((pattern) => pattern.test(one.place)))
  expect(idle.map(({ place }) => place)).toEqual([])
  const empty = lookedUp.filter((pattern) => !all.some(({ place }) => pattern.test(place)))
  expect(empty, 'these are gone: take them out of the list').toEqual([])
})

test('a key is named where code reads it, and not in a comment', () => {
  const keys = keysIn(
    "/* words.told */ // words.also\nsay(family, 'made.again')\nconst { taken } = words\nlet other = words.read",
  )
  const asked = ['told', 'also', 'made.again', 'again', 'taken', 'read', 'other']
  expect(asked.filter((key) => keys.has(key))).toEqual(['made.again', 'again', 'taken', 'read'])
})

test('words are found wherever a person may read them', () => {
  const component = [
    '<script lang="ts">',
    "  import { words } from './words.ts'",
    "  const label: 'Not This' = say('Copy the name')",
    '</script>',
    '<p class="no words here" title="Shown on hover" data-x="not shown">some {label ? `or ${label} else` : 1} text</p>',
    '<Row what="the report" kind="plain words" onclick={() => go("#/library")} />',
  ].join('\n')
  expect(wordsInComponent(component).map(({ line, text }) => `${line} ${text}`)).toEqual([
    '3 Copy the name',
    '5 Shown on hover',
    '5 some',
    '5 or $ else',
    '5 text',
    '6 the report',
  ])
})
