/** Variables of the frame that is chosen: values of registers and memory, reasons elsewhere, by mouse and by keys. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { sameValue, toldByLldb } from '../support/lldb-variables.ts'
import { valuedCore, valuedDsym, valuedFrames } from '../support/valued-core.ts'
import { AppPage, expect, test } from './app-page.ts'

const tree = (page: Page, frame: number): Locator => page.getByRole('tree', { name: `Variables of frame ${frame}` })

test('of a report the innermost frame has values, and its caller says why it has none', async ({ app, page }) => {
  await app.open()
  await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
  await app.frame(0).click()
  const first = tree(page, 0)
  // The report's x8 is 0: the track that the program read from.
  await expect(first.getByRole('treeitem', { name: 'track = 0x0' })).toBeVisible()
  await expect(page.getByText('no memory: what lies on the stack is not known')).toBeVisible()
  await app.frame(1).click()
  await expect(page.getByText('no registers of this frame')).toBeVisible()
  await expect(tree(page, 1)).toContainText('<register W20 is not known in this frame>')
  const system = page.locator('.frame', { hasText: 'UIKitCore' }).first()
  await app.showSystemFrames()
  await system.click()
  await expect(page.getByRole('tree')).toHaveCount(0)
})

test('the tree is walked by keys, tells a location where it is chosen, and a row is copied', async ({ app, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
  await app.frame(0).click()
  const variables = tree(page, 0)
  await variables.focus()
  await page.keyboard.press('ArrowDown')
  const scope = variables.getByRole('treeitem', { selected: true })
  await expect(scope).toHaveAttribute('aria-expanded', 'true')
  const rows = await variables.getByRole('treeitem').count()
  await page.keyboard.press('ArrowLeft')
  await expect(scope).toHaveAttribute('aria-expanded', 'false')
  expect(await variables.getByRole('treeitem').count()).toBeLessThan(rows)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(variables.getByRole('treeitem', { selected: true })).toContainText('Location: DW_OP_')
  await page.keyboard.press('c')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^\(const struct Track \*\) track = 0x0|^\(.+\) track = 0x0$/)
  // The page's own keys stay what they are outside of the tree.
  await page.keyboard.press('End')
  await expect(variables.getByRole('treeitem').last()).toHaveAttribute('aria-selected', 'true')
})

test('an index alone holds no variables, and the page says so', async ({ app, page }) => {
  await app.open()
  await app.drop('public/sample/Trailmap.dSYM.zip')
  await app.waitForIndex('Trailmap')
  await page.goto('./')
  await page.reload()
  await app.drop('public/sample/Trailmap.ips')
  await app.frame(0).click()
  await expect(page.getByText('indexes hold none')).toBeVisible()
})

test('a core file and its dSYM, dropped: every frame of the program has its values', async ({ app, page }, info) => {
  const [core, symbols] = [info.outputPath('valued.core'), info.outputPath('Valued.dSYM')]
  writeFileSync(core, valuedCore())
  writeFileSync(symbols, await valuedDsym())
  await app.open()
  await app.drop(core, symbols)
  for (const [at, frame] of valuedFrames.entries()) {
    await expect(app.frame(at)).toContainText(frame.function)
    await app.frame(at).click()
    for (const row of frame.values) await expect(tree(page, at).getByRole('treeitem', { name: row })).toBeVisible()
  }
  await app.frame(0).click()
  const pointer = tree(page, 0).getByRole('treeitem', { name: 'at = 0x16f0000f0' })
  await pointer.click()
  await expect(pointer).toHaveAttribute('aria-expanded', 'true')
  await expect(tree(page, 0)).toContainText('{x = 3, y = -4}')
})

const corpus = resolve('../shared/corpus/variables')

test('a core file shows values in every frame of the program, equal to lldb’s', async ({ app, page }) => {
  test.skip(!existsSync(corpus), 'the corpus is not here')
  let [equal, frames] = [0, 0]
  const different: string[] = []
  for (const image of ['vars-arm64-d4-O0', 'vars-x86_64-d5-Os']) {
    const folder = resolve(corpus, image)
    const told = toldByLldb(gunzipSync(readFileSync(resolve(folder, 'cores.lldb.txt.gz'))).toString('utf8'))
    await app.open()
    await app.drop(resolve(folder, `${image}.dSYM`), resolve(folder, image))
    for (const snap of [0, 1, 5, 18, 19]) {
      await app.drop(resolve(folder, 'cores', `${String(snap).padStart(2, '0')}.core`))
      // The call of a lambda, `operator` in lldb's words, is told by where the lambda stands.
      const name = told[snap]?.frames[0]?.function ?? '?'
      await expect(app.frame(0)).toContainText(name === 'operator' ? 'lambda in ' : name)
      for (const [at, { variables }] of (told[snap]?.frames ?? []).entries()) {
        // Members lie in rows that are closed.
        const known = [...variables].filter(([name]) => !name.includes('.'))
        if (known.length === 0) continue
        await app.frame(at).click()
        const rows = tree(page, at).getByRole('treeitem')
        await expect(rows.first()).toBeVisible()
        const shown = new Map((await rows.locator('.line').allTextContents()).map((row) => cut(row)))
        frames++
        for (const [name, value] of known) {
          const ours = shown.get(name)
          if (ours !== undefined && sameValue(ours, value)) equal++
          else different.push(`${image} ${snap} frame ${at} ${name}: ${ours ?? 'none'}, lldb ${value}`)
        }
      }
      await page.getByRole('button', { name: 'Close this report' }).click()
    }
  }
  console.log(`${frames} frames, ${equal} values as lldb has them, ${different.length} not`)
  expect(different).toEqual([])
  expect(equal).toBeGreaterThan(40)
})

const cut = (row: string): readonly [string, string] => {
  const at = row.indexOf(' = ')
  return at < 0 ? [row, ''] : [row.slice(0, at), row.slice(at + 3)]
}

test('a page that is downloaded with variables shows them without the dSYM, here and in a browser', async ({
  app,
  page,
  browser,
  baseURL,
}) => {
  await app.open()
  await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
  await app.frame(0).click()
  await expect(tree(page, 0)).toBeVisible()
  const path = await (await app.download({ format: 'HTML page', options: [/^With variables/] })).path()
  expect(readFileSync(path, 'utf8')).toContain('(const TMTrack *) track = 0x0')

  const saved = test.info().outputPath('Trailmap.html')
  writeFileSync(saved, readFileSync(path))
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const elsewhere = new AppPage(await context.newPage())
  await elsewhere.open()
  await elsewhere.drop(saved)
  await elsewhere.frame(0).click()
  await expect(tree(elsewhere.page, 0).getByRole('treeitem', { name: 'track = 0x0' })).toBeVisible()
  await context.close()
  await page.goto(`file://${saved}`)
  const variable = page.getByText('(const TMTrack *) track = 0x0')
  await expect(variable).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  const { height, lineHeight } = await variable.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    lineHeight: parseFloat(getComputedStyle(element.parentElement ?? element).lineHeight),
  }))
  expect(height, 'on a phone a variable takes few lines').toBeLessThan(4 * lineHeight)
})
