/** Text from reports, file names and symbol names is never markup, wherever it is shown. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { expect, test, type TestFile } from './app-page.ts'

const EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const UUID = '11111111222233334444555555555555'

/** True if any planted text became an element, or ran. */
async function isHarmless(page: Page): Promise<void> {
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  expect(await page.locator('script', { hasText: 'document.title' }).count()).toBe(0)
  expect(['1', '2']).not.toContain(await page.title())
}

const symbols = {
  name: `Shelf ${EVIL}`.replaceAll('/', '_'),
  buffer: Buffer.from(
    buildMachO({
      fileType: 10,
      uuid: UUID,
      textAddress: 0x100000000n,
      sections: [codeSection(0x1000)],
      symbols: [{ name: `_${EVIL}`, address: 0x100001000n, section: 1 }],
    }),
  ),
}

const crash: TestFile = {
  name: `Shelf ${EVIL}.crash`.replaceAll('/', '_'),
  content: `Process:             ${EVIL} [612]
Path:                /private/var/${EVIL}
Identifier:          org.example.${EVIL}
Version:             ${EVIL} (1)
Code Type:           ARM-64
OS Version:          ${EVIL}
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Termination Reason: ${EVIL}
Triggered by Thread:  0

Application Specific Information:
${EVIL}

Thread 0 name:  ${EVIL}
Thread 0 Crashed:
0   Shelf                         \t0x0000000104001000 0x104000000 + 4096
1   Other                         \t0x0000000105000010 ${EVIL} + 16 (${EVIL}:3)

Thread 1:
0   Other                         \t0x0000000105000010 ${EVIL} + 16

Thread 0 crashed with ARM Thread State (64-bit):
    x0: 0x0000000104001000   x1: 0x0000000000000000   x2: 0x3c696d6720737263   x3: 0x0000000000000000
    fp: 0x000000016b5c6f00   lr: 0x0000000104001004   sp: 0x000000016b5c6ef0   pc: 0x0000000104001000

Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <${UUID}> /private/var/${EVIL}/Shelf
0x105000000 - 0x10500ffff Other arm64  <22222222222233334444555555555555> /private/var/${EVIL}/Other
`,
}

test('in the report, in all its parts, and in what is shared', async ({ app, page, context }) => {
  await app.open()
  await app.pick(crash, { name: symbols.name, content: symbols.buffer })
  await expect(app.frame(0)).toContainText(EVIL)
  await isHarmless(page)
  for (const part of ['Registers', 'Images', 'Memory', 'Details', 'Threads']) {
    await page.getByRole('tab', { name: part, exact: true }).click()
    await isHarmless(page)
  }
  await app.frame(0).click()
  await page.keyboard.press('o')
  await expect(page.getByText('Binary Images:').first()).toBeVisible()
  await isHarmless(page)

  const download = await app.download({ format: 'HTML page', options: [/^Replace private data/] })
  await isHarmless(page)
  const exported = readFileSync(await download.path(), 'utf8')
  expect(exported).toContain('&lt;img src=x')
  const reader = await context.newPage()
  await reader.setContent(exported)
  await isHarmless(reader)
})

test('in the lists: files, reports, library, search, tools', async ({ app, page }) => {
  await app.open()
  await app.pick(crash, { name: symbols.name, content: symbols.buffer })
  await expect(app.frame(0)).toContainText(EVIL)
  await page.goto('./#/')
  await expect(page.getByText(EVIL).first()).toBeVisible()
  await isHarmless(page)
  await app.waitForIndex('Shelf')
  await isHarmless(page)
  await page.getByLabel('Search symbols').fill('onerror')
  await expect(page.getByLabel('Symbols found')).toContainText(EVIL)
  await isHarmless(page)

  await page.goto('./#/tools/atos')
  await page.getByRole('textbox', { name: 'Load address' }).fill('0x104000000')
  await page.getByRole('textbox', { name: 'Addresses' }).fill('0x104001000')
  await expect(page.getByText(EVIL).first()).toBeVisible()
  await isHarmless(page)

  await page.goto('./#/tools/demangle')
  await page.getByLabel(/Mangled names/).fill(`${EVIL}\n_ZN1a${EVIL.length}${EVIL}Ev\n$s4main${EVIL}`)
  await expect(page.getByLabel('Readable names')).toContainText(EVIL)
  await isHarmless(page)

  await page.goto('./#/tools/inspect')
  await page.getByLabel('Files to inspect').setInputFiles({ ...symbols, mimeType: 'application/octet-stream' })
  await expect(page.getByText(UUID.slice(0, 8)).first()).toBeVisible()
  await isHarmless(page)
})

test('in a link, and in a page that was exported and changed', async ({ app, page }) => {
  await app.open()
  await page.goto(`./#/shared/${encodeURIComponent(EVIL)}`)
  await expect(page.getByText('holds no report')).toBeVisible()
  await isHarmless(page)
  await page.goto(`./#/tools/${encodeURIComponent(EVIL)}`)
  await isHarmless(page)
  await page.goto('./#/')
  await app.pick({ name: 'x.html', content: `<html><body>${EVIL}</body></html>` })
  await expect(page.getByText(/^\d+ files? read$/)).toBeVisible()
  await isHarmless(page)
})

test('signs that turn the order of letters are written out in the title of a tab', async ({ app, page }) => {
  await app.open()
  await app.pick({
    name: 'turned.crash',
    content: `Process: Shelf [612]
Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Thread 0 Crashed:
0   Shelf   0x0000000104001000 a\u202eb\u0007c + 16

Binary Images:
0x104000000 - 0x10400ffff Shelf arm64  <${UUID}> /private/var/containers/Bundle/Application/${UUID}/Shelf.app/Shelf
`,
  })
  await expect(app.frame(0)).toBeVisible()
  await expect(page).toHaveTitle(/\\u202e/)
  for (const sign of ['\u202e', '\u0007']) expect(await page.title()).not.toContain(sign)
})
