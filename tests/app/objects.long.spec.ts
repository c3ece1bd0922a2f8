/** A program that has its lines in the object files beside it: dropped in any order, from a remembered folder, or without them. */
import { readdirSync, readFileSync } from 'node:fs'
import { crashOf } from '../support/shelf-crash.ts'
import { expect, test } from './app-page.ts'

const folder = 'tests/fixtures/macho/macos-arm64-objects'
const program = `${folder}/Shelf`
const objects = readdirSync(`${folder}/build`).map((name) => `${folder}/build/${name}`)

const report = { name: 'Shelf.crash', content: crashOf(readFileSync(program)) }

test('program, objects and report dropped: the line of the crash; the program alone is in the library', async ({
  app,
  page,
}) => {
  await app.open()
  await app.pick(report)
  await expect(app.frame(0)).not.toContainText('main.c:6')
  await app.drop(program, ...objects)
  await expect(app.frame(0)).toContainText('main.c:6')
  await app.waitForIndex('Shelf')
  await expect(page.locator('.images [aria-selected]')).toHaveCount(1)
  // The index is kept: the next visit needs neither program nor objects.
  await page.goto('./')
  await page.reload()
  await app.pick(report)
  await expect(app.frame(0)).toContainText('main.c:6')
})

test('the program first, the build folder later: the report gets its lines then', async ({ app }) => {
  await app.open()
  await app.pick(report)
  await app.drop(program)
  await expect(app.frame(0)).toContainText('main')
  await expect(app.frame(0)).toContainText('main.c')
  await expect(app.frame(0)).not.toContainText('main.c:6')
  await app.drop(`${folder}/build`)
  await expect(app.frame(0)).toContainText('main.c:6')
})
