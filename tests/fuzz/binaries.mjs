/**
 * Mach-O files, static libraries, Breakpad files and archives, cut off and with bytes changed: reading them may neither
 * throw nor take long, and says something of each.
 *
 *   node tests/fuzz/binaries.mjs [--count 5000] [--seed 1] [FILE...]
 *
 * Without files, the Mach-O fixtures and archives made of them are used. Prints the count and the slowest file.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { importBundled } from '../support/bundle.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
})

const { walk } = await importBundled('src/core/containers/walk.ts')
const { symbolSources } = await importBundled('src/core/symbols/registry.ts')
const { inspectMachO } = await importBundled('src/core/symbols/inspect.ts')

const fixture = (path) => readFileSync(new URL(`../fixtures/macho/${path}`, import.meta.url))
const inputs =
  positionals.length > 0
    ? positionals.map((path) => readFileSync(path))
    : [
        fixture('ios-arm64-dwarf4/Shelf'),
        fixture('macos-x86_64-dwarf4/Shelf'),
        fixture('fat-x86_64-arm64/Shelf.dSYM/Contents/Resources/DWARF/Shelf'),
        fixture('macos-i386-dwarf4/Shelf.dSYM/Contents/Resources/DWARF/Shelf'),
        fixture('ios-arm64-dylib/Shelf.exports-only'),
        gzipSync(fixture('ios-armv7-dwarf4/Shelf')),
        readFileSync(new URL('../../public/sample/Trailmap.dSYM.zip', import.meta.url)),
        library([fixture('ios-arm64-dwarf4/Shelf'), fixture('macos-i386-dwarf4/Shelf')]),
      ]

/** A static library of these members. */
function library(members) {
  const parts = members.map((bytes, index) => {
    const header = `${`m${index}.o/`.padEnd(16)}${'0'.padEnd(32)}${String(bytes.length).padEnd(10)}\`\n`
    return Buffer.concat([Buffer.from(header), bytes, Buffer.from(bytes.length % 2 ? '\n' : '')])
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

let state = Number(values.seed)
/** xorshift32 */
function random(below) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

function damaged(input) {
  const bytes = Uint8Array.from(random(4) === 0 ? input.subarray(0, random(input.length)) : input)
  // Headers decide most, so every second change falls into the first bytes.
  for (let change = random(12); change > 0 && bytes.length > 0; change--) {
    const at = random(2) ? random(Math.min(bytes.length, 4096)) : random(bytes.length)
    bytes[at] = [random(256), 0xff, 0, 0x80][random(4)]
  }
  return bytes
}

let slowest = 0
for (let round = 0; round < Number(values.count); round++) {
  const seed = state
  const bytes = damaged(inputs[random(inputs.length)])
  const start = performance.now()
  try {
    let told = 0
    for await (const item of walk([{ path: 'damaged', blob: new Blob([bytes]) }])) {
      told++
      if (item.kind !== 'leaf') continue
      const source = symbolSources.find((candidate) => candidate.sniff(item.head))
      const opened = await source?.open(item.file)
      if (opened && !opened.ok && opened.problems.length === 0) throw new Error('neither images nor problems')
      for (const image of opened?.ok ? opened.value : []) await image.prepare()
      if (opened?.ok) await inspectMachO(item.file)
    }
    if (told === 0) throw new Error('nothing was said')
  } catch (error) {
    console.error(`seed ${seed}:`, error)
    process.exitCode = 1
  }
  slowest = Math.max(slowest, performance.now() - start)
}
console.log(`${values.count} damaged files, the slowest took ${slowest.toFixed(0)} ms`)
