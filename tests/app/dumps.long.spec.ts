/** Dumps as simple tools print them, read to the last frame on the page; and the field that takes what a dump leaves out. */
import { readFileSync } from 'node:fs'
import { dumpFixtures } from '../support/dumps.ts'
import { expect, test } from './app-page.ts'

const symbols = 'public/sample/Trailmap.dSYM.zip'
const dump = (name: string): string => `tests/fixtures/dumps/${name}`

for (const name of dumpFixtures) {
  test(`${name} is read to its last frame`, async ({ app }) => {
    await app.open()
    if (name.endsWith('.txt')) await app.paste(readFileSync(dump(name), 'utf8'))
    else await app.drop(dump(name))
    await expect(app.report).toBeVisible()
    await app.drop(symbols)
    await expect(app.report).toContainText('TMRouteAltitude')
    await app.showSystemFrames()
    await expect(app.frame(5)).toContainText('-[TMRouteController showRouteNamed:]')
    await expect(app.frame(17)).toContainText('main')
    await expect(app.frame(18)).toBeVisible()
  })
}

test('a load address stated on the page names bare addresses', async ({ app, page }) => {
  const list = readFileSync(dump('image-list-and-addresses.txt'), 'utf8')
  const rows = list.split('\n').filter((line) => /^\d+ 0x/.test(line))
  await app.open()
  await app.paste(
    rows
      .slice(0, 7)
      .map((row) => row.replace(/^\d+ /, ''))
      .join('\n'),
  )
  await expect(app.report).toBeVisible()
  await app.drop(symbols)
  const asked = page.getByRole('region', { name: 'Missing symbols' })
  await asked.getByRole('button', { name: 'Enter a load address' }).click()
  // One program counter and six return addresses prove nothing about a dSYM without code.
  await asked.getByRole('textbox').fill('102a4c000')
  await asked.getByRole('button', { name: 'Use it' }).click()
  await expect(app.frame(5)).toContainText('-[TMRouteController showRouteNamed:]')
  await expect(asked).toBeHidden()
})
