/**
 * Packs the package and installs it like a new user: into an empty folder, with an empty home and an empty cache, and
 * without any network. The package must contain everything that it needs.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { installHosts, type Hosts } from './hosts.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed file. */
    tarball: string
    /** Paths in it, without `package/`. */
    packedFiles: readonly string[]
    /** Folder that the package is installed in, with the sample beside it. */
    installed: string
    /** Home of whoever uses it. */
    home: string
    /** Runtimes other than Node. */
    hosts: Hosts
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** A path in what npm prints as JSON. */
interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-packed-'))
  const [home, installed] = [join(folder, 'home'), join(folder, 'project')]
  for (const made of [home, installed]) mkdirSync(made)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    npm_config_cache: join(home, 'cache'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const run = (cwd: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(npm, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 })
    if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`)
    return stdout
  }
  // npm 11 and later answer with an object, by the packages' names.
  const told = JSON.parse(run(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as
    readonly Packed[] | Readonly<Record<string, Packed>>
  const [packed] = Object.values(told)
  if (!packed) throw new Error('npm packed nothing.')
  const tarball = join(folder, packed.filename)
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }))
  run(installed, 'install', '--no-audit', '--no-fund', tarball)
  for (const name of ['Trailmap.ips', 'Trailmap.dSYM.zip'])
    cpSync(join(root, 'public/sample', name), join(installed, name))
  provide('tarball', tarball)
  provide(
    'packedFiles',
    packed.files.map(({ path }) => path),
  )
  provide('installed', installed)
  provide('home', home)
  provide('hosts', installHosts())
  return () => rmSync(folder, { recursive: true })
}
