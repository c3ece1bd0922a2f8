/** A report and a pack, dropped together: names of the system that say where they are from, kept for the next report. */
import { writeFileSync } from 'node:fs'
import { buildCache, CODE_AT } from '../support/cache-builder.ts'
import { buildPack } from '../support/pack-builder.ts'
import { expect, test } from './app-page.ts'

const OS = 'iPhone OS 17.4 (21E219)'
const ONE = '0A000000-0000-0000-0000-000000000001'
const TWO = '0B000000-0000-0000-0000-000000000002'

const image = (uuid: string, base: number, name: string): object => ({
  ...{ source: 'P', arch: 'arm64', base, size: 0x8000, uuid, name, path: `/usr/lib/${name}` },
})
const reportOf = (first: number): string =>
  [
    JSON.stringify({ app_name: 'Harbor', bug_type: '309', os_version: OS }),
    JSON.stringify({
      procName: 'Harbor',
      cpuType: 'ARM-64',
      faultingThread: 0,
      exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' },
      threads: [{ triggered: true, frames: [{ imageOffset: 0x1004, imageIndex: first }] }],
      usedImages: [image(ONE, 0x2_0000_0000, 'libone.dylib'), image(TWO, 0x2_1000_0000, 'libtwo.dylib')],
    }),
  ].join('\n')

test('a pack names frames once the user says so, and is kept with one button', async ({ app, page }, info) => {
  const pack = info.outputPath('system.unslide-pack')
  const images = [
    { uuid: ONE, path: '/usr/lib/libone.dylib', names: [[0x1000, 'one_open']] },
    { uuid: TWO, path: '/usr/lib/libtwo.dylib', names: [[0x1000, 'two_open']] },
  ] as const
  writeFileSync(pack, await buildPack(OS, images))
  const [first, second] = [info.outputPath('One.ips'), info.outputPath('Two.ips')]
  writeFileSync(first, reportOf(0))
  writeFileSync(second, reportOf(1))
  await app.open()
  await app.drop(first, pack)
  await app.showSystemFrames()
  await expect(app.frame(0)).not.toContainText('one_open')
  await expect(page.getByText(`The pack of ${OS} was not made here`)).toBeVisible()
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(app.frame(0)).toContainText('one_open')
  await app.frame(0).click()
  await expect(page.getByText(`from a pack of ${OS}`).first()).toBeVisible()

  // Indexes that the report needed are kept at once, the others on request.
  await page.goto('./#/library')
  const rows = page.locator('.images [aria-selected]')
  await expect(rows.filter({ hasText: 'libone.dylib' })).toContainText(`from a pack of ${OS}, not made here`)
  await page.getByRole('button', { name: 'Keep for all reports of this build' }).click()
  await expect(rows.filter({ hasText: 'libtwo.dylib' })).toContainText('indexed')
  await expect(page.getByRole('button', { name: 'Keep for all reports of this build' })).toHaveCount(0)

  await page.reload()
  await app.open()
  await app.drop(second)
  await app.showSystemFrames()
  await expect(app.frame(0)).toContainText('two_open')
})

test('a dropped cache is kept with the same button', async ({ app, page }, info) => {
  const symbols = [{ name: '_one_open', at: CODE_AT }]
  const cache = buildCache({ images: [{ name: '/usr/lib/libone.dylib', uuid: ONE, symbols }] })
  const paths = [...cache].map(([suffix, bytes]) => {
    const path = info.outputPath(`dyld_shared_cache_arm64${suffix}`)
    writeFileSync(path, bytes)
    return path
  })
  await app.open()
  await app.drop(...paths)
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Keep for all reports of this build' }).click()
  await expect(page.locator('.images [aria-selected]', { hasText: 'libone.dylib' })).toContainText('indexed')
})

test('a damaged pack is told, and names nothing', async ({ app, page }, info) => {
  const bytes = await buildPack(OS, [{ uuid: ONE, path: '/usr/lib/libone.dylib', names: [[0x1000, 'one_open']] }])
  const pack = info.outputPath('broken.unslide-pack')
  writeFileSync(pack, bytes.subarray(0, bytes.length - 4))
  await app.open()
  await app.drop(pack)
  await expect(page.getByText('This pack is truncated').first()).toBeVisible()
})
