/** The page marks repeated, recovered, inferred and doubtful frames, with the reason. */
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { leftOutReport } from '../support/left-out.ts'
import { alikeCrash, alikeUuids } from '../support/two-builds.ts'
import { expect, test, AppPage, type TestFile } from './app-page.ts'

const dsym: TestFile = { name: 'Trailmap.dSYM.zip', content: readFileSync('public/sample/Trailmap.dSYM.zip') }
const [head = '', ...rest] = readFileSync('public/sample/Trailmap.ips', 'utf8').split('\n')

interface Body {
  usedImages: { name?: string; base: number; size: number; uuid: string; source: string }[]
}

/** The sample with a change. */
function variant(change: (body: Body) => void): TestFile {
  const body = JSON.parse(rest.join('\n')) as Body
  change(body)
  return { name: 'changed.ips', content: `${head}\n${JSON.stringify(body)}` }
}

async function open(app: AppPage, ...files: TestFile[]): Promise<void> {
  await app.open()
  await app.pick(...files)
  await expect(app.report).toBeVisible()
}

/** A crash whose thread holds `rounds` rounds of two functions, and three threads that do the same. */
function recursion(rounds: number, name = 'visit(_:)'): string {
  const frames = [...Array(rounds).keys()].flatMap(() => [
    ['0x0000000104cc8140', `${name} + 40`],
    ['0x0000000104cc8284', 'children(of:) + 84'],
  ])
  const rows = [...frames, ['0x0000000104cc9020', 'main + 20']].map(
    ([address, words], at) => `${String(at).padEnd(4)}Shop  ${address} ${words}`,
  )
  const waiting = (id: number): string =>
    `Thread ${id}:\n0   libsystem_kernel.dylib  0x00000001dd3bc000 mach_msg2_trap + 8\n1   Shop  0x0000000104cc9000 serve() + 4\n`
  return `Process:  Shop [12]
Date/Time:  2026-01-21 18:14:26.0000 +0200
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

Thread 0 Crashed:
${rows.join('\n')}

${[1, 2, 3].map(waiting).join('\n')}
Binary Images:
0x104cc8000 - 0x104ccffff Shop arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /var/containers/Bundle/Application/1/Shop.app/Shop
0x1dd3bc000 - 0x1dd3ccfff libsystem_kernel.dylib arm64  <bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb> /usr/lib/system/libsystem_kernel.dylib
`
}

test('recursion is told once, with how often it goes on, and opens', async ({ app, page }) => {
  await open(app, { name: 'deep.crash', content: recursion(200) })
  await expect(page.locator('.frame')).toHaveCount(3)
  const rounds = page.getByRole('button', { name: /these 2 calls 199 more times/ })
  await expect(rounds).toBeVisible()
  // The switch for system frames does not bring hundreds of rounds.
  await page.keyboard.press('s')
  await expect(page.locator('.frame')).toHaveCount(3)
  await rounds.click()
  await expect(page.locator('.frame').nth(12)).toBeVisible()
})

test('names that many functions share make no recursion', async ({ app, page }) => {
  const rows = [...Array(9).keys()].map((at) => `${at}   Shop  0x0000000104cc8${at}40 <redacted> + 40`)
  const content = recursion(1).replace(/0 {3}Shop[^]*?\n\n/, `${rows.join('\n')}\n\n`)
  await open(app, { name: 'redacted.crash', content })
  await expect(page.locator('.frame')).toHaveCount(9)
  await expect(page.getByRole('button', { name: /more times/ })).toHaveCount(0)
})

test('threads that do the same are shown once, with their number', async ({ app, page }) => {
  await open(app, { name: 'deep.crash', content: recursion(5) })
  await expect(page.getByRole('button', { name: /Thread 1 .*and 2 other threads/ })).toBeVisible()
})

const jump: TestFile = { name: 'jump.ips', content: leftOutReport() }

test('a caller that the report leaves out stands in its place, marked, with the reason', async ({ app, page }) => {
  await open(app, jump, dsym)
  const recovered = page.locator('.recovered')
  await expect(recovered).toHaveCount(1)
  await expect(recovered).toContainText('ElevationChart')
  await expect(recovered).toContainText('Left out by the report')
  await expect(recovered).toContainText('the link register holds where it came from')
})

/** No images, no load address: one name that the report prints is all that tells the slide. */
const bare: TestFile = {
  name: 'bare.txt',
  content: `Thread 0 Crashed:
0   Trailmap                       0x0000000102a504ac
1   Trailmap                       0x0000000102a50034 -[TMElevationView plotRoute:] + 52
2   Trailmap                       0x0000000102a501d4
3   Trailmap                       0x0000000102a500d4
4   Trailmap                       0x0000000102a5016c
5   Trailmap                       0x0000000102a5023c
`,
}

test('an inferred slide is said to be likely, with how sure it is and what else it could be', async ({ app, page }) => {
  await open(app, bare, dsym)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  // A printed name and the calls at the return addresses agree with these symbols.
  await expect(app.frame(1)).toContainText('likely')
  await expect(app.frame(0)).toContainText('likely')
  await expect(app.frame(0).locator('.trust').last()).toHaveAttribute('title', /\S/)
  const detail = page.getByLabel('Frame', { exact: true })
  await expect(detail).toContainText('the load address was inferred')
  await expect(detail).toContainText(/inferred, likely: 9\d(\.\d)?%; no other fits/)
  await page.getByRole('tab', { name: 'Images', exact: true }).click()
  await expect(page.locator('article')).toContainText(/Slide 0x2a4c000, inferred, likely: 9\d(\.\d)?%/)
})

test('names from another build are doubtful, and say why', async ({ app, page }) => {
  const otherBuild = variant((body) => {
    const [app] = body.usedImages
    if (app) app.uuid = '11111111-2222-3333-4444-555555555555'
  })
  await open(app, otherBuild, dsym)
  await page.getByRole('tab', { name: 'Images', exact: true }).click()
  await page.getByRole('button', { name: /anyway/ }).click()
  await page.getByRole('tab', { name: 'Threads' }).click()
  const frame = page.locator('.frame').first()
  await expect(frame).toContainText('doubtful')
  await expect(frame.locator('.trust')).toHaveAttribute('title', /another build/)
  await expect(page.getByLabel('Frame', { exact: true })).toContainText('symbols from another build, used on request')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: nothing that axe minds`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const files of [[{ name: 'deep.crash', content: recursion(200) }], [jump, dsym], [bare, dsym]]) {
      await page.goto('./#/')
      await page.reload()
      await open(new AppPage(page), ...files)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
    await context.close()
  })
}

test('two builds that fit a report alike are both named, and neither is used', async ({ app, page }) => {
  const symbols = [1, 2].map((build) => ({
    name: 'Ladder',
    content: readFileSync(`tests/fixtures/builds/varied-arm64-${build}/Ladder.dSYM/Contents/Resources/DWARF/Ladder`),
  }))
  await open(app, { name: 'ladder.crash', content: alikeCrash() }, ...symbols)
  await page.getByRole('tab', { name: 'Images', exact: true }).click()
  await expect(page.getByText('2 builds possible')).toBeVisible()
  const image = page.getByRole('grid', { name: 'Images' }).locator('.more').first()
  await expect(image).toContainText('2 builds of Ladder fit it alike')
  for (const uuid of alikeUuids) await expect(image).toContainText(uuid)
  await expect(app.report).not.toContainText('v2.c')
})
