/** `unslide.html`, the whole app in one file, opened from disk with the network off. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, AppPage } from './app-page.ts'

test('the edition of one file works from disk without a network', async ({ browser }) => {
  const path = resolve('dist-single/unslide.html')
  expect(existsSync(path), 'npm run build makes it').toBe(true)
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`file://${path}`)
  const app = new AppPage(page)
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.goto(`file://${path}#/library`)
  await expect(page.locator('.images li', { hasText: 'Trailmap' }).first()).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})
