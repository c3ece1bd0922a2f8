/**
 * `npm run nodes`: the command line's tests under every other installed major version of Node, from 20 on. It looks in the folders of
 * version managers and in `NODES`, a list of programs written like `PATH`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Folders with one folder a version, and where the program lies in it. */
const kept = [
  [join(homedir(), '.nvm/versions/node'), 'bin/node'],
  [join(homedir(), '.local/share/fnm/node-versions'), 'installation/bin/node'],
  [join(homedir(), '.volta/tools/image/node'), 'bin/node'],
  [join(homedir(), '.asdf/installs/nodejs'), 'bin/node'],
  ['/usr/local/n/versions/node', 'bin/node'],
  ['/opt/homebrew/Cellar/node', 'bin/node'],
]

/** Each major version's program, but the one that runs this. */
export function otherNodes() {
  const found = (process.env.NODES ?? '').split(delimiter).filter((path) => path !== '')
  for (const [folder, program] of kept)
    if (existsSync(folder)) found.push(...readdirSync(folder).map((version) => join(folder, version, program)))
  const byMajor = new Map()
  for (const path of found) {
    const major = Number(/^v(\d+)\./.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1])
    if (major >= 20 && major !== Number(process.versions.node.split('.')[0])) byMajor.set(major, path)
  }
  return [...byMajor].sort(([a], [b]) => a - b)
}

/** Vitest runs under that version, and so does each command that a test calls. */
export const testsUnder = (path) => [path, [vitest, 'run', 'tests/cli']]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const nodes = otherNodes()
  if (nodes.length === 0) console.log('No other version of Node is at hand. Name programs in NODES.')
  for (const [major, path] of nodes) {
    console.log(`\n== Node ${major}: ${path}`)
    if (spawnSync(...testsUnder(path), { cwd: root, stdio: 'inherit' }).status !== 0) process.exitCode = 1
  }
}
