/** Runtimes other than Node that the library is tried in: those of this machine, else the pinned ones, kept in `.cache/hosts`. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs by name; what lacks could not be had. */
export interface Hosts {
  readonly bun: string | undefined
  readonly deno: string | undefined
}

const isWindows = process.platform === 'win32'
/** Pinned packages, each with its digest. */
const pinned = fileURLToPath(new URL('hosts', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/hosts', import.meta.url))

/** Finds each, and installs what lacks where there is a network. Says in a line of each that could not be had. */
export function installHosts(): Hosts {
  const bun = findProgram('BUN', 'bun')
  const deno = findProgram('DENO', 'deno')
  const installed = bun && deno ? undefined : install()
  const found = { bun: bun ?? installed?.bun, deno: deno ?? installed?.deno }
  for (const [name, program] of Object.entries(found))
    if (!program)
      console.log(
        `${name} is neither here nor to be had: the library is not tried in it. ${name.toUpperCase()} may name it.`,
      )
  return found
}

const fileOf = (program: string): string => (isWindows ? `${program}.exe` : program)

/** A program that an environment variable names, or that lies on the path; undefined where there is none. */
function findProgram(variable: string, name: string): string | undefined {
  const named = process.env[variable]
  const places = named ? [named] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, fileOf(name)))
  return places.find((place) => existsSync(place))
}

/** Gets the pinned programs, unless they are in the cache. */
function install(): Hosts {
  const kept = installedHosts()
  if (kept.bun && kept.deno) return kept
  mkdirSync(cache, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(pinned, name), join(cache, name))
  // The packages' own scripts would only move the programs. npm passes over what is optional and cannot be had: no word of it says more.
  const args = ['ci', '--ignore-scripts', '--fetch-retries=1']
  spawnSync(isWindows ? 'npm.cmd' : 'npm', args, { cwd: cache, stdio: 'ignore', shell: isWindows, timeout: 600_000 })
  return installedHosts()
}

/** What is in the cache, of the versions that are pinned now. */
function installedHosts(): Hosts {
  const modules = join(cache, 'node_modules')
  const [lock, kept] = [pinned, cache].map((folder) => join(folder, 'package-lock.json'))
  // npm writes its own list last: without it, a program may be half there.
  const isWhole = existsSync(join(modules, '.package-lock.json')) && textOf(lock) === textOf(kept)
  return {
    bun: isWhole ? programIn(join(modules, '@oven'), 'bin/bun') : undefined,
    deno: isWhole ? programIn(join(modules, '@deno'), 'deno') : undefined,
  }
}

const textOf = (path = ''): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** The program of a scope's one package: npm installs that of this system, processor and C library alone. */
function programIn(scope: string, program: string): string | undefined {
  if (!existsSync(scope)) return undefined
  const places = readdirSync(scope).map((name) => join(scope, name, fileOf(program)))
  return places.find((place) => existsSync(place))
}
