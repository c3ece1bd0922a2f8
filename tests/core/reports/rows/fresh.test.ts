/** Stacks passed on in ways that were chosen, with their truth, before the program read any of them. */
import { expect, test } from 'vitest'
import { eachStack } from '../../../../src/core/model/each-frame.ts'
import { parseReport } from '../../../../src/core/reports/read-report.ts'
import { variants } from './fresh-wrappings.ts'

test.each(variants)('%s, as %s', (_, __, text, truth) => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const outcome = parseReport('paste.txt', bytes)
  const reports = outcome.ok ? outcome.value : []
  const frames = reports.flatMap((report) =>
    [...eachStack(report)].flatMap((stack) =>
      stack.frames.map(({ address = 0n, image, imageName }, at) => {
        const name = image === undefined ? imageName : report.images[image]?.name
        return [Number(address), ...(truth[at]?.[1] === undefined ? [] : [name])]
      }),
    ),
  )
  expect(frames).toEqual(truth)
})
