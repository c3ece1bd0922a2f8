/** Profiles: the order of tracks, owners of functions, and what can be added up. */
import { describe, expect, test } from 'vitest'
import type { CallTree, CallTreeNode } from '../../../src/core/model/report.ts'
import { weightOf } from '../../../src/core/reading/calls.ts'
import {
  countedTracks,
  functionsLike,
  mergedTracks,
  profileOf,
  type ProfiledFunction,
  type Track,
} from '../../../src/core/reading/profile.ts'
import { app, buildReport, makeImage, makeReport, unresolved } from '../../support/report-builder.ts'

let id = 0

const row = (name: string, count: number, ...children: readonly CallTreeNode[]): CallTreeNode => ({
  frame: { id: id++, index: 0, kind: 'exact', symbol: { name }, imageName: 'Shop' },
  count,
  children,
})

const tree = (title: string, ...roots: readonly CallTreeNode[]): CallTree => ({ title, weight: 'samples', roots })

const read = (callTrees: readonly CallTree[], header = {}) =>
  profileOf(unresolved(makeReport({ callTrees, threads: [], frameCount: id, header: { fields: [], ...header } })))

describe('tracks', () => {
  const titles = (trees: readonly CallTree[], header = {}): readonly string[] =>
    read(trees, header).tracks.map(({ title }) => title)

  test('without a process number, the name of the process decides what the report is about', () => {
    const trees = [tree('mds [9] · a', row('f', 9)), tree('Shop [42] · b', row('f', 1))]
    expect(titles(trees, { process: 'Shop' })).toEqual(['Shop [42] · b', 'mds [9] · a'])
    expect(titles(trees, { process: 'Sho' })).toEqual(['mds [9] · a', 'Shop [42] · b'])
    expect(titles(trees)).toEqual(['mds [9] · a', 'Shop [42] · b'])
    expect(titles(trees, { process: 'Shop', pid: 9 })).toEqual(['mds [9] · a', 'Shop [42] · b'])
    // A track of no process is what the report is about.
    expect(titles([...trees, tree('Thread 1', row('f', 1))], {})).toEqual(['Thread 1', 'mds [9] · a', 'Shop [42] · b'])
  })

  test('excerpts stand last in their process, and do not make it busy', () => {
    const excerpt = { ...tree('A [1] · heaviest', row('f', 99)), excerpt: true }
    expect(titles([excerpt, tree('B [2] · x', row('f', 5)), tree('A [1] · y', row('f', 1))])).toEqual([
      'B [2] · x',
      'A [1] · y',
      'A [1] · heaviest',
    ])
  })

  test('equal tracks stay in the report’s order, and each keeps its place', () => {
    const { tracks } = read([tree('b', row('f', 1)), tree('a', row('f', 1)), tree('c', row('f', 2))])
    expect(tracks.map(({ title, position }) => [title, position])).toEqual([
      ['c', 2],
      ['b', 0],
      ['a', 1],
    ])
  })

  test.each([
    ['Shop [42]', 'Shop [42]'],
    ['Powerstats for Shop [42] (x)', 'Shop [42]'],
    ['Two Words [7] · Thread', 'Two Words [7]'],
    ['Shop [42]x', undefined],
    ['Shop [x]', undefined],
    ['Thread 4', undefined],
  ])('the process in %j is %s', (title, process) => {
    const [track] = read([tree(title, row('f', 1))]).tracks
    expect(track?.process).toBe(process)
    expect(Object.hasOwn(track!, 'process')).toBe(process !== undefined)
  })

  test('what can be added up: one unit, and no excerpts beside the whole', () => {
    const track = (weight: string, excerpt: boolean): Track => ({ weight, excerpt }) as Track
    const [samples, bytes, excerpt] = [track('samples', false), track('bytes', false), track('samples', true)]
    expect(countedTracks([samples, excerpt, bytes, samples])).toEqual([samples, samples])
    expect(countedTracks([bytes, samples])).toEqual([bytes])
    expect(countedTracks([excerpt])).toEqual([excerpt])
    expect(countedTracks([])).toEqual([])
    const { tracks } = read([tree('a', row('f', 3)), tree('b', row('f', 4))])
    expect(weightOf(mergedTracks(tracks))).toBe(7)
  })

  test('other stacks are tracks where they are asked for', () => {
    const made = buildReport([app('f')])
    const [frame] = made.report.threads[0]!.frames
    const report = { ...made.report, lastException: { frames: [frame!] }, backtraces: [{ title: 'B', frames: [] }] }
    const titled = (allStacks?: boolean) =>
      profileOf({ ...made, report }, allStacks === undefined ? {} : { allStacks }).tracks.map(({ title }) => title)
    expect(titled()).toEqual(['Thread 0, main'])
    expect(titled(false)).toEqual(['Thread 0, main'])
    expect(titled(true)).toEqual(['Thread 0, main', 'Exception backtrace'])
  })
})

describe('functions', () => {
  test('own, library, system, waiting, unknown; with a mark where the name gets one', () => {
    const images = [
      makeImage({ name: 'Shop', origin: 'app' }),
      makeImage({ index: 1, name: 'Kit', origin: 'system' }),
      makeImage({ index: 2, name: 'org.other.Kit' }),
    ]
    const node = (image: number | undefined, name: string): CallTreeNode => ({
      frame: { id: id++, index: 0, kind: 'exact', symbol: { name }, ...(image !== undefined && { image }) },
      count: 1,
      children: [],
    })
    const trees = [tree('T', node(0, 'a'), node(1, 'b'), node(2, 'c'), node(0, 'mach_msg'), node(undefined, 'd'))]
    const { functions } = profileOf(unresolved(makeReport({ callTrees: trees, threads: [], images, frameCount: id })))
    expect(functions.map(({ name, image, own, category }) => [name, image, own, category])).toEqual([
      ['a', 'Shop', true, 'own'],
      ['b', 'Kit', false, 'system'],
      ['c', 'org.other.Kit', false, 'library'],
      ['mach_msg', 'Shop', true, 'waiting'],
      ['d', '', false, 'unknown'],
    ])
    for (const one of functions) expect(one).not.toHaveProperty('level')
  })

  test('those with a text in their name or image, whatever its case', () => {
    const fn = (name: string, image: string): ProfiledFunction => ({ name, image }) as ProfiledFunction
    const list = [fn('Save', 'Shop'), fn('load', 'SAVER'), fn('x', 'y')]
    expect([...functionsLike(list, ' sAve ')]).toEqual([1, 1, 0])
    expect([...functionsLike(list, '  ')]).toEqual([0, 0, 0])
  })
})
