/** Two builds that explain a report alike, in the built command line: both are named everywhere, neither is used. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reportsOf, unslide, type Run } from '../support/cli.ts'
import { alikeCrash, alikeUuids } from '../support/two-builds.ts'

const builds = [1, 2].map((build) =>
  fileURLToPath(new URL(`../fixtures/builds/varied-arm64-${build}/Ladder.dSYM`, import.meta.url)),
)

const symbolicate = (format: string, symbols: readonly string[]): Run =>
  unslide(['symbolicate', '-', '--format', format, '--symbols', ...symbols], alikeCrash())

test.each(['text', 'original', 'markdown', 'html', 'json'])('%s', (format) => {
  const { status, out, err } = symbolicate(format, builds)
  expect(status).toBe(1)
  expect(err).toContain('2 builds of Ladder fit it alike')
  expect(err).toContain('of the right build after --symbols')
  // Text goes to stdout, missing symbols to stderr.
  for (const uuid of alikeUuids) expect(format === 'text' || format === 'original' ? err : out).toContain(uuid)
  expect(out).not.toContain('v1.c')
  expect(out).not.toContain('v2.c')
})

test('JSON has both in the image table, with equal evidence, and no frame of either', () => {
  const { out } = symbolicate('json', builds)
  const [report] = reportsOf(out)
  const [image, ...others] = report?.images ?? []
  expect(others).toEqual([])
  expect(image?.have.toSorted()).toEqual(alikeUuids.toSorted())
  const best = image?.hypotheses.slice(0, 2) ?? []
  expect(best.map(({ uuid }) => uuid).toSorted()).toEqual(alikeUuids.toSorted())
  for (const { confidence } of best) expect(confidence).toBeCloseTo(0.5, 1)
  expect(report?.threads[0]?.frames.map(({ status }) => status)).not.toContain('resolved')
})

test('the build given alone is used', () => {
  const { out } = symbolicate('text', builds.slice(1))
  expect(out).toContain('v2.c')
})
