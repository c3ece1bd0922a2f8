/** Events that reports list from the time before the end. */
import { expect, test } from 'vitest'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { parseEmbedded } from '../../../src/core/model/embedded-report.ts'
import type { Report, ReportEvent } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'

function only(path: string, content: string | object): Report {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const outcome = parseReport(path, new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  expect(outcome.value).toHaveLength(1)
  return outcome.value[0]!
}
const eventsOf = (path: string, content: string | object): readonly ReportEvent[] | undefined =>
  only(path, content).events

const sentry = (more: object) => ({
  event_id: 'aa',
  timestamp: 1700000010,
  exception: {
    values: [{ type: 'NSRangeException', stacktrace: { frames: [{ instruction_addr: '0x1000', function: 'main' }] } }],
  },
  debug_meta: { images: [] },
  ...more,
})

test.each([
  ['a list', (crumbs: object[]) => crumbs],
  ['values', (values: object[]) => ({ values })],
])('Sentry breadcrumbs as %s', (_, wrap) => {
  const crumbs = [
    { timestamp: 1700000001.5, category: 'ui.lifecycle', type: 'navigation', level: 'info', data: { screen: 'Cart' } },
    { timestamp: '2023-11-14T22:13:28Z', type: 'http', category: 'http', data: { url: '/pay', status_code: 500 } },
    { message: 'odd', level: 'warning' },
    { message: 'broken', level: 'error', timestamp: null },
    'no object',
  ]
  expect(eventsOf('e.json', sentry({ breadcrumbs: wrap(crumbs as object[]) }))).toEqual([
    { kind: 'navigation', text: 'ui.lifecycle', time: '2023-11-14T22:13:21.500Z', detail: 'screen: Cart' },
    { kind: 'network', text: 'http', time: '2023-11-14T22:13:28Z', detail: 'url: /pay, status_code: 500' },
    { kind: 'other', text: 'odd', level: 'warning' },
    { kind: 'error', text: 'broken', level: 'error' },
  ])
})

test('breadcrumbs of the site’s own download', () => {
  const { exception, ...rest } = sentry({})
  const entries = [
    { type: 'exception', data: exception },
    { type: 'breadcrumbs', data: { values: [{ message: 'tapped', type: 'user' }] } },
  ]
  expect(eventsOf('e.json', { ...rest, entries })).toEqual([{ kind: 'user', text: 'tapped' }])
})

test('a report that tells nothing has no events at all', () => {
  expect(only('e.json', sentry({ breadcrumbs: [] }))).not.toHaveProperty('events')
})

test('a hostile list of breadcrumbs is cut, the last ones kept', () => {
  const crumbs = Array.from({ length: 5000 }, (_, at) => ({ message: `${at} ${'x'.repeat(5000)}` }))
  const events = eventsOf('e.json', sentry({ breadcrumbs: crumbs })) ?? []
  expect(events).toHaveLength(1000)
  expect(events.at(-1)?.text).toMatch(/^4999 x+…$/)
  expect(events.at(-1)?.text).toHaveLength(1000)
})

test('Bugsnag: session, breadcrumbs, how long it ran', () => {
  const event = {
    exceptions: [{ errorClass: 'NSException', stacktrace: [{ frameAddress: '0x1000', machoLoadAddress: '0x0' }] }],
    app: { duration: 4200, durationInForeground: 4000 },
    session: { startedAt: '2025-10-02T14:43:14Z' },
    breadcrumbs: [
      { timestamp: '2025-10-02T14:43:15Z', name: 'Scene Will Connect', type: 'state', metaData: { role: 'app' } },
    ],
  }
  expect(eventsOf('b.json', event)).toEqual([
    { kind: 'state', text: 'Session started', time: '2025-10-02T14:43:14Z' },
    { kind: 'state', text: 'Scene Will Connect', time: '2025-10-02T14:43:15Z', detail: 'role: app' },
    { kind: 'measure', text: 'The app had run', lasted: 4.2 },
    { kind: 'measure', text: 'The app was in the foreground', lasted: 4 },
  ])
})

test('KSCrash: breadcrumbs once, the console, states, a hang', () => {
  const breadcrumbs = [{ timestamp: '2021-02-18T15:24:43.113Z', name: 'loaded', type: 'state' }]
  const report = {
    report: { id: 'a', timestamp: 1613661890 },
    binary_images: [{ image_addr: 4096, name: '/App' }],
    crash: {
      error: { type: 'hang', hang: { hang_start_nanos: 1_000_000_000, hang_end_nanos: 9_500_000_000 } },
      threads: [],
    },
    user: { breadcrumbs },
    user_atcrash: { breadcrumbs },
    system: { application_stats: { active_time_since_launch: 12.5, background_time_since_launch: 0 } },
    debug: { console_log: '2021-02-18 15:24:44.000 App[12:af3] paid\nno time here' },
  }
  expect(eventsOf('k.json', report)).toEqual([
    { kind: 'state', text: 'loaded', time: '2021-02-18T15:24:43.113Z' },
    { kind: 'log', text: 'paid', time: '2021-02-18 15:24:44.000' },
    { kind: 'measure', text: 'Active since launch', lasted: 12.5 },
    { kind: 'measure', text: 'The main thread did not respond', lasted: 8.5 },
  ])
})

test('a hang that ends before it begins is left out', () => {
  const error = { type: 'hang', hang: { hang_start_nanos: 9, hang_end_nanos: 1 } }
  const report = { report: { id: 'a' }, binary_images: [{ image_addr: 1 }], crash: { error, threads: [] } }
  expect(eventsOf('k.json', report)).toBeUndefined()
})

test('Crashlytics records: the session, the log, recorded errors', () => {
  const hex = (text: string): string => Buffer.from(text).toString('hex')
  const lines = [
    { identity: { started_at: 1582667152 } },
    { log: { msg: hex('opened cart'), time: 1582667153000 } },
    { error: { domain: hex('Shop'), code: 7, time: 1582667154 } },
  ]
  expect(eventsOf('m.clsrecord', lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
    { kind: 'state', text: 'Session started', time: '2020-02-25T21:45:52.000Z' },
    { kind: 'log', text: 'opened cart', time: '2020-02-25T21:45:53.000Z' },
    { kind: 'error', text: 'Recorded error Shop 7', time: '2020-02-25T21:45:54.000Z' },
  ])
})

test('MetricKit: signposts and a hang; the day that a payload covers is no event', () => {
  const payload = {
    timeStampBegin: '2025-08-01 00:00:00',
    timeStampEnd: '2025-08-02 00:00:00',
    hangDiagnostics: [
      {
        diagnosticMetaData: {
          hangDuration: '20 sec',
          signpostData: [{ beginTimeStamp: '2025-08-01 15:12:19', name: 'sync', category: 'net', subsystem: 'app' }],
        },
        callStackTree: { callStacks: [] },
      },
    ],
  }
  expect(
    eventsOf('m.json', payload)?.map(({ kind, text, time, lasted, detail }) => [kind, text, time, lasted, detail]),
  ).toEqual([
    ['log', 'sync', '2025-08-01 15:12:19', undefined, 'app net'],
    ['measure', 'The app did not respond', undefined, 20, undefined],
  ])
})

const thrown = `2024-01-02 03:04:05.000+0100 Shop[12:34] opened cart
2024-01-02 03:04:06.000+0100 Shop[12:34] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'no'
*** First throw call stack:
(
\t0   CoreFoundation   0x00000001804658a8 __exceptionPreprocess + 172
\t1   Shop   0x0000000100000f40 main + 20
)
`
test('a console log: the lines before, not the exception itself', () => {
  expect(eventsOf('log.txt', thrown)).toEqual([
    { kind: 'log', text: 'opened cart', time: '2024-01-02 03:04:05.000+0100' },
  ])
})

test('the syslog at the end of an Apple report', () => {
  const crash = `Process:  Shop [12]
Date/Time:  2022-01-21 18:14:26.0000 +0200
Exception Type:  EXC_CRASH (SIGABRT)

Thread 0 Crashed:
0   Shop  0x0000000100000f40 0x100000000 + 3904

Filtered syslog:
Timestamp                         Type Thread  Act Process[pid] (Sender)
2022-01-21 18:14:25.8861 +0200   fault 0x203e78 0x0 Shop[12] (Shop): no coins
2022-01-21 18:14:25.9000 +0200 default 0x203e78 0x0 Shop[12] (Shop): sad

Binary Images:
0x100000000 - 0x10000ffff Shop arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /var/containers/Bundle/Shop.app/Shop
`
  expect(eventsOf('a.crash', crash)).toEqual([
    { kind: 'error', text: 'no coins', time: '2022-01-21 18:14:25.8861 +0200', detail: 'Shop', level: 'fault' },
    { kind: 'log', text: 'sad', time: '2022-01-21 18:14:25.9000 +0200', detail: 'Shop' },
  ])
})

test('exports carry events: JSON as they are, the page as a table and back', () => {
  const symbolicated = unresolved(only('log.txt', thrown))
  const json = JSON.parse(jsonExporter.write([symbolicated])) as { reports: { events: unknown }[] }
  expect(json.reports[0]?.events).toEqual(symbolicated.report.events)
  const page = htmlExporter.write([symbolicated])
  expect(page).toContain('<h2>Timeline</h2>')
  expect(page).toMatch(
    /<td>−1 s<\/td><td title="2024-01-02 03:04:05.000\+0100">03:04:05.000<\/td><td>opened cart<\/td>/,
  )
  const back = parseEmbedded(page, 'page.html')
  expect(back.ok && back.value[0]?.report.events).toEqual(symbolicated.report.events)
  expect(parseEmbedded(page.replace('"kind":"log"', '"kind":7'), 'page.html').ok).toBe(false)
})
