/** Files that are read where others may write: a link in their place is not followed. */
import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
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
