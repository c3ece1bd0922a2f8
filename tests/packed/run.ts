/** Runs programs where the package is installed, with nothing of this checkout around them. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'

export interface Run {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** The environment of a stranger. */
export const strangersEnv = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: inject('home'),
  USERPROFILE: inject('home'),
  npm_config_cache: join(inject('home'), 'cache'),
  npm_config_offline: 'true',
  NO_COLOR: '1',
})

/** `folder`: where it runs; where the package is installed without it. */
export function run(program: string, args: readonly string[], input = '', folder = inject('installed')): Run {
  const options = {
    cwd: folder,
    env: strangersEnv(),
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 26,
  } as const
  const { status, stdout, stderr, error } = spawnSync(program, args, options)
  return { status, out: stdout ?? '', err: error?.message ?? stderr }
}

/** The command as npm installs it. */
export const unslide = (args: readonly string[], input = ''): Run =>
  run(process.platform === 'win32' ? 'npx.cmd' : 'npx', ['--no-install', 'unslide', ...args], input)

/** The same without npx, which is slow to start, in another folder. */
export const unslideIn = (folder: string, args: readonly string[], input = ''): Run =>
  run(
    process.execPath,
    [join(inject('installed'), 'node_modules/unslide/dist-cli/unslide.cjs'), ...args],
    input,
    folder,
  )
