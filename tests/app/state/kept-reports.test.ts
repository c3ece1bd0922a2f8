/** Open reports that are kept: what is written, what a reload opens again, and what is only offered. */
import { expect, test, vi } from 'vitest'
import { MOST_FILE_BYTES } from '../../../src/app/state/keep-limits.ts'
import { KeptReports, type Kept, type KeptFile } from '../../../src/app/state/kept-reports.ts'
import { Notices } from '../../../src/app/state/notices.svelte.ts'
import type { OpenReport } from '../../../src/app/state/open-reports.ts'
import { goneTabs, hasTabName, takeTabName } from '../../../src/app/state/tab-name.ts'
import type { ReportHandle } from '../../../src/core/engine-types.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import type { ReportRecord, ReportStore } from '../../../src/stores/idb-reports.ts'
import { stub, stubLocks } from '../../support/browser.ts'
import { makeReport } from '../../support/report-builder.ts'

type Store = ReportStore<Kept> & { readonly records: Map<string, ReportRecord<Kept>>; puts: number }

function memoryStore(): Store {
  const records = new Map<string, ReportRecord<Kept>>()
  return {
    records,
    puts: 0,
    list: () => Promise.resolve([...records.values()]),
    put(record) {
      this.puts++
      records.set(record.id, record)
      return Promise.resolve()
    },
    delete: (ids) => Promise.resolve(ids.forEach((id) => records.delete(id))),
  }
}

/** The storage of one tab, which a reload keeps. */
function stubTab(kept: Readonly<Record<string, string>> = {}): Map<string, string> {
  const values = new Map(Object.entries(kept))
  stub('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  return values
}

const file = (path: string, size = 3): InputFile => ({
  path,
  blob: { size, __proto__: Blob.prototype } as unknown as Blob,
})

const open = (given: InputFile, id: string, position = 0): OpenReport => ({
  id,
  file: given,
  position,
  named: true,
  handle: `of ${id}` as ReportHandle,
  symbolicated: { report: makeReport({}), resolutions: [], images: [], explanations: [] },
})

/** One visit of a tab. `facts`: what the user says of each report. */
function visit(store: Store, now = 1000, facts: { said?: Kept['said'] } = {}) {
  const notices = new Notices()
  const reopened: KeptFile[] = []
  const shown: (readonly string[])[] = []
  const host = {
    notices,
    facts: () => ({ linked: false, ...(facts.said && { said: facts.said }) }),
    reopen: (files: readonly KeptFile[]) => {
      reopened.push(...files)
      return Promise.resolve(files.map((_, at) => `new ${at}`))
    },
    show: (ids: readonly string[]) => void shown.push(ids),
  }
  return { kept: new KeptReports(host, store, () => now), notices, reopened, shown }
}

test('a reload opens the same files under the same ids, in their order, with what the user said', async () => {
  stubLocks()
  const tab = stubTab()
  const store = memoryStore()
  const [first, second] = [file('a.ips'), file('b.ips')]
  const said = { places: [{ image: 0, at: { kind: 'slide' as const, value: 0x4000n } }], withoutOthersNames: true }
  await visit(store, 1, { said }).kept.keep([open(second, '4'), open(second, '5', 1), open(first, '2')])
  stubLocks()
  stubTab(Object.fromEntries(tab))
  const again = visit(store)
  await again.kept.restore()
  expect(again.reopened.map((one) => [one.file.path, one.ids, one.said])).toEqual([
    ['b.ips', ['4', '5'], said],
    ['a.ips', ['2'], said],
  ])
  expect(again.notices.list).toEqual([])
})

test('what the user says is kept at once, and over a reload that ends the write to the database', async () => {
  stubLocks()
  const tab = stubTab()
  const store = memoryStore()
  const report = open(file('a.ips'), '1')
  const facts: { said?: Kept['said'] } = {}
  const first = visit(store, 1, facts)
  await first.kept.keep([report])
  const before = [...store.records.values()]
  facts.said = { withoutOthersNames: true, places: [{ image: 'A', at: { kind: 'load', value: 2n ** 60n + 1n } }] }
  // Nothing is awaited, and what the database takes is lost.
  const writing = first.kept.keep([{ ...report }])
  const written = Object.fromEntries(tab)
  await writing
  expect([...tab.keys()]).toEqual(['unslide-tab'])

  stubLocks()
  const reloaded = stubTab(written)
  store.records.clear()
  for (const record of before) store.records.set(record.id, record)
  const again = visit(store, 2, facts)
  await again.kept.restore()
  expect(again.reopened.map(({ said }) => said)).toEqual([facts.said])
  // Now the database gets it.
  await again.kept.keep(again.reopened.map((one) => open(one.file, '1')))
  expect([...store.records.values()].map(({ contents }) => contents.said)).toEqual([facts.said])
  expect([...reloaded.keys()]).toEqual(['unslide-tab'])
})

test.each(['no JSON', '[]', 'null', '{"":{}}', '{"ID":{"places":[{"at":{"kind":"load","value":"x"}}]}}', '{"ID":7}'])(
  'what the tab holds of what was said may be anything: %s',
  async (text) => {
    stubLocks()
    const tab = stubTab()
    const store = memoryStore()
    await visit(store, 1, { said: { withoutOthersNames: true } }).kept.keep([open(file('a.ips'), '1')])
    const id = [...store.records.keys()].join()
    stubLocks()
    stubTab({ ...Object.fromEntries(tab), 'unslide-said': text.replace('ID', id) })
    const again = visit(store)
    await again.kept.restore()
    expect(again.reopened.map(({ said }) => said)).toEqual([{ withoutOthersNames: true }])
  },
)

test('what is closed is deleted, what is unchanged is not written again', async () => {
  stubLocks()
  stubTab()
  const store = memoryStore()
  const { kept } = visit(store)
  const [first, second] = [open(file('a.ips'), '1'), open(file('b.ips'), '2')]
  await kept.keep([first, second])
  await kept.keep([{ ...first, named: false }, second])
  expect(store.puts).toBe(2)
  await kept.keep([second])
  expect([...store.records.values()].map(({ path }) => path)).toEqual(['b.ips'])
  await kept.forgetAll()
  expect(store.records.size).toBe(0)
})

test('files that are too large are told once and not kept', async () => {
  stubLocks()
  stubTab()
  const store = memoryStore()
  const { kept, notices } = visit(store)
  const huge = open(file('spindump.txt', MOST_FILE_BYTES + 1), '1')
  await kept.keep([huge])
  notices.end('too-large')
  await kept.keep([huge, open(file('a.ips'), '2')])
  expect(notices.list).toEqual([])
  expect([...store.records.values()].map(({ path }) => path)).toEqual(['a.ips'])
  const many = Array.from({ length: 5 }, (_, at) => open(file(`${at}`, MOST_FILE_BYTES), `${at + 3}`))
  await kept.keep(many)
  expect(store.records.size).toBe(4)
  expect(notices.list.map(({ text }) => text.slice(0, 2))).toEqual(['4 '])
})

test('reports of another tab are left alone while it lives, offered when it is gone, and deleted after a week', async () => {
  const locks = stubLocks()
  stubTab()
  const store = memoryStore()
  await visit(store, 1000).kept.keep([open(file('a.ips'), '1')])
  const [name = ''] = [...locks]
  stubTab()
  const second = visit(store, 2000)
  await second.kept.restore()
  expect(second.notices.list).toEqual([])
  locks.delete(name)
  const third = visit(store, 3000)
  await third.kept.restore()
  expect(third.reopened).toEqual([])
  expect(third.notices.list[0]?.text).toContain('a.ips')
  third.notices.list[0]?.act?.run()
  await vi.waitFor(() => expect(third.shown).toEqual([['new 0']]))
  expect(third.reopened.map(({ ids }) => ids)).toEqual([[]])
  await vi.waitFor(() => expect(store.records.size).toBe(0))
})

test('after a week nothing is offered', async () => {
  const locks = stubLocks()
  stubTab()
  const store = memoryStore()
  await visit(store, 1000).kept.keep([open(file('a.ips'), '1')])
  locks.clear()
  stubTab()
  const { kept, notices } = visit(store, 8 * 24 * 3600 * 1000)
  await kept.restore()
  expect(notices.list).toEqual([])
  expect(store.records.size).toBe(0)
})

test('reports that ended the tab as they were opened again are offered, not opened', async () => {
  stubLocks()
  const tab = stubTab()
  const store = memoryStore()
  await visit(store).kept.keep([open(file('a.ips'), '1')])
  stubLocks()
  stubTab({ ...Object.fromEntries(tab), 'unslide-restoring': '1' })
  const { kept, reopened, notices } = visit(store)
  await kept.restore()
  expect(reopened).toEqual([])
  expect(notices.list.map(({ id }) => id)).toEqual(['left-over'])
})

test.each([
  ['nothing', null],
  ['text', 'garbage'],
  ['no bytes', { blob: 'text' }],
  ['ids that are numbers', { contents: { ids: [1], linked: false } }],
  [
    'a slide that is text',
    { contents: { ids: ['1'], linked: false, said: { places: [{ at: { kind: 'slide', value: '1' } }] } } },
  ],
  [
    'a clearing of names that is text',
    { contents: { ids: ['1'], linked: false, said: { withoutOthersNames: 'yes' } } },
  ],
  [
    'a forced image without place',
    { contents: { ids: ['1'], linked: false, said: { force: [{ uuid: 'A', arch: 'B' }] } } },
  ],
])('records that are none are passed over: %s', async (_, garbage) => {
  stubLocks()
  const tab = stubTab()
  const store = memoryStore()
  await visit(store).kept.keep([open(file('a.ips'), '1'), open(file('b.ips'), '2')])
  const [first = ''] = [...store.records.keys()]
  const spoilt = typeof garbage === 'object' && garbage ? { ...store.records.get(first), ...garbage } : garbage
  store.records.set(first, spoilt as never)
  stubLocks()
  stubTab(Object.fromEntries(tab))
  const { kept, reopened } = visit(store)
  await kept.restore()
  expect(reopened.map((one) => one.file.path)).toEqual(['b.ips'])
})

test('without storage nothing is kept and nothing fails', async () => {
  stubLocks()
  stubTab()
  const refuse = () => Promise.reject(new DOMException('no', 'QuotaExceededError'))
  const { kept, notices } = visit({ ...memoryStore(), list: refuse, put: refuse, delete: refuse })
  await kept.restore()
  await kept.keep([open(file('a.ips'), '1')])
  await kept.forgetAll()
  expect(notices.list).toEqual([])
})

test('a tab that was duplicated gets a name of its own', async () => {
  const locks = stubLocks()
  const values = stubTab()
  expect(hasTabName()).toBe(false)
  const name = await takeTabName()
  expect(hasTabName()).toBe(true)
  stubTab(Object.fromEntries(values))
  const other = await takeTabName()
  expect(other).not.toBe(name)
  expect([...(await goneTabs([name, other, 'another']))]).toEqual(['another'])
  locks.clear()
  expect(await takeTabName()).toBe(other)
})

test('a reload keeps the name that the page before still holds for a moment, and with it the reports', async () => {
  const locks = stubLocks()
  const values = stubTab()
  const store = memoryStore()
  await visit(store).kept.keep([open(file('a.ips'), '1'), open(file('b.ips'), '2')])
  const [held = ''] = [...locks]
  stubTab(Object.fromEntries(values))
  const after = visit(store)
  const restored = after.kept.restore()
  await new Promise((resolve) => setTimeout(resolve, 20))
  locks.delete(held)
  await restored
  expect(after.reopened.map(({ file: { path } }) => path)).toEqual(['a.ips', 'b.ips'])
  expect(after.notices.list).toEqual([])
})
