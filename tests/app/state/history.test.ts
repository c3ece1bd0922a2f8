/** The history of reports: what stays of each, what is deleted when, and what damaged records do. */
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { History, type HistoryEntry } from '../../../src/app/state/history.svelte.ts'
import { MOST_BYTES, MOST_FILE_BYTES, MOST_NOTE } from '../../../src/app/state/keep-limits.ts'
import type { OpenReport } from '../../../src/app/state/open-reports.ts'
import { MOST_TEXT, type ReportFacts } from '../../../src/app/state/report-facts.ts'
import { reportKey } from '../../../src/app/state/report-key.ts'
import type { ReportHandle } from '../../../src/core/engine-types.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { takeLanguage } from '../../../src/core/messages/translate.ts'
import { statisticsOf } from '../../../src/app/views/history/statistics.ts'
import { texts as chinese } from '../../../src/messages/zh-Hans/core.ts'
import { createHistoryStore } from '../../../src/stores/idb-history.ts'
import { makeReport } from '../../support/report-builder.ts'

let nextId = 1

afterEach(() => takeLanguage('en'))

function open(text: string, parts: Partial<OpenReport> & { readonly report?: Partial<Report> } = {}): OpenReport {
  const { report, ...rest } = parts
  return {
    id: String(nextId++),
    file: { path: `${text.slice(0, 9)}.ips`, blob: new Blob([text]) },
    position: 0,
    named: true,
    handle: 'of a test' as ReportHandle,
    symbolicated: { report: makeReport(report ?? {}), resolutions: [], images: [], explanations: [] },
    ...rest,
  }
}

/** A history over a database without records. */
async function fresh(now: () => number = () => 1000, most?: number) {
  const store = createHistoryStore<ReportFacts>()
  await store.delete((await store.list()).map(({ id }) => id))
  return { store, history: new History(store, now, most) }
}

/** A file whose size is claimed; IndexedDB keeps the bytes that there are. */
const sized = (path: string, size: number) => {
  const blob = new Blob([path])
  Object.defineProperty(blob, 'size', { value: size })
  return { path, blob }
}

const titles = async (history: History): Promise<readonly string[]> =>
  (await history.list()).entries.map(({ facts }) => facts.path)

test('a report leaves its facts, and no file', async () => {
  const { history } = await fresh()
  const header = {
    process: 'Shop',
    version: '4.2 (1180)',
    os: 'iOS 17.5.1',
    device: 'iPhone15,2',
    date: '2024-05-06 23:30:00.5 +0200',
    fields: [],
  }
  await history.see([open('a', { report: { header, exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } } })], false)
  const { entries, damaged } = await history.list()
  expect(damaged).toEqual([])
  expect(entries).toHaveLength(1)
  expect(entries[0]?.facts).toMatchObject({
    path: 'a.ips',
    kind: 'Crash report',
    app: 'Shop',
    version: '4.2 (1180)',
    os: 'iOS 17.5.1',
    device: 'iPhone15,2',
    // The day of the crash is the device's own.
    at: Date.UTC(2024, 4, 6, 23, 30, 0, 500),
  })
  expect(entries[0]?.facts.title).not.toBe('')
  expect(entries[0]).not.toHaveProperty('original')
})

test('reports that were opened at once stand by their dates, and below those opened later', async () => {
  let now = 5000
  const { history } = await fresh(() => now)
  const dated = (name: string, day: number) =>
    open(name, { report: { header: { process: 'Shop', date: `2024-05-0${day} 10:00:00 +0000`, fields: [] } } })
  for (const [name, day] of [
    ['a', 4],
    ['b', 5],
    ['c', 2],
  ] as const) {
    now += 7
    await history.see([dated(name, day)], false)
  }
  now = 9000
  await history.see([dated('d', 1)], false)
  expect(await titles(history)).toEqual(['d.ips', 'b.ips', 'a.ips', 'c.ips'])
})

test('a report without names leaves nothing yet; the same bytes are one report under whatever path', async () => {
  let now = 5
  const { history } = await fresh(() => now)
  await history.see([open('a', { named: false })], false)
  expect(await titles(history)).toEqual([])
  await history.see([open('a')], false)
  now = 9
  const again = open('a')
  await history.see([{ ...again, file: { ...again.file, path: 'copy of a.ips' } }, open('a', { position: 1 })], false)
  const { entries } = await history.list()
  expect(entries.map(({ openedAt, facts }) => [openedAt, facts.path])).toEqual([
    [9, 'a.ips'],
    [5, 'copy of a.ips'],
  ])
})

test('facts that were taken with names are not replaced by those without', async () => {
  const { history } = await fresh()
  const named = open('a')
  const resolutions = [{ kind: 'resolved', calls: [], grade: { level: 'exact', evidence: [] } }] as const
  await history.see([{ ...named, symbolicated: { ...named.symbolicated, resolutions } }], false)
  await history.see([open('a', { file: { path: 'later.ips', blob: new Blob(['a']) } })], false)
  expect(await titles(history)).toEqual(['a.ips'])
})

test('a headline of a megabyte is cut', async () => {
  const { history } = await fresh()
  await history.see([open('a', { report: { exception: { type: 'X'.repeat(1e6) }, label: 'L'.repeat(1e6) } })], false)
  const { entries } = await history.list()
  expect(entries[0]?.facts.kind).toHaveLength(MOST_TEXT)
  expect(JSON.stringify(entries).length).toBeLessThan(10 * MOST_TEXT)
})

test('notes come back with the report, and stay when the history is deleted', async () => {
  const { history, store } = await fresh()
  const noted = open('a')
  await history.see([noted, open('b')], true)
  await Promise.all(['f', 'fi', 'fixed in 4.3\n\t<b>'].map((text) => history.setNote(noted, text)))
  expect(await new History(store).noteOf(open('a'))).toBe('fixed in 4.3\n\t<b>')
  expect(await history.noteOf(open('b'))).toBe('')
  await history.forget(false)
  const { entries } = await history.list()
  expect(entries.map(({ facts, note, original }) => [facts.path, note, original])).toEqual([
    ['a.ips', 'fixed in 4.3\n\t<b>', undefined],
  ])
  await history.setNote(noted, '')
  expect((await history.list()).entries[0]).not.toHaveProperty('note')
  await history.setNote(noted, 'x'.repeat(MOST_NOTE + 1))
  expect(await history.noteOf(noted)).toHaveLength(MOST_NOTE)
})

test('originals are kept where that is wanted, within their limits, and go alone', async () => {
  let now = 0
  const { history } = await fresh(() => ++now)
  const huge = open('huge', { file: sized('huge', MOST_FILE_BYTES + 1) })
  await history.see([open('a'), huge], true)
  const kept = async () =>
    (await history.list()).entries.flatMap(({ facts, original }) => (original ? [facts.path] : []))
  expect(await kept()).toEqual(['a.ips'])
  await history.forget(true)
  expect(await kept()).toEqual([])
  expect(await titles(history)).toHaveLength(2)
})

test('the oldest originals go first when all together are too large', async () => {
  const { store } = await fresh()
  const files = ['a', 'b', 'c'].map((path) => sized(path, MOST_BYTES / 2))
  // A database gives back true sizes, so a store in memory stands in for one that is full.
  const records = new Map<string, HistoryEntry>()
  const full = {
    ...store,
    list: () => Promise.resolve([...records.values()]),
    count: () => Promise.resolve(records.size),
    change: (id: string, make: (old: unknown) => HistoryEntry | undefined) => {
      const made = make(records.get(id))
      if (made) records.set(id, made)
      return Promise.resolve()
    },
    delete: () => Promise.resolve(),
  }
  const history = new History(full, () => records.size)
  const facts: ReportFacts = { path: '', kind: '', title: '', names: 0 }
  for (const [at, { path, blob }] of files.entries())
    records.set(path, { id: path, openedAt: at, facts: { ...facts, path }, original: blob })
  await history.see([open('d')], true)
  const left = [...records.values()].filter(({ original }) => original).map(({ id }) => id)
  expect(left).not.toContain('a')
  expect(left).toContain('c')
})

test('beyond the limit the oldest are deleted, those with notes last', async () => {
  let now = 0
  const { history } = await fresh(() => ++now, 3)
  const first = open('first')
  await history.see([first], false)
  await history.setNote(first, 'keep')
  for (const name of ['b', 'c', 'd', 'e']) await history.see([open(name)], false)
  expect(await titles(history)).toEqual(['e.ips', 'd.ips', 'first.ips'])
})

test('damaged records are counted, not shown, and deleted with the rest', async () => {
  const { history, store } = await fresh()
  await history.see([open('a')], false)
  const [record] = await store.list()
  const spoilt = [
    { openedAt: 'yesterday' },
    { facts: null },
    { facts: { ...record?.facts, title: 7 } },
    { facts: { ...record?.facts, title: 'x'.repeat(MOST_TEXT + 1) } },
    { facts: { ...record?.facts, at: NaN } },
    { note: 'x'.repeat(MOST_NOTE + 1) },
    { original: 'text' },
  ]
  for (const [at, parts] of spoilt.entries()) await store.put({ ...record, ...parts, id: `bad ${at}` } as HistoryEntry)
  await store.put({ id: 7 } as unknown as HistoryEntry)
  const { entries, damaged } = await history.list()
  expect(entries.map(({ facts }) => facts.path)).toEqual(['a.ips'])
  expect(damaged).toHaveLength(spoilt.length + 1)
  await history.delete(damaged)
  expect((await history.list()).damaged).toEqual([])
  // A damaged record in the place of a report is replaced by a whole one.
  await store.put({ ...record, facts: null } as unknown as HistoryEntry)
  await new History(store).see([open('a')], false)
  expect(await titles(history)).toEqual(['a.ips'])
})

test('without storage nothing is kept and nothing rejects, but a note says so', async () => {
  const refuse = (): Promise<never> => Promise.reject(new DOMException('denied', 'SecurityError'))
  const changes = { put: refuse, delete: refuse, change: refuse, changeAll: refuse }
  const history = new History({ list: refuse, get: refuse, count: refuse, ...changes })
  await history.see([open('a')], true)
  await history.forget(false)
  await expect(history.setNote(open('a'), 'x')).rejects.toThrow('denied')
})

test('reports that are alike at the beginning and in size are told apart by their ends', async () => {
  const head = 'x'.repeat(2 ** 20 + 2 ** 17)
  const keys = await Promise.all(['1', '2', '1'].map((end) => reportKey({ path: 'p', blob: new Blob([head, end]) }, 0)))
  expect(keys[0]).not.toBe(keys[1])
  expect(keys[0]).toBe(keys[2])
  expect(await reportKey({ path: 'p', blob: new Blob([]) }, 0)).not.toBe(
    await reportKey({ path: 'p', blob: new Blob(['\0']) }, 0),
  )
})

test('hundreds of reports are written in a few changes, each once', async () => {
  const { store } = await fresh()
  let changes = 0
  const counted = {
    ...store,
    changeAll: (all: Parameters<typeof store.changeAll>[0]) => {
      changes++
      return store.changeAll(all)
    },
  }
  const history = new History(counted, () => 1)
  const reports = Array.from({ length: 300 }, (_, at) => open(`report ${at}`))
  // As the page does: each report that is named makes a new list of all.
  await Promise.all(reports.map((_, at) => history.see(reports.slice(0, at + 1), false)))
  expect((await history.list()).entries).toHaveLength(300)
  expect(changes).toBeLessThan(20)
})

test('a report whose file is gone leaves the others alone', async () => {
  const { history } = await fresh()
  const gone = open('gone')
  Object.defineProperty(gone.file.blob, 'slice', {
    value: () => {
      throw new DOMException('gone', 'NotFoundError')
    },
  })
  await history.see([open('one'), gone, open('two')], false)
  expect((await titles(history)).toSorted()).toEqual(['one.ips', 'two.ips'])
})

/** Reports of one end without a stack: only the sentence on it tells them apart. */
const withoutStack = (text: string, process = 'Shop'): OpenReport =>
  open(text, {
    report: {
      header: { process, device: 'iPhone15,2', fields: [] },
      termination: { namespace: 'TEST', code: 1n },
    },
  })

test('reports that were opened in two languages are one group, named in the language of now', async () => {
  const { history } = await fresh()
  await history.see([withoutStack('a')], false)
  const [english] = (await history.list()).entries
  takeLanguage('zh-Hans', { core: chinese as never })
  await history.see([withoutStack('b')], false)
  const { entries } = await history.list()
  expect(entries.map(({ facts }) => facts.title)).toEqual([
    expect.stringMatching(/\p{sc=Han}/u),
    entries[0]?.facts.title,
  ])
  const { series } = statisticsOf(entries, 'crash')
  expect(series.map(({ label, count }) => [label, count])).toEqual([[entries[0]?.facts.title, 2]])
  expect(statisticsOf(entries, 'device').series.map(({ label, count }) => [label, count])).toEqual([
    ['iPhone 14 Pro', 2],
  ])
  takeLanguage('en')
  const again = (await history.list()).entries
  expect(again.map(({ facts }) => facts.title)).toEqual([english?.facts.title, english?.facts.title])
})

test('a kind of report is named in the language of now, too', async () => {
  const { history } = await fresh()
  takeLanguage('zh-Hans', { core: chinese as never })
  await history.see(
    [
      open('a', {
        report: {
          format: 'sample',
          threads: [],
          label: 'Sample of a process',
          header: { process: 'Shop', fields: [] },
        },
      }),
    ],
    false,
  )
  takeLanguage('en')
  expect((await history.list()).entries.map(({ facts }) => facts.title)).toEqual(['Sample of a process: Shop'])
})

test('a record whose sentence is damaged or unknown keeps its title, and one of before its device', async () => {
  const { store, history } = await fresh()
  const facts = { path: 'a', kind: 'k', title: '旧标题', names: 0, device: 'iPhone 14 Pro (iPhone15,2)' }
  const said = { language: 'zh-Hans', from: 'headlines', code: 'leaks', params: {}, grade: 'proved' } as const
  const damaged = [
    undefined,
    { ...said, code: 'no-such-code' },
    { ...said, code: 'toString' },
    { ...said, from: 'explanations', code: 'samples-wait' } as const,
    { ...said, params: 'x' as never },
    { ...said, grade: 'x' as never },
  ]
  for (const [at, one] of damaged.entries())
    await store.change(String(at), () => ({
      id: String(at),
      openedAt: 1,
      facts: { ...facts, ...(one && { said: one }) },
    }))
  const { entries } = await history.list()
  expect(entries).toHaveLength(damaged.length)
  expect(new Set(entries.map(({ facts: { title } }) => title)).size).toBeLessThan(3)
  expect(statisticsOf(entries, 'device').series.map(({ label }) => label)).toEqual(['iPhone 14 Pro'])
})
