/** Commands make missing folders, or end with the reason. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../src/cli/io/make-folder.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const symbols = samplePath('Trailmap.dSYM.zip')

test('all that is missing is made, by several at once', async () => {
  const path = join(folder, 'a/b/c')
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(folder, 'a/b/d'))])
  expect(statSync(path).isDirectory()).toBe(true)
  expect(existsSync(join(folder, 'a/b/d'))).toBe(true)
  await makeFolder(path)
})

test('a file in the way is an error, and nothing is made beside it', async () => {
  mkdirSync(join(folder, 'way'))
  writeFileSync(join(folder, 'way/file'), '')
  await expect(makeFolder(join(folder, 'way/file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(folder, 'way/file/x/y'))).rejects.toMatchObject({ code: 'EEXIST' })
})

test('a command says why a folder cannot be made', () => {
  writeFileSync(join(folder, 'file'), '')
  const out = `${join(folder, 'file/x')}/`
  const refused = `unslide: ${out} cannot be written: a part of its path is a file, not a folder.`
  expect(unslide(['convert', symbols, '--to', 'gsym', '-o', out])).toMatchObject({ status: 2, out: '' })
  expect(unslide(['convert', symbols, '--to', 'gsym', '-o', out]).err.split('\n')[0]).toBe(refused)
})

// There a folder is refused with "no such file", for which Node itself would try again without end.
test.runIf(existsSync('/proc/self'))('a file system that makes no folders is told, not waited for', () => {
  const { status, err } = unslide(['publish', symbols, '--to', '/proc/none/x'])
  expect(status).toBe(2)
  expect(err).toContain('/proc/none/x')
})
