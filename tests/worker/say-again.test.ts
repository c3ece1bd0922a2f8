/** Problems said again keep their sentence, also where a code has several. */
import { expect, test } from 'vitest'
import { mapProblem, type MapProblemKey } from '../../src/core/messages/map-problems.ts'
import { mapProblems } from '../../src/core/messages/problems/maps.ts'
import { sayAgain } from '../../src/worker/say-again.ts'

const missing = (Object.keys(mapProblems) as MapProblemKey[]).filter((key) => key.startsWith('script-map.missing'))

test('a bundle without a map has several sentences', () => {
  expect(missing.length).toBeGreaterThan(3)
})

test.each(missing)('%s', (key) => {
  const told = mapProblem(key, { bundle: 'main.js', frames: 2 } as never, { file: 'till.ips', severity: 'note' })
  expect(sayAgain([told])).toEqual([told])
  expect(told.code).toBe('script-map')
})
