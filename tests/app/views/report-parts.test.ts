/** What stands behind a report's page: rows, trees, the memory map, shared text. */
import { describe, expect, test } from 'vitest'
import { gapWords, mapRows, marksOf } from '../../../src/app/views/report/memory-map.ts'
import { factsOf, natsSum, slideDoubt } from '../../../src/app/views/report/arithmetic.ts'
import { rowsOf, type RowChoice } from '../../../src/app/views/report/rows.ts'
import { exportName, frameText } from '../../../src/app/views/report/share.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Frame, ImageStatus, PlacementHypothesis } from '../../../src/core/model/report.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

describe('rows of stacks', () => {
  const report = buildReport([app('load()'), system('a'), system('b'), system('c'), system('d'), app('main')])
  const all: RowChoice = { isOpen: () => true, isUnfolded: () => false, query: '' }
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
    expect(status(0.99999)).toBe('inferred, likely: 99.9 %; no other fits')
    expect(status(0.5)).toBe('inferred, uncertain: 50 %; no other fits')
  })
})

describe('shared text', () => {
  const report = buildReport([app('inner()', { function: 'outer()', file: '/src/Shop.swift', line: 7 })])
  const named = (file: string) => ({ ...report, report: { ...report.report, file } })

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
    expect(exportName(named(file), extension)).toBe(name)
  })
})
