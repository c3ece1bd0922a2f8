/** A report and the shared cache of its system, dropped together: frames of the system get names, without a row in the report's list. */
import { writeFileSync } from 'node:fs'
import { buildCache, CODE_AT, imageStart, type CacheSpec } from '../support/cache-builder.ts'
import { expect, test } from './app-page.ts'

const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'
const spec: CacheSpec = {
  images: [
    {
      name: '/usr/lib/system/libone.dylib',
      uuid: ONE,
      symbols: [{ name: '_one_open', at: CODE_AT }],
      locals: [{ name: '_one_hidden', at: CODE_AT + 0x40 }],
    },
    {
      name: '/System/Library/PrivateFrameworks/Two.framework/Two',
      uuid: TWO,
      locals: [{ name: '_two_hidden', at: CODE_AT }],
    },
  ],
}
const SLIDE = 0x1234_0000
const CACHE = 0x1_8000_0000 + SLIDE
const absolute = (image: number, at: number): number => CACHE + imageStart(image) + at

const report = [
  JSON.stringify({ app_name: 'Harbor', bug_type: '309', os_version: 'iPhone OS 17.4 (21E219)' }),
  JSON.stringify({
    procName: 'Harbor',
    cpuType: 'ARM-64',
    faultingThread: 0,
    exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
    threads: [
      {
        triggered: true,
        frames: [
          { imageOffset: CODE_AT + 0x44, imageIndex: 0 },
          { imageOffset: absolute(1, CODE_AT + 8), imageIndex: 1 },
          { imageOffset: CODE_AT + 8, imageIndex: 0 },
        ],
      },
    ],
    usedImages: [
      {
        source: 'P',
        arch: 'arm64e',
        base: CACHE + imageStart(0),
        size: 0x4000,
        uuid: ONE,
        path: '/usr/lib/system/libone.dylib',
        name: 'libone.dylib',
      },
      { source: 'A', base: 0, size: 0, uuid: '00000000-0000-0000-0000-000000000000' },
    ],
    sharedCache: { base: CACHE, size: 0x1000_0000, uuid: '11111111-2222-3333-4444-555555555555' },
  }),
].join('\n')

test('frames of the system are named; the library and the inspector show the cache', async ({ app, page }, info) => {
  const path = info.outputPath('dyld_shared_cache_arm64')
  const paths = [...buildCache(spec)].map(([suffix, bytes]) => {
    writeFileSync(path + suffix, bytes)
    return path + suffix
  })
  const log = info.outputPath('Harbor.ips')
  writeFileSync(log, report)
  await app.open()
  await app.drop(log, ...paths)
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('one_hidden')
  await expect(app.frame(1)).toContainText('two_hidden')
  await expect(app.frame(2)).toContainText('one_open')

  await page.goto('./#/library')
  await expect(page.locator('.images [aria-selected]', { hasText: 'libone.dylib' })).toContainText(ONE)
  await page.goto('./#/tools/inspect')
  await page.getByLabel('Files to inspect').setInputFiles(paths)
  await expect(page.getByRole('heading', { name: /^Two arm64/ })).toBeVisible()
  await expect(page.getByText(`${'dyld_shared_cache_arm64'}!/usr/lib/system/libone.dylib`)).toBeVisible()
})

test('the address tool finds the image of the cache that holds an address', async ({ app, page }, info) => {
  const path = info.outputPath('dyld_shared_cache_arm64')
  const paths = [...buildCache(spec)].map(([suffix, bytes]) => {
    writeFileSync(path + suffix, bytes)
    return path + suffix
  })
  await app.open()
  await app.drop(...paths)
  await page.goto('./#/tools')
  await page
    .locator('form select')
    .first()
    .selectOption({ label: 'of the shared cache: the image that holds each address' })
  await page.locator('form select').nth(1).selectOption('file')
  const at = (image: number): string => `0x${(0x1_8000_0000 + imageStart(image) + CODE_AT + 4).toString(16)}`
  await page.locator('form textarea').fill(`${at(0)} ${at(1)} 0x100000000`)
  await expect(page.locator('main ol li').nth(0)).toContainText('one_open')
  await expect(page.locator('main ol li').nth(1)).toContainText('two_hidden')
  await expect(page.locator('main ol li').nth(2)).toContainText('lies in no image of the shared cache')
})

test('a cache without its parts says which are missing', async ({ app, page }, info) => {
  const path = info.outputPath('dyld_shared_cache_arm64')
  writeFileSync(path, buildCache(spec).get('')!)
  await app.open()
  await app.drop(path)
  await expect(page.getByText('dyld_shared_cache_arm64.symbols').first()).toBeVisible()
})
