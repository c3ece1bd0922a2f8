/**
 * Core files and minidumps, broken in every way: none may throw, hang or ask for more memory than its file could need.
 *
 *   node tests/fuzz/dumps.mjs [--count 20000] [--seed 1] [--minidump FILE]
 *
 * Without FILE only core files are broken, made as the unit tests make them. Prints the count and the slowest case.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { importBundled } from '../support/bundle.mjs'
import { random } from './mutate-swift.mjs'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    minidump: { type: 'string' },
  },
})

const { openCoreFile } = await importBundled('src/core/memory/core-file.ts')
const { minidumpFormat } = await importBundled('src/core/reports/dumps/minidump.ts')
const { coreFile, imageMemory, recordStack, testUuid } = await importBundled('tests/support/core-builder.ts')

const base = 0x104000000n
const stack = recordStack('arm64', 0x16f000000n, [base + 0x1100n, base + 0x1200n])
const core = coreFile(
  'arm64',
  [
    { address: base, bytes: imageMemory('arm64', { loadAddress: base, uuid: testUuid(1), size: 0x4000 }), executable: true },
    { address: 0x16f000000n, bytes: stack.bytes },
  ],
  [{ pc: base + 0x1000n, sp: 0x16f000000n, fp: stack.fp }],
)
const dump = values.minidump ? new Uint8Array(readFileSync(values.minidump)) : undefined

/** Flips bytes, writes extreme numbers over fields, cuts the end off. Headers are hit more often than bodies. */
function damage(whole, next) {
  const bytes = whole.slice(0, next() % 4 === 0 ? next() % whole.length : whole.length)
  for (let hits = 1 + (next() % 6); hits > 0 && bytes.length > 8; hits--) {
    const reach = next() % 2 === 0 ? Math.min(1024, bytes.length) : bytes.length
    const at = next() % Math.max(1, reach - 4)
    const extreme = [0, 0xff, 0x7f, 0x80][next() % 4]
    if (next() % 3 === 0) bytes.fill(extreme, at, at + 4)
    else bytes[at] = next() & 0xff
  }
  return bytes
}

const draw = random(Number(values.seed))
const next = () => Math.floor(draw() * 0x7fffffff)
let slowest = 0
let read = 0
for (let trial = 0; trial < Number(values.count); trial++) {
  const bytes = damage(dump && trial % 2 === 0 ? dump : core, next)
  const start = performance.now()
  const outcome =
    dump && trial % 2 === 0
      ? await minidumpFormat.open({ path: 'fuzz.dmp', blob: new Blob([bytes]) })
      : await openCoreFile({ path: 'fuzz.core', blob: new Blob([bytes]) })
  if (outcome.ok) read++
  else if (outcome.problems.length === 0) throw new Error(`trial ${trial}: refused without a word`)
  const internal = outcome.problems.find(({ code }) => code === 'internal-error')
  if (internal) throw new Error(`trial ${trial}: ${internal.message}`)
  slowest = Math.max(slowest, performance.now() - start)
}
console.log(`${values.count} broken dumps, ${read} still read, slowest ${slowest.toFixed(1)} ms`)
