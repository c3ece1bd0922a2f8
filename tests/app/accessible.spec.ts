/** Every scene by axe, in light colours and on a phone; `colours.long.spec.ts` has the other colours. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, AppPage } from './app-page.ts'
import { checkAll, violations } from './scene-checks.ts'

checkAll('nothing that axe minds', { reducedMotion: 'reduce' }, async (page) => {
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
})

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
checkAll('on a phone it fits, and axe minds nothing', phone, async (page) => {
  expect(await new AppPage(page).isTooWide()).toBe(false)
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
})
