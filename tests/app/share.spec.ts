/** Sharing without private data: a link, a file, and the list of replacements. */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { leaksOf, planted, plantedMembers } from '../support/planted.ts'
import { expect, test } from './app-page.ts'

const lines = readFileSync('public/sample/Trailmap.ips', 'utf8').split('\n')
const content = [lines[0], lines.slice(1).join('\n').replace('{', `{${plantedMembers()},`)].join('\n')
const name = `Trailmap_2024-06-21-081436_${planted.host}.ips`

test('a link and a file without names tell nothing that was planted', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.pick({ name, content })
  await expect(app.report).toBeVisible()
  const dialog = await app.share({ options: [/^Replace private data/] })
  await expect(dialog.getByRole('checkbox', { name: planted.email })).toBeChecked()
  // The program's name stays, unless the user hides it.
  await expect(dialog.getByRole('checkbox', { name: /^org\.example\.trailmap/ })).not.toBeChecked()
  expect(leaksOf(await dialog.getByLabel('Preview').innerText())).toEqual([])

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(leaksOf(file.suggestedFilename())).toEqual([])
  expect(leaksOf(readFileSync(await file.path(), 'utf8'))).toEqual([])

  await expect(dialog).toBeHidden()
  const again = await app.share()
  await expect(again.getByRole('checkbox', { name: /^Replace private data/ })).toBeChecked()
  await again.getByRole('button', { name: 'Copy a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied a link' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const packed = Buffer.from(link.split('#/shared/')[1] ?? '', 'base64url')
  expect(leaksOf(inflateRawSync(packed).toString('utf8'))).toEqual([])

  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(title)
  await other.close()
})
