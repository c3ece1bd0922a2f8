/**
 * Every scene by axe on a phone, in dark and in forced colours (`accessible.spec.ts`: light colours). Of the colours, only contrasts and links
 * in text are asked again. `PICTURES=DIR` writes pictures of all scenes.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from './app-page.ts'
import { checkAll, PHONE, violations } from './scene-checks.ts'

checkAll('nothing that axe minds in dark and forced colours', { reducedMotion: 'reduce' }, async (page) => {
  for (const colours of [{ colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }] as const) {
    await page.emulateMedia(colours)
    expect(await violations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
})

checkAll('on a phone axe minds nothing', PHONE, async (page) => {
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
})

const pictures = process.env['PICTURES']
if (pictures)
  checkAll('pictures', { reducedMotion: 'reduce' }, async (page, name) => {
    for (const [colours, media] of [
      ['light', { colorScheme: 'light', forcedColors: 'none' }],
      ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
      ['forced', { colorScheme: 'light', forcedColors: 'active' }],
    ] as const) {
      await page.emulateMedia(media)
      for (const [width, height] of [
        [390, 844],
        [1280, 860],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.screenshot({ path: `${pictures}/${name.replace(/\W+/g, '-')}-${width}-${colours}.png` })
      }
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    await page.setViewportSize({ width: 1280, height: 860 })
  })
