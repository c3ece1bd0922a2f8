/** The instructions at a fault, for the eye, the keyboard and a screen reader. */
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { faultBinary, faultReport, nullField } from '../support/fault-report.ts'
import { expect, test, type AppPage } from './app-page.ts'

async function openFault(app: AppPage): Promise<void> {
  await app.open()
  await app.pick({ name: 'Fault.ips', content: faultReport(nullField) })
  await expect(app.report).toBeVisible()
  await app.page.getByRole('button', { name: 'Crash point' }).click()
}

test('the instruction that faulted, its neighbours, and what it tells', async ({ app, page }) => {
  await openFault(app)
  const rows = page.getByRole('region', { name: 'Instructions' }).getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('ldr x0, [x8, #0x18]')
  await expect(rows.nth(1)).toContainText('the program stopped here')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('read 8 bytes at x8 + 0x18: x8 is 0, so 0x18.', { exact: false }).first()).toBeVisible()
})

test('pointer authentication is explained on hover and on focus', async ({ app, page }) => {
  await openFault(app)
  const explained = page.getByRole('button', { name: 'blraa x0, x1' })
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeHidden()
  await explained.hover()
  await expect(tooltip).toContainText('signature of a pointer (PAC)')
  await page.mouse.move(0, 0)
  await expect(tooltip).toBeHidden()
  await explained.focus()
  await expect(tooltip).toBeVisible()
  await expect(explained).toHaveAccessibleDescription(/signature of a pointer/)
})

test('the registers that the instruction names stand beside it, the rest on demand', async ({ app, page }) => {
  await openFault(app)
  const table = page.getByRole('table', { name: 'Registers of thread' })
  await expect(table.locator('tbody tr').first()).toContainText('x8')
  await expect(table.locator('tbody tr').first()).toContainText('null')
  const few = await table.locator('tbody tr').count()
  await page.getByRole('button', { name: /All \d+ registers/ }).click()
  expect(await table.locator('tbody tr').count()).toBeGreaterThan(few)
})

test('it stands beside the stack while the frame of the fault is chosen, and a key leads there', async ({
  app,
  page,
}) => {
  await openFault(app)
  const part = page.locator('section.fault')
  await expect(part).toBeFocused()
  await page.keyboard.press('j')
  await expect(part).toBeHidden()
  await page.keyboard.press('f')
  await expect(part).toBeVisible()
  await expect(part).toBeFocused()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.keyboard.press('j')
  await expect(part).toBeVisible()
})

test('a report without registers or bytes has no such part', async ({ app, page }) => {
  await app.open()
  const text = faultReport(nullField)
    .replace(/"atPC": "[^"]*"/, '"atPC": ""')
    .replace('"threadState"', '"noState"')
  await app.pick({ name: 'Fault.ips', content: text })
  await expect(app.report).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Threads', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crash point' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find, and no wider than a phone: ${colorScheme}`, async ({ app, page }) => {
    await page.emulateMedia({ colorScheme })
    await openFault(app)
    const { violations } = await new AxeBuilder({ page }).include('article').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
  })
}

test('a frame shows its instructions when they are asked for: the call that it waits in, or what is missing', async ({
  app,
  page,
}) => {
  await app.open()
  const report = { name: 'Fault.ips', content: faultReport({ ...nullField, caller: 0x1_0400_1004n }) }
  await app.pick(report)
  const details = page.getByRole('complementary', { name: 'Frame' })
  await expect(details.getByRole('heading', { name: 'Frame 0' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(details.getByRole('heading', { name: 'Frame 1' })).toBeVisible()
  await details.getByRole('button', { name: 'Instructions' }).click()
  await expect(details.getByText('No code of Fault was given for this build.', { exact: false })).toBeVisible()
  await app.pick({ name: 'Fault', content: Buffer.from(faultBinary()) })
  const call = details.locator('tbody tr[aria-current]')
  await expect(call).toContainText('bl 0x104001010')
  await expect(call).toContainText('→ other · the call')
  const { violations } = await new AxeBuilder({ page }).include('aside').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('from a tag check and a dSYM to the calls that allocated and freed the memory', async ({ app, page }) => {
  const sample = readFileSync('public/sample/Trailmap.ips', 'utf8')
  const [header = '', ...rest] = sample.split('\n')
  const trace = (id: number, ...offsets: number[]) => ({
    id,
    time: 1,
    frames: offsets.map((imageOffset) => ({ imageIndex: 0, imageOffset })),
  })
  const body = {
    ...(JSON.parse(rest.join('\n')) as object),
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGKILL',
      subtype: 'EXC_ARM_MTE_TAGCHECK_FAIL at 0x0300000010000010',
    },
    memoryErrorReport: {
      errorType: 'use-after-free',
      faultAddress: '0x0300000010000010',
      blamedAllocation: {
        address: '0x0300000010000000',
        size: 48,
        isFreed: true,
        allocationTrace: trace(71, 17548),
        deallocationTrace: trace(72, 16960),
      },
    },
  }
  await app.open()
  await app.pick({ name: 'Tag.ips', content: `${header}\n${JSON.stringify(body)}` })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use after free: 48 bytes')
  await app.pick('public/sample/Trailmap.dSYM.zip')
  // The line of each call is in the sample's sources.
  const freed = '-[TMRouteController tableView:didSelectRowAtIndexPath:]'
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Use after free: 48 bytes, freed in ${freed}`)
  const part = page.locator('section.fault')
  await expect(part.getByText('Allocated by thread 71')).toBeVisible()
  await expect(part.getByRole('button', { name: 'main main.m:8' })).toBeVisible()
  await expect(part.getByText('at byte 16 of the allocation')).toBeVisible()
  await part.getByRole('button', { name: `${freed} TMRouteController.m:26` }).click()
  await expect(page.getByRole('complementary', { name: 'Frame' })).toContainText('TMRouteController.m:26')
  await expect(page.getByRole('tree', { name: 'Variables of frame 0' })).toContainText('tableView')
})
