/**
 * Swift names, broken in every way: none may throw, hang or grow without end.
 *
 *   node tests/fuzz/demangle-swift.mjs [--count 1000000] [--seed 1] [--names FILE]
 *
 * FILE holds a mangled name at the start of each line (the rest after a tab is ignored); without it the names of the unit
 * tests are used. Prints the count, the slowest name and the longest answer.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importBundled } from '../support/bundle.mjs'
import { mutate, random } from './mutate-swift.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    names: { type: 'string' },
  },
})

const { swiftDemangler } = await importBundled('src/core/demangle/swift/swift.ts')
const file = values.names ?? new URL('../fixtures/demangle/swift/names.tsv', import.meta.url)
const names = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t')[0])

function timed(name, style) {
  const start = performance.now()
  const text = swiftDemangler.demangle(name, style)
  return { text, ms: performance.now() - start }
}

const count = Number(values.count)
const next = random(Number(values.seed))
const SLOW = 500
let slowest = { ms: 0, name: '' }
let longest = { length: 0, name: '' }
let readable = 0
const begin = performance.now()
for (let i = 0; i < count; i++) {
  const name = mutate(next, names)
  for (const style of ['simplified', 'full']) {
    const { text, ms } = timed(name, style)
    if (ms > slowest.ms) {
      // Other work on the machine makes any name slow once: the best of a few runs counts.
      const best = Math.min(ms, ...[1, 2, 3].map(() => timed(name, style).ms))
      if (best > slowest.ms) slowest = { ms: best, name }
    }
    if (text === undefined) continue
    readable++
    if (text.length > longest.length) longest = { length: text.length, name }
  }
}
const seconds = (performance.now() - begin) / 1000
console.log(
  `${count} names, seed ${values.seed}, ${seconds.toFixed(1)} s; ${readable} of ${count * 2} answers readable`,
)
console.log(`slowest: ${slowest.ms.toFixed(1)} ms for ${slowest.name.slice(0, 200)}`)
console.log(`longest: ${longest.length} characters for ${longest.name.slice(0, 200)}`)
if (slowest.ms > SLOW) process.exitCode = 1
