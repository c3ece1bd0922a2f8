/**
 * C++ names a second in one thread, as search and every look-up read them, beside llvm-cxxfilt where it is installed.
 *
 *   node tests/bench/demangle.mjs FILE [--rounds 12]
 *
 * FILE holds a mangled name at the start of each line (the rest after a tab is ignored). Both are measured by their own
 * processor time, so that other work on the machine counts little; the result is the best round.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importBundled } from '../support/bundle.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '12' }, filter: { type: 'string', default: 'llvm-cxxfilt-19' } },
})
if (!positionals[0]) throw new Error('usage: node tests/bench/demangle.mjs FILE [--rounds N] [--filter llvm-cxxfilt]')
const { demangle } = await importBundled('src/core/demangle/registry.ts')
const names = readFileSync(positionals[0], 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t')[0])
const repeats = Math.max(1, Math.ceil(60_000 / names.length))
const text = new TextEncoder().encode(`${names.join('\n')}\n`.repeat(repeats)) // what the other tool reads
const count = names.length * repeats

let best = Infinity
let size = 0
for (let round = 0; round < Number(values.rounds); round++) {
  const start = process.cpuUsage()
  size = 0
  for (let repeat = 0; repeat < repeats; repeat++) for (const name of names) size += demangle(name, 'full').length + 1
  const used = process.cpuUsage(start)
  best = Math.min(best, (used.user + used.system) / 1e6)
}
const ours = count / best
console.log(
  `unslide: ${Math.round(ours).toLocaleString('en')} C++ names/s (${count} names, ${text.length} bytes to ${size} characters)`,
)

if (spawnSync(values.filter, ['--version']).status === 0) {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-bench-'))
  try {
    const file = join(folder, 'names')
    writeFileSync(file, text)
    let least = Infinity
    for (let round = 0; round < 5; round++) {
      const timed = spawnSync(
        'bash',
        ['-c', `TIMEFORMAT='%U %S'; time "$0" -_ < "$1" > /dev/null`, values.filter, file],
        { encoding: 'utf8' },
      )
      const [user, system] = timed.stderr.trim().split(' ').map(Number)
      least = Math.min(least, user + system)
    }
    const theirs = count / least
    console.log(
      `${values.filter}: ${Math.round(theirs).toLocaleString('en')} names/s; ratio ${(ours / theirs).toFixed(2)}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
