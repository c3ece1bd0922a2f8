/** Each common task is made in a copy of the program: it touches no more files than CONTRIBUTING.md names, and it works. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Component } from 'svelte'
import { render } from 'svelte/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as Library from '../src/lib/index.ts'
import type * as SettingsModule from '../src/app/state/settings.svelte.ts'
import type * as Tabs from '../src/app/views/report/tabs.ts'
import { testFolder } from './support/cli.ts'
import { copyWithTasks, tasks } from './support/newcomer.ts'
import { app, buildReport } from './support/report-builder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = testFolder()
let copy = ''

beforeAll(() => {
  copy = copyWithTasks('newcomer')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--config', 'src/cli/vite.config.ts', '--logLevel', 'error'], {
    cwd: copy,
  })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function unslide(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(copy, 'dist-cli/unslide.cjs'), ...args], {
    encoding: 'utf8',
  })
  return stdout + stderr
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const imported = async <Module>(path: string): Promise<Module> =>
  (await import(/* @vite-ignore */ pathToFileURL(join(copy, 'src', path)).href)) as Module

const [, table = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('the files they touch')
const rows = new Map(
  [...table.matchAll(/^\| ([^|]+?) +\| (.+) \|$/gm)].map(([, task = '', files = '']) => [task, files]),
)

test.each(tasks)('$name takes no file that its row does not name', ({ name, changes, most }) => {
  const named = [...(rows.get(name) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const isNamed = (path: string): boolean =>
    named.some((one) => new RegExp(`^${one.replace(/[.]/g, '\\.').replace(/<[^>]+>/g, '[\\w-]+')}`).test(path))
  expect(Object.keys(changes).filter((path) => !isNamed(path))).toEqual([])
  expect(Object.keys(changes).length).toBeLessThanOrEqual(most)
})

const stack = 'PAINTED STACK\n0   Trailmap   0x0000000100001004 main + 4\n1   Trailmap   0x0000000100001104 start + 4\n'

test('a report format is read', () => {
  const { reports } = JSON.parse(unslide('parse', file('stack.txt', stack))) as { reports: { format: string }[] }
  expect(reports).toMatchObject([{ format: 'painted', threads: [{ frames: [{ index: 0 }, { index: 1 }] }] }])
})

test('an option of a command is listed, and does what it says', () => {
  const two = [file('one.txt', stack), file('two.txt', stack)]
  const count = (...args: readonly string[]): number =>
    (JSON.parse(unslide('parse', ...two, ...args)) as { reports: unknown[] }).reports.length
  expect(count()).toBe(2)
  expect(count('--first')).toBe(1)
  expect(unslide('parse', '--help')).toContain('prints the first report alone')
})

test('a source of symbols names an address', () => {
  const list = file('list.txt', 'PAINTED arm64 Trailmap\n0x100001000 _brush\n0x100002000 _wall\n')
  expect(unslide('lookup', '--symbols', list, '0x100001004')).toContain('brush')
  expect(unslide('inspect', list)).toContain('2 entries')
})

const crash = join(root, 'tests/fixtures/reports/apple-crash-text/ios-abort.crash')

test('an exporter is a choice of --format, and writes', () => {
  expect(unslide('symbolicate', crash, '--format', 'painted')).toMatch(/^painted \S/m)
  expect(unslide('symbolicate', crash, '--format', 'none')).toContain('painted')
})

test('a rule gives the report its headline', () => {
  const text = readFileSync(crash, 'utf8')
  const said = 'Application Specific Information:\n'
  const wet = file('wet.crash', text.includes(said) ? text.replace(said, `${said}PAINTED: wet\n`) : '')
  expect(unslide('symbolicate', crash)).not.toContain('The paint was wet')
  expect(unslide('symbolicate', wet)).toContain('The paint was wet')
})

test('an architecture is known by its name, and its instructions are read', () => {
  const listed = unslide('disassemble', '--arch', 'painted', '2a00', 'ffff')
  expect(listed).toContain('paint')
  expect(listed).not.toContain('brush')
})

test('a language is spoken by its tag', () => {
  expect(unslide('--lang', 'eo', '--help')).toContain('Ordonoj:')
  expect(unslide('--help')).not.toContain('Ordonoj:')
})

test('an option of the library is taken', async () => {
  const { createEngine } = await imported<typeof Library>('lib/index.ts')
  const blob = new Blob([readFileSync(crash)])
  const options: Library.SymbolicateOptions & { readonly most?: number } = { most: 0 }
  const count = async (given?: Library.SymbolicateOptions): Promise<number> => {
    const named = await createEngine().symbolicate({ path: 'a.crash', blob }, given)
    return named.ok ? named.value.length : -1
  }
  expect([await count(), await count(options)]).toEqual([1, 0])
})

test("a part of a report's page is listed and shown", async () => {
  const { partOf, tabsOf } = await imported<typeof Tabs>('app/views/report/tabs.ts')
  const symbolicated = buildReport([app('load()')])
  const [tab] = tabsOf(symbolicated)
  expect(tab).toBe('painted')
  const { label, view } = partOf('painted' as Tabs.Tab)
  expect(label(symbolicated.report)).toBe('Paint')
  const loaded = await view?.load()
  const props = view?.props({ symbolicated } as Tabs.PartHost)
  expect(loaded && render(loaded.default, { props: props ?? {} }).body).toContain(
    `painted ${symbolicated.report.images.length}`,
  )
})

test('a setting is kept, and has its field', async () => {
  const { Settings } = await imported<typeof SettingsModule>('app/state/settings.svelte.ts')
  const { default: Dialog } = await imported<{ default: Component<Record<string, unknown>> }>(
    'app/views/SettingsDialog.svelte',
  )
  const settings = new Settings()
  expect(settings.values).toMatchObject({ paint: 'green' })
  const nothing = (): void => {}
  const props = { settings, site: undefined, open: true, onclose: nothing, onhistory: nothing, onspoken: nothing }
  const { body } = render(Dialog, { props })
  expect(body).toContain('Paint')
  expect(body).toContain('value="green"')
})
