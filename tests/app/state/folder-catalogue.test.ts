import { describe, expect, test } from 'vitest'
import { parseUuid } from '../../../src/core/model/image.ts'
import type { FileOutcome } from '../../../src/core/engine-types.ts'
import {
  batchesOf,
  isWorthEntering,
  isWorthReading,
  notIndexed,
  pathsFor,
  planScan,
  withImages,
  type FolderImage,
  type KnownFile,
} from '../../../src/app/state/folder-catalogue.ts'
import { walkFolder } from '../../../src/app/state/folder-walk.ts'

const image = (digit: string, name: string, kind: FolderImage['kind'] = 'dsym', arch = 'arm64'): FolderImage => ({
  uuid: parseUuid(digit.repeat(32))!,
  arch,
  name,
  kind,
})
const found = (path: string, size = 100, modified = 1): KnownFile => ({ path, size, modified, images: [] })
const fileOutcome = (path: string, ...images: FolderImage[]): FileOutcome => ({
  path,
  bytes: 1,
  kind: 'symbols',
  label: '',
  images,
  problems: [],
})

test.each([
  ['App.dSYM', true],
  ['Contents', true],
  ['2024-06-21', true],
  ['.build', true],
  ['node_modules', false],
  ['.git', false],
  ['en.lproj', false],
  ['Assets.xcassets', false],
])('folder %s is entered: %s', (name, expected) => expect(isWorthEntering(name)).toBe(expected))

test.each([
  ['Shelf', 5000, true],
  ['libShelf.dylib', 5000, true],
  ['symbols.zip', 5_000_000_000, true],
  ['dsyms.tar.gz', 1000, true],
  ['dsyms.tar.gz', 5_000_000_000, false],
  ['tiny', 10, false],
  ['Info.plist', 5000, false],
  ['2D10C42F-591D-3265-B147-78BA0868073F.plist', 300, true],
  ['c8374b6d-6e96-34d8-ae38-efaa5fec424f.bcsymbolmap', 300, true],
  ['main.o', 5000, true],
  ['main.m', 5000, false],
  ['icon.PNG', 5000, false],
  ['._Shelf', 5000, false],
])('file %s of %d bytes is read: %s', (name, size, expected) => expect(isWorthReading(name, size)).toBe(expected))

test('only what is new, larger, smaller or of another time is read again; what is gone is forgotten', () => {
  const known = [found('same'), found('grown'), found('touched'), found('gone')]
  const now = [found('same'), found('grown', 101), found('touched', 100, 2), found('new')]
  const { same, fresh } = planScan(known, now)
  expect(same).toEqual([known[0]])
  expect(fresh.map(({ path }) => path)).toEqual(['grown', 'touched', 'new'])
})

test('images of archive entries and of fat slices belong to their file', () => {
  const a = image('A', 'Shelf')
  const b = image('B', 'Shelf', 'dsym', 'x86_64')
  const files = withImages(
    [found('all.zip'), found('Shelf'), found('notes')],
    [fileOutcome('all.zip!A.dSYM/A', a), fileOutcome('all.zip!B.dSYM/B', b), fileOutcome('Shelf', a, b)],
  )
  expect(files.map(({ images }) => images)).toEqual([[a, b], [a, b], []])
  expect(pathsFor(files, new Set([b.uuid]))).toEqual(['all.zip', 'Shelf'])
  expect(pathsFor(files, new Set(['C']))).toEqual([])
})

test('a folder with ! in its name is no archive: images belong to the files below it', () => {
  const [a, b] = [image('A', 'Shelf'), image('B', 'Album')]
  const files = withImages(
    [found('Work!/all.zip'), found('Work!/Shelf'), found('Work')],
    [fileOutcome('Work!/all.zip!A.dSYM/A', a), fileOutcome('Work!/Shelf', b)],
  )
  expect(files.map(({ images }) => images)).toEqual([[a], [b], []])
})

test('with an image come the maps of its archive and its own property list, and those of no other', () => {
  const a = image('A', 'Shelf')
  const maps = ['1', '2', 'A'].map((digit) => `${image(digit, '').uuid}.bcsymbolmap`)
  const dsym = 'x.xcarchive/dSYMs/Shelf.dSYM/Contents/Resources'
  const aids = [
    `x.xcarchive/BCSymbolMaps/${maps[0]}`,
    `${dsym}/${a.uuid}.plist`,
    `elsewhere/${maps[2]?.toLowerCase()}`,
    `y.xcarchive/BCSymbolMaps/${maps[1]}`,
    `y.xcarchive/dSYMs/B.dSYM/Contents/Resources/${image('B', '').uuid}.plist`,
  ]
  const files: KnownFile[] = [{ ...found(`${dsym}/DWARF/Shelf`), images: [a] }, ...aids.map((path) => found(path))]
  expect(pathsFor(files, new Set([a.uuid]))).toEqual(files.slice(0, 4).map(({ path }) => path))
  expect(pathsFor(files, new Set([image('C', '').uuid]))).toEqual([])
})

test('what is not indexed: one a build and architecture, the dSYM before the binary, by name', () => {
  const dsym = image('A', 'Shelf')
  const binary = image('A', 'Shelf', 'executable')
  const other = image('B', 'Album')
  const files: KnownFile[] = [
    { ...found('bin'), images: [binary] },
    { ...found('sym'), images: [dsym] },
    { ...found('again'), images: [dsym, binary, other] },
  ]
  expect(notIndexed(files, new Set()).map(({ image: { name, kind }, path }) => [name, kind, path])).toEqual([
    ['Album', 'dsym', 'again'],
    ['Shelf', 'dsym', 'sym'],
  ])
  expect(notIndexed(files, new Set([`${dsym.uuid} arm64`])).map(({ image: { name } }) => name)).toEqual(['Album'])
})

describe('walking', () => {
  type Tree = { readonly [name: string]: Tree | number }

  function directory(name: string, tree: Tree): FileSystemDirectoryHandle {
    const handle = {
      kind: 'directory',
      name,
      async *values() {
        for (const [child, what] of Object.entries(tree)) {
          if (typeof what !== 'number') yield directory(child, what)
          else if (what < 0) throw new DOMException('not readable', 'NotReadableError')
          else yield { kind: 'file', name: child, getFile: async () => ({ size: what, lastModified: 7 }) }
        }
      },
    }
    return handle as unknown as FileSystemDirectoryHandle
  }
  const walk = (tree: Tree, signal = new AbortController().signal) =>
    walkFolder(directory('root', tree), signal, () => {})

  test('paths, sizes and dates of what may hold symbols; the rest is passed over', async () => {
    const tree = { 'A.dSYM': { Contents: { 'Info.plist': 900, DWARF: { A: 5000 } } }, '.git': { pack: 5000 }, b: 70 }
    const { files, cut } = await walk(tree)
    expect(cut).toBe(false)
    expect([...files].sort((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'A.dSYM/Contents/DWARF/A', size: 5000, modified: 7 },
      { path: 'b', size: 70, modified: 7 },
    ])
  })

  test('a folder that cannot be read costs itself alone', async () => {
    const { files } = await walk({ locked: { x: -1 }, open: { A: 5000 } })
    expect(files.map(({ path }) => path)).toEqual(['open/A'])
  })

  test('a folder within itself without end is cut', async () => {
    const endless: Record<string, Tree | number> = { A: 5000 }
    endless['again'] = endless
    const { files, cut } = await walk(endless)
    expect(cut).toBe(true)
    expect(files.length).toBeLessThan(20)
  })

  test('more files than are worth listing are cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_100 }, (_, at) => [`f${at}`, 100]))
    const { files, cut } = await walk(many)
    expect([files.length, cut]).toEqual([20_000, true])
  })

  test('it stops when it is told to', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(walk({ A: 5000 }, controller.signal)).rejects.toThrow()
  })
})

const cache = 'lib/dyld_shared_cache_arm64e'

test('files of one shared cache are looked into together, and read together', () => {
  const paths = ['a', `${cache}.01`, 'b', 'other/dyld_shared_cache_arm64e', cache, `${cache}.symbols`]
  const files = paths.map((path) => found(path))
  const batches = batchesOf(files, 3).map((batch) => batch.map(({ path }) => path))
  expect(batches).toEqual([['a'], [`${cache}.01`, cache, `${cache}.symbols`], ['b', 'other/dyld_shared_cache_arm64e']])
  // A new part makes all of them new.
  const { same, fresh } = planScan(files.slice(2), files)
  expect(same.map(({ path }) => path)).toEqual(['b', 'other/dyld_shared_cache_arm64e'])
  expect(fresh.map(({ path }) => path)).toEqual(['a', `${cache}.01`, cache, `${cache}.symbols`])

  const one = image('A', 'libone.dylib', 'dylib')
  const part = { ...fileOutcome(`${cache}.01`), partOf: cache }
  const known = withImages(files, [fileOutcome(cache, one), part, fileOutcome('b', image('B', 'b'))])
  expect(pathsFor(known, new Set([one.uuid]))).toEqual([`${cache}.01`, cache])
})

test('object files are read with a program that has no dSYM in the folder, and else not', () => {
  const program = image('1', 'App', 'executable')
  const objects = [
    found('build/main.o'),
    found('build/libcore.a'),
    { ...found('Core'), images: [image('9', 'core.o', 'object')] },
  ]
  const files = [
    { ...found('App'), images: [program] },
    ...objects,
    { ...found('Other.dSYM'), images: [image('2', 'Other')] },
  ]
  const all = ['App', 'build/main.o', 'build/libcore.a', 'Core']
  expect(pathsFor(files, new Set([program.uuid]))).toEqual(all)
  expect(pathsFor(files, new Set([image('2', 'Other').uuid]))).toEqual(['Other.dSYM'])
  const dsym = { ...found('App.dSYM'), images: [image('1', 'App')] }
  expect(pathsFor([...files, dsym], new Set([program.uuid]))).toEqual(['App', 'App.dSYM'])
  expect(pathsFor(files, new Set(['none']))).toEqual([])
})

test('a library in a pack needs no object files, nor a dSYM', () => {
  const pack = { ...fileOutcome('system.unslide-pack', image('A', 'libone.dylib', 'dylib')), pack: 'iOS 17' }
  const files = withImages([found('system.unslide-pack'), found('build/main.o')], [pack])
  const [wanted] = files[0]?.images ?? []
  expect(pathsFor(files, new Set([wanted?.uuid ?? '']))).toEqual(['system.unslide-pack'])
})
