/**
 * `node tests/bench/xctrace.mjs`: a table of `xctrace export` of 10^5 and of 10^6 samples in the command line. The memory must not grow
 * with the samples, but for their times: 20 bytes each, for some moments twice. The rows are made here (`make-xctrace.mjs`).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeXctrace } from './make-xctrace.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))

/** Rows of the bench's table. */
export function measureXctrace(work, counts = [100_000, 1_000_000]) {
  return counts.map((count) => {
    const path = join(work, 'profile.xml')
    makeXctrace(path, count)
    const megabytes = statSync(path).size / 1e6
    const command = ['-q', '-f', '%e %U %S %M', process.execPath, program, 'symbolicate', path]
    const { stderr, stdout } = spawnSync('/usr/bin/time', command, { encoding: 'utf8', maxBuffer: 1 << 30 })
    rmSync(path)
    if (!stdout.startsWith('Time profile')) throw new Error('The export was not read as a profile')
    const [wall, user, system, peak] = stderr.trim().split('\n').at(-1).split(' ').map(Number)
    return `| ${count} samples, ${megabytes.toFixed(0)} MB | ${wall.toFixed(1)} s | ${(user + system).toFixed(1)} s | ${(peak / 1024).toFixed(0)} MB |`
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const work = join(tmpdir(), 'unslide-bench')
  mkdirSync(work, { recursive: true })
  console.log(measureXctrace(work).join('\n'))
}
