/**
 * C++, Rust and Kotlin names, broken in every way: none may throw, hang or grow without end.
 *
 *   node tests/fuzz/demangle.mjs [--count 1000000] [--seed 1] [--names FILE]
 *
 * FILE holds a mangled name at the start of each line (the rest after a tab is ignored), beside the names built in. Prints
 * the count, the slowest name and the longest answer; ends with 1 when one took more than half a second.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importBundled } from '../support/bundle.mjs'
import { mutate, randomOf, seeds } from './demangle-mutations.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    names: { type: 'string' },
  },
})
const { demangle } = await importBundled('src/core/demangle/registry.ts')
const given = values.names ? readFileSync(values.names, 'utf8').split('\n') : []
const names = [...seeds, ...given.filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')[0])]

const SLOW = 500
const count = Number(values.count)
const random = randomOf(Number(values.seed))
let slowest = { ms: 0, name: '' }
let longest = { length: 0, name: '' }
let readable = 0
const begin = performance.now()
for (let done = 0; done < count; done++) {
  const name = mutate(random, names)
  const start = performance.now()
  const text = demangle(name, 'full')
  const ms = performance.now() - start
  if (ms > slowest.ms) slowest = { ms, name }
  if (text !== name) readable++
  if (text.length > longest.length) longest = { length: text.length, name }
}
const seconds = (performance.now() - begin) / 1000
console.log(`${count} names, seed ${values.seed}, ${seconds.toFixed(1)} s; ${readable} readable`)
console.log(`slowest: ${slowest.ms.toFixed(1)} ms for ${slowest.name.slice(0, 200)}`)
console.log(`longest: ${longest.length} characters for ${longest.name.slice(0, 200)}`)
if (slowest.ms > SLOW) process.exitCode = 1
