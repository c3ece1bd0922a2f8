/** Symbols of the page's own site: effect of the switch on open reports, counts over all workers, messages. */
import { expect, test } from 'vitest'
import { Notices } from '../../../src/app/state/notices.svelte.ts'
import type { OpenReport } from '../../../src/app/state/open-reports.ts'
import { SiteSymbols } from '../../../src/app/state/site.svelte.ts'
import type { ReportHandle } from '../../../src/core/engine-types.ts'
import { problem } from '../../../src/core/messages/problems.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const ADDRESS = 'https://crashes.example.com/'

/** A report with frames in one image, which has a name or not. */
function reportOf(digit: string, unnamed: number): OpenReport {
  const report = makeReport({ images: [makeImage({ name: 'Shop', uuid: uuid(digit) })], rows: [] })
  const symbols = unnamed > 0 ? 'missing' : 'matched'
  const images = [{ image: 0, symbols, reason: '', frames: 1, unnamed }] as const
  const file = { path: `${digit}.crash`, blob: new Blob([digit]) }
  const symbolicated = { report, resolutions: [], images, explanations: [] }
  return { id: digit, file, position: 0, named: true, handle: digit as ReportHandle, symbolicated }
}

function scene(reports: readonly OpenReport[] = []) {
  const calls: string[] = []
  const notices = new Notices()
  const site = new SiteSymbols({
    notices,
    reports: () => reports,
    onChange: async () => void calls.push(`change ${site.address ?? 'off'}`),
    name: async (files) => void calls.push(`name ${files.map(({ path }) => path).join(' ')}`),
    refresh: async () => void calls.push('refresh'),
  })
  return { site, calls, notices }
}

test('switched on, reports that lack names are named; off, those that have some of the site', async () => {
  const { site, calls } = scene([reportOf('A', 1), reportOf('B', 0)])
  await site.ask(undefined)
  expect(calls).toEqual([])
  await site.ask(ADDRESS)
  expect(calls).toEqual([`change ${ADDRESS}`, 'name A.crash', 'refresh'])
  await site.ask(ADDRESS)
  site.take({ requests: 3, bytes: 10, images: [{ uuid: uuid('B'), answer: 'found', requests: 3 }] })
  await site.ask(undefined)
  expect(calls.slice(3)).toEqual(['change off', 'name A.crash B.crash', 'refresh'])
})

test('what files at hand were tried for is asked for, where it still lacks names and the site may be asked', async () => {
  const { site, calls } = scene([reportOf('A', 1), reportOf('B', 0)])
  await site.askAfter(new Set([uuid('A')]))
  expect(calls).toEqual([])
  await site.ask(ADDRESS)
  calls.length = 0
  await site.askAfter(new Set([uuid('B'), uuid('C')]))
  expect(calls).toEqual([])
  await site.askAfter(new Set([uuid('A')]))
  expect(calls).toEqual(['name A.crash'])
})

test('what workers asked is added up, and the later answer counts', () => {
  const { site } = scene()
  const [a, b] = [uuid('A'), uuid('B')]
  site.take({ requests: 3, bytes: 10, images: [{ uuid: a, answer: 'failed', requests: 3 }] })
  site.endWorker()
  expect(site.asked.requests).toBe(3)
  site.take({
    requests: 3,
    bytes: 5,
    images: [
      { uuid: a, answer: 'found', requests: 2 },
      { uuid: b, answer: 'absent', requests: 1 },
    ],
  })
  expect(site.asked).toEqual({
    requests: 6,
    bytes: 15,
    images: [
      { uuid: a, answer: 'found', requests: 5 },
      { uuid: b, answer: 'absent', requests: 1 },
    ],
  })
})

test('what is wrong with the site is told with a way to ask again, and with nothing else', async () => {
  const { site, calls, notices } = scene([reportOf('A', 1)])
  const found = [problem('old-index', { image: 'Shop' }), problem('site-gone', {}, { file: `${ADDRESS}symbols/x` })]
  site.tell(found)
  expect(notices.list).toEqual([]) // no message about a site that gets no requests
  await site.ask(ADDRESS)
  site.tell([problem('old-index', { image: 'Shop' })])
  expect(notices.list).toEqual([])
  site.tell(found)
  expect(notices.list.map(({ tone, text }) => [tone, text.includes(`${ADDRESS}symbols/x`)])).toEqual([
    ['problem', true],
  ])
  calls.length = 0
  notices.list[0]?.act?.run()
  expect(notices.list).toEqual([])
  await expect.poll(() => calls).toEqual([`change ${ADDRESS}`, 'name A.crash', 'refresh'])
  site.take(undefined)
  expect(notices.list).toHaveLength(1)
})
