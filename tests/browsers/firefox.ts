/** Firefox by WebDriver BiDi, which it speaks itself: no driver program is needed. */
import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import type { Visitor } from './visitor.ts'

const places = [
  process.env['FIREFOX'] ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Starts Firefox without a window. Throws where none is installed. */
export async function startFirefox(): Promise<Visitor> {
  const executablePath = places.find((path) => path !== '' && existsSync(path))
  if (executablePath === undefined) throw new Error('No Firefox was found; set FIREFOX to its path.')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  return {
    name: await browser.version(),
    keepsAndReads: true,
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    click: async (text) => page.locator(`::-p-text(${text})`).click(),
    choose: async (...paths) => {
      const input = (await page.waitForSelector('input[aria-label="Open files"]')) as ElementHandle<HTMLInputElement>
      await input.uploadFile(...paths)
    },
    run: async <T>(body: string) => (await page.evaluate(`(() => { ${body} })()`)) as T,
    close: () => browser.close(),
  }
}
