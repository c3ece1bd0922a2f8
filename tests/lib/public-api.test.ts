/** The page and the command line use only exports of the package, and the package exports only the known names. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { exportedNames, isDocumented, modulesIn, takenBy, type NameOfModule } from '../support/imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const entries = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => (path === '.' ? 'lib/index.ts' : `lib/${basename(path)}.ts`))

/** `module name` of all that an entry exports from `core` and `stores`. */
const exported = new Set(entries.flatMap((entry) => takenBy(entry).map(({ module, name }) => `${module} ${name}`)))

/** Internal folders, modules and names that the page and the command line use in addition, with the reason why they are not public. */
const besides: readonly (readonly [why: string, places: readonly string[]])[] = [
  [
    'what runs the engine in workers and threads, and begins it: it changes with the index format',
    [
      'core/engine.ts',
      'core/engine/catalog/',
      'core/ports.ts FileBytes',
      'core/ports.ts FilePlace',
      'core/reports/open-report.ts',
      'core/symindex/',
      'stores/file-blob.ts',
      'stores/memory-blob.ts',
    ],
  ],
  [
    'parts of the engine that the worker begins to load before they are needed',
    ['core/engine/frames/fault.ts', 'core/engine/names/naming.ts', 'core/resolve/ways.ts'],
  ],
  ['what the worker that writes large files is asked', ['core/export/write-request.ts', 'core/redact/chosen.ts']],
  ['words that views print beside what they show', ['core/messages/']],
  [
    'what the page does in slices, so that it stays awake: the package does the same in one piece',
    [
      'core/reading/activity.ts activityBetween',
      'core/reading/call-steps.ts',
      'core/reading/call-views.ts FunctionWeights',
      'core/reading/call-views.ts calleesSteps',
      'core/reading/call-views.ts callersSteps',
      'core/reading/call-views.ts functionWeightSteps',
      'core/reading/call-views.ts rowsUpSteps',
      'core/reading/calls.ts mergeSteps',
      'core/reading/sample-times.ts activitySteps',
      'core/reading/sample-times.ts rangeSteps',
      'core/reading/steps.ts',
    ],
  ],
  [
    'helpers that say nothing of reports',
    [
      'core/bytes/writer.ts',
      'core/documents/values.ts',
      'core/export/json-values.ts only',
      'core/model/image.ts detailRank',
      'core/model/hex.ts',
      'core/model/joined-bytes.ts',
      'core/model/kept-bytes.ts',
      'core/model/lists.ts',
      'core/model/path-name.ts givenFileOf',
      'core/model/problem.ts FormatError',
      'core/model/problem.ts problemFrom',
      'core/model/text-width.ts',
      'core/model/visible-text.ts',
      'stores/write-blob.ts appendBlob',
    ],
  ],
  [
    'how commands look into files before the engine has them; `Engine.survey` tells it of whole files',
    [
      'core/containers/walk.ts',
      'core/engine/intake/joined-records.ts',
      'core/reports/read-report.ts',
      'core/reports/report-text.ts',
    ],
  ],
  [
    'what `mcp` and `serve` answer in forms of their own',
    [
      'core/export/json-variables.ts formatVariables',
      'core/reading/variables.ts withoutValues',
      'core/source/limits.ts LARGEST_FILE',
      'core/source/report-sources.ts isOfSymbols',
    ],
  ],
  ['how `lookup` follows places of a script', ['core/scripts/']],
  ['how `lookup` grades bare addresses', ['core/model/image.ts reachOfUnsized', 'core/resolve/trust/grade.ts']],
  [
    'what `table` and `publish` write, which are commands, and how it is read',
    [
      'core/engine/catalog/stored-index.ts',
      'core/engine/intake/given-maps.ts',
      'core/ports.ts IndexSite',
      'core/symbols/content-uuid.ts mapNameUuid',
      'core/tables/',
      'stores/site/',
    ],
  ],
  [
    'what the command line finds, completes and refuses on its machine',
    ['core/macho/open.ts openMachO', 'core/model/architecture.ts architectures', 'core/messages/export.ts exported'],
  ],
  [
    'what only the page keeps',
    [
      'core/model/image.ts hasUnknownBuild',
      'stores/erase.ts',
      'stores/idb-folders.ts',
      'stores/idb-history.ts',
      'stores/idb-maps.ts',
      'stores/idb-reports.ts',
      'stores/published-files.ts',
    ],
  ],
]

const taken = ['app', 'cli', 'worker']
  .flatMap(modulesIn)
  .flatMap(takenBy)
  .filter(({ module }) => /^(?:core|stores)\//.test(module))

const places = besides.flatMap(([, listed]) => listed)
/** True if a place is a name, its module, or a folder of it. */
const isAt = ({ module, name }: NameOfModule, place: string): boolean =>
  place === `${module} ${name}` || place === module || (place.endsWith('/') && module.startsWith(place))
/** A whole module is taken where it is loaded lazily; an entry exports what is used of it. */
const isExported = ({ module, name }: NameOfModule): boolean =>
  name === '*' ? [...exported].some((text) => text.startsWith(`${module} `)) : exported.has(`${module} ${name}`)

test('every name that the page and the command line take of the core is one that the package exports', () => {
  expect(taken.length).toBeGreaterThan(300)
  const broken = taken.filter((one) => !isExported(one) && !places.some((place) => isAt(one, place)))
  expect([...new Set(broken.map(({ by, module, name }) => `${by} takes ${name} of ${module}`))]).toEqual([])
})

test('every exception is needed', () => {
  const inner = taken.filter((one) => !isExported(one))
  expect(places.filter((place) => !inner.some((one) => isAt(one, place)))).toEqual([])
})

/** Lines of `surface.txt`: `unslide/reading headlineOf`. */
const surface = entries.flatMap((entry) =>
  exportedNames(entry)
    .map((name) => `${entry === 'lib/index.ts' ? 'unslide' : `unslide/${basename(entry, '.ts')}`} ${name}`)
    .sort(),
)

test('the names that the package exports are those that it is known to', async () => {
  await expect(`${surface.join('\n')}\n`).toMatchFileSnapshot('surface.txt')
})

test('what is exported says what it is', () => {
  const own = entries.flatMap((entry) => exportedNames(entry).map((name) => ({ module: entry, name })))
  const all = [...own, ...entries.flatMap(takenBy)].filter(({ module }) => module !== 'lib/lazy.ts')
  const bare = all.filter(({ module, name }) => isDocumented(module, name) === false)
  expect([...new Set(bare.map(({ module, name }) => `${module} ${name}`))]).toEqual([])
})
