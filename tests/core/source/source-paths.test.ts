/** From a path of the build to a file of the source folder. */
import { expect, test } from 'vitest'
import type { ListedFile } from '../../../src/core/source/listed-file.ts'
import { nameKey, partsOf, SourcePaths } from '../../../src/core/source/source-paths.ts'

const file = (path: string): ListedFile => ({ path, whole: path, open: () => Promise.resolve(undefined) })
const pathsOf = (...files: readonly string[]): SourcePaths => new SourcePaths(files.map(file))
const best = (paths: SourcePaths, path: string): readonly string[] => paths.best(path).map(({ file }) => file.path)

test.each<readonly [what: string, path: string, files: readonly string[], expected: readonly string[]]>([
  [
    'the longest common tail',
    '/b/App/Cart/View.swift',
    ['x/Cart/View.swift', 'x/Shop/View.swift'],
    ['x/Cart/View.swift'],
  ],
  ['all that share it', '/b/View.swift', ['x/View.swift', 'y/View.swift'], ['x/View.swift', 'y/View.swift']],
  ['none of another name', '/b/View.swift', ['x/MyView.swift', 'View.swift/x'], []],
  [
    'a path with . and ..',
    '/b/./App/Old/../Cart/View.swift',
    ['x/App/Cart/View.swift', 'y/View.swift'],
    ['x/App/Cart/View.swift'],
  ],
  ['a path of Windows', 'C:\\b\\App\\View.cpp', ['x/App/View.cpp', 'x/View.cpp'], ['x/App/View.cpp']],
  ['a name that differs in case alone', '/b/App/view.swift', ['x/App/View.swift'], ['x/App/View.swift']],
  ['the same case before another', '/b/a.h', ['x/A.h', 'x/a.h'], ['x/a.h']],
  ['letters composed in another way', '/b/Cafe\u0301.m', ['x/Caf\u00e9.m'], ['x/Caf\u00e9.m']],
  ['nothing for no name', '/', ['x/a.h'], []],
])('%s', (_, path, files, expected) => {
  expect(best(pathsOf(...files), path)).toEqual(expected)
})

test('one mapping tells files of the same folders apart', () => {
  const paths = pathsOf('one/App/Cart.m', 'one/main.m', 'two/main.m')
  expect(best(paths, '/ci/77/main.m')).toEqual(['one/main.m', 'two/main.m'])
  const [cart] = paths.candidates('/ci/77/App/Cart.m')
  paths.learn('/ci/77/App/Cart.m', cart!, true)
  expect(best(paths, '/ci/77/main.m')).toEqual(['one/main.m'])
  expect(best(paths, '/elsewhere/main.m')).toEqual(['one/main.m', 'two/main.m'])
  expect(best(paths, '/ci/777/main.m')).toEqual(['one/main.m', 'two/main.m'])
})

test('a name alone proves nothing, three of one folder do', () => {
  const paths = pathsOf('src/a.c', 'src/b.c', 'src/c.c')
  const likely = (name: string): boolean => {
    const path = `/build/${name}`
    const [candidate] = paths.candidates(path)
    paths.learn(path, candidate!, false)
    return paths.isLikely(path, candidate!)
  }
  expect([likely('a.c'), likely('a.c'), likely('b.c'), likely('c.c')]).toEqual([false, false, false, true])
})

test('a path of 100,000 parts and a folder of 100,000 files of one name end soon', () => {
  const deep = `${'/a'.repeat(100_000)}/x.c`
  const paths = new SourcePaths(Array.from({ length: 100_000 }, (_, at) => file(`f${at}/x.c`)))
  expect(partsOf(deep)).toHaveLength(256)
  expect(paths.best(deep)).toHaveLength(100_000)
  expect(nameKey(deep)).toBe('x.c')
})
