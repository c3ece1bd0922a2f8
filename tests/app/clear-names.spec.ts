/** Names that other reports gave are cleared for one report: of its images alone, here and in what the page keeps. */
import { expect, test } from '@playwright/test'
import { AppPage, type TestFile } from './app-page.ts'

const IMAGES = [
  ['libone.dylib', '0x104000000 - 0x10400ffff', '11111111222233334444555555555555'],
  ['libtwo.dylib', '0x105000000 - 0x10500ffff', '66666666777788889999aaaaaaaaaaaa'],
] as const

/** A report of both images, or of one; two reports must agree on a name before a third gets it. */
function crash(name: string, pid: number, isNamed: boolean, images: readonly number[] = [0, 1]): TestFile {
  const rows = [
    `0   libone.dylib                  \t0x0000000104001010 ${isNamed ? 'first_name + 16' : '0x104000000 + 4112'}`,
    `1   libtwo.dylib                  \t0x0000000105001010 ${isNamed ? 'second_name + 16' : '0x105000000 + 4112'}`,
  ]
  const listed = IMAGES.map(([image, range, uuid]) => `${range} ${image} arm64  <${uuid}> /usr/lib/${image}`)
  const content = `Process:             Trailmap [${pid}]
Code Type:           ARM-64
OS Version:          iPhone OS 17.0 (21A329)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Thread 0 Crashed:
${images.map((at, row) => (rows[at] ?? '').replace(/^\d/, String(row))).join('\n')}

Binary Images:
${images.map((at) => listed[at]).join('\n')}
`
  return { name, content }
}

async function show(app: AppPage, file: TestFile): Promise<void> {
  await app.page.goto('./#/')
  await app.pick(file)
  await app.showSystemFrames()
}

/** A report of the first image alone, opened at its first frame, whose name is from the others. */
async function showBorrowed(app: AppPage): Promise<void> {
  await show(app, crash('third.crash', 3, false, [0]))
  await expect(app.frame(0)).toContainText('first_name')
  await app.frame(0).click()
}

test('names of other reports are cleared for the images of one report, and stay for those of another', async ({
  page,
}) => {
  const app = new AppPage(page)
  await app.open()
  await show(app, crash('first.crash', 1, true))
  await expect(app.frame(0)).toContainText('first_name')
  await show(app, crash('second.crash', 2, true))
  await expect(app.frame(1)).toContainText('second_name')

  // A report of the first image alone: its name is from the others, and is cleared there.
  await showBorrowed(app)
  await page.getByRole('button', { name: 'Clear names from other reports' }).click()
  await expect(app.frame(0)).not.toContainText('first_name')
  await expect(page.getByRole('button', { name: 'Clear names from other reports' })).toHaveCount(0)

  // No later report gets what was cleared. The name of the other image is as it was.
  await show(app, crash('fourth.crash', 5, false))
  await expect(app.frame(1)).toContainText('second_name')
  await expect(app.frame(0)).toContainText('libone.dylib')
  await expect(app.frame(0)).not.toContainText('first_name')

  // What a report prints itself is not of others: it has no such button, and stays.
  await show(app, crash('printed.crash', 4, true, [0]))
  await expect(app.frame(0)).toContainText('first_name')
  await app.frame(0).click()
  await expect(page.getByRole('button', { name: 'Clear names from other reports' })).toHaveCount(0)
})

test('names that were cleared for a report stay away after a reload, and other reports get theirs', async ({
  page,
}) => {
  const app = new AppPage(page)
  await app.open()
  await show(app, crash('first.crash', 1, true))
  await show(app, crash('second.crash', 2, true))
  await show(app, crash('other.crash', 4, false))
  await expect(app.frame(0)).toContainText('first_name')
  await showBorrowed(app)
  await page.getByRole('button', { name: 'Clear names from other reports' }).click()
  await expect(app.frame(0)).not.toContainText('first_name')

  // The reports that printed the names are still open, and leave them anew.
  await page.reload()
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('libone.dylib')
  await expect(app.frame(0)).not.toContainText('first_name')
  await show(app, crash('later.crash', 5, false))
  await expect(app.frame(0)).toContainText('first_name')
  await expect(app.frame(1)).toContainText('second_name')
})

test('names that were cleared for a report stay away where the page is reloaded in the same instant', async ({
  page,
}) => {
  const app = new AppPage(page)
  await app.open()
  await show(app, crash('first.crash', 1, true))
  await show(app, crash('second.crash', 2, true))
  await showBorrowed(app)
  const clear = page.getByRole('button', { name: 'Clear names from other reports' })
  await expect(clear).toBeVisible()
  // Both in one task of the page; no write to its database comes to an end after it.
  await clear.evaluate((button: HTMLButtonElement) => {
    IDBObjectStore.prototype.put = () => {
      throw new Error('the page is going')
    }
    button.click()
    location.reload()
  })
  await expect(page.locator('article.named')).toBeVisible()
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('libone.dylib')
  await expect(app.frame(0)).not.toContainText('first_name')
})
