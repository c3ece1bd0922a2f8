/** The page in the pseudo-locale: a text outside of brackets came from no catalogue. */
import { withoutBrackets } from '../support/brackets.ts'
import { expect, test, type AppPage } from './app-page.ts'
import { fits, showsKeys, textsOf, walk } from './screens.ts'

/** Texts of the sample and of C++, names that no language changes, and units. */
const data =
  /^(?:Unslide|Trailmap\S*|dSYM|UUID|Xcode|VS Code|JetBrains|com\.apple.*|exc handler.*|VM Region Info|.*(?:::|SIG[A-Z]+|EXC_|KERN_|dylib|KB|MB|iOS|iPhone|\.(?:mm?|c|cpp|hpp|ips|app|zip)\b|Foundation|UIKit|CoreF|QuartzCore|GraphicsServices).*|https?:.*)$/s

/** Visible texts with two words or more outside of brackets. */
async function plainTexts({ page }: AppPage): Promise<readonly string[]> {
  const texts = await textsOf(
    page,
    'pre, code, kbd, .code, .mono, .original, option[lang], script, style, noscript, textarea',
  )
  return texts.filter((text) => /\p{L}{2,} \p{L}{2,}/u.test(withoutBrackets(text)) && !data.test(text))
}

test('every screen is in the chosen language', async ({ app, page }) => {
  await page.goto('./?lang=en-XA')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('[')
  const words = { sample: 'Ťŕý ťĥé šámpĺé', dialogs: ['[Šéťťíñğš]', '[Šĥáŕé]'] }
  const seen = new Set<string>()
  await walk(app, words, async (name) => {
    seen.add(name)
    await fits(page, name, 'en-XA')
    if (!(await showsKeys(page))) expect.soft(await plainTexts(app), name).toEqual([])
  })
  expect(seen.size).toBeGreaterThanOrEqual(20)
})

test('every screen in English fits, and is told to be English', async ({ app, page }) => {
  await app.open()
  await walk(app, { sample: 'Try the sample', dialogs: ['Settings', 'Share'] }, (name) => fits(page, name, 'en'))
})

test('a kept choice is spoken after the next start; English needs no other file', async ({ app, page }) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await app.open()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(loaded.filter((path) => /pseudo|translate-/.test(path))).toEqual([])
  await page.evaluate(() => localStorage.setItem('unslide-settings', JSON.stringify({ language: 'en-XA' })))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('[')
})

/** Calls of the page to its workers, as `method argument`. */
declare global {
  var asked: string[] | undefined
}

test('another language reads no report again, and all texts follow', async ({ app, page }) => {
  await page.addInitScript(() => {
    globalThis.asked = []
    const post = Reflect.get(Worker.prototype, 'postMessage') as (this: Worker, ...given: unknown[]) => void
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
      const { path, argumentList: [first] = [] } = (message ?? {}) as {
        readonly path?: readonly string[]
        readonly argumentList?: readonly { readonly value?: unknown }[]
      }
      if (path) globalThis.asked?.push(`${path.join('.')} ${String(first?.value)}`)
      post.call(this, message, ...rest)
    }
  })
  const asked = (what: string): Promise<number> =>
    page.evaluate((wanted) => (globalThis.asked ?? []).filter((one) => one === wanted).length, what)
  await app.open()
  await page.getByRole('button', { name: 'Try the sample' }).click()
  await expect(page.getByText('TMRouteAltitude').first()).toBeVisible()
  const english = await page.getByRole('heading', { level: 1 }).innerText()
  expect(await asked('ask open'), 'the sample was read').toBe(1)
  const parsed = [await asked('ask open'), await asked('ask add'), await asked('ask symbolicate')]
  const address = page.url()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.locator('select').first().selectOption('zh-Hans')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  // The page is made anew, with its dialog.
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{sc=Han}/u)
  await expect(page.getByText('TMRouteAltitude').first()).toBeVisible()
  expect(page.url()).toBe(address)
  expect(await asked('speak zh-Hans')).toBe(1)
  await page.getByRole('button', { name: '设置' }).click()
  await page.locator('select').first().selectOption('en')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english)
  expect([await asked('ask open'), await asked('ask add'), await asked('ask symbolicate')]).toEqual(parsed)
})
