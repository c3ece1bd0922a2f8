/**
 * Swift names a second, in one thread, with each text written as UTF-8.
 *
 *   node tests/bench/demangle-swift.mjs FILE [--rounds 15]
 *
 * FILE holds a mangled name at the start of each line (the rest after a tab is ignored). Prints the best round for each
 * form, in seconds of this process's own processor time, so that other work on the machine counts little.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importBundled } from '../support/bundle.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
})
const { swiftDemangler } = await importBundled('src/core/demangle/swift/swift.ts')
const names = readFileSync(positionals[0] ?? new URL('../fixtures/demangle/swift/names.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t')[0])

const encoder = new TextEncoder()
const buffer = new Uint8Array(1 << 22)
const repeats = Math.max(1, Math.ceil(20_000 / names.length))
for (const style of ['simplified', 'full']) {
  let best = Infinity
  for (let round = 0; round < Number(values.rounds); round++) {
    const start = process.cpuUsage()
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const name of names) encoder.encodeInto(swiftDemangler.demangle(name, style) ?? name, buffer)
    }
    const used = process.cpuUsage(start)
    best = Math.min(best, (used.user + used.system) / 1e6)
  }
  const rate = Math.round((names.length * repeats) / best)
  console.log(`${style}: ${rate.toLocaleString('en')} names/s (${names.length} names, ${repeats} times a round)`)
}
