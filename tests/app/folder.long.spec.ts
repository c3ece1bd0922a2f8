/** A remembered folder: known by headers, read for a report, noticed when it changes, forgotten on request. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { crashOf } from '../support/shelf-crash.ts'
import { expect, test, type AppPage } from './app-page.ts'
import { chooseFolder, sampleFiles, write } from './folder-page.ts'

const report = 'public/sample/Trailmap.ips'

const another = readFileSync('tests/fixtures/macho/ios-arm64-dwarf4/Shelf.dSYM/Contents/Resources/DWARF/Shelf')

test.beforeEach(async ({ page }) => void (await chooseFolder(page)))

/** After the next load the browser requires a click, and then allows reading. */
async function askAgain(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let granted = false
    const answer = async (): Promise<PermissionState> => (granted ? 'granted' : 'prompt')
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: answer,
      requestPermission: async () => {
        granted = navigator.userActivation.isActive
        return answer()
      },
    })
  })
}

async function remember(app: AppPage): Promise<void> {
  const { page } = app
  await app.open()
  await write(page, await sampleFiles())
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Remember a folder…' }).click()
  const folders = page.getByRole('region', { name: 'Remembered folders' })
  await expect(folders.getByRole('heading', { name: 'In Symbols, not indexed' })).toBeVisible()
  await expect(folders.getByRole('listitem')).toContainText(['Trailmap'])
  await expect(page.getByText('The library is empty')).toBeVisible()
}

test('a report gets its names from the folder by itself, and the image is indexed then', async ({ app, page }) => {
  await remember(app)
  await page.goto('./#/')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.waitForIndex('Trailmap')
  await expect(page.getByRole('heading', { name: 'In Symbols, not indexed' })).toHaveCount(0)
})

test('an image is indexed when asked for', async ({ app, page }) => {
  await remember(app)
  await page.getByRole('button', { name: 'Index Trailmap' }).click()
  await app.waitForIndex('Trailmap')
})

test('on the next visit one click gives leave again, and what changed is noticed', async ({ app, page }) => {
  await remember(app)
  await write(page, { 'build 13/Shelf.dSYM/Contents/Resources/DWARF/Shelf': another })
  await askAgain(page)
  await page.goto('./')
  await page.reload()
  await app.pick(report)
  const offer = page.getByRole('status').filter({ hasText: 'your folder Symbols' })
  await expect(offer).toContainText('build 12/Trailmap.dSYM')
  await offer.getByRole('button', { name: 'Read them' }).click()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(offer).toHaveCount(0)
  await page.goto('./#/library')
  await expect(page.getByRole('button', { name: 'Index Shelf' })).toBeVisible()
})

test('where leave is given already, changes are noticed without a click', async ({ app, page }) => {
  await remember(app)
  await write(page, { 'build 13/Shelf': another })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Index Shelf' })).toBeVisible()
})

test('a file that is gone is told by another look, and is no trap', async ({ app, page }) => {
  await remember(app)
  await page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('Symbols')
    await root.removeEntry('build 12', { recursive: true })
  })
  await page.goto('./#/')
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  await page.goto('./#/library')
  await expect(page.getByText('0 images with symbols')).toBeVisible()
})

test('it is forgotten when asked', async ({ app, page }) => {
  await remember(app)
  await page.getByRole('button', { name: 'Forget the folder Symbols' }).click()
  await expect(page.getByRole('heading', { name: 'In Symbols, not indexed' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remember a folder…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan again' })).toHaveCount(0)
})

test('everything that is kept is deleted when asked', async ({ app, page }) => {
  await remember(app)
  await page.getByRole('button', { name: 'Index Trailmap' }).click()
  await app.waitForIndex('Trailmap')
  await page.getByRole('button', { name: 'Delete everything kept here…' }).click()
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await expect(page.getByText('The library is empty')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan again' })).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a browser without the way to remember says what to do instead', async ({ app, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'))
  await app.open()
  await page.goto('./#/library')
  await expect(page.getByText('cannot remember a folder')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remember a folder…' })).toHaveCount(0)
})

test('a program that has no dSYM there comes with the object files of the folder', async ({ app, page }) => {
  const fixture = 'tests/fixtures/macho/macos-arm64-objects'
  const objects = readdirSync(`${fixture}/build`).map(
    (name) => [`build/${name}`, readFileSync(`${fixture}/build/${name}`)] as const,
  )
  const program = readFileSync(`${fixture}/Shelf`)
  await app.open()
  await write(page, { Shelf: program, ...Object.fromEntries(objects) })
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Remember a folder…' }).click()
  await expect(page.getByRole('button', { name: 'Index Shelf' })).toBeVisible()
  await page.goto('./#/')
  await app.pick({ name: 'Shelf.crash', content: crashOf(program) })
  await expect(app.frame(0)).toContainText('main.c:6')
})
