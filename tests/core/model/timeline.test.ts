import { expect, test } from 'vitest'
import { formatDuration } from '../../../src/core/messages/quantities.ts'
import { parseInstant, secondsRun, timelineOf } from '../../../src/core/model/timeline.ts'
import type { Report, ReportEvent, ReportHeader } from '../../../src/core/model/report.ts'
import { buildReport } from '../../support/report-builder.ts'

const at = Date.UTC(2024, 5, 21, 8, 14, 36)

test.each([
  ['2024-06-21T08:14:36Z', { local: at, zone: 0 }],
  ['2024-06-21T08:14:36.812Z', { local: at + 812, zone: 0 }],
  ['2024-06-21 08:14:36.8127 +0200', { local: at + 812.7, zone: 120 }],
  ['2024-06-21 08:14:36.812345-0530', { local: at + 812.345, zone: -330 }],
  ['2024-06-21T08:14:36+02:00', { local: at, zone: 120 }],
  ['2024-06-21 08:14:36', { local: at }],
  ['2024-06-21 08:14:00 – 2024-06-22 08:14:00', undefined],
  ['2019-09-04 1:01:53.560 a +0900', undefined],
  ['2024-13-21 08:14:36', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('%s', (text, expected) => {
  expect(parseInstant(text)).toEqual(expected)
})

test.each([
  [0, '0 s'],
  [0.004, '0 s'],
  [0.312, '0.31 s'],
  [9.99, '9.99 s'],
  [12.44, '12.4 s'],
  [59.96, '1 min'],
  [154.4, '2 min 34 s'],
  [3600, '1 h'],
  [11_100, '3 h 5 min'],
  [183_600, '2 d 3 h'],
  [-12.44, '−12.4 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

function make(header: Partial<ReportHeader>, events: readonly ReportEvent[] = []): Report {
  return buildReport([], { header: { fields: [], ...header }, events }).report
}
const log = (text: string, time?: string): ReportEvent => ({ kind: 'log', text, ...(time !== undefined && { time }) })
const shown = (report: Report): string[] =>
  timelineOf(report).map(({ text, before }) => (before === undefined ? text : `${text} ${before}`))

test('launch, events by their time, what has none, the end', () => {
  const report = make({ date: '2024-06-21 10:00:10 +0200', launched: '2024-06-21 10:00:00 +0200' }, [
    log('later', '2024-06-21T08:00:07Z'),
    log('sooner', '2024-06-21T08:00:01.500Z'),
    log('without'),
    log('after', '2024-06-21T08:00:11Z'),
  ])
  expect(shown(report)).toEqual(['Launched 10', 'sooner 8.5', 'later 3', 'without', 'Crashed 0', 'after -1'])
})

test('a time without a zone is of the zone of the report', () => {
  const report = make({ date: '2024-06-21 10:00:10 +0200' }, [log('here', '2024-06-21 10:00:09')])
  expect(shown(report)).toEqual(['here 1', 'Crashed 0'])
})

test('a crash that is dated by the second may have been at any moment of it', () => {
  const report = make({ date: '2024-06-21T10:00:10Z' }, [
    log('just before', '2024-06-21T10:00:10.700Z'),
    log('after', '2024-06-21T10:00:11.100Z'),
  ])
  expect(shown(report)).toEqual(['just before 0', 'Crashed 0', 'after -1.1'])
})

test('the end of a measure is its end, though the report is dated by its beginning', () => {
  const { report } = buildReport([], {
    header: { fields: [], date: '2024-06-21T10:00:10Z' },
    events: [log('began', '2024-06-21T10:00:10Z'), log('ended', '2024-06-21T10:02:10Z')],
  })
  expect(shown({ ...report, threads: [] })).toEqual(['began 120', 'ended 0'])
})

test('a date that is no moment is not shown as one', () => {
  const report = make({ date: '2020-10-10 04:00:00 +0000 – 2020-10-11 03:59:00 +0000' }, [log('said')])
  expect(timelineOf(report).at(-1)).toEqual({ kind: 'end', text: 'Crashed' })
})

test('nothing is said where zones cannot be compared', () => {
  const report = make({ date: '2024-06-21 10:00:10' }, [log('there', '2024-06-21T10:00:09Z')])
  expect(timelineOf(report).map(({ before }) => before)).toEqual([undefined, undefined])
})

test('all times without a zone are compared with each other', () => {
  const report = make({ date: '2024-06-21 10:00:10' }, [log('here', '2024-06-21 10:00:04')])
  expect(shown(report)).toEqual(['here 6', 'Crashed 0'])
})

test('no date: events in order, no distances', () => {
  const report = make({}, [log('second', '2024-06-21 10:00:04'), log('first', '2024-06-21 10:00:01')])
  expect(shown(report)).toEqual(['first', 'second'])
})

test.each([
  ['2024-06-21 10:00:10 +0200', '2024-06-21 10:00:00 +0200', 10],
  // A clock that was set back gives no times.
  ['2024-06-21 10:00:00 +0200', '2024-06-21 10:00:10 +0200', undefined],
  ['2024-06-21 10:00:10 +0200', 'long ago', undefined],
])('from %s to %s', (date, launched, seconds) => {
  expect(secondsRun(make({ date, launched }))).toBe(seconds)
})
