/** Data of a report's page: rows, trees, the memory map, shared text. */
import { describe, expect, test } from 'vitest'
import {
  gapWords,
  mapRows,
  marksOf,
  rangeOf,
  scaleOf,
  sizeOf,
  type MapRow,
} from '../../../src/app/views/report/memory-map.ts'
import { factsOf, natsSum, slideDoubt } from '../../../src/app/views/report/arithmetic.ts'
import { processesOf, rowsOf, type RowChoice } from '../../../src/app/views/report/rows.ts'
import { frameText } from '../../../src/app/views/report/frame-text.ts'
import { exportName } from '../../../src/app/views/report/share.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { KnownImage } from '../../../src/core/model/image.ts'
import type {
  Frame,
  ImageStatus,
  PlacementHypothesis,
  SymbolicatedReport,
  Thread,
} from '../../../src/core/model/report.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

describe('rows of stacks', () => {
  const report = buildReport([app('load()'), system('a'), system('b'), system('c'), system('d'), app('main')])
  const all: RowChoice = { isOpen: () => true, isUnfolded: () => false, framelessOpen: false, query: '' }
  const rows = (choice: Partial<RowChoice>) => rowsOf(report, stacksOf(report.report), { ...all, ...choice })

  test('a run of the system is one row; unfolded, its frames follow it', () => {
    expect(rows({}).map(({ kind }) => kind)).toEqual(['stack', 'frame', 'fold', 'frame'])
    expect(rows({ isUnfolded: () => true }).filter(({ kind }) => kind === 'frame')).toHaveLength(6)
  })

  test('a search opens what is closed or folded, and shows only what matches', () => {
    const found = rows({ query: 'c', isOpen: () => false })
    expect(found.flatMap((row) => (row.kind === 'frame' ? [row.frame.id] : []))).toEqual([3])
    expect(rows({ query: 'nowhere' })).toEqual([])
    expect(rows({ query: 'shop' }).filter(({ kind }) => kind === 'frame')).toHaveLength(2)
  })

  test('threads without frames are one row behind the others, by process; a few stand each for itself', () => {
    const { report: read } = report
    const [crashed] = read.threads
    const thread = (id: number, name: string, process: number) => ({ id, name, process, crashed: false, frames: [] })
    const bare = [thread(1, 'kernel_task [0] a', 0), thread(2, 'logd [7]', 7), thread(3, 'kernel_task [0]', 0)]
    const shown = (threads: readonly Thread[], framelessOpen = false) => {
      const symbolicated = { ...report, report: { ...read, threads: [...(crashed ? [crashed] : []), ...threads] } }
      return rowsOf(symbolicated, stacksOf(symbolicated.report), { ...all, isOpen: () => false, framelessOpen })
    }
    const kinds = (rows: ReturnType<typeof shown>) => rows.map(({ kind }) => kind)
    expect(kinds(shown(bare))).toEqual(['stack', 'others', 'stack', 'stack', 'stack'])
    const many = [...bare, thread(4, 'kernel_task [0] b', 0), thread(5, '', 9)]
    const rows = shown(many)
    expect(kinds(rows)).toEqual(['stack', 'frameless'])
    const last = rows.at(-1)
    expect(last?.kind === 'frameless' && processesOf(last.stacks)).toEqual([
      ['kernel_task [0]', 3],
      ['logd [7]', 1],
      ['9', 1],
    ])
    expect(shown(many, true)).toHaveLength(2 + many.length)
  })

  test('a closed stack is its head alone', () => {
    expect(rows({ isOpen: () => false }).map(({ kind }) => kind)).toEqual(['stack'])
  })
})

describe('the memory map', () => {
  const { report } = buildReport([app('load()')], { exception: { address: runtimeAddress(0x104cc8004) } })
  const kinds = (marks: ReturnType<typeof marksOf>) => mapRows(report, marks).map((row) => row.kind)

  test('the fault is marked in the image that holds it', () => {
    const marks = marksOf(report, undefined)
    const rows = mapRows(report, marks)
    const marked = rows.filter((row) => row.marks.length > 0)
    expect(marked).toMatchObject([{ kind: 'image', name: 'Shop', marks: [{ isFault: true }] }])
  })

  test('an address above all images is in the rest of memory, and one of 0 in the first gap', () => {
    const above = mapRows(report, [{ label: 'sp', address: 0x7fff_ffff_0000n }]).at(-1)
    expect(above?.kind === 'gap' && gapWords(above)).toBe('All above: other memory, or none')
    expect(kinds([{ label: 'pc', address: 0n }])[0]).toBe('gap')
    expect(kinds([])).toEqual([])
  })

  test('all sizes stand on one scale; a size that nobody knows does not', () => {
    const image = (bytes: bigint, isSized = true): MapRow & { kind: 'image' } => ({
      ...{ kind: 'image', name: 'Shop', isSized, marks: [] },
      ...{ start: 0x1000n, end: 0x1000n + bytes },
    })
    const rows = [image(1n << 14n), image(1n << 20n), { kind: 'gap', start: 0n, end: 1n << 40n, marks: [] } as const]
    const { ticks, at } = scaleOf(rows)
    expect(ticks.map(({ bytes }) => Math.log2(bytes))).toEqual([10, 20, 30, 40])
    // Halfway between two marks is their geometric mean.
    expect(at(2 ** 15)).toBeCloseTo(1 / 6)
    expect(rows.map((row) => at(sizeOf(row) ?? NaN))).toEqual([expect.closeTo(0.4 / 3), expect.closeTo(1 / 3), 1])
    expect(at(0)).toBe(0)
    const unsized = image(0x1000n, false)
    expect(sizeOf(unsized)).toBeUndefined()
    expect(rangeOf(unsized)).toBe('0x1000')
    expect(sizeOf({ kind: 'gap', start: 0n, marks: [] })).toBeUndefined()
  })

  test('only registers that point into code or the stack are marked', () => {
    const thread = { ...report.threads[0]!, registers: ['x0', 'pc', 'sp'].map((name) => ({ name, value: 1n })) }
    expect(marksOf(report, thread).map(({ label }) => label)).toEqual(['faulting address', 'pc', 'sp'])
  })
})

describe('how an address became an offset', () => {
  const report = buildReport([app('load()')])
  const [frame] = report.report.threads[0]!.frames

  test('the subtraction is written out with the numbers it was made of', () => {
    const moved: Frame = { ...frame!, address: runtimeAddress(0x104cc8010) }
    expect(factsOf(report, moved, []).find(({ term }) => term === 'Offset')?.value).toBe(
      '0x104cc8010 − 0x104cc8000 = 16',
    )
  })

  test('an image that its report does not name is told by the name of its symbols, else as "the image"', () => {
    const [image, ...others] = report.report.images
    const bare = { ...report, report: { ...report.report, images: [{ ...image!, name: '' }, ...others] } }
    const note = (known: readonly KnownImage[]) =>
      factsOf(bare, { ...frame!, address: runtimeAddress(0x104cc8010) }, known).find(({ term }) => term === 'Offset')
        ?.note
    expect(note([])).toContain('load address of the image')
    const known = { uuid: image!.uuid, arch: image!.arch, name: 'Named' } as KnownImage
    expect(note([known])).toContain('load address of Named')
  })

  test('a crash address is that of the thread that crashed, and of a crash', () => {
    const note = (given: SymbolicatedReport, one: Frame): string | undefined =>
      factsOf(given, { ...one, address: runtimeAddress(0x104cc8010) }, []).find(({ term }) => term === 'Address')?.note
    const exact = { ...frame!, kind: 'exact' } as const
    const [thread] = report.report.threads
    const ended = (crashed: boolean, type?: string): SymbolicatedReport => ({
      ...report,
      report: {
        ...report.report,
        threads: [{ ...thread!, crashed }],
        ...(type !== undefined && { exception: { type, signal: 'SIGSEGV' } }),
      },
    })
    expect(note(ended(true, 'EXC_BAD_ACCESS'), exact)).toBe('crash address')
    expect(note(ended(true, 'EXC_BAD_ACCESS'), { ...exact, id: 99 })).toMatch(/^address of an instruction/)
    expect(note(ended(false), exact)).toMatch(/^address of an instruction/)
    const hang = { ...ended(true), report: { ...ended(true).report, format: 'spindump' } }
    expect(note(hang, exact)).toMatch(/^address of an instruction/)
  })

  test('a frame without an address or offset states neither', () => {
    expect(factsOf(report, { id: 0, index: 0, kind: 'exact' }, [])).toEqual([])
  })

  test('terms of evidence keep their signs', () => {
    const of = (...nats: number[]): PlacementHypothesis =>
      ({ evidence: nats.map((one) => ({ fact: '', nats: one })), nats: 2 }) as unknown as PlacementHypothesis
    expect(natsSum(of(-1, 4, -1))).toBe('−1 + 4 − 1 = 2 nats')
  })

  test('a slide is never said to be surer than it is', () => {
    const status = (confidence?: number) =>
      slideDoubt({ ...(confidence !== undefined && { confidence }) } as unknown as ImageStatus)
    expect(status()).toBeUndefined()
    expect(status(1)).toBeUndefined()
    expect(status(0.99999)).toBe('inferred, likely: 99.9%; no other fits')
    expect(status(0.5)).toBe('inferred, uncertain: 50%; no other fits')
  })
})

describe('shared text', () => {
  const report = buildReport([app('inner()', { function: 'outer()', file: '/src/Shop.swift', line: 7 })])

  test('a frame is a line a call, with what is inlined', () => {
    const [frame] = report.report.threads[0]!.frames
    expect(frameText(report, frame!, 'simplified').split('\n')).toEqual([
      '0  Shop  0x104cc8000  inner()  [inlined]',
      '0  Shop  0x104cc8000  outer()  (Shop.swift:7)',
    ])
  })

  test.each([
    ['Crash.ips', '', 'Crash-symbolicated.ips'],
    ['Crash.ips', 'html', 'Crash-symbolicated.html'],
    ['reports.zip!/a/Crash.crash', 'md', 'Crash-symbolicated.md'],
    ['C:\\logs\\Crash.ips', 'json', 'Crash-symbolicated.json'],
    ['no-ending', '', 'no-ending-symbolicated.txt'],
    ['.hidden', '', '.hidden-symbolicated.txt'],
  ])('%s with the ending %j is saved as %s', (file, extension, name) => {
    expect(exportName(file, extension)).toBe(name)
  })
})
