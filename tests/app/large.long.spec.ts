/** A report of 100 threads with 500 frames each stays smooth: few rows are on the page, however many there are. */
import { spindump } from '../support/spindump.ts'
import { expect, test } from './app-page.ts'

function largeReport(): string {
  const rows: string[] = []
  for (let thread = 0; thread < 100; thread++) {
    rows.push(`Thread ${thread}${thread === 0 ? ' Crashed' : ''}:`)
    for (let frame = 0; frame < 500; frame++) {
      const offset = 64 * frame + 8 * thread + 4
      rows.push(`${frame}\tShelf\t0x${(0x104000000 + offset).toString(16).padStart(16, '0')} 0x104000000 + ${offset}`)
    }
    rows.push('')
  }
  return `Process:             Shelf [612]
Path:                /private/var/containers/Bundle/Application/00000000-0000-0000-0000-000000000002/Shelf.app/Shelf
Identifier:          org.example.shelf
Version:             1.0 (1)
Code Type:           ARM-64
OS Version:          iPhone OS 17.5.1 (21F90)
Report Version:      104

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

${rows.join('\n')}
Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <11111111222233334444555555555555> /private/var/containers/Bundle/Application/00000000-0000-0000-0000-000000000002/Shelf.app/Shelf
`
}

test('100 threads of 500 frames', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'large.crash', content: largeReport() })
  await expect(app.report).toBeVisible()
  expect(await page.locator('.frame').count()).toBeLessThan(150)
  await page.mouse.move(400, 600)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, 900)
  await expect(page.locator('.frame').first()).not.toContainText('Shelf + 4')
  await page.keyboard.press('J')
  await expect(page.locator('.frame.chosen')).toBeVisible()
  await expect(page.locator('.frame.chosen')).toContainText('Shelf + 12')
})

test('a large spindump shows its first threads while the rest is read', async ({ app, page }) => {
  await app.open()
  const beginning = page.locator('.beginning').waitFor()
  await app.pick({ name: 'large.txt', content: spindump(100, 25, 40) })
  await beginning
  await expect(page.locator('article.named .tracks')).toBeVisible()
  await expect(page.locator('.beginning')).toHaveCount(0)
  await expect(page.locator('.tracks [role=option]').first()).toContainText('All threads')
})

test('eleven thousand threads: none of them holds the page up', async ({ app, page }) => {
  test.slow()
  await app.open()
  await app.pick({ name: 'shop.spindump.txt', content: spindump(220, 50) })
  const options = page.getByRole('listbox', { name: 'Processes and threads' }).getByRole('option')
  await expect(options.first()).toContainText('11,000 threads')
  expect(await options.count()).toBeLessThan(60)
})
