/** Anybody can make an exported page: markup in its fields stays text, nothing runs, and no request leaves. */
import type { Page } from '@playwright/test'
import { exporters } from '../../src/core/export/registry.ts'
import { buildReport, app as ownFrame } from '../support/report-builder.ts'
import { expect, test } from './app-page.ts'

const EVIL =
  '<img src=//evil.test/x onerror="document.title=1"></script><script>document.title=2</script><meta http-equiv="refresh" content="0;url=//evil.test">'
const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

const html = exporters.find(({ id }) => id === 'html')
const sound = html?.write([
  buildReport([ownFrame('Cart.total'), ownFrame('main')], {
    sections: [{ kind: 'text', title: 'Notes', text: 'none' }],
  }),
])

/** The report that a page carries, with every text in it replaced. */
function withEvilTexts(page: string, replace: (text: string, key: string) => unknown): string {
  const from = page.indexOf('>', page.lastIndexOf('id="unslide-report"')) + 1
  const to = page.indexOf('<', from)
  const carried = JSON.parse(page.slice(from, to), (key, value: unknown) =>
    typeof value === 'string' ? replace(value, key) : value,
  ) as unknown
  return page.slice(0, from) + JSON.stringify(carried).replaceAll('<', '\\u003c') + page.slice(to)
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.locator('img[src*="evil"], meta[content*="evil"]').count()).toBe(0)
  expect(['1', '2']).not.toContain(await page.title())
}

/** Words that are one of a list are refused where they are another; texts may be anything. */
const words = new Set([
  'kind',
  'level',
  'source',
  'end',
  'arch',
  'format',
  'textKind',
  'symbols',
  'slideFrom',
  'origin',
  'type',
  'code',
  '$bigint',
])

test('markup in every text of a page', async ({ app, page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await app.open()
  await app.pick({
    name: 'evil.html',
    content: withEvilTexts(sound ?? '', (text, key) => (words.has(key) ? text : EVIL)),
  })
  await expect(app.report).toBeVisible()
  await expect(page.getByText('onerror=').first()).toBeVisible()
  await expectHarmless(page)
  expect(asked.filter((url) => url.includes('evil'))).toEqual([])
  await page.goto('./#/library')
  await expect(page.getByText('The library is empty')).toBeVisible()
})

const broken: readonly (readonly [string, string])[] = [
  ['every text a number', withEvilTexts(sound ?? '', () => 7)],
  ['every word of a list another', withEvilTexts(sound ?? '', () => EVIL)],
  ['nothing carried', (sound ?? '').replace(/(id="unslide-report"[^>]*>)[^<]*/, '$1')],
  ['no end', (sound ?? '').slice(0, -200)],
  [
    'depth',
    `<meta name="generator" content="Unslide"><script id="unslide-report">${'['.repeat(200_000)}</script>`.replace(
      /^/,
      '<!doctype html>',
    ),
  ],
]
for (const [what, content] of broken) {
  test(`a page that is damaged is refused in words, and the next report reads: ${what}`, async ({ app, page }) => {
    await app.open()
    await app.pick({ name: 'evil.html', content })
    await expect(page.getByText(/damaged|no report|cannot be read|not made by|carries/i).first()).toBeVisible()
    await expectHarmless(page)
    await app.pick(report, symbols)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
  })
}
