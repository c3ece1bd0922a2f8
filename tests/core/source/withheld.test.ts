/** Withheld files of a source folder. The expected results are from Git's documentation and `git check-ignore`. */
import { expect, test } from 'vitest'
import { listFiles } from '../../../src/app/state/source-walk.ts'
import { SourceFinder } from '../../../src/core/source/source-finder.ts'
import { isSourceName, WithheldFiles } from '../../../src/core/source/withheld.ts'

const asked = (files: Readonly<Record<string, string>>, below?: string): WithheldFiles =>
  new WithheldFiles({
    read: (folder) => Promise.resolve(files[folder]),
    ...(below !== undefined && { below }),
  })

test.each([
  ['*.key.c', 'a/x.key.c', true],
  ['*.key.c', 'a/x.c', false],
  ['/main.c', 'main.c', true],
  ['/main.c', 'a/main.c', false],
  ['a/main.c', 'b/a/main.c', false],
  ['a/**/main.c', 'a/main.c', true],
  ['a/**/main.c', 'a/b/c/main.c', true],
  ['**/b/main.c', 'a/b/main.c', true],
  ['build/', 'x/build/y/main.c', true],
  ['main.c/', 'main.c', false],
  ['a/**', 'a/b.c', true],
  ['*.c\n!main.c', 'main.c', false],
  ['*.c\n!main.c', 'other.c', true],
  // A later rule cannot take back a file in an ignored folder.
  ['a/\n!a/main.c', 'a/main.c', true],
  ['# main.c', 'main.c', false],
  ['\\#main.c', '#main.c', true],
  ['main.c   \r\n', 'main.c', true],
  ['ma[h-j]n.c', 'main.c', true],
  ['ma[!h-j]n.c', 'main.c', false],
  ['ma?n.c', 'main.c', true],
  ['a?main.c', 'a/main.c', false],
  ['MAIN.c', 'main.c', true],
  ['', 'main.c', false],
])('%j and %s: %s', async (rules, path, isIgnored) => {
  expect(await asked({ '': rules }).reasonOf(path)).toBe(isIgnored ? 'ignored' : undefined)
})

test('the nearest file of rules decides, and rules about the chosen folder itself do not count', async () => {
  const files = { '': '*.c\nsub/', sub: '!main.c' }
  expect(await asked(files, 'sub').reasonOf('main.c')).toBeUndefined()
  expect(await asked(files, 'sub').reasonOf('other.c')).toBe('ignored')
  expect(await asked(files).reasonOf('sub/main.c')).toBe('ignored')
})

test('hidden files, and what lies in hidden folders', async () => {
  for (const path of ['.env', 'a/.env.c', '.config/a.c']) expect(await asked({}).reasonOf(path)).toBe('hidden')
  expect(await asked({}).reasonOf('a.b/c.c')).toBeUndefined()
})

test('names of source files', () => {
  for (const name of ['/b/a.swift', 'A.MM', 'x.c++', 'C:\\b\\a.cpp']) expect(isSourceName(name)).toBe(true)
  for (const name of ['.env', 'id_rsa', '.swift', 'b/.c', 'a.pem', 'a.swift/b', 'a.c.bak', 'swift', ''])
    expect(isSourceName(name)).toBe(false)
})

test('a rule that was made to be slow takes no time', async () => {
  const rules = `${'*a'.repeat(2000)}b\n${'**/a/'.repeat(800)}b`
  expect(await asked({ '': rules }).reasonOf(`${'a/'.repeat(100)}${'a'.repeat(4000)}`)).toBeUndefined()
})

test('the page withholds the same files of a chosen folder', async () => {
  const file = (path: string, text: string) => ({ path, blob: new Blob([text]) })
  const { files } = listFiles([
    file('App/.gitignore', 'secret.c'),
    file('App/secret.c', 'password'),
    file('App/.env', 'password'),
    file('App/.hidden/h.c', 'password'),
    file('App/id_rsa', 'password'),
    file('App/open.c', 'text'),
  ])
  const finder = new SourceFinder(files)
  const kindOf = async (name: string): Promise<string> => {
    const reading = await finder.read({ file: `/build/App/${name}`, line: 1 })
    return reading.kind === 'none' ? reading.reason : reading.kind
  }
  expect(await kindOf('secret.c')).toBe('App/secret.c is ignored by Git (.gitignore)')
  expect(await kindOf('.hidden/h.c')).toBe('App/.hidden/h.c is hidden')
  for (const name of ['.env', 'id_rsa'])
    expect(await kindOf(name)).toBe(`/build/App/${name} is not called as a source file is`)
  expect(await kindOf('open.c')).toBe('found')
})
