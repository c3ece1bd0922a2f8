/** Two origins name one function: the page and `<unslide-report>` show the name of the stronger one, pair by pair. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { rowsShown, POLICY } from '../support/element.ts'
import { originPairs, otherMarks, writeOrigins, type OriginFiles, type OriginPair } from '../support/origin-pairs.ts'
import { serveSite } from '../support/site-server.ts'
import { serveFolders } from '../support/web-server.ts'
import { AppPage, expect, test as base } from './app-page.ts'
import { turn, unslide } from './site-page.ts'

const test = base.extend<{ folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'unslide-origins-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

/** Writes the files of a pair; `published` is a folder of symbols, with the page beside them where asked. */
async function given(
  folder: string,
  pair: OriginPair,
  ...more: readonly string[]
): Promise<{ files: OriginFiles; published: string }> {
  const [root, published] = [join(folder, 'files'), join(folder, 'published')]
  mkdirSync(root)
  const files = await writeOrigins(root, pair)
  if (files.published !== undefined || more.length > 0)
    unslide('publish', files.published ?? 'public/sample/Trailmap.dSYM.zip', '--to', published, ...more)
  return { files, published }
}

function expectMarks(pair: OriginPair, text: string): void {
  if (pair.mark) expect(text).toMatch(pair.mark)
  for (const mark of otherMarks(pair)) expect(text).not.toMatch(mark)
}

const title = ({ origins: [one, other], shown }: OriginPair): string => `${one} and ${other}: ${shown}`

const inPage = originPairs(['local-file', 'site', 'user-import', 'report-archive', 'this-report', 'other-report'])

for (const pair of inPage) {
  test(`page: ${title(pair)}`, async ({ page, folder }) => {
    const { files, published } = await given(folder, pair, '--app')
    const server = await serveSite(published)
    const app = new AppPage(page)
    await page.goto(server.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const show = async (path: string): Promise<void> => {
      await page.goto(`${server.url}#/`)
      await app.pick(path)
      await app.showSystemFrames()
    }
    for (const path of files.others) {
      await show(path)
      await expect(app.frame(0)).toContainText('from_other_report')
    }
    await page.goto(`${server.url}#/`)
    if (files.published !== undefined) await turn(page, true)
    if (files.userImport !== undefined) {
      await app.pick(files.userImport)
      await page.goto(`${server.url}#/library`)
      await page.getByRole('button', { name: 'Use it' }).click()
      await expect(page.locator('.images [aria-selected]')).toContainText('imported, not made here')
      await page.goto(`${server.url}#/`)
    }
    if (files.localFile !== undefined) {
      await app.pick(files.localFile)
      await page.goto(`${server.url}#/library`)
      await expect(page.getByText('libforged').first()).toBeVisible()
    }
    await show(files.report)
    await expect(app.frame(0)).toContainText(pair.shown)
    await expect(app.frame(0)).not.toContainText(pair.hidden)
    await app.frame(0).click()
    const detail = page.getByLabel('Frame', { exact: true })
    await expect(detail).toContainText(pair.shown)
    expectMarks(pair, (await detail.textContent()) ?? '')
    await server.close()
  })
}

/** An element has one report: no other one can name it. */
const inElement = originPairs(['local-file', 'site', 'user-import', 'report-archive', 'this-report'])

for (const pair of inElement) {
  test(`element: ${title(pair)}`, async ({ page, folder }) => {
    const { files, published } = await given(folder, pair)
    const server = await serveFolders({
      folders: { '/unslide/': resolve('dist-lib'), '/published/': published, '/files/': join(folder, 'files') },
      answers: {
        '/': (response) =>
          void response
            .writeHead(200, { 'Content-Type': 'text/html' })
            .end(
              '<!doctype html><title>Portal</title><script type="module" src="/unslide/element.js"></script><unslide-report></unslide-report>',
            ),
      },
      policy: POLICY,
    })
    await page.goto(server.origin)
    const symbols = [files.localFile, files.userImport].flatMap((path) => (path === undefined ? [] : [basename(path)]))
    await page.locator('unslide-report').evaluate(
      async (element, { src, names, site }) => {
        const symbolFiles = await Promise.all(
          names.map(async (path) => ({ path, blob: await (await fetch(`/files/${path}`)).blob() })),
        )
        Object.assign(element, { symbolFiles, src, ...(site && { symbols: '/published/' }) })
      },
      { src: `/files/${basename(files.report)}`, names: symbols, site: files.published !== undefined },
    )
    await expect(page.locator('unslide-report .stack .call').first()).toBeVisible()
    const rows = await page.locator('unslide-report').evaluate(rowsShown)
    expect(rows[0]).toContain(pair.shown)
    expect(rows[0]).not.toContain(pair.hidden)
    expectMarks(pair, await page.locator('unslide-report').evaluate((element) => element.shadowRoot?.textContent ?? ''))
    server.close()
  })
}
