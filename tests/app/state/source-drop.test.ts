/** A folder of sources that is dropped on the page like a report. */
import { expect, test } from 'vitest'
import { sourceFolders } from '../../../src/app/dropped-files.ts'
import { takeSourceFolders } from '../../../src/app/state/source-drop.ts'
import type { FileOutcome } from '../../../src/core/engine-types.ts'
import type { InputFile } from '../../../src/core/ports.ts'

const file = (path: string): InputFile => ({ path, blob: new Blob([path]) })
const outcome = (kind: FileOutcome['kind']): FileOutcome => ({
  ...{ path: '', bytes: 0, kind, label: '', images: [], problems: [] },
})

async function drop(paths: readonly string[], kind: FileOutcome['kind']) {
  const taken: string[] = []
  const files = paths.map(file)
  const { rest, names } = await takeSourceFolders(
    sourceFolders(files),
    files,
    { survey: async (given) => given.map(() => outcome(kind)) },
    { take: (given) => void taken.push(...given.map(({ path }) => path)) },
  )
  return { taken, names, rest: rest.map(({ path }) => path) }
}

test('only folders with compiled sources are source folders', () => {
  const folders = (...paths: string[]): readonly string[] => [...sourceFolders(paths.map(file)).keys()]
  expect(folders('Shop/Cart.swift', 'Shop/a.png')).toEqual(['Shop'])
  expect(folders('Cart.swift')).toEqual([])
  expect(folders('Kit.framework/Headers/Kit.h', 'Kit.framework/Kit')).toEqual([])
  expect(folders('App.dSYM/Contents/Resources/DWARF/App', '/x.swift')).toEqual([])
})

test('sources are taken, and nothing of their folder is said to hold no symbols', async () => {
  expect(await drop(['Shop/Cart.swift', 'Shop/notes.md'], 'ignored')).toEqual({
    taken: ['Shop/Cart.swift', 'Shop/notes.md'],
    names: ['Shop'],
    rest: [],
  })
})

test('a report beside the folder, and symbols inside it, are read as well', async () => {
  expect((await drop(['Shop/Cart.swift', 'crash.ips'], 'ignored')).rest).toEqual(['crash.ips'])
  expect((await drop(['Shop/Cart.swift', 'Shop/build/Shop'], 'symbols')).rest).toEqual([
    'Shop/Cart.swift',
    'Shop/build/Shop',
  ])
})
