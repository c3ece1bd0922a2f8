/** The first minute: the sample, the ways in, what each file was found to be. */
import { readFileSync } from 'node:fs'
import { expect, test, type AppPage } from './app-page.ts'

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** Lines of the sample's sources that its story goes through; see public/sample/ORIGIN.md. */
async function expectSample(app: AppPage): Promise<void> {
  await expect(app.report).toBeVisible()
  await expect(app.frame(0)).toContainText('trackSamples')
  await expect(app.frame(0)).toContainText('route.c:6')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(app.frame(1)).toContainText('trail::ElevationChart::altitudeAt(…)')
  await expect(app.frame(2)).toContainText('-[TMElevationView plotRoute:]')
}

test('an empty page says what to do, and the sample shows how it ends', async ({ app, page }) => {
  await app.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Drop a crash report/)
  await app.trySample()
  await expectSample(app)
  await expect(page.locator('.inlined').first()).toContainText('inlined')
})

for (const [order, files] of [
  ['report first', [report, symbols]],
  ['symbols first', [symbols, report]],
] as const) {
  test(`dropping one after the other, ${order}`, async ({ app, page }) => {
    await app.open()
    await app.drop(files[0])
    await expect(page.getByText(/^[12] files? read$/)).toBeVisible()
    // A browser drops a drag when the page goes elsewhere under it.
    if (files[0] === report) await expect(app.report).toBeVisible()
    await app.drop(files[1])
    await expectSample(app)
  })
}

test('picking both at once', async ({ app }) => {
  await app.open()
  await app.pick(report, symbols)
  await expectSample(app)
})

test('pasting a report finds symbols kept from before', async ({ app }) => {
  await app.comeBackWith(symbols, 'Trailmap')
  await app.open()
  await app.paste(readFileSync(report, 'utf8'))
  await expectSample(app)
})

test('what is missing is named, with the way to get it', async ({ app, page }) => {
  await app.open()
  await app.pick(report)
  const missing = page.getByLabel('Missing symbols')
  await expect(missing.getByRole('button', { name: 'Open dSYM…' })).toBeVisible()
  await missing.getByText('How to get it').click()
  await expect(missing).toContainText('4C4C444F-5555-3144-A1CC-707057490EC2')
  await expect(missing).toContainText('mdfind')
  await app.pick(symbols)
  await expectSample(app)
  await expect(missing).toBeHidden()
})

test('nothing moves in the stack when symbols arrive', async ({ app, page }) => {
  await app.open()
  await app.pick(report)
  await expect(app.report).toBeVisible()
  const before = await page.evaluate(() => window.scrollY)
  await app.pick(symbols)
  await expectSample(app)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

test('names of a report are never markup', async ({ app, page }) => {
  await app.open()
  const hostile = '<img src=x onerror="document.title=`gone`">'
  const text = readFileSync('public/sample/Trailmap.ips', 'utf8').replaceAll(
    'UIApplicationMain',
    JSON.stringify(hostile).slice(1, -1),
  )
  await app.pick({ name: `${hostile}.ips`, content: text })
  await app.showSystemFrames()
  await expect(page.getByText(hostile).first()).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

test('after symbols alone the page asks for the report, and says whose symbols it has', async ({ app, page }) => {
  await app.open()
  await app.pick('public/sample/Trailmap.dSYM.zip')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Now open a crash report, or drop it: the symbols of Trailmap are ready.',
  )
})

test('who has gone elsewhere while a report is read stays there, and is told', async ({ app, page }) => {
  await app.open()
  const rows = Array.from({ length: 150_000 }, (_, at) => `${at}   App   0x0000000104004000 0x104000000 + 16384`)
  await app.pick({ name: 'long.crash', content: `Process: App [1]\n\nThread 0 Crashed:\n${rows.join('\n')}\n` })
  await page.evaluate(() => (location.hash = '#/library'))
  await expect(page.getByText('1 report opened. See Reports.')).toBeVisible()
  await expect(page).toHaveURL(/#\/library$/)
  await page.goBack()
  await expect(page.getByText('App', { exact: true }).first()).toBeVisible()
})

test('of two reports dropped one right after the other, the last is shown', async ({ app, page }) => {
  await app.open()
  const crash = (name: string) => ({
    name: `${name}.crash`,
    content: `Process: ${name} [7]\n\nThread 0 Crashed:\n0   ${name}  0x0000000100004000 in${name} + 4\n`,
  })
  await app.pick(crash('First'))
  await app.pick(crash('Second'))
  await expect(app.report.getByTitle('Show this frame').first()).toHaveText('inSecond')
  await page.goto('./#/')
  await expect(page.getByRole('heading', { name: /2 reports/ })).toBeVisible()
})
