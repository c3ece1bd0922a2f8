/**
 * `npm run mutants`: changes single places of the source and counts the changes that make a test fail.
 *
 *   npm run mutants                                        # 40 lines of each folder
 *   npm run mutants -- --folder core/resolve --lines 200   # more lines of one folder
 *   npm run mutants -- --folder core/dwarf --seed 7        # other lines
 *
 * Stryker makes the changes. The lines are drawn by the seed, since all changes of one folder take hours. The tests are those that
 * import the folder. A survivor is a change that no test noticed: write the test, or simplify the code.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [
  'core/resolve',
  'core/reading',
  'core/explain',
  'core/reports',
  'core/symindex',
  'core/instructions',
  'core/dwarf',
  'stores',
]

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: folders },
    lines: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
})

const filesBelow = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path))
    .sort()

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Lines with code that can change, as Stryker's ranges `file:line-line`. */
function drawLines(folder, count, seed) {
  const lines = filesBelow(`src/${folder}`, /\.ts$/).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, at) =>
        /[<>=&|?+*(-]/.test(text) && !/^\s*(\/?\*|\/\/|import |export (type|interface))/.test(text)
          ? [`${file}:${at + 1}-${at + 1}`]
          : [],
      ),
  )
  const next = numbers(seed)
  for (let at = lines.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[lines[at], lines[other]] = [lines[other], lines[at]]
  }
  return lines.slice(0, count)
}

/** Tests in the folder of the same name, and tests of its part that import a file of the folder. Tests of built files see no change. */
function testsOf(folder) {
  const imports = new RegExp(`from '[./]+/src/${folder}[/.]`)
  return filesBelow(`tests/${folder.split('/')[0]}`, /\.test\.ts$/).filter(
    (path) =>
      !/\.long\.test\.ts$/.test(path) &&
      (path.startsWith(`tests/${folder}/`) || imports.test(readFileSync(join(root, path), 'utf8'))),
  )
}

const rows = []
for (const folder of values.folder) {
  process.env.MUTANTS_TESTS = JSON.stringify(testsOf(folder))
  const stryker = new Stryker({
    mutate: drawLines(folder, Number(values.lines), Number(values.seed)),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    inPlace: false,
    tempDirName: '.cache/mutants',
    ignorePatterns: ['dist*', 'test-results', '.cache', 'docs', 'schemas'],
    concurrency: 1,
    timeoutMS: 60_000,
    reporters: ['clear-text'],
    clearTextReporter: { reportTests: false, reportScoreTable: false, allowColor: false, logTests: false },
    checkers: [],
    // Sentences are free to change; a test finds those outside the catalogues.
    mutator: { excludedMutations: ['StringLiteral'] },
    logLevel: 'warn',
    allowEmpty: true,
  })
  const results = await stryker.runMutationTest()
  const counted = (...states) => results.filter(({ status }) => states.includes(status)).length
  const killed = counted('Killed', 'Timeout')
  const lived = counted('Survived', 'NoCoverage')
  rows.push([
    folder,
    killed + lived,
    killed,
    counted('NoCoverage'),
    `${((100 * killed) / Math.max(1, killed + lived)).toFixed(1)} %`,
  ])
}
console.log(`\nfolder | changes | killed | of the others without a test that runs them | score`)
for (const row of rows) console.log(row.join(' | '))
