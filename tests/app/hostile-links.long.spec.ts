/** A link may be anybody's, and so may an index file: neither puts names into the library, or before those of a dSYM. */
import { deflateRawSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { forgedIndex } from '../support/forged-index.ts'
import { AppPage } from './app-page.ts'

const UUID = '4c4c444f55553144a1cc707057490ec2'
const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'
const names = Array.from({ length: 0x1000 }, (_, at): readonly [number, string] => [0x1000 + at * 8, 'harmless'])

const link = (bytes: Uint8Array): string => `./#/shared/${deflateRawSync(bytes).toString('base64url')}`

async function forged(): Promise<Buffer> {
  return Buffer.from(await (await forgedIndex({ uuid: UUID, names, claims: 3 })).arrayBuffer())
}

async function expectNothingKept(page: Page): Promise<void> {
  await page.goto('./#/library')
  await expect(page.getByText('The library is empty')).toBeVisible()
  await expect(page.getByText('Open until the page')).toHaveCount(0)
}

const payloads: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
  ['an index', forged],
  ['a zipped dSYM', async () => readFileSync(symbols)],
  [
    'text symbols',
    async () => Buffer.from(`MODULE mac arm64 ${UUID.toUpperCase()}0 Trailmap\nFUNC 1000 8 0 harmless\n`),
  ],
  ['a tar of a report', async () => Buffer.concat([Buffer.alloc(512, 'x'), readFileSync(report), Buffer.alloc(1024)])],
  ['nothing', async () => Buffer.alloc(0)],
]
for (const [what, payload] of payloads) {
  test(`a link with ${what} opens nothing, keeps nothing and says so; the next report reads`, async ({ page }) => {
    const app = new AppPage(page)
    await app.open()
    await page.goto(link(await payload()))
    await expect(page.getByText('This link holds no report that can be read.')).toBeVisible()
    await expectNothingKept(page)
    await page.goto('./#/')
    await app.pick(report, symbols)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
  })
}

test('the names of a report in a link are not kept for other reports', async ({ page }) => {
  const crash = (named: boolean): string => `Process:             Trailmap [612]
Code Type:           ARM-64
OS Version:          iPhone OS 17.0 (21A329)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Thread 0 Crashed:
0   libforged.dylib               \t0x0000000104001010 ${named ? 'forged_name + 16' : '0x104000000 + 4112'}

Binary Images:
0x104000000 - 0x10400ffff libforged.dylib arm64  <11111111222233334444555555555555> /usr/lib/libforged.dylib
`
  const app = new AppPage(page)
  await app.open()
  await page.goto(link(Buffer.from(crash(true))))
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('forged_name')
  await page.goto('./#/')
  await page.reload()
  await app.pick({ name: 'next.crash', content: crash(false) })
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('libforged')
  await expect(app.frame(0)).not.toContainText('forged_name')
})

test('an index file is asked for, marked, and gives way to the dSYM', async ({ page }) => {
  const app = new AppPage(page)
  await app.open()
  await app.pick({ name: 'Trailmap.unslide-index', content: await forged() })
  const notice = page.getByText('was not made here, so its names cannot be checked')
  await expect(notice).toBeVisible()
  await page.goto('./#/library')
  await expect(page.getByText('The library is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.locator('.images [aria-selected]', { hasText: 'Trailmap' })).toContainText(
    'imported, not made here',
  )
  await expect(notice).toHaveCount(0)
  await page.goto('./#/')
  await app.pick(symbols)
  await page.goto('./#/library')
  await expect(page.locator('.images [aria-selected]', { hasText: 'Trailmap' })).not.toContainText('imported')
  await page.goto('./#/')
  await page.reload()
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})
