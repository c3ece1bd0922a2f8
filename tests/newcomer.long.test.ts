/** The tasks of `newcomer.test.ts` are whole: the types of the changed program need no further file. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { copyWithTasks } from './support/newcomer.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = copyWithTasks('newcomer-types')
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a copy with every task made has no error of types', () => {
  const checker = join(root, 'node_modules/svelte-check/bin/svelte-check')
  const options = ['--fail-on-warnings', '--tsconfig', 'tsconfig.json', '--output', 'machine', '--workspace', copy]
  const { status, stdout } = spawnSync(process.execPath, [checker, ...options], { cwd: copy, encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => /^\d+ (ERROR|WARNING) /.test(line))).toEqual([])
  expect(status).toBe(0)
})
