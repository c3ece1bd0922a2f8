/** The action for GitHub is well-formed, its steps run, and what it calls is there. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { testFolder } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const place = join(root, '.github/actions/publish-symbols')
const folder = testFolder()

interface Step {
  readonly name: string
  readonly shell: string
  readonly run: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'working-directory'?: string
}

const action = parse(readFileSync(join(place, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly required: boolean; readonly description: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
const [build, publish] = action.runs.steps

test('it is a composite action whose steps say their shell, and whose scripts hold no input', () => {
  expect(action.runs.using).toBe('composite')
  for (const { shell, run } of action.runs.steps) {
    expect(shell).toBe('bash')
    expect(run).not.toContain('${{')
  }
  const used = [...readFileSync(join(place, 'action.yml'), 'utf8').matchAll(/inputs[.]([\w-]+)/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort())
})

test('it builds by scripts that are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const named = [...(build?.run ?? '').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
  expect(named).toEqual(['build:wasm', 'build:cli'])
  for (const name of named) expect(scripts).toHaveProperty([name])
  expect(
    existsSync(join(build?.['working-directory']?.replace('${{ github.action_path }}', place) ?? '', 'package.json')),
  ).toBe(true)
})

test('it publishes every path that is named, and removes what is old', () => {
  const given: Readonly<Record<string, string>> = {
    'inputs.path': `${samplePath('Trailmap.dSYM.zip')}\n\n`,
    'inputs.to': join(folder, 'out with blanks; and $(more)'),
    'inputs.remove-older': '30',
    'github.action_path': place,
  }
  const env = Object.fromEntries(
    Object.entries(publish?.env ?? {}).map(([name, value]) => [
      name,
      value.replace(/[$][{][{] ([\w.-]+) [}][}]/g, (_, key: string) => given[key] ?? ''),
    ]),
  )
  // As the runner calls it.
  const run = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', publish?.run ?? ''], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  expect(run.status, run.stderr).toBe(0)
  expect(readdirSync(join(given['inputs.to'] ?? '', 'symbols'))).toHaveLength(1)
})
