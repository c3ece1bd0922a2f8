/** Overviews: what a panic, a memory kill, a payload of metrics, leaks and a resource report are read for. */
import { describe, expect, test } from 'vitest'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import type { OverviewPart } from '../../../src/core/reading/overview/overview.ts'
import { overviewKind } from '../../../src/core/reading/overview/overview.ts'
import { overviewOf } from '../../../src/core/reading/overview/read.ts'
import { openBytes, openFixture } from '../reports/fixture.ts'

const bare = (report: Report): SymbolicatedReport => ({
  report,
  resolutions: Array.from({ length: report.frameCount }, () => ({ kind: 'outside-images' as const })),
  images: [],
  explanations: [],
})

async function read(name: string, text: string): Promise<Report> {
  const outcome = await openBytes(name, new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]!
}

const partsOf = (report: Report): readonly OverviewPart[] => overviewOf(bare(report))?.parts ?? []

function part<K extends OverviewPart['kind']>(report: Report, kind: K, title?: RegExp): OverviewPart & { kind: K } {
  const found = partsOf(report).find((one) => one.kind === kind && (title?.test(one.title) ?? true))
  if (!found)
    throw new Error(
      `no ${kind}: ${partsOf(report)
        .map((one) => `${one.kind} ${one.title}`)
        .join(', ')}`,
    )
  return found as OverviewPart & { kind: K }
}

const texts = ({ rows }: OverviewPart & { kind: 'table' }): readonly (readonly string[])[] =>
  rows.map(({ cells }) => cells.map(({ text }) => text))

describe('memory kills', () => {
  test('processes by footprint in the page size of the report, and who was ended for what', async () => {
    const [report] = await openFixture('ips-jetsam/event.ips')
    const table = part(report!, 'table')
    expect(table.rows[0]!.cells[0]!.text).toBe('Harbor')
    expect(table.rows[0]!.cells[1]).toMatchObject({ text: '2.0 GB', value: 128_000 * 16_384 })
    const [[who, why]] = part(report!, 'facts').facts as unknown as [[string, { text: string }]]
    expect(who).toBe('Harbor')
    expect(why.text).toMatch(/^per-process-limit: more memory than the limit/)
    expect(part(report!, 'bars').bars.map(({ label, value }) => [label, value])).toEqual([
      ['Active', 100 * 16_384],
      ['Free', 20 * 16_384],
    ])
  })

  test('without a page size pages stay pages, and the reason is told', async () => {
    const report = await read(
      'record.txt',
      '{"rpages":960,"reason":"per-process-limit","pid":4,"lifetimeMax":795,"name":"Tunnel"}',
    )
    expect(texts(part(report, 'table'))[0]![1]).toBe('960 pages')
    expect(part(report, 'table').note).toMatch(/does not give the size of a page/)
  })
})

const panicLog = `panic(cpu 1 caller 0xfffffff02e156784): zalloc[3]: zone map exhausted
Kernel UUID: E162E369-A92E-3EB7-872F-862218FB860F
Kernel slide:      0x0000000025ec0000
Kernel text base:  0xfffffff02cec4000

Zone info:
  Zone map: 0xffffffe000000000 - 0xffffffe000008000
  . VM    : 0xffffffe000000000 - 0xffffffe000004000
  Extra   : 0 - 0

Panicked task 0xffffffeadba39378: 0 pages, 263 threads: pid 12: kernel_task
Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798
		  lr: 0xfffffff02e13c900  fp: 0xffffffecfb44f820
      Kernel Extensions in backtrace:
         com.apple.driver.Buttons(1.0d1)[6AAC7152-26B3-355D-95F0-EC89EFA4152C]@0xfffffff02e13c800->0xfffffff02e156783

Zone Name        Cur Size   Free Size
vm objects       50331648     131072
kalloc.1024     536870912      65536

last started kext at 3089862389: com.apple.driver.Sep	1 (addr 0xfffffff02c64ab80, size 47123)
loaded kexts:
com.apple.driver.Mux	1.0.0d1
com.apple.nke.l2tp	1.9

Model: iPhone
`

describe('panics', () => {
  test('string, task, kernel, extensions, zones by size', async () => {
    const report = await read('a.panic', panicLog)
    expect(part(report, 'quote').text).toBe('zalloc[3]: zone map exhausted')
    const kernel = part(report, 'facts', /Kernel/).facts.map(([term, { text }]) => `${term} ${text}`)
    expect(kernel).toContain('Slide 0x0000000025ec0000')
    expect(texts(part(report, 'table', /backtrace/))[0]!.slice(0, 2)).toEqual(['com.apple.driver.Buttons', '1.0d1'])
    expect(texts(part(report, 'table', /^Zones/))).toEqual([
      ['kalloc.1024', '512 MB', '64.0 KB'],
      ['vm objects', '48.0 MB', '128 KB'],
    ])
    expect(texts(part(report, 'table', /Ranges/)).map((row) => [row[0], row[3]])).toEqual([
      ['Zone map', '32.0 KB'],
      ['VM', '16.0 KB'],
      ['Extra', '0 B'],
    ])
    expect(texts(part(report, 'table', /loaded/)).map((row) => row[0])).toEqual([
      'com.apple.driver.Sep',
      'com.apple.driver.Mux',
      'com.apple.nke.l2tp',
    ])
  })

  test('a log of a million rows ends within the limits of its lists', async () => {
    const report = await read('a.panic', `${panicLog}\nloaded kexts:\n${'com.a.b 1.0\n'.repeat(100_000)}`)
    expect(part(report, 'table', /loaded/).rows.length).toBeLessThanOrEqual(5000)
  })
})

test('a stackshot: CPU time is user and kernel together, and each process leads to its stacks', async () => {
  const [report] = await openFixture('ips-stackshot/stacks.ips')
  const table = part(report!, 'table')
  for (const { cells, frame } of table.rows) {
    const pid = Number(cells[1]!.text)
    const thread = report!.threads.find(({ frames }) => frames.some(({ id }) => id === frame))
    expect(thread?.process ?? pid).toBe(pid)
  }
  expect(table.rows.some(({ frame }) => frame !== undefined)).toBe(true)
})

describe('metrics', () => {
  const payload = {
    timeStampBegin: '2026-01-01 00:00:00',
    timeStampEnd: '2026-01-02 00:00:00',
    appVersion: '1.0',
    cpuMetrics: { cumulativeCPUTime: '100 sec' },
    memoryMetrics: { averageSuspendedMemory: { averageValue: '100,000 kB', standardDeviation: 0, sampleCount: 500 } },
    applicationLaunchMetrics: {
      histogrammedTimeToFirstDrawKey: {
        histogramNumBuckets: 2,
        histogramValue: {
          0: { bucketCount: 60, bucketStart: '1,000 ms', bucketEnd: '1,010 ms' },
          1: { bucketCount: 50, bucketStart: '90 ms', bucketEnd: '100 ms' },
        },
      },
    },
    signpostMetrics: [
      {
        signpostName: 'Load',
        signpostCategory: 'Cart',
        totalSignpostCount: 30,
        signpostIntervalData: { signpostCumulativeCPUTime: '30,000 ms' },
      },
    ],
  }

  test('histograms in the order of their ranges, values with their units', async () => {
    const report = await read('payload.json', JSON.stringify(payload))
    expect(overviewKind(report)).toBe('metrics')
    const histogram = part(report, 'histogram')
    expect(histogram.title).toBe('Launches · Time to first draw')
    expect(histogram.bars.map(({ from, count }) => [from, count])).toEqual([
      ['90 ms', 50],
      ['1,000 ms', 60],
    ])
    expect(histogram.note).toBe('110 measurements')
    const rows = texts(part(report, 'table'))
    expect(rows).toContainEqual(['CPU · CPU time', '100 sec'])
    expect(rows).toContainEqual(['Memory · Average suspended memory', '100,000 kB on average, of 500 samples'])
    expect(rows).toContainEqual(['Signposts · Cart · Load · Signposts', '30'])
  })

  test.each([
    { histogramValue: null },
    { histogramValue: 'x' },
    { histogramValue: { 0: { bucketCount: -1 } } },
    { histogramValue: [7, null] },
  ])('no histogram in %j', async (broken) => {
    const report = await read('payload.json', JSON.stringify({ ...payload, applicationLaunchMetrics: { a: broken } }))
    expect(partsOf(report).filter(({ kind }) => kind === 'histogram')).toEqual([])
  })
})

const leaks = (rows: string): string => `Process:         Shop [1]
Date/Time:       2022-07-27 00:51:38.866 +0400
----

leaks Report Version: 4.0
Process 1: 32,077 nodes malloced for 6030 KB
Process 1: 3 leaks for 131200 total leaked bytes.

${rows}
`

test('leaks: roots are counted once, cycles within them are not counted again', async () => {
  const report = await read(
    'leaks.txt',
    leaks(`    3 (128K) << TOTAL >>
      2 (128K) ROOT CYCLE: <Cart 0x1> [32]
         1 (32 bytes) cycle --> ROOT CYCLE: <Cart 0x2> [32]
            cycle --> CYCLE BACK TO <Cart 0x1> [32]
      1 (32 bytes) ROOT LEAK: <Item 0x3> [32]`),
  )
  expect(texts(part(report, 'table')).map((row) => row.slice(0, 4))).toEqual([
    ['<Cart 0x1> [32]', '128 KB', '2', 'cycle'],
    ['<Item 0x3> [32]', '32 B', '1', 'root'],
  ])
  expect(part(report, 'facts').facts[0]).toMatchObject(['Leaked in all', { text: '3 leaks, 128 KB' }])
  expect(part(report, 'tree').rows.map(({ depth }) => depth)).toEqual([1, 2, 3, 1])
})

test.each([
  ['3 leaks for 131200', '3 leaks, 128 KB: Shop'],
  ['1 leak for 16', '1 leak, 16 B: Shop'],
  ['0 leaks for 0', 'No leaks were found: Shop'],
])('leaks: "%s" is the headline', async (found, title) => {
  const report = await read('leaks.txt', leaks('').replace('3 leaks for 131200', found))
  expect(headlineOf(bare(report))).toMatchObject({ code: 'leaks', title, grade: 'proved' })
})

test('leaks: a file that was cut before its total says only what it is', async () => {
  const whole = leaks('')
  const report = await read('leaks.txt', whole.slice(0, whole.indexOf('Process 1: 3 leaks')))
  expect(headlineOf(bare(report))).toMatchObject({ code: 'kind-of-report' })
})

describe('limits', () => {
  test.each([
    [
      'CPU: 90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds',
      'cpu usage',
      [60, 50],
    ],
    [
      'Wakeups: 45001 wakeups over the last 120 seconds (375 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds',
      'wakeups',
      [375, 150],
    ],
    [
      'Writes: x\nWrites caused: 10 MB\nWrites duration: 10s\nWrites limit: 200 MB\nLimit duration: 1000s',
      'disk writes',
      [1e6, 2e5],
    ],
  ])('%s', async (said, event, values) => {
    const report = await read(
      'a.diag',
      `Date/Time: 2020-10-19 23:46:29\nOS Version: macOS 12.4 (Build 21F79)\nReport Version: 32\nData Source: Microstackshots\nCommand: a\nPID: 7\n\nEvent: ${event}\n${said}\n\nPowerstats for: a [7]\n`,
    )
    expect(part(report, 'bars').bars.map(({ value }) => value)).toEqual(values)
  })
})

test('exports tell the same: HTML all rows, Markdown and text the first and how many follow', async () => {
  const report = await read(
    'a.panic',
    `${panicLog.replace('com.apple.nke.l2tp	1.9', Array.from({ length: 40 }, (_, at) => `com.a.k${at}	1.0`).join('\n'))}`,
  )
  const [html, markdown, text] = [htmlExporter, markdownExporter, textExporter].map((one) => one.write([bare(report)]))
  for (const page of [html, markdown, text]) {
    expect(page).toContain('zalloc[3]: zone map exhausted')
    expect(page).toContain('512 MB')
  }
  expect(html).toContain('com.a.k39')
  expect(markdown).not.toContain('com.a.k39')
  expect(text).toMatch(/and 27 more rows/)
})
