/** `node tests/browsers/run.mjs firefox|webkit`: the main walks in that browser, over the built page. */
import { spawnSync } from 'node:child_process'

const [browser] = process.argv.slice(2)
const vitest = ['vitest', 'run', '--config', 'tests/browsers/vitest.config.ts']
const { status } = spawnSync('npx', vitest, {
  stdio: 'inherit',
  env: { ...process.env, BROWSER: browser },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
