/** The line on the symbols of a report, as files are dropped on it: right sentences, and no false ones. */
import { readFileSync, writeFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { largeDsym } from '../support/large-dsym.ts'
import { expect, test, type AppPage } from './app-page.ts'

const REPORT = 'public/sample/Trailmap.ips'
const SYMBOLS = 'public/sample/Trailmap.dSYM.zip'
const WANTED = /4c4c444f-5555-3144-a1cc-707057490ec2/gi
const OTHER = '5d5d444f-5555-3144-a1cc-707057490ec2'

const missing = (app: AppPage) => app.page.getByRole('region', { name: 'Missing symbols' })
const names = (app: AppPage) => app.page.getByRole('region', { name: 'Names', exact: true })
const open = (app: AppPage) => app.page.getByRole('button', { name: 'Open dSYM…' })

async function openReport(app: AppPage, content = readFileSync(REPORT, 'utf8')): Promise<void> {
  await app.open()
  await app.pick({ name: 'Trailmap.ips', content })
  await expect(app.report).toBeVisible()
}

test('the right dSYM: what was named is said, and nothing is asked for any more', async ({ app, page }) => {
  await openReport(app)
  await expect(missing(app)).toContainText('24 of 36 frames named. Trailmap: 10 frames without names.')
  await app.pick(SYMBOLS)
  await expect(page.getByText('10 frames named')).toBeVisible()
  await expect(names(app)).toContainText('34 of 36 frames named.')
  await expect(missing(app)).toBeHidden()
  await expect(names(app)).not.toContainText('Trailmap')
})

test('the dSYM of another build: nothing is said to be named, and the right one can still be opened', async ({
  app,
  page,
}) => {
  await openReport(app, readFileSync(REPORT, 'utf8').replaceAll(WANTED, OTHER))
  await app.pick(SYMBOLS)
  await expect(missing(app)).toContainText('The symbols here are of build 4C4C444F…; the report is of build 5D5D444F….')
  await expect(missing(app)).toContainText('24 of 36 frames named.')
  await expect(open(app)).toBeVisible()
  await expect(page.getByText(/\d frames? named$/)).toHaveCount(0)
  await missing(app).getByRole('button', { name: 'How to get it' }).click()
  await expect(missing(app)).toContainText(OTHER.toUpperCase())
})

test('symbols of an image that the report does not list', async ({ app }) => {
  await openReport(app)
  await app.drop('tests/fixtures/builds/varied-arm64-1/Ladder.dSYM')
  await expect(missing(app)).toContainText('You gave symbols of Ladder, which this report does not list.')
  await expect(missing(app)).toContainText('Trailmap: 10 frames without names.')
  await expect(open(app)).toBeVisible()
  await app.pick(SYMBOLS)
  await expect(names(app)).toContainText('34 of 36')
  await expect(names(app)).not.toContainText('Ladder')
})

/** Collects the texts of the line from now on, each once. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    new MutationObserver(() => {
      const [line] = document.querySelectorAll('article [role=status]')
      const text = line?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      if (said.at(-1) !== text) said.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[])
}

/** Bytes of the sample's dSYM with its load commands, and without its symbols. */
const BEGINNING = 4096

/** Where the data of a member of a zip archive begin. */
function dataOf(archive: Buffer, member: string): number {
  const name = archive.indexOf(member, 0, 'latin1') + member.length
  const header = archive.lastIndexOf('PK\x03\x04', name, 'latin1')
  return header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
}

const READING = /^Reading what you gave/
const MISSING = /10 frames without names|Add the dSYM/
const NO_SYMBOLS = /hold no symbols/
const STRIPPED = /stripped|have no name there/
const UNREAD = /could not be read/
const whole = readFileSync(SYMBOLS)
/** The archive with the mark of encryption at each of its entries. */
const encrypted = Buffer.from(whole)
for (const [sign, flags] of [
  ['PK\x03\x04', 6],
  ['PK\x01\x02', 8],
] as const)
  for (let at = encrypted.indexOf(sign, 0, 'latin1'); at >= 0; at = encrypted.indexOf(sign, at + 4, 'latin1'))
    encrypted[at + flags] = (encrypted[at + flags] ?? 0) | 1
/** The Mach-O file alone, with its identity and without what follows. */
const program = inflateRawSync(whole.subarray(dataOf(whole, 'DWARF/Trailmap')))
for (const [name, path, content, told, never] of [
  ['the beginning of a zip archive', 'Trailmap.zip', whole.subarray(0, 300), UNREAD, NO_SYMBOLS],
  ['an encrypted zip archive', 'Trailmap.zip', encrypted, /is encrypted; decompress it with its password/, NO_SYMBOLS],
  ['an empty file', 'Trailmap', Buffer.alloc(0), NO_SYMBOLS, UNREAD],
  ['an empty zip archive', 'Trailmap.zip', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'), NO_SYMBOLS, UNREAD],
  ['a text', 'Trailmap.bin', Buffer.from('no symbols at all\n'.repeat(9)), NO_SYMBOLS, UNREAD],
  [
    'a dSYM whose end was not sent',
    'Trailmap',
    program.subarray(0, BEGINNING),
    /Trailmap is damaged or incomplete/,
    STRIPPED,
  ],
] as const)
  test(`${name} instead of a dSYM is told in the line, and what is missing stays`, async ({ app, page }) => {
    await openReport(app)
    const said = await listen(page)
    await app.pick({ name: path, content })
    await expect.poll(said).toContainEqual(expect.stringMatching(READING))
    await expect(missing(app)).toContainText(told)
    await expect(missing(app)).toContainText('24 of 36 frames named.')
    await expect(missing(app)).toContainText('Trailmap: 10 frames without names.')
    await expect(open(app)).toBeVisible()
    await expect(page.getByText(/\d frames? named$/)).toHaveCount(0)
    const all = await said()
    // After reading there is one verdict. The page then looks up names of the library, and the verdict stays.
    const from = all.slice(all.findIndex((text) => READING.test(text)))
    expect(new Set(from.filter((text) => !READING.test(text))).size).toBe(1)
    expect(all.filter((text) => never.test(text))).toEqual([])
  })

test('a dSYM with noise in the place of its symbols: no frame is said to be named', async ({ app, page }) => {
  const noise = Buffer.from(program)
  for (let at = BEGINNING; at < noise.length; at++) noise[at] = (at * 7) & 255
  await openReport(app)
  const said = await listen(page)
  await app.pick({ name: 'Trailmap', content: noise })
  await expect(names(app)).toContainText('24 of 36 frames named. Trailmap: 10 frames without names.')
  await expect(open(app)).toBeVisible()
  const all = await said()
  const from = all.slice(all.findIndex((text) => READING.test(text)))
  expect(from.filter((text) => /34 of 36|Add the dSYM|stripped/.test(text))).toEqual([])
})

test('a large dSYM: how much was read, and nothing of what is missing until that is known', async ({
  app,
  page,
}, info) => {
  const path = info.outputPath('Trailmap')
  writeFileSync(path, await largeDsym('4C4C444F-5555-3144-A1CC-707057490EC2', 30e6))
  await openReport(app)
  const said = await listen(page)
  await app.pick(path)
  await expect(names(app)).toContainText('34 of 36 frames named.')
  const all = await said()
  const from = all.slice(all.findIndex((text) => READING.test(text)))
  expect(from).toContainEqual(expect.stringMatching(/^Reading what you gave\..* of 30\.\d MB$/))
  expect(from.filter((text) => MISSING.test(text) || NO_SYMBOLS.test(text))).toEqual([])
})

test('what is missing is asked for in a message', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReport(app)
  await missing(app).getByRole('button', { name: 'Copy a message asking for it' }).click()
  await expect(page.getByText('Copied the message')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('4C4C444F-5555-3144-A1CC-707057490EC2')
})

test('a dSYM opened by the button of the line', async ({ app, page }) => {
  await openReport(app)
  await page.getByLabel('Choose a dSYM, a binary or an archive of them').setInputFiles(SYMBOLS)
  await expect(names(app)).toContainText('34 of 36 frames named.')
})

test('files are said to hold nothing only once all were read', async ({ app, page }) => {
  await app.open()
  await page.evaluate(() => {
    const said: string[] = []
    Reflect.set(window, 'said', said)
    new MutationObserver(() => {
      const alert = document.querySelector('[role=alert]')?.textContent ?? ''
      if (alert.includes('There is no report')) said.push(alert)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await app.pick(
    { name: 'a.png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
    { name: 'b.strings', content: 'nothing' },
    { name: 'Trailmap.ips', content: readFileSync(REPORT) },
  )
  await expect(app.report).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'said') as string[])).toEqual([])
})

test('forced colours: what is chosen, and bars, can be seen', async ({ app, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openReport(app)
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await outline('[role=tab][aria-selected=true]')).toBe('solid')
  expect(await outline('.frame.chosen')).toBe('solid')
  expect(await outline('[role=tab][aria-selected=false]')).toBe('none')
})

test('the Addresses page without symbols says what to do, and takes them', async ({ page }) => {
  await page.goto('./#/tools/atos')
  await expect(page.getByText('No symbols are open yet.')).toBeVisible()
  await page.getByLabel('Choose symbols for the addresses').setInputFiles(SYMBOLS)
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toBeVisible()
})

test('a touch screen shows no hints for keys', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto('./')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.by-keys').first()).toBeHidden()
  await context.close()
})
