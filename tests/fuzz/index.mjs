/**
 * `npm run fuzz`: damages sound files with knowledge of their formats, and gives them to every parser, the engine and
 * the exporters.
 *
 *   npm run fuzz -- [--target NAME…] [--rounds N] [--seed N] [--minutes N] [--fixtures-only]
 *
 * Each round depends on the target's name and a number alone: `--target mach-o --seed 512 --rounds 1` runs round 512
 * again. Without `--minutes` every target has its rounds once; with it targets take turns until the time is over.
 *
 * A find is minimised and written: into the fixtures if all of it is ours, else into `.cache/fuzz/`. The exit code is 1
 * if there was a find.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundled } from '../support/bundle.mjs'
import { FuzzThread } from './thread.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
/** Finds of one target in one run: the same fault comes again and again. */
const MOST_FINDS = 5
/** While a find is made smaller, what hangs is given up sooner. */
const SHORT_MS = 8000
/** Larger finds are for a test that makes such an input. */
const LARGEST_FIXTURE = 8192
const FIGURES = join(root, '.cache/fuzz/figures.json')

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '0' },
    minutes: { type: 'string' },
    'fixtures-only': { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const until = values.minutes === undefined ? 0 : Date.now() + Number(values.minutes) * 60_000
const places = { root, ...(!values['fixtures-only'] && existsSync(corpus) && { corpus }) }

const { minimise } = await import(await bundled('tests/fuzz/minimise.ts'))
const thread = new FuzzThread(await bundled('tests/fuzz/worker.ts'), places)

let names = []
await thread.order({ kind: 'list' }, 'list', (answer) => (names = answer.names))
const chosen = values.target ?? names
for (const name of chosen)
  if (!names.includes(name)) throw new Error(`no target ${name}; there are ${names.join(', ')}`)

/** Figures of all runs on this machine, for the table in the README. */
const figures = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, 'utf8')) : {}
const seen = new Map()

async function faultOf(target, input) {
  let answer
  const ended = await thread.order({ kind: 'try', target, input }, 'try', (message) => (answer = message), SHORT_MS)
  return ended?.text ?? answer.fault
}

/** Two faults are equal if their first lines are, without numbers. */
const kindOf = (fault) => fault.split('\n')[0].replace(/\d+/g, '#')

async function record(target, round, fault, bytes, ours) {
  console.log(`${target} round ${round}: ${fault.split('\n').slice(0, 4).join('\n  ')}`)
  process.exitCode = 1
  const kinds = seen.get(target) ?? new Set()
  seen.set(target, kinds)
  if (kinds.has(kindOf(fault)) || kinds.size >= MOST_FINDS) return
  kinds.add(kindOf(fault))
  const isSlow = /^(slow|hangs|memory)/.test(fault)
  const smaller = await minimise(
    bytes,
    async (candidate) => {
      const now = await faultOf(target, candidate)
      return now !== undefined && kindOf(now) === kindOf(fault)
    },
    isSlow ? 40 : 2000,
  )
  const name = createHash('sha256').update(smaller).digest('hex').slice(0, 12)
  const isFixture = ours && smaller.length <= LARGEST_FIXTURE
  const path = join(root, isFixture ? 'tests/fixtures/fuzz' : '.cache/fuzz', target, `${name}.bin`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, smaller)
  console.log(`  ${bytes.length} bytes became ${smaller.length}: ${relative(root, path)}`)
}

/** Runs rounds of a target; continues after a round whose thread had to be ended. */
async function run(target, from, to) {
  const began = performance.now()
  let finds = 0
  for (let at = from; at < to;) {
    const found = []
    const ended = await thread.order({ kind: 'run', target, from: at, to }, 'done', (answer) => {
      if (answer.kind === 'find') found.push(answer)
    })
    if (ended) {
      let made
      await thread.order({ kind: 'make', target, from: ended.round }, 'make', (answer) => (made = answer))
      // Skip an input that cannot even be generated.
      if (made) found.push({ round: ended.round, fault: ended.text, ...made })
      else console.log(`${target} round ${ended.round}: could not be made, ${ended.text}`)
    }
    for (const { round, fault, bytes, ours } of found) await record(target, round, fault, bytes, ours)
    finds += found.length
    at = ended ? ended.round + 1 : to
  }
  const seconds = (performance.now() - began) / 1000
  const sum = figures[target] ?? { runs: 0, finds: 0, seconds: 0 }
  figures[target] = { runs: sum.runs + to - from, finds: sum.finds + finds, seconds: sum.seconds + seconds }
  mkdirSync(dirname(FIGURES), { recursive: true })
  writeFileSync(FIGURES, JSON.stringify(figures, undefined, 1))
  const rate = (to - from) / seconds
  console.log(`${target}: rounds ${from} to ${to - 1}, ${finds} finds, ${rate.toFixed(0)} a second`)
  return rate
}

/** Seconds that a target has at its turn, where they take turns. */
const TURN = 10
let next = new Map(chosen.map((name) => [name, Number(values.seed)]))
let size = new Map(chosen.map((name) => [name, rounds]))
do {
  for (const name of chosen) {
    const from = next.get(name)
    const to = from + size.get(name)
    const rate = await run(name, from, to)
    next.set(name, to)
    if (until > 0) size.set(name, Math.max(20, Math.round(Math.min(rate * TURN, 1_000_000))))
    if (until > 0 && Date.now() > until) break
  }
} while (Date.now() < until)
await thread.end()
