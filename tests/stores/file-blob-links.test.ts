/** Files that are read where others may write: a link in their place is not followed. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { testFolder } from '../support/cli.ts'

const folder = testFolder()
const own = { followsLinks: false }
const SECRET = 'what another file holds'

const put = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test.skipIf(process.platform === 'win32')(
  'a link that takes the place of a file before it is read gives nothing',
  async () => {
    const [path, secret] = [put('report.ips', 'x'.repeat(SECRET.length)), put('secret', SECRET)]
    const [kept, followed] = [await openFileBlob(path, own), await openFileBlob(path)]
    renameSync(path, `${path}.old`)
    symlinkSync(secret, path)
    await expect(kept.text()).rejects.toMatchObject({ code: 'ELOOP' })
    // The same swap fools a reader that follows links.
    expect(await followed.text()).toBe(SECRET)
  },
)

test('a file that stays is read', async () => {
  expect(await (await openFileBlob(put('plain.ips', 'as it is'), own)).text()).toBe('as it is')
})

test.skipIf(process.platform === 'win32')('a link that was there before is not read either', async () => {
  const path = join(folder, 'link.ips')
  symlinkSync(put('other', SECRET), path)
  const blob = await openFileBlob(path, own)
  await expect(blob.text()).rejects.toMatchObject({ code: 'ELOOP' })
})

test.each([
  ['another file', { mustStay: true }],
  ['another file, where links are refused', own],
])('%s in the place of the one that was looked at is not read', async (_, options) => {
  const [path, secret] = [put('swapped.ips', 'x'.repeat(SECRET.length)), put('kept-secret', SECRET)]
  const blob = await openFileBlob(path, options)
  renameSync(secret, path)
  await expect(blob.text()).rejects.toThrow(/another file/)
  expect(await (await openFileBlob(path, options)).text()).toBe(SECRET)
})

test.skipIf(process.platform === 'win32')('a folder that became a link since leads to nothing', async () => {
  const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')]
  for (const [at, text] of [
    [inside, 'x'.repeat(SECRET.length)],
    [outside, SECRET],
  ] as const) {
    mkdirSync(at)
    writeFileSync(join(at, 'report.ips'), text)
  }
  const blob = await openFileBlob(join(inside, 'report.ips'), { mustStay: true })
  renameSync(inside, `${inside}-was`)
  symlinkSync(outside, inside)
  await expect(blob.text()).rejects.toThrow(/another file/)
})
