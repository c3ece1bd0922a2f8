/** React Native, Flutter, Unity, Go and Kotlin: a crash and the file with its names, dropped together, give a headline and a place in the developer's words. */
import { writeFileSync } from 'node:fs'
import { expect, test } from './app-page.ts'
import { flutter, go, kotlin, reactNative, unity } from './managed-apps.ts'

for (const { what, files, headline, place, frame, says } of [
  {
    what: 'a stripped program in Go',
    files: go,
    headline: 'Go panic: no till is open',
    frame: [/main\.\(\*Till\)\.Count/, /till\.go:16/],
  },
  {
    what: 'Kotlin',
    files: kotlin,
    headline: 'kotlin.IllegalStateException: no route to the harbor',
    frame: [/org\.example\.Router\.open\(String\)/, /Router\.kt:23/],
  },
  {
    what: 'React Native',
    files: reactNative,
    headline: "undefined is not an object (evaluating 'till.total')",
    place: /Cart\.tsx:12/,
    frame: [/Cart\.tsx:12/],
    says: /^Thread 0 raised the exception for this stack: .* RCTFatal passed it on\.$/,
  },
  {
    what: 'Flutter',
    files: flutter,
    headline: 'Bad state: no till is open',
    frame: [/Till\.count/, /till\.dart:10/],
  },
  {
    what: 'Unity',
    files: unity,
    headline: 'InvalidOperationException: the harbor is closed',
    frame: [/Harbor_Enter(?!_m)/, /Harbor\.cs:42/],
  },
])
  test(`${what}: two files lead to a headline and a place in the developer’s words`, async ({ app, page }, info) => {
    const paths = [files.report, files.symbols].map(({ name, content }) => {
      const path = info.outputPath(name)
      writeFileSync(path, content)
      return path
    })
    await app.open()
    await app.drop(...paths)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(headline)
    if (place !== undefined) await expect(page.locator('.where')).toContainText(place)
    if (says !== undefined) await expect(page.getByText(says)).toBeVisible()
    // Nothing is missing any more.
    await expect(page.getByRole('button', { name: 'Open dSYM…' })).toHaveCount(0)
    for (const text of frame)
      await expect(page.locator('.frame').filter({ hasText: text }).first()).toContainText(/^\s*0/)
  })
