/** Unity, Go and Kotlin: a crash and the file with its names, dropped together, give a headline and a place in the developer's words. */
import { expect, test } from './app-page.ts'
import { go, kotlin, unity } from './managed-apps.ts'

for (const { what, files, headline, frame } of [
  {
    what: 'a stripped program in Go',
    files: go,
    headline: 'The program aborted',
    frame: [/main\.\(\*Till\)\.Count/, /till\.go:16/],
  },
  {
    what: 'Kotlin',
    files: kotlin,
    headline: 'kotlin.IllegalStateException: no route to the harbor',
    frame: [/org\.example\.Router\.open\(String\)/],
  },
  {
    what: 'Unity',
    files: unity,
    headline: 'InvalidOperationException: the harbor is closed',
    frame: [/Harbor_Enter/, /Harbor\.cs:42/],
  },
])
  test(`${what}: two files lead to a headline and a place in the developer’s words`, async ({ app, page }) => {
    await app.open()
    await app.pick(files.report, files.symbols)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(headline)
    for (const text of frame) await expect(app.frame(0)).toContainText(text)
  })
