/**
 * Measures how well names carry over from one release of a binary to the next, through the built command line.
 *
 *   node tests/bench/carried-names.mjs OLD NEW
 *
 * Both are thin Mach-O files with symbol tables: releases of one package. NEW is stripped with llvm-strip and loses its
 * exports. The truth is its own table before that, read by llvm-nm. The look-ups are all functions of NEW whose name
 * OLD has, too.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const [old, fresh] = process.argv.slice(2)
if (!old || !fresh) throw new Error('usage: node tests/bench/carried-names.mjs OLD NEW')
const LLVM = process.env.LLVM_SUFFIX ?? '-19'

/** Names by address, of code. */
function namesOf(path) {
  const out = execFileSync(`llvm-nm${LLVM}`, ['--defined-only', path], { maxBuffer: 2 ** 30 }).toString()
  const names = new Map()
  for (const [, address, name] of out.matchAll(/^([0-9a-f]+) [tT] _?(.*)$/gm)) {
    const known = names.get(address)
    if (known) known.push(name)
    else names.set(address, [name])
  }
  return names
}

/** The exports trie gets no bytes. */
function withoutExports(bytes) {
  for (let at = 32, left = bytes.readUInt32LE(16); left > 0; left--, at += bytes.readUInt32LE(at + 4)) {
    const command = bytes.readUInt32LE(at)
    if (command === 0x80000033) bytes.writeUInt32LE(0, at + 12)
    if (command === 0x80000022) bytes.writeUInt32LE(0, at + 44)
  }
  return bytes
}

const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
try {
  const stripped = join(folder, basename(fresh))
  execFileSync(`llvm-strip${LLVM}`, ['--strip-all', fresh, '-o', stripped])
  writeFileSync(stripped, withoutExports(readFileSync(stripped)))
  const truth = namesOf(fresh)
  const inOld = new Set([...namesOf(old).values()].flat())
  const asked = [...truth].filter(([, names]) => names.some((name) => inOld.has(name)))
  const began = performance.now()
  const run = spawnSync(
    process.execPath,
    [program, 'lookup', '--symbols', stripped, '--similar', old, '--format', 'json', '-'],
    { input: [...truth.keys()].join('\n'), encoding: 'utf8', maxBuffer: 2 ** 30 },
  )
  const seconds = (performance.now() - began) / 1000
  const answers = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ways = new Map()
  const wrong = []
  let [told, right, other] = [0, 0, 0]
  for (const [at, [address, names]] of [...truth].entries()) {
    const call = answers[at]?.calls?.at(-1)
    if (call?.source !== 'carried') {
      // A name of any other source must not be left, or the figures would say too much.
      if (call?.mangled && call.source !== 'described') other++
      continue
    }
    told++
    const isRight = names.includes(call.mangled)
    const way = `${call.carried.by}, ${call.carried.sameCode ? 'same code' : 'code differs'}`
    const count = ways.get(way) ?? { told: 0, right: 0 }
    ways.set(way, { told: count.told + 1, right: count.right + (isRight ? 1 : 0) })
    if (isRight) right++
    else wrong.push(`  ${address} ${call.mangled} for ${names.join(', ')} (${way})`)
  }
  console.log(`${basename(old)} to ${basename(fresh)}: ${truth.size} functions with names, ${asked.length} in both`)
  console.log(`precision ${((100 * right) / told).toFixed(3)} % (${right} of ${told})`)
  console.log(
    `recall ${((100 * right) / asked.length).toFixed(1)} %, ${seconds.toFixed(1)} s, ${other} named otherwise`,
  )
  for (const [way, count] of ways) console.log(`  ${way}: ${count.right} of ${count.told}`)
  console.log(wrong.slice(0, 40).join('\n'))
} finally {
  rmSync(folder, { recursive: true })
}
