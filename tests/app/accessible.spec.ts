/** Every scene by axe in light colours, and whether it fits on a phone; `scenes.long.spec.ts` has the phone and the other colours by axe. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, AppPage } from './app-page.ts'
import { checkAll, PHONE, violations } from './scene-checks.ts'

checkAll('nothing that axe minds', { reducedMotion: 'reduce' }, async (page) => {
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
})

checkAll('on a phone it fits', PHONE, async (page) => {
  expect(await new AppPage(page).isTooWide()).toBe(false)
})
