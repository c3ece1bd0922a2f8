/** Overviews of metrics, leaks and limits from made sections and fields: each cell with its field, and without it. */
import { describe, expect, test } from 'vitest'
import { metricTables } from '../../../src/core/messages/labels.ts'
import { overviewWords as words } from '../../../src/core/messages/overview.ts'
import { sectionTitles } from '../../../src/core/messages/section-titles.ts'
import type { ReportSection } from '../../../src/core/model/report.ts'
import { leakedOf } from '../../../src/core/reading/leaked.ts'
import type { OverviewPart } from '../../../src/core/reading/overview/overview.ts'
import { overviewOf } from '../../../src/core/reading/overview/read.ts'
import { makeFrames, makeReport, unresolved } from '../../support/report-builder.ts'

type Parts = Parameters<typeof makeReport>[0]

type Fields = readonly (readonly [string, string])[]

const partsOf = (parts: Parts): readonly OverviewPart[] =>
  overviewOf(unresolved(makeReport({ threads: [], ...parts })))?.parts ?? []

const titled = (parts: readonly OverviewPart[], title: string): OverviewPart | undefined =>
  parts.find((part) => part.title === title)

const cells = (part: OverviewPart | undefined): readonly (readonly string[])[] =>
  part?.kind === 'table' ? part.rows.map((row) => row.cells.map(({ text }) => text)) : []

const facts = (part: OverviewPart | undefined): readonly string[] =>
  part?.kind === 'facts' ? part.facts.map(([term, { text }]) => `${term}: ${text}`) : []

const bars = (part: OverviewPart | undefined): readonly (readonly [string, number, string])[] =>
  part?.kind === 'bars' ? part.bars.map(({ label, value, text }) => [label, value, text] as const) : []

const text = (title: string, said: string): ReportSection => ({ kind: 'text', title, text: said })

const header = (...fields: Fields): Parts => ({ header: { fields } })

describe('metrics', () => {
  const metric = (sections: readonly ReportSection[]) => partsOf({ format: 'metrickit', kind: 'metrics', sections })
  const values = (part: OverviewPart | undefined) =>
    part?.kind === 'table' ? part.rows.map(({ cells: [name, cell] }) => [name!.text, cell!.text, cell!.value]) : []
  const rowsOf = (...rows: readonly (readonly string[])[]) =>
    values(titled(metric([{ kind: 'table', title: 'cpuMetrics', columns: ['Key', 'Value'], rows }]), words.values))

  test('values, averages, and what lies deeper', () => {
    const title = rowsOf(['x', '7'])[0]?.[0]
    expect(title).toMatch(/ · X$/)
    const path = String(title).replace(/ · X$/, '')
    expect(rowsOf(['x', '200,000 kB'])).toEqual([[`${path} · X`, '200,000 kB', 200_000]])
    expect(rowsOf(['x', 'none'])).toEqual([[`${path} · X`, 'none', undefined]])
    expect(rowsOf(['x', '-1.5 ms'])).toEqual([[`${path} · X`, '-1.5 ms', -1.5]])
    expect(rowsOf(['x', '{"averageValue":"3 kB","sampleCount":4}'])).toEqual([
      [`${path} · X`, '3 kB on average, of 4 samples', 3],
    ])
    expect(rowsOf(['x', '{"averageValue":3}'])).toEqual([[`${path} · X`, '3 on average', 3]])
    expect(rowsOf(['x', '{"a":{"b":1,"c":[2],"d":true,"e":null}}'])).toEqual([[`${path} · X · A · B`, '1', 1]])
    expect(rowsOf(['x', '{"a":{"b":{"c":{"d":1}}}}'])).toHaveLength(1)
    expect(rowsOf(['x', '{"a":{"b":{"c":{"d":{"e":1}}}}}'])).toEqual([])
    expect(rowsOf(['x', '{broken'])).toEqual([[`${path} · X`, '{broken', undefined]])
    expect(rowsOf(['x'])).toEqual([[`${path} · X`, '', undefined]])
    expect(rowsOf(['x', '[1]'])).toEqual([])
  })

  test('histograms of objects or lists, in the order of their ranges', () => {
    const histogram = (held: unknown): OverviewPart | undefined =>
      metric([
        {
          kind: 'table',
          title: 'a',
          columns: ['Key', 'Value'],
          rows: [['b', JSON.stringify({ histogramValue: held })]],
        },
      ])[0]
    const bucket = (from: string, count: unknown) => ({ bucketStart: from, bucketEnd: '9 ms', bucketCount: count })
    const one = histogram([
      bucket('20 ms', 2),
      bucket('3 ms', '5'),
      bucket('x', 1),
      bucket('4 ms', 'no'),
      bucket('5 ms', -1),
    ])
    expect(one).toMatchObject({
      kind: 'histogram',
      note: words.samples({ count: 8 }),
      bars: [
        { from: 'x', to: '9 ms', count: 1 },
        { from: '3 ms', to: '9 ms', count: 5 },
        { from: '20 ms', to: '9 ms', count: 2 },
      ],
    })
    expect(histogram({ 0: bucket('1 ms', 0) })).toMatchObject({ bars: [{ count: 0 }] })
    expect(histogram([])).toBeUndefined()
    const many = histogram(Array.from({ length: 501 }, () => bucket('1 ms', 1)))
    expect(many?.kind === 'histogram' && many.bars).toHaveLength(500)
  })

  test('signposts by category and name', () => {
    const signposts = (...lines: readonly unknown[]) =>
      values(
        titled(metric([text('signpostMetrics', lines.map((line) => JSON.stringify(line)).join('\n'))]), words.values),
      )
    const [[name]] = signposts({ signpostName: 'Load', signpostCategory: 'Cart', n: 1 }) as [[string]]
    expect(name).toMatch(/ · Cart · Load · N$/)
    expect(signposts({ signpostName: 'Load', n: 1 })[0]![0]).toMatch(/ · Load · N$/)
    expect(signposts({ n: 1 })[0]![0]).not.toContain('·  ·')
    expect(signposts('text', 4)).toEqual([])
  })

  test('wide tables: units beside their numbers, changes in percent, names in words', () => {
    const [, , , , value, unit, error] = metricTables.valueColumns
    const [, , , , , before, change] = metricTables.insightColumns
    const rows = [
      ['launchTime', '1.0', '250.5', 'milliseconds', '3'],
      ['HANGS · iOS', '1.0', '', 'odd', ''],
    ]
    const wide: ReportSection = {
      kind: 'table',
      title: 'Values',
      columns: ['Metric', 'Version', value, unit, error],
      rows,
    }
    const insight: ReportSection = {
      kind: 'table',
      title: 'Trending up',
      columns: ['Metric', 'Device', before, change],
      rows: [
        ['launchTime', 'all_iphones', '200', '25.3'],
        ['HANGS · iOS', 'all_ipads', '7', '-4'],
        ['other', 'percentile.fifty', '7', ''],
        ['other', 'percentile.ninety', '7', ''],
      ],
    }
    const [first, second] = metric([wide, insight])
    expect(first?.kind === 'table' && first.columns).toEqual([
      { heading: 'Metric' },
      { heading: 'Version', isNumber: true },
      { heading: value, isNumber: true },
      { heading: error, isNumber: true },
    ])
    expect(cells(first)).toEqual([
      ['Launch time', '1.0', '250.5 ms', '3 ms'],
      ['Hangs · iOS', '1.0', '', ''],
    ])
    expect(first?.kind === 'table' && first.rows[0]!.cells[2]).toEqual({
      text: '250.5 ms',
      value: 250.5,
      hint: '250.5',
    })
    expect(cells(second)).toEqual([
      ['Launch time', words.allIphones, '200 ms', '25.3%'],
      ['Hangs · iOS', words.allIpads, '7 odd', '-4%'],
      ['other', words.median, '7', ''],
      ['other', words.ninetieth, '7', ''],
    ])
    expect(second?.kind === 'table' && second.columns.at(-1)?.heading).toBe(words.change)
  })
})

describe('leaks', () => {
  const graph = `    5 (2.5K) << TOTAL >>
      3 (1.5K) ROOT CYCLE: <A 0x1> [32]
        1 (32 bytes) x --> <B 0x2> [32]
          y --> CYCLE BACK TO <A 0x1> [32]
      2 (1 byte) ROOT LEAK: <C 0x3> [1]
      1 (3M) ROOT LEAK: <D 0x4> [1]
  not a row`
  const leaks = (sections: readonly ReportSection[], fields: Fields = [], more: Parts = {}) =>
    partsOf({ format: 'leaks', sections, header: { fields }, ...more })
  const summary = text(
    sectionTitles.leaksSummary,
    'Process 1: 20 nodes malloced for 6 KB\nProcess 1: 3 leaks for 2560 total leaked bytes.',
  )

  test('roots with the largest first, the tree with its levels, the totals', () => {
    const parts = leaks(
      [summary, text('Stack 1', graph)],
      [
        ['Physical footprint', '9.9M'],
        ['Physical footprint (peak)', '12M'],
      ],
    )
    expect(facts(titled(parts, words.leaked))).toEqual([
      `${words.leakedTotal}: 3 leaks, 2.5 KB`,
      `${words.allocated}: ${words.blocksOf({ blocks: 20, size: '6 KB' })}`,
      `${words.footprint}: 9.9M`,
      `${words.peak}: 12M`,
    ])
    expect(cells(titled(parts, words.leaks))).toEqual([
      ['<D 0x4> [1]', '3.0 MB', '1', words.rootLeak, ''],
      ['<A 0x1> [32]', '1.5 KB', '3', words.rootCycle, ''],
      ['<C 0x3> [1]', '1 B', '2', words.rootLeak, ''],
    ])
    const tree = titled(parts, words.graph)
    expect(tree?.kind === 'tree' && tree.rows.map(({ depth, size }) => [depth, size.text])).toEqual([
      [1, '1.5 KB'],
      [2, '32 B'],
      [3, ''],
      [1, '1 B'],
      [1, '3.0 MB'],
    ])
  })

  test('a graph of a stack leads to its first frame', () => {
    const backtraces = [{ title: 'Stack 1', frames: makeFrames([{ address: 1 }], 4) }]
    const table = titled(leaks([text('Stack 1', graph)], [], { backtraces }), words.leaks)
    expect(table?.kind === 'table' && table.rows.map(({ frame }) => frame)).toEqual([4, 4, 4])
    expect(cells(table).map((row) => row[4])).toEqual(['Stack 1', 'Stack 1', 'Stack 1'])
  })

  test('no more than 5,000 rows', () => {
    const many = text('x', `${'1 (1 byte) ROOT LEAK: <C 0x3> [1]\n'.repeat(5001)}`)
    expect(cells(titled(leaks([many]), words.leaks))).toHaveLength(5000)
  })

  test.each([
    ['3 leaks for 2560 total leaked bytes', { leaks: 3, bytes: 2560 }],
    ['1 leak for 16 total leaked bytes', { leaks: 1, bytes: 16 }],
    ['leaks for 16 total leaked bytes', undefined],
    ['3 leaks for 16 bytes', undefined],
  ])('the total in %j', (said, total) => {
    const found = leakedOf({
      sections: [text('Other', '9 leaks for 9 total leaked bytes'), text(sectionTitles.leaksSummary, `x: ${said}.`)],
    })
    if (total) expect(found).toEqual({ ...total, said })
    else expect(found).toBeUndefined()
  })
})

describe('limits', () => {
  const limits = (...fields: Fields) => partsOf({ format: 'microstackshots', ...header(...fields) })
  test('what the report says, what was done, for how long, and the heaviest stack', () => {
    const said: Fields = [
      ['CPU', 'busy'],
      ['Wakeups', 'many'],
      ['Action taken', 'none'],
      ['Duration', '150.5s'],
    ]
    expect(facts(titled(limits(...said), words.againstLimit))).toEqual([
      `${words.said}: busy; many`,
      `${words.action}: none`,
      `${words.duration}: 2 min 31 s`,
    ])
    expect(facts(titled(limits(['CPU', 'busy'], ['Duration', 'long']), words.againstLimit))).toEqual([
      `${words.said}: busy`,
    ])
    const tree = (excerpt: boolean) => ({ title: '', weight: 'samples', roots: [], ...(excerpt && { excerpt }) })
    const parts = partsOf({ format: 'microstackshots', ...header(['CPU', 'x']), callTrees: [tree(false), tree(true)] })
    expect(titled(parts, words.heaviest)).toMatchObject({ kind: 'path', tree: 1 })
    expect(titled(limits(['CPU', 'x']), words.heaviest)).toBeUndefined()
  })

  test('bars: used and allowed, each over its time', () => {
    const cpu = '90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds'
    expect(bars(titled(limits(['CPU', cpu]), words.cpuShare))).toEqual([
      [words.used, 60, '60% in 2 min 30 s'],
      [words.allowed, 50, '50% in 3 min'],
    ])
    const wake =
      '45 wakeups over the last 120 seconds (375 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds'
    expect(bars(titled(limits(['Wakeups', wake]), words.wakeups))).toEqual([
      [words.used, 375, '375 a second in 2 min'],
      [words.allowed, 150, '150 a second in 5 min'],
    ])
    const amounts: Fields = [
      ['Writes', 'x'],
      ['Writes caused', '10 MB'],
      ['Writes duration', '5s'],
      ['Writes limit', '2 GB'],
      ['Limit duration', '1000s'],
    ]
    expect(bars(titled(limits(...amounts), words.writes))).toEqual([
      [words.used, 2e6, '2.0 MB a second'],
      [words.allowed, 2e6, '2.0 MB a second'],
    ])
    for (const [at] of amounts.entries()) {
      if (at === 0) continue
      const fewer = amounts.filter((_, other) => other !== at)
      expect(titled(limits(...fewer), words.writes)).toBeUndefined()
    }
    const replaced = (key: string, value: string): Fields =>
      amounts.map(([name, one]) => [name, name === key ? value : one])
    expect(titled(limits(...replaced('Writes duration', '0s')), words.writes)).toBeUndefined()
    expect(titled(limits(...replaced('Writes caused', '10 PB')), words.writes)).toBeUndefined()
    expect(bars(titled(limits(...replaced('Writes caused', '10 bytes')), words.writes))[0]![1]).toBe(2)
  })
})
