/** The time before a crash, if a report has events of it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, AppPage } from './app-page.ts'

const event = {
  event_id: '0f0e',
  timestamp: '2025-10-02T14:43:30.500Z',
  contexts: { app: { app_name: 'Shop', app_start_time: '2025-10-02T14:43:00Z' } },
  breadcrumbs: [
    { timestamp: '2025-10-02T14:43:28Z', category: 'http', type: 'http', message: 'POST /pay', data: { status: 500 } },
    { timestamp: '2025-10-02T14:43:02Z', category: 'ui.lifecycle', message: 'Cart appeared' },
    {
      timestamp: '2025-10-02T14:43:30.250Z',
      level: 'error',
      message: `<img src=x onerror="document.title='taken'"> ${'VeryLongName'.repeat(40)}`,
    },
  ],
  exception: {
    values: [
      {
        type: 'NSRangeException',
        value: 'no',
        stacktrace: { frames: [{ function: 'main', instruction_addr: '0x10' }] },
      },
    ],
  },
  debug_meta: { images: [] },
}

async function openTimeline(app: AppPage): Promise<void> {
  const { page } = app
  await app.open()
  await app.pick({ name: 'event.json', content: JSON.stringify(event) })
  await expect(app.report).toBeVisible()
  await page.getByRole('tab', { name: 'Timeline' }).click()
}

test('launch, breadcrumbs and the crash in order, each with its distance to the end', async ({ app, page }) => {
  await openTimeline(app)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(0)).toContainText('−30.5 s')
  await expect(rows.nth(0)).toContainText('Launched')
  await expect(rows.nth(1)).toContainText('Cart appeared')
  await expect(rows.nth(2)).toContainText('−2.5 s')
  await expect(rows.nth(2)).toContainText('status: 500')
  await expect(rows.nth(3)).toContainText('<img src=x')
  await expect(rows.nth(4)).toContainText('Crashed')
  await expect(page.locator('.setting')).toContainText('30.5 s after launch')
  await expect(page).toHaveTitle(/Unslide/)
})

test('a report that tells nothing of the time before has no timeline', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveCount(0)
  await expect(page.locator('.setting')).toContainText('2 min 34 s after launch')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: nothing that axe minds`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await openTimeline(new AppPage(page))
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await context.close()
  })
}

test.describe('phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test('fits the width', async ({ app }) => {
    await openTimeline(app)
    expect(await app.isTooWide()).toBe(false)
  })
})
