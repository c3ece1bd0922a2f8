import { expect, test } from 'vitest'
import { toldConfidence } from '../../../../src/core/resolve/trust/told-confidence.ts'

test.each([
  { share: 1, from: 'call-sites', nats: 8, byUuid: false, told: 0.98, why: 'few calls alone are likely, not sure' },
  { share: 1, from: 'call-sites', nats: 13, byUuid: false, told: 0.9999, why: 'many calls are' },
  { share: 1, from: 'call-sites', nats: 8, byUuid: true, told: 0.9999, why: 'a UUID ties the symbols' },
  { share: 1, from: 'named-frames', nats: 8, byUuid: false, told: 0.9999, why: 'names speak, too' },
  { share: 0.7, from: 'call-sites', nats: 8, byUuid: false, told: 0.7, why: 'never more than the share' },
] as const)('$why', ({ share, from, nats, byUuid, told }) => {
  expect(toldConfidence(share, { from, nats }, byUuid)).toBe(told)
})
