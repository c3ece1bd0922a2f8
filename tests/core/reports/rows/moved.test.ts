/** Reports and problems that become a part of another text, whole; and texts with their rows laid bare. */
import { describe, expect, test } from 'vitest'
import { problem, type Problem } from '../../../../src/core/messages/problems.ts'
import { cleanRows, isBroken } from '../../../../src/core/reports/rows/clean-rows.ts'
import { moveProblem } from '../../../../src/core/reports/rows/move-problem.ts'
import { moveReport } from '../../../../src/core/reports/rows/move-report.ts'
import { makeFrames, makeReport } from '../../../support/report-builder.ts'

const LARGEST = 128 << 20
const further = (line: number): number => line + 100

describe('problems', () => {
  const place = { file: 'a.crash', line: 7, severity: 'note' } as const
  const moved = { ...place, line: 107 }
  const parts = ['images', 'callGraph', 'callTree', 'stack'] as const
  const bare: Problem = { code: 'odd', message: 'Odd.' }
  const lists: Problem = { code: 'other-rows', message: 'x', params: { count: 2, lines: ['1', '2'] } }
  test.each<[string, Problem, Problem]>([
    ['without a line', bare, bare],
    ['with a line', { ...bare, ...place, offset: 3 }, { ...bare, ...moved, offset: 3 }],
    ['a cut row', problem('cut-row', { line: 7 }, place), problem('cut-row', { line: 107 }, moved)],
    ['a cut row without a file', problem('cut-row', { line: 7 }, { line: 7 }), problem('cut-row', { line: 107 }, { line: 107 })],
    ['a misprinted row', problem('misprinted-row', { line: 7 }, place), problem('misprinted-row', { line: 107 }, moved)],
    ...parts.map((part): [string, Problem, Problem] => [
      part,
      problem('unreadable-row', { part, line: 7, text: 'x y' }, place),
      problem('unreadable-row', { part, line: 107, text: 'x y' }, moved),
    ]),
    ['several rows', problem('unreadable-rows', { count: 9, lines: ['1', '2'] }, { file: 'a', severity: 'note' }), problem('unreadable-rows', { count: 9, lines: ['101', '102'] }, { file: 'a', severity: 'note' })],
    ['several rows with nothing else', problem('unreadable-rows', { count: 1, lines: ['1'] }), problem('unreadable-rows', { count: 1, lines: ['101'] })],
    ['several rows without their lines', { ...lists, code: 'unreadable-rows', params: { count: 2, lines: 'x' } }, { ...lists, code: 'unreadable-rows', params: { count: 2, lines: 'x' } }],
    ['several rows without values', { code: 'unreadable-rows', message: 'x' }, { code: 'unreadable-rows', message: 'x' }],
    ['lines of another kind', lists, lists],
  ])('%s', (_, told, expected) => {
    expect(moveProblem(told, further)).toStrictEqual(expected)
  }) // prettier-ignore
})

describe('reports', () => {
  const span = { start: 1, end: 4 }
  const [there, symbolThere] = [
    { start: 11, end: 14 },
    { start: 12, end: 13 },
  ]
  const symbolSpan = { start: 2, end: 3 }
  const rows = [{ address: 1, span, symbolSpan }, { address: 2, span }, { address: 3, symbolSpan }, { address: 4 }]
  const frames = makeFrames(rows)
  const framesThere = makeFrames([
    { address: 1, span: there, symbolSpan: symbolThere },
    { address: 2, span: there },
    { address: 3, symbolSpan: symbolThere },
    { address: 4 },
  ])
  const node = (from: typeof frames) => {
    const leaf = { frame: from[1]!, count: 1, children: [] }
    return { frame: from[0]!, count: 3, children: [leaf, { ...leaf, children: [leaf] }] }
  }
  const whole = (from: typeof frames, place: typeof span, line: number, text: string) =>
    makeReport({
      text,
      threads: [
        { id: 0, crashed: true, frames: from, span: place },
        { id: 1, crashed: false, frames: from },
      ],
      lastException: { frames: from, span: place },
      backtraces: [{ title: 'B', frames: from, span: place }],
      apart: [place, place],
      callTrees: [{ title: 'T', weight: 'samples', roots: [node(from), node(from)] }],
      problems: [problem('cut-row', { line }, { line })],
    })
  test('with all of their places', () => {
    const report = whole(frames, span, 7, 'own')
    expect(moveReport(report, 'all', 10, further)).toStrictEqual(whole(framesThere, there, 107, 'all'))
    expect(moveReport(report, 'all', 0, further)).toStrictEqual(whole(frames, span, 107, 'all'))
  })
  test('with none', () => {
    const bare = makeReport({})
    expect(moveReport(bare, 'all', 10, further)).toStrictEqual({ ...bare, text: 'all' })
  })
})

describe('rows laid bare', () => {
  const [A, B] = ['0 Till 0x104ccc074 pay + 40', '1 Shop 0x104ccc084 main + 8']
  const quoted = (text: string): string => JSON.stringify(text)
  const full = (head: string): string => head.padEnd(40, 'z')
  const broken = [full('0 Till 0x104ccc074 p'), 'ay', full('1 Till 0x104ccc074 p'), 'ay']
  const misread = ['0 Till Ox1O4ccc074 pay + 40', B, '2 dyld 0xl804ccc00 start + 5']
  const bare = { isMended: false, misread: 0, rows: 2 }
  test.each<[string, string, ReturnType<typeof cleanRows>]>([
    ['bare ones', `${A}\n${B}`, undefined],
    ['no rows', 'words', undefined],
    ['a string', quoted(`${A}\n${B}\nend`), { ...bare, text: `${A}\n${B}\nend`, numbers: [1, 1, 1] }],
    ['strings in strings', quoted(quoted(`${A}\n${B}`)), { ...bare, text: `${A}\n${B}`, numbers: [1, 1] }],
    ['lines of a log', `x\n10:02 app[1]: ${A}\n10:03 app[1]: ${B}\n10:04 app[1]: 2 dyld 0x104ccc094 start + 5`, { ...bare, rows: 3, text: `x\n${A}\n${B}\n2 dyld 0x104ccc094 start + 5`, numbers: [1, 2, 3, 4] }],
    ['broken ones', broken.join('\n'), { ...bare, isMended: true, text: `${broken[0] ?? ''}ay\n${broken[2] ?? ''}ay`, numbers: [1, 3] }],
    ['misread ones', misread.join('\n'), { ...bare, misread: 2, rows: 3, text: `${A}\n${B}\n2 dyld 0x1804ccc00 start + 5`, numbers: [1, 2, 3] }],
  ])('%s', (_, text, expected) => {
    expect(cleanRows(text)).toEqual(expected)
  }) // prettier-ignore
  test.each<[string, string, boolean]>([
    ['bare rows', `${A}\n${B}`, false],
    ['a string', quoted(`${A}\n${B}`), false],
    ['broken rows', broken.join('\n'), true],
    ['misread rows', misread.join('\n'), true],
    ['a broken mail', `${A} =\nx\n${B}=\ny`, true],
    ['broken JSON', `{"threads": ["pay and main",\n ${'"shop"]}'.padEnd(27)}`, false],
    ['JSON that was cut', (JSON.stringify({ threads: ['pay', 'main', 'start of it'] }).match(/.{1,20}/g) ?? []).join('\n'), true],
  ])('%s: broken or not', (_, text, expected) => {
    expect(isBroken(text)).toBe(expected)
  }) // prettier-ignore
  test('not of a longer text than is read', () => {
    const text = broken.join('\n').concat(' '.repeat(LARGEST))
    expect([cleanRows(text), isBroken(text)]).toEqual([undefined, false])
  })
})
