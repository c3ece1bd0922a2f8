/** The Xcode phase of docs/publishing.md runs in every shell that Xcode may use. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = testFolder()
const uuids = ['11111111-2222-3333-4444-000000000001', '11111111-2222-3333-4444-000000000002']

const [, behind = ''] = readFileSync(join(root, 'docs', 'publishing.md'), 'utf8').split('\n## Xcode\n', 2)
const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(behind) ?? []
const target = '/Volumes/symbols'

/** A home with this checkout in it, as the text has it. */
const home = join(folder, 'a home')
mkdirSync(home)
symlinkSync(root, join(home, 'unslide'), 'junction')

/** The products of a build: dSYMs, and what else lies beside them. */
async function products(name: string, ids: readonly string[]): Promise<string> {
  const built = join(folder, name, 'Build Products', 'Release-iphoneos')
  mkdirSync(join(built, 'Kit.swiftmodule'), { recursive: true })
  writeFileSync(join(built, 'Kit.swiftmodule', 'arm64.swiftmodule'), 'no symbols')
  symlinkSync(join(built, 'nowhere'), join(built, 'App.app'), 'junction')
  for (const uuid of ids) {
    const place = join(built, `My App ${uuid.at(-1)}.app.dSYM`, 'Contents', 'Resources', 'DWARF')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'My App'), await largeDsym(uuid, 1))
  }
  return built
}

/** Runs the text with another target, in the environment of a build. */
function runPhase(shell: readonly string[], env: Readonly<Record<string, string>>, to: string) {
  const [program = '', ...args] = shell
  const run = spawnSync(program, [...args, '-c', script.replace(target, `"${to}"`)], {
    encoding: 'utf8',
    env: { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), HOME: home, ...env },
  })
  return { status: run.status, out: run.stdout, err: run.stderr }
}

test('the text is there, and names the target that is replaced here', () => {
  expect(script).toContain(`--to ${target} `)
})

// macOS: /bin/sh is bash as POSIX has it.
describe.each([['sh'], ['bash'], ['bash', '--posix']])('%s %s', (...shell) => {
  const name = shell.join(' ')
  const warning = /^warning: Not all symbols were published\./m

  test('an archive publishes each dSYM', async () => {
    const built = await products(`${name} two`, uuids)
    const to = join(folder, `${name} out`)
    const { status, out, err } = runPhase(shell, { ACTION: 'install', DWARF_DSYM_FOLDER_PATH: built }, to)
    expect({ status, warned: warning.test(out) }, err).toEqual({ status: 0, warned: false })
    expect(readdirSync(join(to, 'symbols')).sort()).toEqual(uuids)
  })

  test('another build publishes nothing', async () => {
    const built = await products(`${name} build`, uuids)
    const to = join(folder, `${name} not written`)
    const run = runPhase(shell, { ACTION: 'build', DWARF_DSYM_FOLDER_PATH: built }, to)
    expect(run).toEqual({ status: 0, out: '', err: '' })
    expect(existsSync(to)).toBe(false)
  })

  test('what cannot be published is a warning, and the archive goes on', async () => {
    const built = await products(`${name} one`, uuids.slice(1))
    const bare = await products(`${name} none`, [])
    const file = join(folder, `${name} file`)
    writeFileSync(file, '')
    const archive = { ACTION: 'install', DWARF_DSYM_FOLDER_PATH: built }
    const failing = [
      runPhase(shell, archive, join(file, 'below')),
      runPhase(shell, { ...archive, DWARF_DSYM_FOLDER_PATH: bare }, join(folder, `${name} empty`)),
      // Neither Unslide nor a Node that would find it.
      runPhase(shell, { ...archive, HOME: folder }, join(folder, `${name} nothing`)),
    ]
    for (const { status, out, err } of failing) {
      expect(status, err).toBe(0)
      expect(out).toMatch(warning)
      // The log tells why.
      expect(err).not.toBe('')
    }
  })
})
