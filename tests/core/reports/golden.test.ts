/**
 * Each fixture as it is read, whole: what is said of the process and its end, images, threads, rows. `npx vitest run -u` on this file
 * writes the texts anew; read the difference before you commit it. The counts beside them were counted in the fixtures, not taken
 * from here, and are never written by a program.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { goldenText } from '../../support/golden.ts'
import { listFixtures, openFixture } from './fixture.ts'

const folder = fileURLToPath(new URL('../../fixtures/golden/', import.meta.url))
const [, ...counted] = readFileSync(`${folder}counts.tsv`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => row.split('\t'))

test('the frames, images and threads of every fixture were counted', () => {
  expect(counted.map(([path]) => path).sort()).toEqual(listFixtures().sort())
})

test.each(counted)('%s has %s frames, %s images, %s threads', async (path = '', frames, images, threads) => {
  const reports = await openFixture(path)
  const sum = (count: (report: (typeof reports)[number]) => number): string =>
    String(reports.reduce((total, report) => total + count(report), 0))
  expect([
    sum(({ frameCount }) => frameCount),
    sum((report) => report.images.length),
    sum((report) => report.threads.length),
  ]).toEqual([frames, images, threads])
})

test.each(listFixtures())('%s is read as before', async (path) => {
  await expect(goldenText(await openFixture(path))).toMatchFileSnapshot(`${folder}${path}.txt`)
})
