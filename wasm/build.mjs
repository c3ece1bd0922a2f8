/**
 * `npm run build:wasm`: compiles `assembly/` to `build/core.wasm`, unless its inputs are unchanged. The compiler takes
 * a dozen seconds of processor time, and every start and every check needs the module first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow, hashFiles } from '../src/build/build-stamp.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const made = join(folder, 'build/core.wasm')
const madeOf = join(folder, 'build/core.wasm.inputs')
const compiler = fileURLToPath(import.meta.resolve('assemblyscript/package.json'))

/** A hash of the sources, of the files that they share with TypeScript, of the options and of the compiler's version. */
function inputs() {
  const own = filesBelow(folder, ['assembly', 'asconfig.json']).filter((path) => /\.(?:ts|json)$/.test(path))
  const shared = own.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/ from '(?:\.\.\/)+(src\/[\w./-]+)'/g)].map(
      ([, source]) => `../${source}.ts`,
    ),
  )
  const sources = [...own, ...[...new Set(shared)].sort()]
  return hashFiles(folder, sources, JSON.parse(readFileSync(compiler, 'utf8')).version)
}

const now = inputs()
if (existsSync(made) && existsSync(madeOf) && readFileSync(madeOf, 'utf8') === now) {
  console.log('build/core.wasm is up to date')
} else {
  // A build that stops half-way must not look whole to the next one.
  rmSync(madeOf, { force: true })
  const asc = join(dirname(compiler), 'bin/asc.js')
  const { status } = spawnSync(process.execPath, [asc, '--config', 'wasm/asconfig.json', '--target', 'release'], {
    cwd: join(folder, '..'),
    stdio: 'inherit',
  })
  if (status === 0) {
    mkdirSync(dirname(madeOf), { recursive: true })
    writeFileSync(madeOf, now)
  }
  process.exitCode = status ?? 1
}
