/** Frames that the crash reporter left out of a recursion: a row at their place says so. */
import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync } from 'node:fs'
import { expect, test } from './app-page.ts'

const LEFT_OUT = 4464

/** The sample, whose crashed thread lists a few of many frames. */
function deepReport(): string {
  const [header = '', body = ''] = readFileSync('public/sample/Trailmap.ips', 'utf8').split(/\n([^]*)/)
  const report = JSON.parse(body) as { threads: Record<string, unknown>[] }
  const [thread] = report.threads
  const frames = thread?.['frames'] as object[]
  const [keyFrame] = frames
  const recursionInfoArray = [{ hottestElided: 2, coldestElided: 2 + LEFT_OUT - 1, depth: 1026, keyFrame }]
  Object.assign(thread ?? {}, { recursionInfoArray, originalLength: frames.length + LEFT_OUT })
  return `${header}\n${JSON.stringify(report)}`
}

test('the row of a cut stands between the frames beside it, and names no frame', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'Deep.ips', content: deepReport() })
  await expect(app.report).toBeVisible()
  const cut = page.getByText('4,464 frames left out by the crash reporter')
  await expect(cut).toBeVisible()
  const text = await page.locator('article').innerText()
  const places = ['Trailmap + 17324', '4,464 frames left out', 'Trailmap + 16436'].map((words) => text.indexOf(words))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places).not.toContain(-1)
  const { violations } = await new AxeBuilder({ page }).include('article').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})
