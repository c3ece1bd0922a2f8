/**
 * `npm test`: every test, one after another: types, lint, unit, browser, and conformance where the corpus lies beside
 * the repository. Goes on after a failure and tries a failed test once more; prints which tests needed that, which failed, and
 * `N passed, N failed` as its last line; exits with 1 if any failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { installDebianPackages } from './support/debian.mjs'
import { installChromium } from './support/chromium.mjs'
import { hasNginx } from './support/nginx.mjs'
import { readTestOutput } from './support/test-output.mjs'
import { browsers } from './browsers/browsers.mjs'
import { otherNodes, testsUnder } from './nodes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const corpus = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))
const chromium = installChromium()
// Published symbols are asked of it.
if (!hasNginx) installDebianPackages(['nginx-light'])

let passed = 0
let failed = 0
/** Named once more at the end: what came before is long. */
const failures = []
const secondTries = []

function fail(what) {
  failed++
  failures.push(what)
}

/** Runs a step; counts its tests where its runner tells them, else the step as one. */
function step(title, command, args, env = {}) {
  console.log(`\n== ${title}`)
  const run = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', SECOND_TRY: '1', ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output = stripVTControlCharacters(`${run.stdout ?? ''}${run.stderr ?? ''}`)
  console.log(output.trimEnd())
  if (run.error) console.log(run.error.message)
  const tests = readTestOutput(output)
  passed += tests.passed
  failed += tests.failed
  secondTries.push(...tests.secondTries.map((test) => `${title}: ${test}`))
  failures.push(...tests.failures.map((test) => `${title}: ${test}`))
  const ok = run.status === 0
  if (!ok && tests.failed === 0) fail(`${title}: ended with ${run.status ?? run.signal ?? 'an error'}`)
  if (ok && tests.passed === 0) passed++
  return ok
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
step('build', npm, ['run', 'build'])
step('types', npm, ['run', 'types'])
step('lint', npm, ['run', 'lint'])
step('unit tests', npm, ['run', 'unit'])
for (const [major, path] of otherNodes()) step(`command line under Node ${major}`, ...testsUnder(path))
step('the packed package', npm, ['run', 'packed'], chromium.env)
if (chromium.ok) step('browser tests', npm, ['run', 'e2e'], chromium.env)
else {
  console.log(`\n== browser tests\n${chromium.message}`)
  fail('browser tests: no Chromium')
}
for (const [name, { title, programs, packages }] of Object.entries(browsers)) {
  if (!programs.every(existsSync)) installDebianPackages(packages)
  if (programs.every(existsSync)) step(`${title}: the main walks`, npm, ['run', `e2e:${name}`])
  else console.log(`\n== ${title}\nNot installed here, and Debian’s package could not be had: its walks are not run.`)
}
if (existsSync(corpus)) step('conformance', npm, ['run', 'conformance'])
else console.log('\n== conformance\nNo corpus lies beside the repository (../shared/corpus): nothing to compare with.')

if (secondTries.length > 0) console.log(`\nPassed only when tried again:\n  ${secondTries.join('\n  ')}`)
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
