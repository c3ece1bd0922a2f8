/** When `npm start` builds anew, and when it does not. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStamp, filesBelow } from '../src/build/build-stamp.mjs'

/** A folder with sources and what was made of them. */
function project() {
  const root = mkdtempSync(join(tmpdir(), 'stamp-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('src/a.ts', 'a')
  write('src/deep/b.ts', 'b')
  write('package.json', '{}')
  write('dist/index.html', 'made')
  const stamp = createStamp({
    root,
    sources: ['src', 'package.json', 'not-there'],
    made: ['dist/index.html'],
    stamp: '.cache/x.stamp',
  })
  return { root, write, stamp }
}

test('paths are relative, with slashes, in one order', () => {
  const { root } = project()
  expect(filesBelow(root, ['src', 'package.json', 'not-there'])).toEqual(['package.json', 'src/a.ts', 'src/deep/b.ts'])
  expect(filesBelow(`${root}/`, ['src'])).toEqual(['src/a.ts', 'src/deep/b.ts'])
})

test('nothing is fresh before it was built; then it is, whatever the dates of files', () => {
  const { root, stamp } = project()
  expect(stamp.isFresh()).toBe(false)
  stamp.begin()
  stamp.end()
  expect(stamp.isFresh()).toBe(true)
  utimesSync(join(root, 'src/a.ts'), 1, 1)
  expect(stamp.isFresh()).toBe(true)
})

test.each<readonly [string, (made: ReturnType<typeof project>) => void]>([
  ['a changed source', ({ write }) => write('src/deep/b.ts', 'c')],
  ['a new source', ({ write }) => write('src/c.ts', '')],
  ['a source of another name', ({ root }) => renameSync(join(root, 'src/a.ts'), join(root, 'src/z.ts'))],
  ['a source that is gone', ({ root }) => rmSync(join(root, 'src/a.ts'))],
  ['a result that was made by hand', ({ write }) => write('dist/index.html', 'other')],
  ['a result that is gone', ({ root }) => rmSync(join(root, 'dist'), { recursive: true })],
  ['a build that did not end', ({ stamp }) => stamp.begin()],
])('%s is built anew', (_, change) => {
  const made = project()
  made.stamp.begin()
  made.stamp.end()
  change(made)
  expect(made.stamp.isFresh()).toBe(false)
})

test('a build under which a source was changed is not remembered', () => {
  const { write, stamp } = project()
  stamp.begin()
  write('src/a.ts', 'saved while it was built')
  stamp.end()
  expect(stamp.isFresh()).toBe(false)
})

test('a build that made nothing is not remembered', () => {
  const { root, stamp } = project()
  rmSync(join(root, 'dist'), { recursive: true })
  stamp.begin()
  stamp.end()
  expect(stamp.isFresh()).toBe(false)
})
