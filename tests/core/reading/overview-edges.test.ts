/** Overviews from made sections and fields: each cell with its field, and without it. */
import { describe, expect, test } from 'vitest'
import { columns } from '../../../src/core/messages/export.ts'
import { overviewWords as words } from '../../../src/core/messages/overview.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { ReportSection, Thread } from '../../../src/core/model/report.ts'
import {
  cellOf,
  fieldOf,
  overviewKind,
  tableWith,
  type OverviewPart,
} from '../../../src/core/reading/overview/overview.ts'
import { overviewOf } from '../../../src/core/reading/overview/read.ts'
import { makeFrames, makeImage, makeReport, unresolved, uuid } from '../../support/report-builder.ts'

type Parts = Parameters<typeof makeReport>[0]

type Fields = readonly (readonly [string, string])[]

const partsOf = (parts: Parts, images: Parameters<typeof overviewOf>[0]['images'] = []): readonly OverviewPart[] =>
  overviewOf({ ...unresolved(makeReport({ threads: [], ...parts })), images })?.parts ?? []

const titled = (parts: readonly OverviewPart[], title: string): OverviewPart | undefined =>
  parts.find((part) => part.title === title)

const cells = (part: OverviewPart | undefined): readonly (readonly string[])[] =>
  part?.kind === 'table' ? part.rows.map((row) => row.cells.map(({ text }) => text)) : []

const facts = (part: OverviewPart | undefined): readonly string[] =>
  part?.kind === 'facts' ? part.facts.map(([term, { text }]) => `${term}: ${text}`) : []

const bars = (part: OverviewPart | undefined): readonly (readonly [string, number, string])[] =>
  part?.kind === 'bars' ? part.bars.map(({ label, value, text }) => [label, value, text] as const) : []

const table = (named: readonly string[], ...rows: readonly (readonly string[])[]): ReportSection => ({
  kind: 'table',
  title: 'Rows',
  columns: named,
  rows,
})

const text = (title: string, said: string): ReportSection => ({ kind: 'text', title, text: said })

const header = (...fields: Fields): Parts => ({ header: { fields } })

describe('which report has an overview', () => {
  test.each<[Parts, string | undefined]>([
    [{ format: 'panic' }, 'panic'],
    [{ format: 'apple-text', writtenFrom: 'panic' }, 'panic'],
    [{ format: 'ips-jetsam', sections: [table(['pages'])] }, 'memory-kill'],
    [{ format: 'jetsam-text', sections: [table(['rpages'])] }, 'memory-kill'],
    [{ format: 'ips-jetsam', sections: [table(['name'])] }, undefined],
    [{ format: 'ips-stackshot', sections: [table(['procname'])] }, 'stackshot'],
    [{ format: 'ips-stackshot', sections: [table(['name'])] }, undefined],
    [{ format: 'leaks', sections: [text('x', '3 leaks for 4 total leaked bytes')] }, 'leaks'],
    [{ format: 'leaks', sections: [text('x', 'ROOT CYCLE: <A>')] }, 'leaks'],
    [{ format: 'leaks', sections: [text('x', 'nothing')] }, undefined],
    [{ format: 'metrickit', kind: 'metrics', sections: [table([])] }, 'metrics'],
    [{ format: 'metrickit', kind: 'crash', sections: [table([])] }, undefined],
    [{ format: 'metrickit', kind: 'metrics' }, undefined],
    [{ format: 'power-metrics', sections: [table([])] }, 'metrics'],
    [{ format: 'power-metrics' }, undefined],
    [{ format: 'microstackshots', ...header(['CPU', 'x']) }, 'limits'],
    [{ format: 'microstackshots', ...header(['Wakeups', 'x']) }, 'limits'],
    [{ format: 'microstackshots', ...header(['Writes', 'x']) }, 'limits'],
    [{ format: 'microstackshots', ...header(['Memory', 'x']) }, undefined],
    [{ format: 'apple-text' }, undefined],
  ])('%j: %s', (parts, kind) => {
    expect(overviewKind(makeReport(parts))).toBe(kind)
  })

  test('a kind without parts has none', () => {
    expect(overviewOf(unresolved(makeReport({ format: 'panic', threads: [] })))).toBeUndefined()
    expect(overviewOf(unresolved(makeReport({})))).toBeUndefined()
  })

  test('a column by its name, a field by its key without the blanks around it', () => {
    const one = table(['a', 'b'], ['1', '2'])
    const report = makeReport({ sections: [text('a', ''), table(['c']), one], ...header([' Key ', 'v']) })
    expect(tableWith(report, 'b')).toBe(one)
    expect(tableWith(report, 'd')).toBeUndefined()
    expect(one.kind === 'table' && ['a', 'b', 'c'].map((column) => cellOf(one, ['1', '2'], column))).toEqual([
      '1',
      '2',
      '',
    ])
    expect(fieldOf(report, 'Key')).toBe('v')
    expect(fieldOf(report, 'key')).toBeUndefined()
  })
})

describe('memory kills', () => {
  const named = [
    'name',
    'pages',
    'lifetimeMax',
    'reason',
    'states',
    'cpuTime',
    'age',
    'pid',
    'uuid',
    'adjusted_memory_limit',
  ]
  const shop = ['Shop', '100', '120', 'per-process-limit', 'frontmost', '3', '24000000', '7', 'U', '50']
  const kill = (fields: Fields, ...rows: readonly (readonly string[])[]): readonly OverviewPart[] =>
    partsOf({ format: 'ips-jetsam', sections: [table(named, ...rows)], header: { device: 'iPhone15,2', fields } })
  const pageSize = ['memoryStatus.pageSize', '16384'] as const

  test('every cell of a row, and the note', () => {
    const parts = kill([pageSize], ['Mail', '300', '', '', '', '', '', '', ''], shop)
    const part = titled(parts, words.processes)
    expect(cells(part)).toEqual([
      ['Mail', '4.7 MB', '', '', '', '', '', '', ''],
      ['Shop', '1.6 MB', '1.9 MB', 'per-process-limit', 'frontmost', '3 s', '≈ 1 s', '7', 'U'],
    ])
    expect(part?.kind === 'table' && part.note).toBe(words.sumOfProcesses({ processes: 2, sum: '6.3 MB' }))
    const pages = titled(kill([], shop), words.processes)
    expect(pages?.kind === 'table' && pages.note).toContain(words.noPageSize)
  })

  test('who was ended: why, how large, and the limit where there is one', () => {
    const limited = ['Mail', '5', '', 'odd', '', '', '', '', '', '']
    expect(facts(titled(kill([pageSize], shop, limited), words.ended))).toEqual([
      `Shop: per-process-limit: ${words.reasons['per-process-limit']}, ${words.footprint}: 1.6 MB, ${words.limit} 50.0 MB`,
      `Mail: odd, ${words.footprint}: 80.0 KB`,
    ])
    expect(facts(titled(kill([pageSize, ['largestProcess', 'Mail']], ['Mail', '5', '', '']), words.ended))).toEqual([
      `: ${words.endedNone}`,
      `${words.largest}: Mail`,
    ])
    const many = Array.from({ length: 21 }, (_, at) => [`p${at}`, '1', '', 'odd'])
    expect(facts(titled(kill([pageSize], ...many), words.ended))).toHaveLength(20)
    const cut = partsOf({
      format: 'ips-jetsam',
      sections: [table(named, ['Mail', '5', '', ''])],
      problems: [{ code: 'truncated', severity: 'warning', message: '' } as never],
    })
    expect(facts(titled(cut, words.ended))).toEqual([`: ${words.endedNoneHere}`])
  })

  test('the memory of the device: each list of pages, none without a size or of 0', () => {
    const lists = ['wired', 'active', 'inactive', 'speculative', 'throttled', 'free'].map(
      (name, at): readonly [string, string] => [`memoryStatus.memoryPages.${name}`, String(at + 1)],
    )
    const all: Fields = [...lists, ['memoryStatus.compressorSize', '7'], ['memoryStatus.memoryPages.anonymous', '9']]
    const shown = bars(titled(kill([pageSize, ...all], shop), words.memory))
    expect(shown.map(([label, value]) => [label, value / 16_384])).toEqual([
      [words.wired, 1],
      [words.active, 2],
      [words.inactive, 3],
      [words.speculative, 4],
      [words.throttled, 5],
      [words.compressorSize, 7],
      [words.free, 6],
    ])
    expect(titled(kill(all, shop), words.memory)).toBeUndefined()
    expect(titled(kill([pageSize, ['memoryStatus.memoryPages.free', '0']], shop), words.memory)).toBeUndefined()
  })
})

describe('panics', () => {
  const said: Fields = [
    ['Kernel version', 'Darwin 23'],
    ['Kernel UUID', 'K'],
    ['Kernel slide', '0x1'],
    ['Kernel text base', '0x2'],
    ['Fileset Kernelcache UUID', 'C'],
    ['Compressor Info', '9%'],
    ['panicFlags', '0x4'],
    ['Panicked task 0xff', '0 pages, 12 threads: pid 12: mds'],
    ['Panicked thread', '0xfe'],
    ['Boot args', '-v'],
    ['System uptime in nanoseconds', '60000000000'],
    ['System shutdown begun', 'NO'],
  ]
  const panic = (fields: Fields, reason?: string, more: Parts = {}): readonly OverviewPart[] =>
    partsOf({
      format: 'panic',
      header: { fields },
      ...(reason !== undefined && { exception: { type: 'panic', reason } }),
      ...more,
    })

  test('every fact, and none without its field', () => {
    const parts = panic(said, 'panic(cpu 1 caller 0xfe01): bad things')
    expect(facts(titled(parts, words.kernel))).toEqual([
      'Version: Darwin 23',
      'UUID: K',
      'Slide: 0x1',
      `${words.kernelBase}: 0x2`,
      `${words.cacheUuid}: C`,
      'Compressor: 9%',
      'Panic flags: 0x4',
    ])
    expect(facts(titled(parts, words.panicked))).toEqual([
      `Core: ${words.coreOf({ core: '1', caller: '0xfe01' })}`,
      'Task: mds [12], 0 pages, 12 threads',
      'Thread: 0xfe',
      'Boot arguments: -v',
      'Uptime: 1 min',
      `${words.shutdownBegun}: NO`,
    ])
    expect(parts.find(({ kind }) => kind === 'quote')).toMatchObject({ text: 'bad things' })
    for (const [at] of said.entries()) {
      const fewer = panic(said.filter((_, other) => other !== at))
      const all = [...facts(titled(fewer, words.kernel)), ...facts(titled(fewer, words.panicked))]
      expect(all).toHaveLength(said.length - 1)
    }
    expect(panic([['Kernel slide', '']])).toEqual([])
  })

  test.each([
    ['pid 0: kernel_task', 'kernel_task [0]'],
    ['kernel_task', 'kernel_task'],
    ['12 threads: pid 0:', '12 threads: pid 0:'],
  ])('the task %j is %s', (task, shown) => {
    expect(facts(titled(panic([['Panicked task', task]]), words.panicked))).toEqual([`Task: ${shown}`])
  })

  test.each([
    ['soon', 'soon'],
    ['1'.repeat(20), '1'.repeat(20)],
  ])('an uptime of %j stays', (uptime, shown) => {
    expect(facts(titled(panic([['System uptime in nanoseconds', uptime]]), words.panicked))).toEqual([
      `Uptime: ${shown}`,
    ])
  })

  test('extensions of the backtrace, with what is known of each', () => {
    const full = makeImage({
      name: 'com.a.kext',
      bundleId: 'com.a.kext',
      version: '1.0',
      uuid: uuid('a'),
      loadAddress: runtimeAddress(0xff00),
      size: 2048,
    })
    const bare = makeImage({ index: 1, name: 'com.b.kext', bundleId: 'com.b.kext' })
    const other = makeImage({ index: 2, name: 'kernel' })
    const status = { image: 0, symbols: 'system', reason: '', frames: 3, unnamed: 0 } as const
    const part = titled(partsOf({ format: 'panic', images: [full, bare, other] }, [status]), words.kextsInBacktrace)
    expect(cells(part)).toEqual([
      ['com.a.kext', '1.0', '3', '0xff00', '2.0 KB', uuid('a')],
      ['com.b.kext', '', '', '', '', ''],
    ])
    expect(part?.kind === 'table' && part.columns.map(({ heading }) => heading)).toEqual([
      columns.image,
      columns.version,
      columns.frames,
      columns.loadAddress,
      columns.size,
      columns.uuid,
    ])
    expect(part?.kind === 'table' && part.rows[0]!.cells.map(({ value }) => value)).toEqual([
      undefined,
      undefined,
      3,
      undefined,
      2048,
      undefined,
    ])
    expect(partsOf({ format: 'panic', images: [other] })).toEqual([])
  })

  test('tables by their first column; only zones are sorted, the largest first', () => {
    const rows = [
      ['a', '10'],
      ['b', '2000'],
      ['c', '300'],
    ]
    const of = (...list: readonly ReportSection[]) => partsOf({ format: 'panic', sections: list })
    const [zones] = of(table(['zone', 'zoneSize'], ...rows))
    expect(cells(zones)).toEqual([
      ['b', '2.0 KB'],
      ['c', '300 B'],
      ['a', '10 B'],
    ])
    expect(zones?.kind === 'table' && zones.columns.map(({ isNumber }) => isNumber)).toEqual([undefined, true])
    const [kexts] = of(table(['kext', 'address'], ['x', '0x10'], ['a', '']))
    expect(cells(kexts).map(([name]) => name)).toEqual(['x', 'a'])
    expect(kexts?.kind === 'table' && kexts.columns.map(({ isCode }) => isCode)).toEqual([undefined, true])
    expect(of(table(['other']))).toEqual([])
  })
})

describe('stackshots', () => {
  const named = [
    'procname',
    'pid',
    'userTimeTask',
    'systemTimeTask',
    'residentMemoryBytes',
    'threads',
    'suspendCount',
    'frontmost',
    'pageFaults',
  ]
  const frames = (id: number) => makeFrames([{ address: 1 }], id)
  const threads: readonly Thread[] = [
    { id: 1, process: 7, crashed: false, frames: [] },
    { id: 2, process: 7, crashed: false, frames: frames(5), state: ['TH_RUN'] },
    { id: 3, process: 7, crashed: false, frames: frames(6), state: ['TH_RUN', 'TH_IDLE'] },
    { id: 4, process: 8, crashed: false, frames: frames(7), state: ['TH_WAIT'] },
    { id: 5, crashed: false, frames: frames(8), state: ['TH_RUN'] },
  ]
  const shot = (...rows: readonly (readonly string[])[]) =>
    partsOf({ format: 'ips-stackshot', threads, sections: [table(named, ...rows)] })[0]

  test('every cell, the busiest first, and the way to the stacks', () => {
    const part = shot(
      ['quiet', '9', '', '', '', '', '', '', ''],
      ['idle', '8', '0', '0.5', '1024', '1', '0', '0', '3'],
      ['shop', '7', '1.5', '0.5', '2048', '3', '1', '1', '4'],
      ['user', '6', '0.25', '', '', '', '0', 'true', ''],
    )
    expect(cells(part)).toEqual([
      ['shop', '7', '2 s', '2.0 KB', '3', '1', `${words.frontmost}, ${words.suspended}`, '4'],
      ['idle', '8', '0.5 s', '1.0 KB', '1', '', '', '3'],
      ['user', '6', '0.25 s', '', '', '', words.frontmost, ''],
      ['quiet', '9', '', '', '', '', '', ''],
    ])
    expect(part?.kind === 'table' && part.rows.map(({ frame }) => frame)).toEqual([5, 7, undefined, undefined])
    expect(part?.kind === 'table' && part.rows[0]!.cells[2]!.hint).toBe(
      `${words.userTime}: 1.5 s; ${words.kernelTime}: 0.5 s`,
    )
  })
})
