/** The page as a user knows it: ways in, and what can be read on it. */
import { resolve } from 'node:path'
import { expect, test as bare, type CDPSession, type Download, type Locator, type Page } from '@playwright/test'
import { storedRecords } from './stored-records.ts'

export { expect }

/** A file of a test: from disk, or with content of its own. */
export type TestFile = string | { readonly name: string; readonly content: string | Buffer }

export class AppPage {
  readonly page: Page
  readonly report: Locator

  constructor(page: Page) {
    this.page = page
    this.report = page.locator('article.named')
  }

  async open(): Promise<void> {
    await this.page.goto('./')
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** Drops files and folders of the disk on the page, as a file manager does. */
  async drop(...paths: string[]): Promise<void> {
    // A page that was just loaded takes a drop once it is drawn.
    await this.page.getByRole('main').waitFor()
    const session: CDPSession = await this.page.context().newCDPSession(this.page)
    const data = { items: [], files: paths.map((path) => resolve(path)), dragOperationsMask: 1 }
    // The browser drops nothing where the page changed below the pointer since the last `dragOver`; a hand would move on.
    const dropped = await this.page.evaluateHandle(() => {
      const seen = { drops: 0 }
      addEventListener('drop', () => seen.drops++, { capture: true, once: true })
      return seen
    })
    await expect(async () => {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
      await expect.poll(() => dropped.evaluate(({ drops }) => drops), { timeout: 1000 }).toBe(1)
    }).toPass()
    await session.detach()
  }

  async pick(...files: TestFile[]): Promise<void> {
    const input = this.page.getByLabel('Open files')
    const [first] = files
    if (typeof first === 'string') await input.setInputFiles(files.filter((file) => typeof file === 'string'))
    else {
      await input.setInputFiles(
        files
          .filter((file) => typeof file !== 'string')
          .map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })),
      )
    }
  }

  /** Opens the Share dialog and chooses there; the dialog. */
  async share({ format, options = [] }: { format?: string; options?: readonly RegExp[] } = {}): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Share' })
    if (format !== undefined) await dialog.getByText(format, { exact: true }).click()
    for (const name of options) await dialog.getByRole('checkbox', { name }).check()
    return dialog
  }

  /** Downloads by the Share dialog, which closes. */
  async download(choice: Parameters<AppPage['share']>[0]): Promise<Download> {
    const dialog = await this.share(choice)
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    await expect(dialog).toBeHidden()
    return download
  }

  /** Pastes text into the page, as Ctrl+V does. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  }

  async trySample(): Promise<void> {
    await this.page.getByRole('button', { name: 'Try the sample' }).click()
    await expect(this.report).toBeVisible()
  }

  /** The row of a frame of the stack that is read first. */
  frame(index: number): Locator {
    return this.page
      .locator('.frame')
      .filter({ has: this.page.locator('.index', { hasText: new RegExp(`^${index}$`) }) })
      .first()
  }

  async showSystemFrames(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'System frames', exact: true })
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click()
  }

  /** Waits until the whole index of an image is kept. */
  async waitForIndex(image: string, timeout?: number): Promise<void> {
    await this.page.goto('./#/library')
    const row = this.page.locator('.images [aria-selected]', { hasText: image })
    // Rows of images with an index open.
    await expect(row.locator('button[aria-expanded]').first()).toBeVisible(timeout === undefined ? {} : { timeout })
  }

  /** Until the library keeps this many indexes. Names come before that, and a page that is closed earlier keeps none. */
  async untilKept(indexes = 1): Promise<void> {
    await expect.poll(() => storedRecords(this.page, 'unslide', 'entries')).toHaveLength(indexes)
  }

  /** Keeps the symbols and begins anew: a later visit, to which only the library is left. */
  async comeBackWith(symbols: TestFile, image: string): Promise<void> {
    await this.open()
    await this.pick(symbols)
    await this.waitForIndex(image)
    await this.page.goto('./')
    await this.page.reload()
  }

  async waitUntilOffline(): Promise<void> {
    await this.page.waitForFunction(() => document.documentElement.dataset['offline'] === 'ready')
  }

  /** Whether anything is wider than the window. */
  async isTooWide(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  }
}

/** `test` of Playwright with `app`: the page object of the test's own page. Tests with several pages make the others themselves. */
export const test = bare.extend<{ app: AppPage }>({
  app: async ({ page }, use) => {
    await use(new AppPage(page))
  },
})
