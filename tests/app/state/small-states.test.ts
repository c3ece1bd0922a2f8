/** The small states of the page: notices, work under way, words at the foot, settings, and where the user is. */
import { beforeEach, expect, test, vi } from 'vitest'
import { Notices } from '../../../src/app/state/notices.svelte.ts'
import { Router, type Route } from '../../../src/app/state/router.svelte.ts'
import { words as pageWords } from '../../../src/app/messages/en/page.ts'
import { Settings } from '../../../src/app/state/settings.svelte.ts'
import { Toasts } from '../../../src/app/state/toasts.svelte.ts'
import { jobOf, Work } from '../../../src/app/state/work.svelte.ts'
import type { EngineEvent } from '../../../src/core/engine-types.ts'
import { stub, stubStorage } from '../../support/browser.ts'
import { uuid } from '../../support/report-builder.ts'

test('a notice takes the place of the one with its id; ending one leaves the others', () => {
  const notices = new Notices()
  notices.say({ id: 'a', tone: 'plain', text: 'one' })
  notices.say({ id: 'b', tone: 'problem', text: 'two' })
  notices.say({ id: 'a', tone: 'problem', text: 'three' })
  expect(notices.list.map(({ id, text }) => [id, text])).toEqual([
    ['a', 'three'],
    ['b', 'two'],
  ])
  notices.end('a')
  notices.end('unknown')
  expect(notices.list.map(({ id }) => id)).toEqual(['b'])
})

const key = { uuid: uuid('A'), arch: 'arm64' }
const indexing = (doneBytes: number): EngineEvent => ({
  kind: 'indexing',
  key,
  name: 'Shop',
  phase: 'reading',
  doneBytes,
  totalBytes: 100,
  bytesPerSecond: 10,
})

test('each image that is indexed is one job, which goes on in its place and ends with its index', () => {
  const work = new Work()
  work.set({ id: 'scan', title: 'Looking', detail: 'a.zip' })
  work.show(indexing(10))
  work.show({ kind: 'scanning', path: 'b.zip', filesDone: 1 })
  work.show(indexing(60))
  expect(work.jobs.map(({ id, detail, doneBytes }) => [id, detail, doneBytes])).toEqual([
    ['scan', '1 file, b.zip', undefined],
    [jobOf(key), 'reading', 60],
  ])
  work.show({ kind: 'index-failed', key: { ...key, arch: 'arm64e' }, name: 'Shop', problems: [] })
  expect(work.jobs).toHaveLength(2)
  work.show({ kind: 'index-failed', key, name: 'Shop', problems: [] })
  expect(work.jobs.map(({ id }) => id)).toEqual(['scan'])
  work.clear()
  expect(work.jobs).toEqual([])
})

test('words at the foot go after a while, problems later; new ones have their whole time', () => {
  vi.useFakeTimers()
  const toasts = new Toasts()
  toasts.say('first')
  vi.advanceTimersByTime(2000)
  toasts.say('second')
  vi.advanceTimersByTime(2000)
  expect(toasts.current).toEqual({ text: 'second', tone: 'plain' })
  vi.advanceTimersByTime(1000)
  expect(toasts.current).toBeUndefined()
  toasts.say('wrong', 'problem')
  vi.advanceTimersByTime(7000)
  expect(toasts.current?.text).toBe('wrong')
  vi.advanceTimersByTime(2000)
  expect(toasts.current).toBeUndefined()
  vi.useRealTimers()
})

test('what was copied is told, and what the browser refused to copy', async () => {
  const copied: string[] = []
  let refuses = false
  const writeText = (text: string): Promise<void> =>
    refuses ? Promise.reject(new Error('no')) : (copied.push(text), Promise.resolve())
  stub('navigator', { clipboard: { writeText } })
  const toasts = new Toasts()
  await toasts.copy('0x1000', 'the address')
  expect([copied, toasts.current?.tone, toasts.current?.text]).toEqual([['0x1000'], 'plain', 'Copied the address'])
  refuses = true
  await toasts.copy('0x2000', 'the address')
  expect([copied, toasts.current?.tone]).toEqual([['0x1000'], 'problem'])
})

/** The document's element that themes are set on. */
const dataset: Record<string, string> = {}
beforeEach(() => stub('document', { documentElement: { dataset } }))

test.each<[string, string, Partial<Settings['values']>]>([
  ['what is right', '{"editor":"vscode","theme":"dark"}', { editor: 'vscode', theme: 'dark' }],
  ['a word that is no choice', '{"editor":"vi","nameStyle":"mangled"}', { editor: 'none', nameStyle: 'mangled' }],
  ['a value of another type', '{"sourceRoot":7,"theme":null}', { sourceRoot: '', theme: 'system' }],
  ['keys of nobody', '{"__proto__":{"theme":"dark"},"evil":"x"}', { theme: 'system' }],
  ['no JSON', '{"theme":', { theme: 'system' }],
  ['null', 'null', { theme: 'system' }],
])('settings that were kept: %s', (_, kept, expected) => {
  stubStorage({ 'unslide-settings': kept })
  const { values } = new Settings()
  expect(values).toMatchObject(expected)
  expect(Object.keys(values).sort()).toEqual([
    'editor',
    'history',
    'language',
    'nameStyle',
    'recordedRoot',
    'reports',
    'site',
    'sourceRoot',
    'template',
    'theme',
  ])
})

test('a choice is kept for the next visit; where nothing can be kept it lasts as long as the page', () => {
  stubStorage()
  const settings = new Settings()
  expect([settings.nextNameStyle(), settings.nextNameStyle(), settings.nextNameStyle()]).toEqual([
    'full',
    'mangled',
    'simplified',
  ])
  settings.values.theme = 'dark'
  settings.save()
  expect(dataset['theme']).toBe('dark')
  expect(new Settings().values.theme).toBe('dark')
  settings.values.theme = 'system'
  settings.applyTheme()
  expect(dataset).not.toHaveProperty('theme')
  stubStorage({}, true)
  const unkept = new Settings()
  expect(unkept.nextNameStyle()).toBe('full')
})

test.each<[Settings['values']['editor'], string | undefined]>([
  ['none', undefined],
  ['xcode', 'xcode://open?file=%2Fhere%2Fa%20b.c&line=3'],
  ['vscode', 'vscode://file/here/a%20b.c:3:5'],
  ['jetbrains', 'idea://open?file=%2Fhere%2Fa%20b.c&line=3&column=5'],
  ['template', 'https://x/here/a%20b.c#L3-5 a%20b.c'],
])('a line opens in %s', (editor, expected) => {
  stubStorage()
  const settings = new Settings()
  Object.assign(settings.values, { editor, recordedRoot: '/build/', sourceRoot: '/here/' })
  settings.values.template = 'https://x/{path}#L{line}-{column} {file}'
  expect(settings.editorLink('/build/a b.c', 3, 5)).toBe(expected)
})

test.each([
  ['GitHub', 'https://github.com/you/app/blob/COMMIT/Shop/Cart%20View.swift#L88'],
  ['GitLab', 'https://gitlab.com/you/app/-/blob/COMMIT/Shop/Cart%20View.swift#L88'],
  ['Bitbucket', 'https://bitbucket.org/you/app/src/COMMIT/Shop/Cart%20View.swift#lines-88'],
])('the settings show a link that fits %s', (site, expected) => {
  stubStorage()
  const settings = new Settings()
  const template = pageWords.templateExamples.find(([name]) => name === site)?.[1]
  Object.assign(settings.values, { editor: 'template', template, recordedRoot: '/Users/build/checkout/' })
  expect(settings.editorLink('/Users/build/checkout/Shop/Cart View.swift', 88)).toBe(expected)
})

test('a file outside the replaced path has no link to a site, and one in an editor', () => {
  stubStorage()
  const settings = new Settings()
  Object.assign(settings.values, { editor: 'template', template: 'https://x/{path}#L{line}' })
  expect(settings.editorLink('/build/a.c', 3)).toBeUndefined()
  Object.assign(settings.values, { recordedRoot: '/build/', sourceRoot: '' })
  expect(settings.editorLink('/usr/include/a.h', 3)).toBeUndefined()
  expect(settings.editorLink('/build/a.c', 3)).toBe('https://x/a.c#L3')
  settings.values.template = 'edit://{path}:{line}'
  expect(settings.editorLink('/usr/include/a.h', 3)).toBe('edit://usr/include/a.h:3')
})

test.each([
  ['vscode', '/build/a?b#c.c', 'vscode://file/a%3Fb%23c.c:3:1'],
  ['vscode', '/build///host/share/a.c', 'vscode://file/host/share/a.c:3:1'],
  ['template', "/build/$&/$'/a.c", "https://x/blob/%24%26/%24'/a.c#L3"],
  ['template', '/build/a.c?raw=1', 'https://x/blob/a.c%3Fraw%3D1#L3'],
  ['template', '/build/{line}/{file}.c', 'https://x/blob/%7Bline%7D/%7Bfile%7D.c#L3'],
  ['template', '/build/../../other/blob/a.c', undefined],
] as const)('a file that a report names changes nothing else of an address: %s %s', (editor, file, expected) => {
  stubStorage()
  const settings = new Settings()
  Object.assign(settings.values, { editor, template: 'https://x/blob/{path}#L{line}', recordedRoot: '/build/' })
  expect(settings.editorLink(file, 3)).toBe(expected)
})

test.each([
  'javascript:alert({line})',
  ' java\tscript:alert(1)//{path}',
  'data:text/html,{path}',
  'BLOB:{path}',
  '{path}',
])('a template that is no place gives no link: %s', (template) => {
  stubStorage()
  const settings = new Settings()
  Object.assign(settings.values, { editor: 'template', template })
  const link = settings.editorLink('/javascript:alert(1)/a.c', 3)
  expect([undefined, 'javascript%3Aalert(1)/a.c']).toContain(link)
})

test.each<[string, Route]>([
  ['', { page: 'reports' }],
  ['#/nowhere/at/all', { page: 'reports' }],
  ['#/report/7', { page: 'report', id: '7' }],
  ['#/report/7/images', { page: 'report', id: '7', tab: 'images' }],
  ['#/report/7/frame/12', { page: 'report', id: '7', frame: 12 }],
  ['#/report/7/frame/-1', { page: 'report', id: '7' }],
  ['#/report/7/frame/99999999999', { page: 'report', id: '7' }],
  ['#/compare/1', { page: 'compare', a: '1' }],
  ['#/compare/1/2', { page: 'compare', a: '1', b: '2' }],
  ['#/tools', { page: 'tools', tool: 'atos' }],
  ['#/tools/slide', { page: 'tools', tool: 'slide' }],
  ['#/library', { page: 'library' }],
  ['#/shared/abc-_', { page: 'shared', payload: 'abc-_' }],
])('the fragment %j is a place', (hash, route) => {
  let changed = (): void => {}
  const location = { hash }
  stub('location', location)
  stub('window', { addEventListener: (_: string, run: () => void) => (changed = run) })
  const router = new Router()
  expect(router.route).toEqual(route)
  // Elsewhere and back, as the browser's own buttons do.
  router.go('#/privacy')
  changed()
  expect(router.route).toEqual({ page: 'privacy' })
  const replaced: unknown[] = []
  stub('history', { state: null, replaceState: (_: unknown, __: unknown, to: string) => replaced.push(to) })
  router.replace(hash)
  expect([router.route, replaced]).toEqual([route, [hash]])
})

test('what has a worker of its own goes on when the engine ends', () => {
  const work = new Work()
  work.set({ id: 'scan', title: 'Reading', detail: '' })
  work.set({ id: 'write-1', title: 'Writing', detail: '', isApart: true })
  work.clear()
  expect(work.jobs.map(({ id }) => id)).toEqual(['write-1'])
  work.advance({ id: 'write-1', title: 'Writing', detail: '', isApart: true, doneBytes: 5, totalBytes: 9 })
  expect(work.jobs[0]).toMatchObject({ doneBytes: 5, totalBytes: 9 })
  work.end('write-1')
  // A late word of what is over brings nothing back.
  work.advance({ id: 'write-1', title: 'Writing', detail: '', doneBytes: 6, totalBytes: 9 })
  expect(work.jobs).toEqual([])
})
