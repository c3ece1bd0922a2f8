/**
 * `npm run mutants`: changes single places of the source and counts the changes that make a test fail.
 *
 *   npm run mutants                                          # 30 changes in each folder
 *   npm run mutants -- --folder core/resolve --changes 200   # more changes in one folder
 *   npm run mutants -- --folder core/dwarf --seed 7          # other changes
 *   npm run mutants -- --folder core/reports --seconds 5     # of the processor a change, instead of 20
 *
 * Stryker's instrumenter writes the changes, each behind a switch. `runner.ts` runs the tests that import the folder, all in one process. A
 * survivor is a change that no test noticed: write the test, or simplify the code.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'

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

/** A test that takes longer hangs: its change was noticed. */
const SECONDS = 60
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: folders },
    changes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    // Of the processor, for all tests of one change together; it then counts as survived.
    seconds: { type: 'string', default: '20' },
  },
})

const LIMIT = Number(values.seconds) * 1000

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

function shuffle(list, next) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    ;[list[at], list[other]] = [list[other], list[at]]
  }
  return list
}

/** Lines with code that can change, by file. */
function drawLines(folder, count, next) {
  const lines = filesBelow(`src/${folder}`, /\.ts$/).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, line) =>
        /[<>=&|?+*(-]/.test(text) && !/^\s*(\/?\*|\/\/|import |export (type|interface))/.test(text)
          ? [{ file, line }]
          : [],
      ),
  )
  const drawn = new Map()
  for (const { file, line } of shuffle(lines, next).slice(0, count)) drawn.set(file, [...(drawn.get(file) ?? []), line])
  return drawn
}

/**
 * Tests that reach a changed file, the nearest first: those that import one, those in the folder of the same name, then the others of the
 * same part by how many imports lead there, and those of other parts that import the folder. Tests of built files see no change.
 */
function testsOf(folder, changed) {
  const [part] = folder.split('/')
  const rankOf = (path) => {
    if (changed.some((file) => imports(path, file))) return 0
    if (path.startsWith(`tests/${folder}/`)) return 1
    if (imports(path, `src/${folder}/`)) return 2
    return path.startsWith(`tests/${part}/`) ? 1 + distanceTo(changed, path) : Infinity
  }
  const ranked = filesBelow('tests', /(?<!\.long)\.test\.ts$/)
    .map((path) => ({ path, rank: rankOf(path) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
  const pathsOf = (rows) => rows.map(({ path }) => path)
  return {
    nearest: pathsOf(ranked.filter(({ rank }) => rank < 2)),
    further: pathsOf(ranked.filter(({ rank }) => rank >= 2)),
  }
}

const importedFiles = new Map()

/** Files of the project that a file imports. */
function importsOf(path) {
  const known = importedFiles.get(path)
  if (known) return known
  const text = existsSync(join(root, path)) && path.endsWith('.ts') ? readFileSync(join(root, path), 'utf8') : ''
  const own = [...text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, to]) => join(dirname(path), to))
  importedFiles.set(path, own)
  return own
}

/** How many imports lead from a file to one of the changed ones. */
function distanceTo(changed, from) {
  const seen = new Set([from])
  let row = [from]
  for (let distance = 0; row.length > 0; distance++) {
    if (row.some((path) => changed.includes(path))) return distance
    row = [...new Set(row.flatMap(importsOf))].filter((path) => !seen.has(path))
    for (const path of row) seen.add(path)
  }
  return Infinity
}

const imports = (test, path) => readFileSync(join(root, test), 'utf8').includes(`/${path}`)

const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} }

/** All changes in as many lines as there are changes to try, and which of them are tried. */
async function drawChanges(folder, count, seed) {
  const next = numbers(seed)
  const files = [...drawLines(folder, count, next)].map(([file, lines]) => ({
    name: join(root, file),
    content: readFileSync(join(root, file), 'utf8'),
    mutate: lines.map((line) => ({ start: { line, column: 0 }, end: { line, column: Infinity } })),
  }))
  const { files: changed, mutants } = await new Instrumenter(quiet).instrument(files, {
    plugins: null,
    ignorers: [],
    // Sentences are free to change; a test finds those outside the catalogues.
    excludedMutations: ['StringLiteral'],
  })
  const drawn = shuffle(
    mutants.filter(({ status }) => status !== 'Ignored'),
    next,
  ).slice(0, count)
  return { files: Object.fromEntries(changed.map(({ name, content }) => [name, content])), drawn }
}

/** Runs the tests once, and ends them early where their notes say so. Gives the exit code, or `null` where they were ended. */
function runTests({ run, notes }, content, isOver) {
  writeFileSync(run, JSON.stringify({ ...content, notes }))
  rmSync(notes, { force: true })
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', '--config', 'tests/mutants/vitest.config.ts', '--reporter=dot'], {
      cwd: root,
      env: { ...process.env, MUTANTS_RUN: run, CI: '1' },
      stdio: 'ignore',
      detached: true,
    })
    let size = 0
    let since = performance.now()
    const timer = setInterval(() => {
      const all = notesOf(notes)
      if (all.length !== size) [size, since] = [all.length, performance.now()]
      if (isOver(all, performance.now() - since > SECONDS * 1000)) process.kill(-child.pid, 'SIGKILL')
    }, 1000)
    child.once('close', (code) => {
      clearInterval(timer)
      resolve(code)
    })
  })
}

const notesOf = (notes) =>
  existsSync(notes)
    ? readFileSync(notes, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : []

/** Runs each test once, as it is, as long as there is time: how long it took, and how often it reached which change. */
async function learn(paths, { tests, limit }, files, drawn, loading) {
  const ids = drawn.map(({ id }) => id)
  await runTests(paths, { tests, files, drawn: ids, learns: true, limit }, () => false)
  const all = notesOf(paths.notes)
  for (const { what, id } of all) if (what === 'loading') loading.add(id)
  return all.filter(({ what }) => what === 'took')
}

/**
 * Which tests run for each change: all that import its file, and then the quickest that reach it, as many as have time. Most faults show in
 * tests that take milliseconds.
 */
function planOf(taken, drawn, spent) {
  const plan = {}
  for (const { id, fileName } of drawn) {
    const changed = fileName.slice(root.length)
    const rows = taken
      .filter(({ reached }) => reached[id] !== undefined)
      .map((row) => ({ ...row, isNear: imports(row.file, changed) }))
      .sort((a, b) => b.isNear - a.isNear || a.ms - b.ms)
    for (const { test, ms, reached, isNear } of rows) {
      const sum = (spent.get(id) ?? 0) + ms
      if (sum > LIMIT && !isNear) break
      spent.set(id, sum)
      ;(plan[test] ??= {})[id] = reached[id]
    }
  }
  return plan
}

/** Tries changes in one process after another, a new one where a change made the last hang. Fills what became of them. */
async function tryTogether(paths, some, files, drawn, { killed, loading, spoilt, taken, spent }) {
  const alive = drawn.filter(({ id }) => !killed.has(id) && !spoilt.has(id))
  if (alive.length === 0 || some.tests.length === 0) return
  const learnt = await learn(paths, some, files, alive, loading)
  taken.push(...learnt)
  const plan = planOf(learnt, alive, spent)
  const planned = some.tests.filter((path) =>
    learnt.some(({ file, test }) => file === path && plan[test] !== undefined),
  )
  let hung
  do {
    const open = alive.map(({ id }) => id).filter((id) => !killed.has(id) && !spoilt.has(id))
    if (open.length === 0 || planned.length === 0) return
    await runTests(
      paths,
      { tests: planned, files, drawn: open, plan },
      (all, isSilent) => isSilent && all.at(-1)?.what === 'tried',
    )
    const all = notesOf(paths.notes)
    for (const { what, id } of all) {
      if (what === 'killed') killed.add(id)
      if (what === 'spoilt') spoilt.add(id)
      if (what === 'kept') loading.add(id)
    }
    hung = all.at(-1)?.what === 'tried' ? all.at(-1).id : undefined
    if (hung !== undefined) killed.add(hung)
  } while (hung !== undefined)
}

/**
 * Files of tests for a change that has a process of its own: those that import its file, those that reach it, those that share a word of its
 * name, and then the quickest, as many as have time.
 */
function forLoaded(tests, taken, { id, fileName }) {
  const changed = fileName.slice(root.length)
  const words = nameWords(changed)
  const rows = tests.map((path) => ({
    path,
    isNear: imports(path, changed),
    isNamed: nameWords(path).some((word) => words.includes(word)),
    isReaching: taken.some(({ file, reached }) => file === path && reached[id] !== undefined),
    ms: taken.filter(({ file }) => file === path).reduce((sum, { ms }) => sum + ms, 0),
  }))
  rows.sort((a, b) => b.isNear - a.isNear || b.isReaching - a.isReaching || b.isNamed - a.isNamed || a.ms - b.ms)
  let sum = 0
  return rows.filter(({ isNear, ms }) => isNear || (ms > 0 && (sum += ms) <= LIMIT)).map(({ path }) => path)
}

const nameWords = (path) => (path.split('/').at(-1) ?? '').split('.')[0].split('-')

/** Tries a change in a process of its own, in which it is on while the modules are loaded. */
async function tryLoaded(paths, tests, files, change, { fails, taken }) {
  const { id } = change
  const nearest = forLoaded(tests, taken, change)
  const content = { tests: nearest, files, drawn: [], loaded: id, limit: LIMIT }
  const failure = (all) => all.find(({ what, test }) => what === 'failed' && !fails.has(test))
  for (;;) {
    const code = await runTests(paths, content, (all, isSilent) => isSilent || failure(all) !== undefined)
    const found = failure(notesOf(paths.notes))
    // A file that does not load or cannot prepare its tests, or a test that hangs: not so without the change.
    if (found === undefined)
      return (
        code !== 0 && (await runTests(paths, { ...content, limit: 0, loaded: '' }, (_, isSilent) => isSilent)) === 0
      )
    const [file] = found.test.split(' > ')
    await runTests(paths, { ...content, tests: [file], loaded: '' }, (_, isSilent) => isSilent)
    const anyway = notesOf(paths.notes).filter(({ what }) => what === 'failed')
    for (const { test } of anyway) fails.add(test)
    if (!fails.has(found.test)) return true
  }
}

/** What became of each change that was drawn. */
async function tryChanges(folder) {
  const temporary = mkdtempSync(join(tmpdir(), 'unslide-mutants-'))
  const [run, notes] = ['run.json', 'notes.jsonl'].map((name) => join(temporary, name))
  const fates = {
    killed: new Set(),
    loading: new Set(),
    spoilt: new Set(),
    taken: [],
    spent: new Map(),
    fails: new Set(),
  }
  const { killed, loading, spoilt } = fates
  try {
    const { files, drawn } = await drawChanges(folder, Number(values.changes), Number(values.seed))
    const tests = testsOf(
      folder,
      drawn.map(({ fileName }) => fileName.slice(root.length)),
    )
    await tryTogether({ run, notes }, { tests: tests.nearest }, files, drawn, fates)
    await tryTogether({ run, notes }, { tests: tests.further, limit: LIMIT }, files, drawn, fates)
    // Also what a test reached: others may notice it while they prepare their work.
    const rest = drawn.filter(({ id }) => loading.has(id) && !killed.has(id) && !spoilt.has(id))
    const all = [...tests.nearest, ...tests.further]
    for (const change of rest) if (await tryLoaded({ run, notes }, all, files, change, fates)) killed.add(change.id)
    return { drawn, killed, loaded: new Set(rest), spoilt }
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

function show({ fileName, location, replacement, mutatorName }) {
  const path = fileName.slice(root.length)
  const line = readFileSync(fileName, 'utf8').split('\n')[location.start.line]?.trim()
  return `${path}:${location.start.line + 1} ${mutatorName}\n    ${line}\n    ${replacement.replaceAll(/\s+/g, ' ')}`
}

const rows = []
for (const folder of values.folder) {
  const { drawn, killed, loaded, spoilt } = await tryChanges(folder)
  const lived = drawn.filter(({ id }) => !killed.has(id) && !spoilt.has(id))
  console.log(`\n${folder}: no test noticed\n${lived.map(show).join('\n')}`)
  const score = `${((100 * killed.size) / Math.max(1, killed.size + lived.length)).toFixed(1)} %`
  rows.push([folder, drawn.length, killed.size, lived.length, loaded.size, spoilt.size, score])
}
console.log(`\nfolder | changes | killed | survived | of these on while loading | unclear | killed`)
for (const row of rows) console.log(row.join(' | '))
