/** One crash of each kind of app that is not native: report and map lead to a headline and a place in the developer's words. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flutter, go, kotlin, reactNative, unity } from '../app/managed-apps.ts'
import { testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()

test.each([
  ['React Native', reactNative, "undefined is not an object (evaluating 'till.total')", /Cart\.tsx:12/],
  ['Flutter', flutter, 'Bad state: no till is open', /Till\.count.*till\.dart:10/],
  ['Unity', unity, 'InvalidOperationException: the harbor is closed', /Harbor_Enter.*Harbor\.cs:42/],
  [
    'Kotlin',
    kotlin,
    'kotlin.IllegalStateException: no route to the harbor',
    /org\.example\.Router\.open\(String\).*Router\.kt:23/,
  ],
  ['Go', go, 'Go panic: no till is open', /main\.\(\*Till\)\.Count.*till\.go:16/],
] as const)('%s: from two files to a headline and a place', (what, { report, symbols }, headline, place) => {
  const [crash, map] = [report, symbols].map(({ name, content }) => {
    const path = join(folder, `${what} ${name}`)
    writeFileSync(path, content)
    return path
  })
  const { status, out } = unslide(['symbolicate', crash ?? '', '--symbols', map ?? ''])
  expect(status).toBe(0)
  const [first = '', second = ''] = out.split('\n')
  expect(`${first}\n${second}`).toContain(headline)
  expect(out).toMatch(place)
})
