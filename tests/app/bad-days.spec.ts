/** The engine cannot be loaded, or dies: a sentence says so, and the next try works. */
import { expect, test } from '@playwright/test'
import { AppPage } from './app-page.ts'

test.use({ serviceWorkers: 'block' })

test('a worker that cannot be loaded', async ({ page, context }) => {
  await context.route('**/engine.worker*', (route) => route.abort())
  const app = new AppPage(page)
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
  await context.unroute('**/engine.worker*')
  await app.pick('public/sample/Trailmap.ips')
  await expect(app.report).toBeVisible()
})

test('WebAssembly that cannot be loaded', async ({ page, context }) => {
  await context.route('**/*.wasm', (route) => route.abort())
  const app = new AppPage(page)
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded')
})

test('a browser without storage still reads reports', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'storage', { value: undefined })
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  const app = new AppPage(page)
  await app.open()
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})
