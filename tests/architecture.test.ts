/** Import directions, as data. `src/README.md` says the same in prose. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

/** Folder or file below `src` -> what it may import: folders or files below `src`, or package names. First match counts. */
const rules: readonly (readonly [place: string, allowed: readonly string[]])[] = [
  // Sentences of the core, by code.
  ['core/messages', []],
  ['core/model', ['core/messages']],
  // Types of the JSON that is written, and nothing that runs.
  ['core/documents', ['core/messages', 'core/model']],
  ['core/bytes', ['core/messages', 'core/model']],
  ['core/ports.ts', ['core/model']],
  ['core/dwarf', ['core/messages', 'core/bytes', 'core/model', 'core/ports.ts']],
  ['core/containers', ['core/messages', 'core/bytes', 'core/model', 'core/ports.ts', '@zip.js/zip.js']],
  ['core/macho', ['core/messages', 'core/bytes', 'core/model', 'core/ports.ts']],
  // Images of a cache are read as Mach-O.
  ['core/dyld-cache', ['core/messages', 'core/macho', 'core/bytes', 'core/model', 'core/ports.ts']],
  // Minidumps are reports whose stacks are still to be unwound.
  [
    'core/reports',
    ['core/messages', 'core/memory', 'core/bytes', 'core/model', 'core/ports.ts', '@bufbuild/protobuf', 'saxes'],
  ],
  // Core files are Mach-O, and images lie in memory as Mach-O headers.
  ['core/memory', ['core/messages', 'core/dwarf', 'core/macho', 'core/bytes', 'core/model', 'core/ports.ts']],
  ['core/demangle', ['core/model/own-copy.ts']],
  ['core/instructions', ['core/model']],
  ['core/variables', ['core/messages', 'core/demangle', 'core/memory', 'core/dwarf', 'core/bytes', 'core/model']],
  ['core/reading', ['core/messages', 'core/model']],
  [
    'core/source',
    [
      'core/engine-types.ts',
      'core/reading',
      'core/bytes',
      // Paths of line tables are joined as look-ups join them.
      'core/symindex/path.ts',
      'core/messages',
      'core/dwarf',
      'core/model',
      'core/ports.ts',
      '@noble/hashes',
    ],
  ],
  ['core/explain', ['core/demangle', 'core/reading', 'core/messages', 'core/model']],
  // Instructions where a program crashed, checked against the facts that rules read.
  ['core/fault', ['core/instructions', 'core/explain', 'core/reading', 'core/messages', 'core/model']],
  ['core/compare', ['core/messages', 'core/reading', 'core/model']],
  ['core/redact', ['core/messages', 'core/reading', 'core/model']],
  [
    'core/export',
    [
      'core/documents',
      'core/messages',
      'core/compare',
      'core/redact',
      'core/reading',
      'core/model',
      // How formats write names; never their readers, which would come with the page.
      'core/reports/write-back.ts',
      'core/reports/base/write-back.ts',
    ],
  ],
  [
    'core/symindex',
    [
      'core/messages',
      'core/bytes',
      'core/dwarf/languages.ts',
      'core/model',
      'core/ports.ts',
      '../wasm/assembly/layout.ts',
    ],
  ],
  ['core/functions', ['core/macho', 'core/memory', 'core/bytes', 'core/model']],
  ['core/scripts', ['core/messages', 'core/model', 'core/ports.ts', '@jridgewell/trace-mapping']],
  [
    'core/symbols',
    [
      'core/scripts',
      'core/messages',
      'core/demangle',
      'core/dyld-cache',
      'core/macho',
      'core/dwarf',
      'core/bytes',
      'core/model',
      'core/ports.ts',
    ],
  ],
  [
    'core/resolve',
    [
      'core/messages',
      'core/demangle',
      'core/memory',
      'core/bytes/binary-search.ts',
      'core/model',
      'core/ports.ts',
      'core/engine-types.ts',
    ],
  ],
  // The names in tables are those that look-ups give.
  ['core/tables', ['core/engine/names/readable-calls.ts', 'core/symindex', 'core/model', 'hyparquet-writer']],
  ['core', ['core']],
  // What a server sent is judged, and told, as a file's bytes are.
  ['stores/site', ['stores', 'core/messages', 'core/ports.ts', 'core/model', '@noble/hashes']],
  ['stores', ['core/messages/message.ts', 'core/ports.ts', 'core/model', 'idb', 'node:']],
  // A language has texts of every part, and is found by its folder.
  ['messages', ['core/messages', 'app/messages', 'cli/messages', 'stores/messages', 'worker/messages', 'lib/messages']],
  [
    'worker',
    [
      'core',
      'stores',
      'messages/worker.ts',
      'comlink',
      '#make-worker',
      '#make-indexer',
      '#make-writer',
      '../wasm/build/core.wasm',
    ],
  ],
  // Columns have room for signs of double width.
  ['app/ui', ['app/messages', 'core/model/text-width.ts', 'svelte', 'virtua']],
  [
    'app',
    [
      'app',
      'worker/client.ts',
      'worker/writer-client.ts',
      'messages/page.ts',
      'stores/idb-folders.ts',
      'stores/idb-reports.ts',
      'stores/idb-history.ts',
      'stores/erase.ts',
      'stores/published-files.ts',
      'core/messages',
      'core/model',
      'core/reading',
      'core/compare',
      'core/export',
      'core/redact',
      'core/demangle',
      'core/source',
      'core/engine-types.ts',
      'core/ports.ts',
      'lowlight',
      'highlight.js',
      'svelte',
      'virtua',
      'virtual:pwa-register',
      '#install',
      '#sample',
      '../public/sample',
    ],
  ],
  // Re-exports, and what a host without a page or a program needs.
  ['lib', ['core', 'stores', 'node:', '../wasm/build/core.wasm']],
  [
    'cli',
    ['cli', 'core', 'messages', 'lib/node', 'stores', 'node:', '@modelcontextprotocol/sdk', 'zod', '../package.json'],
  ],
  ['build', ['node:', 'rollup', 'rollup-plugin-dts', 'vite']],
]

/** One file alone may know a host's library. */
const onlyIn: readonly (readonly [name: string, files: readonly string[]])[] = [
  ['idb', ['stores/idb.ts', 'stores/idb-records.ts']],
  ['comlink', ['worker/']],
  ['@modelcontextprotocol/sdk', ['cli/mcp/']],
  ['zod', ['cli/mcp/']],
  ['node:', ['stores/file-blob.ts', 'stores/write-blob.ts', 'lib/node.ts', 'lib/node/', 'cli/', 'build/']],
]

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.config.ts'),
)

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [...text.matchAll(importPattern)].flatMap((match) => match[1] ?? match[2] ?? match[3] ?? [])
}

function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  const path = normalize(join(src, dirname(file), specifier.replace(/\?.*$/, '')))
  return relative(src, path)
}

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(place.endsWith(':') || place.endsWith('/') ? place : `${place}/`)

test('every import follows the table', () => {
  const broken: string[] = []
  for (const file of files) {
    const rule = rules.find(([place]) => isWithin(file, place))
    if (!rule) {
      broken.push(`${file}: no rule for its folder`)
      continue
    }
    const [place, allowed] = rule
    for (const specifier of importsOf(file)) {
      const to = target(file, specifier)
      const inPlace = !place.endsWith('.ts') && isWithin(to, place)
      if (!inPlace && !allowed.some((entry) => isWithin(to, entry))) broken.push(`${file} may not import ${to}`)
    }
  }
  expect(broken).toEqual([])
})

test('every allowance is used', () => {
  const unused = rules.flatMap(([place, allowed]) => {
    const own = files.filter((file) => rules.find(([first]) => isWithin(file, first))?.[0] === place)
    const targets = own.flatMap((file) => importsOf(file).map((specifier) => target(file, specifier)))
    const idle = allowed.filter((entry) => !targets.some((to) => isWithin(to, entry)))
    return own.length === 0 ? [`${place}: no such place`] : idle.map((entry) => `${place} never imports ${entry}`)
  })
  expect(unused).toEqual([])
})

/** Folders of `core/reports` that formats share, lowest first: each may import those before it. */
const sharedByFormats = ['json', 'base', 'text']

/** The folder of `core/reports` that a file lies in; empty for the registry and the door, undefined elsewhere. */
function reportFolder(file: string): string | undefined {
  const [, rest] = /^core\/reports\/(.*)$/.exec(file) ?? []
  return rest === undefined ? undefined : rest.includes('/') ? rest.slice(0, rest.indexOf('/')) : ''
}

test('families of report formats import shared folders alone, and those only what is below them', () => {
  const broken = files.flatMap((file) => {
    const from = reportFolder(file)
    if (!from) return []
    const rank = sharedByFormats.indexOf(from)
    const allowed = new Set([from, ...(rank < 0 ? sharedByFormats : sharedByFormats.slice(0, rank))])
    return importsOf(file).flatMap((specifier) => {
      const to = target(file, specifier)
      const folder = reportFolder(to)
      return folder === undefined || allowed.has(folder) ? [] : [`${file} may not import ${to}`]
    })
  })
  expect(broken).toEqual([])
})

test('no report format imports another', () => {
  const registry = 'core/reports/registry.ts'
  const formats = new Set(
    importsOf(registry)
      .map((specifier) => target(registry, specifier))
      .filter((to) => to !== 'core/reports/base/format.ts' && reportFolder(to) !== ''),
  )
  const broken = [...formats].flatMap((file) =>
    importsOf(file)
      .map((specifier) => target(file, specifier))
      .filter((to) => formats.has(to))
      .map((to) => `${file} imports ${to}`),
  )
  expect(broken).toEqual([])
})

test('an ordinary report is read without the code of rare formats', () => {
  const loaded = new Set(['core/reports/open-report.ts'])
  for (const file of loaded) {
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export)\b(?! type)[^;]*? from '(\.[^']+)'/gm)) {
      const to = target(file, specifier)
      if (to.endsWith('.ts')) loaded.add(to)
    }
  }
  const families = new Set([...loaded].map(reportFolder).filter((folder) => folder !== undefined))
  expect([...families].sort()).toEqual(['', 'apple-text', 'base', 'ips', 'json', 'repair', 'text'])
})

test('each host library stays in its place', () => {
  const broken = files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const rule = onlyIn.find(([name]) => isWithin(specifier, name))
      return rule && !rule[1].some((place) => file.startsWith(place)) ? [`${file} may not import ${specifier}`] : []
    }),
  )
  expect(broken).toEqual([])
})

/** What only `core/reading` may derive: a sign of it in the text, and who may bear that sign besides. */
const readings: readonly (readonly [what: string, sign: RegExp, besides: readonly string[]])[] = [
  ['a headline from explanations', /explanations\[0\]|explanations\.at\(|\[\w+\] = explanations\b/, []],
  ['a headline from codes', /EXC_\w+: '|Uncaught \$\{/, ['core/explain/', 'core/messages/', 'messages/']],
  ['the frame to read first', /=== culprit\b|\bculprit ===/, ['core/explain/']],
  [
    'whose code a frame is',
    /\.origin === 'app'|origin !== 'app'/,
    ['core/resolve/', 'core/redact/', 'app/views/report/MissingSymbols.svelte'],
  ],
  ['the calls of a frame', /kind === 'already-named' \?|'calls' in resolution/, ['core/resolve/', 'core/engine/']],
  ['a fold of a stack', /SHORTEST_FOLD = |FEWEST_ROUNDS = [1-9]\b(?!0)/, []],
  ['the heaviest path', /function heaviest/, []],
  ['identical stacks', /function (?:stackKey|identicalStacks)\b/, []],
  [
    'the crashed thread',
    /threads\.find\([^)]*\)? =>[^)]*crashed|threads\.find\(\(\{ crashed/,
    ['core/reports/', 'core/memory/', 'core/resolve/', 'core/model/'],
  ],
  ['a label of an image state', /'wrong-build': '/, ['core/messages/', 'messages/']],
]

test('what a person is told about a report is derived in core/reading alone', () => {
  const broken = files.flatMap((file) => {
    if (file.startsWith('core/reading/')) return []
    const text = readFileSync(join(src, file), 'utf8')
    return readings.flatMap(([what, sign, besides]) =>
      sign.test(text) && !besides.some((place) => file.startsWith(place)) ? [`${file} derives ${what}`] : [],
    )
  })
  expect(broken).toEqual([])
})
