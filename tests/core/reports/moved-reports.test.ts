/** A report that became a part of another text: all of its places and problems move. And images by the addresses that they hold. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Problem } from '../../../src/core/model/problem.ts'
import { ImageList } from '../../../src/core/reports/base/image-list.ts'
import { moveProblem } from '../../../src/core/reports/rows/move-problem.ts'
import { moveReport } from '../../../src/core/reports/rows/move-report.ts'
import { makeFrames, makeReport } from '../../support/report-builder.ts'

describe('a report within another text', () => {
  const span = { start: 1, end: 4 }
  const [frame, bare] = makeFrames([{ address: 1, span, symbolSpan: { start: 2, end: 3 } }, { address: 2 }])
  const problemOf = (code: string, more: Partial<Problem> = {}): Problem =>
    ({ code, message: '', severity: 'warning', ...more }) as Problem

  test('all of its places move', () => {
    const stack = { frames: [frame!, bare!], span }
    const report = makeReport({
      threads: [{ id: 0, crashed: true, ...stack }],
      lastException: stack,
      backtraces: [{ title: 'B', ...stack }],
      callTrees: [
        {
          title: 'T',
          weight: 'samples',
          roots: [{ frame: frame!, count: 1, children: [{ frame: frame!, count: 1, children: [] }] }],
        },
      ],
      problems: [problemOf('cut-row', { line: 3 })],
    })
    const moved = moveReport(report, 'whole', 10, (line) => line + 100)
    const places = {
      span: { start: 11, end: 14 },
      frames: [{ span: { start: 11, end: 14 }, symbolSpan: { start: 12, end: 13 } }, {}],
    }
    expect(moved).toMatchObject({
      text: 'whole',
      threads: [places],
      lastException: places,
      backtraces: [places],
      problems: [{ line: 103 }],
    })
    const [root] = moved.callTrees[0]!.roots
    expect([root!.frame.span, root!.children[0]!.frame.span]).toEqual([places.span, places.span])
    expect(moved.threads[0]!.frames[1]).not.toHaveProperty('span')
    expect(moveReport(report, 'whole', 0, (line) => line)).toMatchObject({ text: 'whole', threads: [{ span }] })
    expect(moveReport(makeReport({}), 'x', 5, (line) => line)).not.toHaveProperty('lastException')
  })

  test('problems are said anew where their sentence names the line', () => {
    const move = (one: Problem) => moveProblem(one, (line) => line + 100)
    expect(move(problemOf('odd'))).toEqual(problemOf('odd'))
    expect(move(problemOf('odd', { line: 1 }))).toMatchObject({ line: 101, code: 'odd' })
    expect(move(problemOf('cut-row', { line: 7, file: 'a' }))).toMatchObject({
      line: 107,
      file: 'a',
      params: { line: 107 },
    })
    expect(move(problemOf('misprinted-row', { line: 7 }))).toMatchObject({ line: 107, params: { line: 107 } })
    const unread = problemOf('unreadable-row', { line: 7, params: { part: 'images', line: 7, text: 'x' } })
    expect(move(unread)).toMatchObject({ line: 107, params: { part: 'images', line: 107, text: 'x' } })
    expect(move({ ...unread, params: { part: 'other', text: 'x' } })).toMatchObject({ params: { part: 'stack' } })
    const several = problemOf('unreadable-rows', { params: { count: 9, lines: ['1', '2'] } })
    expect(move(several)).toMatchObject({ params: { count: 9, lines: ['101', '102'] } })
  })
})

test('images by address: the one that begins last, its end, images without one, catch-alls', () => {
  const list = new ImageList()
  const add = (index: number, load: number | undefined, size?: number, catchAll = false) =>
    list.add({
      index,
      loadAddress: load === undefined ? undefined : runtimeAddress(load),
      size,
      name: `i${index}`,
      catchAll,
    })
  add(0, 0x1000, 0x1000)
  add(1, 0x1800, 0x100)
  add(2, 0x4000)
  add(3, 0x6000, 0x10)
  add(4, 0, 2 ** 41)
  add(5, undefined)
  const at = (...addresses: readonly number[]) => addresses.map((address) => list.at(BigInt(address)))
  expect(at(0xfff, 0x1000, 0x17ff, 0x1800, 0x18ff, 0x1900, 0x1fff, 0x2000)).toEqual([
    undefined,
    0,
    0,
    1,
    1,
    0,
    0,
    undefined,
  ])
  expect(at(0x4000, 0x5fff, 0x6000, 0x600f, 0x6010)).toEqual([2, 2, 3, 3, undefined])
  expect([list.covers(0, 0x1900n), list.covers(1, 0x1900n), list.covers(9, 0n), list.covers(4, 5n)]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([list.loadedAt(0x1800n), list.loadedAt(0x1801n), list.loadedAt(0n)]).toEqual([1, undefined, undefined])
  expect([list.named('i1'), list.named('none')]).toEqual([1, undefined])
  add(6, 0x9000, 1)
  list.add({ index: 7, loadAddress: runtimeAddress(0xa000), size: 1, name: 'i1', catchAll: false })
  expect([list.named('i1'), list.at(0x9000n)]).toEqual([undefined, 6])
})
