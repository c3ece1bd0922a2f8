/**
 * Damages the debug sections of Mach-O files at random, builds indexes of them, and damages these, too: `node
 * tests/fuzz/symindex.mjs [ROUNDS] [FILE…]`; without files, those under `tests/fixtures`. Ends with 1 on a failure of the engine
 * itself, a build that takes longer than ten seconds, an index that cannot be opened, or a look-up that fails or takes long.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [rounds = '50', ...named] = process.argv.slice(2)
const LARGEST = 2_000_000
const SLOWEST_MS = 10_000

/** Node 20 runs no TypeScript: the sources are bundled first. */
async function bundle(folder) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: join(root, 'tests/fuzz/symindex-round.ts'), outDir: folder, emptyOutDir: true },
  })
  return import(pathToFileURL(join(folder, 'symindex-round.js')).href)
}

function fixtures() {
  const folder = join(root, 'tests/fixtures')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= LARGEST)
}

const folder = await mkdtemp(join(tmpdir(), 'unslide-fuzz-'))
const { fuzzFile } = await bundle(folder)
const module = await WebAssembly.compile(readFileSync(join(root, 'wasm/build/core.wasm')))
const codes = new Map()
let builds = 0
let faults = 0
for (const path of named.length > 0 ? named : fixtures()) {
  for await (const round of fuzzFile(module, path, Number(rounds))) {
    builds++
    for (const code of round.codes) codes.set(code, (codes.get(code) ?? 0) + 1)
    if (!round.fault && round.milliseconds <= SLOWEST_MS) continue
    faults++
    console.log(`${path} seed ${round.seed}: ${round.fault ?? `took ${Math.round(round.milliseconds)} ms`}`)
  }
}
await rm(folder, { recursive: true })
console.log(`${builds} builds, ${faults} faults; problems met:`, Object.fromEntries([...codes].sort()))
process.exit(faults > 0 ? 1 : 0)
