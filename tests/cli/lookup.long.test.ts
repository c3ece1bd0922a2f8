/** `lookup` of very many addresses. `npm run build:cli` must have run. */
import { expect, test } from 'vitest'
import { crashedFrames, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')

test('more addresses than are held at once are answered in order, each as alone, in memory that does not grow with them', () => {
  const few = crashedFrames(unslide(['parse', report]).out).slice(0, 2)
  const places = few.map(({ offset }) => `0x${offset.toString(16)}`)
  const args = ['lookup', '--symbols', symbols, '--offset', '--format', 'json']
  const alone = unslide([...args, ...places]).out
  const times = 40_000
  // The answers alone take more than this, where all are held.
  const heap = '--max-old-space-size=130'
  const { status, out, err } = unslide(args, `${places.join('\n')}\n`.repeat(times), [heap])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out === alone.repeat(times)).toBe(true)
})
