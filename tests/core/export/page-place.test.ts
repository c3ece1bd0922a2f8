/** The web page opens at the chosen frame: the frame has the focus, and the folds around it are open. */
import { expect, test } from 'vitest'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

const report = buildReport([app('load()'), system('a'), system('b'), system('c'), system('d'), app('main')])
const frames = report.report.threads[0]?.frames ?? []

test('the frame takes the focus, alone', () => {
  const page = htmlExporter.write([report], { frame: frames[0]?.id ?? -1 })
  expect(page.match(/autofocus/g)).toHaveLength(1)
  expect(page).toMatch(/<li class="[^"]*chosen" tabindex="-1" autofocus>.*load\(\)/)
  expect(page).not.toContain('<details open>')
})

test('a run of frames that holds it is open', () => {
  const page = htmlExporter.write([report], { frame: frames[2]?.id ?? -1 })
  expect(page.match(/<details open>/g)).toHaveLength(1)
  expect(page.match(/autofocus/g)).toHaveLength(1)
})

test('without a frame, or with one of another report, nothing is chosen', () => {
  const plain = htmlExporter.write([report])
  expect(plain).not.toContain('autofocus')
  expect(htmlExporter.write([report], { frame: 9999 })).toBe(plain)
})
