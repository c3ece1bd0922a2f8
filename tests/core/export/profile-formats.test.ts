/** Files for profilers: valid by what their authors publish, and with the same counts as the report. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firefoxProfileExporter } from '../../../src/core/export/firefox-profile.ts'
import { speedscopeExporter } from '../../../src/core/export/speedscope.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { app, buildReport, makeReport, system, unresolved, uuid } from '../../support/report-builder.ts'
import { addUp, reportOfStacks, seenStacks, type SeenStack } from '../../support/profiles.ts'

interface Speedscope {
  readonly $schema: string
  readonly activeProfileIndex?: number
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string }[] }
  readonly profiles: readonly {
    readonly type: string
    readonly name: string
    readonly unit: string
    readonly startValue: number
    readonly endValue: number
    readonly samples: readonly (readonly number[])[]
    readonly weights: readonly number[]
  }[]
}

const speedscope = (reports: Parameters<typeof speedscopeExporter.write>[0]): Speedscope =>
  JSON.parse(speedscopeExporter.write(reports)) as Speedscope

const namesOf = (stack: readonly number[]): string => stack.map((fn) => `f${fn}`).join(' ')
const weigh = (list: readonly SeenStack[]): number => list.reduce((all, { weight }) => all + weight, 0)

test('speedscope: the fields that its schema asks for, and every stack with its weight', () => {
  fc.assert(
    fc.property(fc.array(seenStacks, { minLength: 1, maxLength: 3 }), (lists) => {
      const file = speedscope([reportOfStacks(lists, (fn) => `f${fn}`)])
      expect(file.$schema).toBe('https://www.speedscope.app/file-format-schema.json')
      const names = lists.map((_, at) => `Thread ${at}`)
      expect(file.profiles.map(({ name }) => name).sort()).toEqual(
        (lists.length > 1 ? ['All threads', ...names] : names).sort(),
      )
      for (const profile of file.profiles) {
        const list = lists[Number(profile.name.split(' ')[1])] ?? lists.flat()
        expect(profile).toMatchObject({ type: 'sampled', unit: 'none', startValue: 0, endValue: weigh(list) })
        expect(profile.weights).toHaveLength(profile.samples.length)
        const seen = new Map<string, number>()
        profile.samples.forEach((stack, at) => {
          seen.set(stack.map((frame) => file.shared.frames[frame]!.name).join(' '), profile.weights[at]!)
        })
        expect(seen).toEqual(addUp(list, namesOf))
      }
    }),
  )
})

type Column = readonly (number | null)[]
interface Table {
  readonly length: number
  readonly [column: string]: unknown
}
interface Firefox {
  readonly meta: Readonly<Record<string, unknown>>
  readonly libs: readonly Readonly<Record<string, unknown>>[]
  readonly threads: readonly (Readonly<Record<string, Table>> & {
    readonly name: string
    readonly pid: string
    readonly tid: number
    readonly processName: string
    readonly isMainThread: boolean
    readonly stringArray: readonly string[]
  })[]
}

const firefox = (reports: Parameters<typeof firefoxProfileExporter.write>[0]): Firefox =>
  JSON.parse(firefoxProfileExporter.write(reports)) as Firefox

/** Columns that refer to rows of another table; -1 or null means none, where allowed. */
const references: readonly (readonly [table: string, column: string, to: string, orNone?: boolean])[] = [
  ['samples', 'stack', 'stackTable', true],
  ['stackTable', 'frame', 'frameTable'],
  ['stackTable', 'prefix', 'stackTable', true],
  ['frameTable', 'func', 'funcTable'],
  ['funcTable', 'name', 'stringArray'],
  ['funcTable', 'resource', 'resourceTable', true],
  ['resourceTable', 'name', 'stringArray'],
  ['resourceTable', 'lib', 'libs'],
]

/** Columns that the profiler reads in version 48. */
const columns: Readonly<Record<string, readonly string[]>> = {
  samples: ['weight', 'stack', 'time'],
  markers: ['data', 'name', 'startTime', 'endTime', 'phase', 'category'],
  stackTable: ['frame', 'prefix', 'category', 'subcategory'],
  frameTable: [
    'address',
    'inlineDepth',
    'category',
    'subcategory',
    'func',
    'nativeSymbol',
    'innerWindowID',
    'line',
    'column',
  ],
  funcTable: ['name', 'isJS', 'relevantForJS', 'resource', 'fileName', 'lineNumber', 'columnNumber'],
  resourceTable: ['lib', 'name', 'host', 'type'],
  nativeSymbols: ['libIndex', 'address', 'name', 'functionSize'],
}

function checkTables(file: Firefox): void {
  expect(file.meta).toMatchObject({ preprocessedProfileVersion: 48, symbolicated: true, markerSchema: [] })
  for (const thread of file.threads) {
    expect(typeof thread.pid).toBe('string')
    for (const [table, names] of Object.entries(columns))
      for (const name of names)
        expect([table, name, thread[table]![name]]).toHaveProperty([2, 'length'], thread[table]!.length)
    for (const [table, column, to, orNone] of references) {
      const rows =
        to === 'libs' ? file.libs.length : to === 'stringArray' ? thread.stringArray.length : thread[to]!.length
      for (const at of thread[table]![column] as Column)
        if (!(orNone && (at === null || at === -1))) expect(at !== null && at >= 0 && at < rows).toBe(true)
    }
    ;(thread['stackTable']!['prefix'] as Column).forEach((prefix, at) => expect(prefix ?? -1).toBeLessThan(at))
  }
}

function stacksOf(thread: Firefox['threads'][number]): Map<string, number> {
  const column = (table: string, name: string): Column => thread[table]![name] as Column
  const seen = new Map<string, number>()
  column('samples', 'stack').forEach((stack, at) => {
    const names: string[] = []
    for (let call = stack; call !== null && call !== undefined; call = column('stackTable', 'prefix')[call]!) {
      const fn = column('frameTable', 'func')[column('stackTable', 'frame')[call]!]!
      names.unshift(thread.stringArray[column('funcTable', 'name')[fn]!]!)
    }
    seen.set(names.join(' '), column('samples', 'weight')[at]!)
  })
  return seen
}

test('Firefox Profiler: columns of one length, references within their tables, and every stack with its weight', () => {
  fc.assert(
    fc.property(fc.array(seenStacks, { minLength: 1, maxLength: 3 }), (lists) => {
      const file = firefox([reportOfStacks(lists, (fn) => `f${fn}`)])
      checkTables(file)
      for (const thread of file.threads)
        expect(stacksOf(thread)).toEqual(addUp(lists[Number(thread.name.split(' ')[1])]!, namesOf))
    }),
  )
})

test('Firefox Profiler: processes by their number, images with their UUID, own code in a category of its own', () => {
  const made = buildReport([system('wait'), app('-[Cart add:]')])
  const images = made.report.images.map((image) => ({ ...image, uuid: uuid('a') }))
  const file = firefox([{ ...made, report: { ...made.report, images } }])
  checkTables(file)
  expect(file.libs).toContainEqual(expect.objectContaining({ name: 'Shop', breakpadId: `${'A'.repeat(32)}0` }))
  expect(file.threads[0]!['stackTable']!['category']).toEqual([1, 0])

  const title = (at: number): string => (at < 2 ? `Shop [42] · Thread ${at}` : `mds [7] · Thread ${at}`)
  const lists = [[{ stack: [1], weight: 2 }], [{ stack: [2], weight: 1 }], [{ stack: [3], weight: 9 }]]
  const several = firefox([reportOfStacks(lists, (fn) => `f${fn}`, title)])
  expect(several.threads.map(({ pid, processName, isMainThread }) => [pid, processName, isMainThread])).toEqual([
    ['7', 'mds [7]', true],
    ['42', 'Shop [42]', true],
    ['42', 'Shop [42]', false],
  ])
})

test('a report without stacks makes files without profiles, and an address without a name is one', () => {
  const none = [unresolved(makeReport({ threads: [] }))]
  expect(speedscope(none)).toMatchObject({ profiles: [], shared: { frames: [] } })
  expect(speedscope(none).activeProfileIndex).toBeUndefined()
  expect(firefox(none).threads).toEqual([])
  const bare = unresolved(makeReport({ rows: [{ address: runtimeAddress(0x1234) }] }))
  expect(speedscope([bare]).shared.frames).toEqual([{ name: '0x1234' }])
  expect(stacksOf(firefox([bare]).threads[0]!)).toEqual(new Map([['0x1234', 1]]))
})

test('stacks that are not threads are tracks of both files', () => {
  const made = buildReport([app('main')])
  const [thread] = made.report.threads
  const frames = thread?.frames ?? []
  const backtraces = [{ title: 'Allocated', frames }]
  const report = { ...made.report, threads: [], lastException: { frames }, backtraces }
  const file = speedscope([{ ...made, report }])
  expect(file.profiles.filter(({ name }) => name !== 'All threads').map(({ samples }) => samples.length)).toEqual([
    1, 1,
  ])
  expect(file.profiles.map(({ name }) => name)).toContain('Allocated')
  const firefox = JSON.parse(firefoxProfileExporter.write([{ ...made, report }])) as { threads: { name: string }[] }
  expect(firefox.threads.map(({ name }) => name)).toContain('Allocated')
  expect(firefox.threads).toHaveLength(2)
})
