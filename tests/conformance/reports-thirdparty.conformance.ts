/**
 * Reports of other tools than Apple's over real files. The right format claims each, and counts agree with counts made
 * apart from the parsers. If another tool's reading of a file lies beside it, ours has the same addresses.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { buildSample } from '../../src/core/reports/report-text.ts'
import { reportFormats } from '../../src/core/reports/registry.ts'
import { repairText } from '../../src/core/reports/repair/repair.ts'
import { corpus } from './corpus.ts'
import { expectationOf } from './counts/kcdata.ts'
import { countRows, countThrown } from './counts/text-stacks.ts'
import {
  countBugsnag,
  countClsrecord,
  countKscrash,
  countMetrickit,
  countPlcrash,
  countSentry,
} from './counts/vendor-json.ts'
import type { Counts } from './counts/vendor-json.ts'
import { framesOf, unsoundness, wronglyClaimed } from './report-checks.ts'

/** The index's label of a format -> the ids of ours that may claim it. */
const claims: Readonly<Record<string, readonly string[]>> = {
  bsbacktrace: ['bs-backtrace'],
  'console-exception': ['nsexception-log'],
  kcdata: ['kcdata'],
  'crashlytics-clsrecord': ['crashlytics-record'],
  kscrash: ['kscrash'],
  lldb: ['lldb'],
  // A header alone, made beside a payload, is an Apple text report without a stack.
  metrickit: ['metrickit', 'meter-exceptions', 'apple-crash-text'],
  plcrash: ['plcrash'],
  sanitizer: ['sanitizer'],
  'vendor-event-json': ['sentry-event', 'bugsnag-event'],
  // Services of every kind; Matrix writes Apple's layout, some have no marks but their rows.
  'vendor-stack-text': ['crashlytics-text', 'react-native', 'call-stack-symbols', 'apple-crash-text'],
}

const root = `${corpus ?? ''}reports/`
const index = corpus === undefined ? [] : readFileSync(`${root}INDEX.tsv`, 'utf8').split('\n').slice(1)
const samples = index
  .map((line) => line.split('\t'))
  .flatMap(([path = '', format = '']) => (format in claims ? [{ path, format }] : []))
  .filter(({ path }) => bytesOf(path).length > 0)

function bytesOf(path: string): Uint8Array {
  const bytes = readFileSync(root + path)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}
const rawText = (path: string): string => new TextDecoder().decode(bytesOf(path))
const parse = (path: string): readonly Report[] => {
  const outcome = parseReport(path, bytesOf(path))
  return outcome.ok ? outcome.value : []
}
const total = (reports: readonly Report[], count: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + count(report), 0)
/** Images that the report lists, not those that rows imply. */
const listed = (report: Report): number =>
  report.images.filter((image) => image.uuid ?? image.path ?? image.size ?? image.arch).length

function countsOf(path: string, format: string): Partial<Counts> | undefined {
  const text = rawText(path)
  switch (format) {
    case 'kscrash':
      return countKscrash(text)
    case 'metrickit':
      return countMetrickit(text)
    case 'sentry-event':
      return countSentry(text)
    case 'bugsnag-event':
      return countBugsnag(text)
    case 'crashlytics-record':
      return countClsrecord(text)
    case 'plcrash':
      return countPlcrash(bytesOf(path))
    default:
      return undefined
  }
}

/** The frames of each thread as addresses, for comparing with another tool's reading. */
const threadRows = (report: Report): string[] =>
  report.threads.map(({ frames }) => frames.map(({ address }) => (address ?? 0n).toString(16)).join(' '))

/** Rows of each thread. A crash of the reporter itself is a report of its own, with the stack of its thread. */
function rowsWithRecrash([report, recrash]: readonly Report[]): readonly string[] {
  const later = new Map(recrash?.threads.map(({ id }, at) => [id, threadRows(recrash)[at]]))
  return report ? threadRows(report).map((rows, at) => rows || (later.get(report.threads[at]?.id ?? -1) ?? '')) : []
}

describe.runIf(corpus !== undefined)('reports of other tools', () => {
  test('each is claimed by the right format alone', () => {
    const wrong = wronglyClaimed(samples, claims, bytesOf)
    console.log(`claimed: ${samples.length - wrong.length} of ${samples.length}`)
    expect(wrong).toEqual([])
  })

  test('each is read, and sound', () => {
    const wrong = samples.flatMap(({ path }) => {
      const reports = parse(path)
      const rules = reports.flatMap((report) => unsoundness(report))
      return reports.length > 0 && rules.length === 0 ? [] : [`${path}: ${rules.join(', ') || 'not read'}`]
    })
    expect(wrong).toEqual([])
  })

  test('reports, threads, frames and images are as many as counted apart', () => {
    const wrong: string[] = []
    const done = new Map<string, number>()
    for (const { path } of samples) {
      const reports = parse(path)
      const format = reports[0]?.format ?? ''
      const counted = countsOf(path, format)
      if (!counted) continue
      const ours: Counts = {
        reports: reports.length,
        threads: total(reports, (report) => report.threads.length),
        frames: total(reports, (report) => report.frameCount),
        images: total(reports, listed),
      }
      for (const key of ['reports', 'threads', 'frames', 'images'] as const) {
        const theirs = counted[key]
        if (theirs === undefined) continue
        done.set(format, (done.get(format) ?? 0) + 1)
        if (ours[key] !== theirs) wrong.push(`${path}: ${ours[key]} ${key}, counted ${theirs}`)
      }
    }
    console.log([...done].map(([format, count]) => `${format}: ${count} numbers compared`).join('\n'))
    expect(wrong).toEqual([])
  })

  test('rows of texts are as many as counted apart', () => {
    const wrong: string[] = []
    let compared = 0
    for (const { path, format } of samples) {
      const { text } = repairText(rawText(path), path)
      const reports = parse(path)
      const counted = format === 'console-exception' ? countThrown(text) : countRows(format, text)
      if (counted === undefined) continue
      const ours =
        format === 'console-exception'
          ? total(reports, (report) => report.frameCount - report.threads.flatMap(({ frames }) => frames).length)
          : total(
              reports,
              (report) =>
                framesOf(report).filter((frame) => frame.address !== undefined || frame.offset !== undefined).length,
            )
      compared++
      if (ours !== counted) wrong.push(`${path}: ${ours} rows, counted ${counted}`)
    }
    console.log(`texts: ${compared} compared`)
    expect(wrong).toEqual([])
  })

  test("KSCrash's own text of a report has the same threads and addresses", () => {
    const wrong: string[] = []
    let compared = 0
    for (const { path } of samples.filter(({ format }) => format === 'kscrash')) {
      const twin = [`${path}.expected.txt`, `${path}.expected.sidebyside.txt`].find((name) => existsSync(root + name))
      if (twin === undefined) continue
      const [theirs, ours] = [parse(twin), parse(path)]
      const [expected, found] = [rowsWithRecrash(theirs), rowsWithRecrash(ours)]
      const crashed = (report: Report | undefined): unknown => report?.threads.find((thread) => thread.crashed)?.id
      expected.forEach((thread, at) => {
        compared++
        if (thread !== found[at]) wrong.push(`${path}, thread ${at}: ${found[at]}, expected ${thread}`)
      })
      if (expected.length !== found.length || crashed(ours[0]) !== crashed(theirs[0]))
        wrong.push(`${path}: other threads`)
    }
    console.log(`KSCrash texts: ${compared} threads compared`)
    expect(compared).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })

  test("HockeyApp's text of a PLCrashReporter report has the same threads, exception and images", () => {
    const path = 'plcrash/live_report_xamarin.plcrash'
    const [ours] = parse(path)
    const [theirs] = parse(`${path}.expected.txt`)
    expect(ours && threadRows(ours)).toEqual(theirs && threadRows(theirs))
    expect(ours?.lastException?.frames.map(({ address }) => address)).toEqual(
      theirs?.lastException?.frames.map(({ address }) => address),
    )
    const uuids = (report: Report | undefined): unknown => report?.images.map(({ uuid }) => uuid).sort()
    expect(uuids(ours)).toEqual(uuids(theirs))
  })

  test("Sentry's conversion of a raw report has the same addresses", () => {
    const path = 'kscrash/sentrycrash-raw-crash.json'
    const [raw] = parse(path)
    const [event] = parse(`${path}.expected.sentry-event.json`)
    const converted = new Set(event ? threadRows(event) : [])
    const missing = (raw ? threadRows(raw) : []).filter((thread) => thread !== '' && !converted.has(thread))
    console.log(`Sentry conversion: ${converted.size} stacks`)
    expect(missing).toEqual([])
  })

  test("kernel buffers hold the threads, addresses and images that Apple's own reader finds", () => {
    const wrong: string[] = []
    let compared = 0
    for (const { path } of samples.filter(({ format }) => format === 'kcdata')) {
      const twin = [`${path}.expected.plist.gz`, `${path}.expected.plist`].find((name) => existsSync(root + name))
      if (twin === undefined) continue
      const plist = rawText(twin)
      // One of them is a binary property list.
      if (!plist.startsWith('<?xml')) continue
      const expected = expectationOf(plist)
      const reports = parse(path)
      const threads = new Map(reports.flatMap(({ threads: list }) => list.map((thread) => [String(thread.id), thread])))
      for (const [id, addresses] of expected.threads) {
        compared++
        const found = threads.get(id)?.frames.map(({ address }) => address)
        if (JSON.stringify(found?.map(String)) !== JSON.stringify(addresses.map(String)))
          wrong.push(`${path}: thread ${id}`)
      }
      if (threads.size !== expected.threads.size) wrong.push(`${path}: ${threads.size} threads`)
      const uuids = new Set(
        reports.flatMap(({ images }) => images.flatMap(({ uuid }) => uuid?.replaceAll('-', '') ?? [])),
      )
      const lost = expected.uuids.filter((uuid) => !uuids.has(uuid) && !/^0*$/.test(uuid))
      if (lost.length > 0) wrong.push(`${path}: ${lost.length} images lost`)
    }
    console.log(`kernel buffers: ${compared} threads compared`)
    expect(compared).toBeGreaterThan(200)
    expect(wrong).toEqual([])
  })

  test('no claim of plain files', () => {
    const folder = new URL('../../src/', import.meta.url)
    const plain = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:ts|md|css|svelte)$/.test(file),
    )
    const claimed = plain.flatMap((file) => {
      const sample = buildSample(file, readFileSync(new URL(file, folder)), true)
      const ids = reportFormats.filter((format) => format.sniff(sample)).map(({ id }) => id)
      return ids.length > 0 ? [`${file}: ${ids.join()}`] : []
    })
    console.log(
      `plain files: ${plain.length - claimed.length} of ${plain.length} claimed by nobody\n${claimed.join('\n')}`,
    )
    expect(claimed.length).toBeLessThan(plain.length * 0.05)
  })
})
