/** The tool for addresses: names of an image without a symbol table, and return addresses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { functionStarts, shelfImage, shelfSymbols, shelfTruth, strippedShelf } from '../support/shelf.ts'
import { expect, test, AppPage } from './app-page.ts'

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unslide-addresses-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

/** Looks up addresses of the file. */
async function ask(page: Page, addresses: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: 'Addresses are' }).selectOption('file')
  await page.getByRole('textbox', { name: 'Addresses' }).fill(addresses.join('\n'))
}

/** The calls shown beside an address. */
const told = (page: Page, address: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: `· ${address} in the file` })
    .locator('.call')

async function dropAndAsk(page: Page, path: string, addresses: readonly string[]): Promise<void> {
  const app = new AppPage(page)
  await app.open()
  await page.goto('./#/tools/atos')
  await expect(page.getByText('No symbols are open')).toBeVisible()
  await app.drop(path)
  await expect(page.getByRole('combobox', { name: 'Image' })).toContainText('Shelf')
  await ask(page, addresses)
}

for (const build of ['ios-arm64-dylib', 'ios-arm64-dwarf4', 'macos-x86_64-dwarf4']) {
  test(`${build}, stripped: methods are named from Objective-C metadata`, async ({ page }) => {
    const names = functionStarts(build, /^[-+]\[/)
    expect(names.size).toBeGreaterThan(3)
    const path = join(folder, 'Shelf')
    writeFileSync(path, strippedShelf(build))
    await dropAndAsk(page, path, [...names.keys()])
    for (const [address, name] of names) await expect(told(page, address)).toHaveText([name])
  })
}

test('a stripped library: exported functions are named from the exports trie', async ({ page }) => {
  const names = functionStarts('ios-arm64-dylib', /^(main|find_book|plain_checksum|tidy_shelf|describe_store)$/)
  expect(names.size).toBe(5)
  const path = join(folder, 'Shelf')
  writeFileSync(path, strippedShelf('ios-arm64-dylib'))
  await dropAndAsk(page, path, [...names.keys()])
  for (const [address, name] of names) await expect(told(page, address)).toHaveText([name])
})

/** As `llvm-objdump --macho --indirect-symbols` lists them. */
test('jumps to imported functions are stubs', async ({ page }) => {
  const stubs = {
    '0x100004448': 'objc_autoreleaseReturnValue',
    '0x100004454': 'objc_msgSend',
    '0x100004490': 'objc_retainAutoreleasedReturnValue',
  }
  await dropAndAsk(page, shelfImage('ios-arm64-dwarf4'), Object.keys(stubs))
  for (const [address, name] of Object.entries(stubs))
    await expect(told(page, address)).toHaveText([`stub for ${name}`])
})

test('a return address is looked up in the call before it when it is said to be one', async ({ page }) => {
  const build = 'ios-arm64-dylib'
  const place = (address: string): string => {
    const [frame] = shelfTruth(build).find((row) => row.address === address)?.frames ?? []
    return `${frame?.function} store.m:${frame?.line}`
  }
  // The call at 0x42a8 is of the row that begins at 0x429c; where it returns, another row begins.
  const [call, back] = [place('0x429c'), place('0x42ac')]
  expect(call).not.toBe(back)
  await dropAndAsk(page, shelfSymbols(build), ['0x42ac'])
  await expect(told(page, '0x42ac')).toHaveText([back])
  const areReturns = page.getByRole('checkbox', { name: /^Return addresses/ })
  await areReturns.check()
  await expect(told(page, '0x42ac')).toHaveText([call])
  await areReturns.uncheck()
  await expect(told(page, '0x42ac')).toHaveText([back])
})
