/** Source lines beside frames: a folder that is remembered, one for this visit, and what is given away. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type AppPage } from './app-page.ts'

const folder = 'tests/fixtures/sample/source'
const names = readdirSync(folder)
/** Line 6 of route.c, where the sample crashes. */
const crash = 'return track->samples; // a planned route has no track'

/** The sample's sources in a folder of the browser's own file system: its handles are real. */
async function fakeFolder(page: Page): Promise<void> {
  const files = names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const)
  await page.addInitScript((given) => {
    Object.assign(window, {
      showDirectoryPicker: async () => {
        const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('Trail', { create: true })
        for (const [name, text] of given) {
          const stream = await (await root.getFileHandle(name, { create: true })).createWritable()
          await stream.write(text)
          await stream.close()
        }
        return root
      },
    })
  }, files)
}

async function openWithFolder(app: AppPage, page: Page): Promise<void> {
  await fakeFolder(page)
  await app.open()
  await app.trySample()
}

/** The sample, where the browser remembers no folders. */
async function openWithoutFolders(app: AppPage, page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }))
  await app.open()
  await app.trySample()
}

const source = (page: Page): Locator => page.getByRole('region', { name: 'Source', exact: true })

async function expectLines(page: Page): Promise<void> {
  const pane = source(page)
  await expect(pane.locator('.own').first()).toContainText(crash)
  // Each inlined call has its own lines, and the column is marked where it is known.
  await expect(pane.locator('figure')).toHaveCount(4)
  await expect(pane.locator('figure').nth(1).locator('u')).toHaveText('t')
  await expect(pane.locator('.keyword', { hasText: 'return' }).first()).toBeVisible()
  await expect(pane.getByText('not known whether this file has changed since the build').first()).toBeVisible()
}

test('a remembered folder shows the lines of each call, and is there at the next visit until it is forgotten', async ({
  app,
  page,
}) => {
  await openWithFolder(app, page)
  await source(page).getByRole('button', { name: 'Show source lines…' }).click()
  await expectLines(page)
  const { violations } = await new AxeBuilder({ page }).include('aside').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.reload()
  await expect(app.report).toBeVisible()
  await expectLines(page)
  await page.goto('./#/library')
  await expect(page.getByText('Trail 9 files')).toBeVisible()
  await page.getByRole('button', { name: 'Forget the source folder Trail' }).click()
  await expect(page.getByText('Trail 9 files')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Source folders' })).toBeVisible()
  await expect(page.getByText('Trail 9 files')).toHaveCount(0)
})

test('the line at the fault stands with its instruction and its variables, and nowhere twice', async ({
  app,
  page,
}) => {
  await openWithFolder(app, page)
  await app.frame(0).click()
  await source(page).getByRole('button', { name: 'Show source lines…' }).click()
  const part = page.locator('section.fault')
  const line = part.getByRole('region', { name: 'Line at the crash point' })
  await expect(line.locator('.own')).toContainText(crash)
  await expect(line.locator('.sheet > div')).toHaveCount(3)
  await expect(part.getByRole('region', { name: 'Instructions' }).locator('[aria-current]')).toContainText('ldr x8')
  await expect(part.getByRole('treeitem', { name: 'track = 0x0' })).toBeVisible()
  await expect(page.getByRole('tree')).toHaveCount(1)
  // Wide lines scroll in their own place.
  const inside = await part.evaluate((one) => one.getBoundingClientRect().right <= document.documentElement.clientWidth)
  expect(inside).toBe(true)
  await app.frame(1).click()
  await expect(part).toBeHidden()
  await expect(page.getByRole('tree', { name: 'Variables of frame 1' })).toBeVisible()
})

test('everything deleted, source folders are, too', async ({ app, page }) => {
  await fakeFolder(page)
  await app.open()
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Choose a source folder…' }).click()
  await expect(page.getByText('Trail 9 files')).toBeVisible()
  await page.getByRole('button', { name: 'Delete everything kept here…' }).click()
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await expect(page.getByText('Trail 9 files')).toHaveCount(0)
  await page.goto('./#/library')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose a source folder…' })).toBeVisible()
  await expect(page.getByText('Trail 9 files')).toHaveCount(0)
})

test('where no folder can be remembered one is chosen for this visit', async ({ app, page }) => {
  await openWithoutFolders(app, page)
  await expect(source(page).getByRole('button', { name: 'Show source lines…' })).toBeVisible()
  await source(page).getByLabel('Source folder').setInputFiles(folder)
  await expectLines(page)
  await page.goto('./#/library')
  await expect(page.getByText('source 9 files · until this page is closed')).toBeVisible()
})

test('lines are given away only where that is asked for', async ({ app, page }) => {
  await openWithoutFolders(app, page)
  await source(page).getByLabel('Source folder').setInputFiles(folder)
  await expectLines(page)
  await app.share()
  const preview = page.getByLabel('Preview')
  await expect(preview).toContainText('trackSamples')
  await expect(preview).not.toContainText(crash)
  await page.getByRole('checkbox', { name: /^With source lines/ }).check()
  await expect(preview).toContainText(crash)
})

test('text of a source file is never markup, and files that fit equally are chosen by the user', async ({
  app,
  page,
}) => {
  await openWithoutFolders(app, page)
  const evil = '<img src=x onerror=alert(1)></pre>\n'
  await source(page)
    .getByLabel('Source folder')
    .evaluate((input: HTMLInputElement, text) => {
      const files = ['one/a/route.c', 'one/b/route.c'].map((path) => {
        const file = new File([text.repeat(40)], 'route.c')
        Object.defineProperty(file, 'webkitRelativePath', { value: path })
        return file
      })
      Object.defineProperty(input, 'files', { value: files })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, evil)
  await expect(source(page).getByText('2 files fit equally').first()).toBeVisible()
  await source(page).getByRole('button', { name: 'Use one/b/route.c' }).first().click()
  await expect(source(page).locator('.own').first()).toContainText('<img src=x onerror=alert(1)>')
  expect(await source(page).locator('img').count()).toBe(0)
})

test('a source folder dropped on a report shows its lines, and is not refused', async ({ app, page }) => {
  await openWithoutFolders(app, page)
  await expect(source(page).getByText(crash)).toHaveCount(0)
  await app.drop(folder)
  await expect(page.getByText('Sources in source are shown beside frames')).toBeVisible()
  await expectLines(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText('hold no symbols')).toHaveCount(0)
})
