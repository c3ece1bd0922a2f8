/**
 * `node tests/run-all.mjs check|test|long… [--minutes N]`: runs the steps of these sets in two lanes, each step once. A failure does not end
 * the run. It prints the failed tests, and `N passed, N failed` as its last line, and exits with 1 if any failed. After N minutes it starts
 * no more steps of `long`, names them, and counts them as skipped.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { runInLanes } from './support/lanes.mjs'
import { readTestOutput } from './support/test-output.mjs'
import { sets } from './steps.mjs'

const LANES = 2
const root = fileURLToPath(new URL('..', import.meta.url))

let passed = 0
let failed = 0
/** Steps for which there was no time. */
const skipped = []
/** Named once more at the end: what came before is long. */
const failures = []

function fail(what) {
  failed++
  failures.push(what)
}

/** Runs a command to its end; returns its exit code, or what else ended it, and all that it printed. */
function run([command, args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    child.once('error', ({ message }) => chunks.push(Buffer.from(message)))
    child.once('close', (code, signal) =>
      resolve({ end: code ?? signal, output: stripVTControlCharacters(Buffer.concat(chunks).toString()) }),
    )
  })
}

/** Runs a step and counts the tests that its runner reports, or the step as one. */
async function runStep({ name, command, env, missing, optional }) {
  if (missing !== undefined) {
    console.log(`\n== ${name}\n${missing}`)
    if (!optional) fail(`${name}: ${missing}`)
    return
  }
  if (isLate(name)) {
    console.log(`\n== ${name}\nNot run: ${minutes} minutes have passed.`)
    skipped.push(name)
    return
  }
  console.log(`-- ${name} starts`)
  const start = Date.now()
  const { end, output } = await run(command, env)
  console.log(`\n== ${name}, ${Math.round((Date.now() - start) / 1000)} s\n${output.trimEnd()}\n`)
  const tests = readTestOutput(output)
  passed += tests.passed
  failed += tests.failed
  failures.push(...tests.failures.map((test) => `${name}: ${test}`))
  if (end !== 0 && tests.failed === 0) fail(`${name}: ended with ${end}`)
  if (end === 0 && tests.passed === 0) passed++
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string' } } })
const minutes = Number(values.minutes ?? Infinity)
const begin = performance.now()
const always = new Set(
  positionals.filter((set) => set !== 'long').flatMap((set) => sets[set]().map(({ name }) => name)),
)
const isLate = (name) => !always.has(name) && performance.now() - begin > minutes * 60_000

const steps = positionals.flatMap((set) => sets[set]())
const byName = new Map(steps.map((step) => [step.name, step]))
await runInLanes([...byName.values()], LANES, runStep)

if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`)
if (skipped.length > 0) console.log(`\nNot run for want of time:\n  ${skipped.join('\n  ')}`)
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
