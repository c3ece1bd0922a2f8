/** Installs packages where the system is Debian's and allows it without a question; does nothing elsewhere. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function installDebianPackages(packages) {
  if (!existsSync('/usr/bin/apt-get')) return
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [command, ...rest] = [...prefix, ...args]
    spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
}
