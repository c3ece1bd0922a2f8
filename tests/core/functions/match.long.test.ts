/** Matches of large programs. */
import { expect, test } from 'vitest'
import { matchFunctions } from '../../../src/core/functions/match.ts'
import { made } from './made-prints.ts'

const never = (): number => 0

test.each<[string, (at: number) => number]>([
  ['all equal', () => 7],
  ['all different', (at) => at + 1],
  ['each twice', (at) => Math.floor(at / 2)],
])('a million functions, %s', (_, codeOf) => {
  const count = 1_000_000
  const codes = Array.from({ length: count }, (__, at) => codeOf(at))
  const first = Uint32Array.from({ length: count + 1 }, (__, at) => at)
  const callees = Uint32Array.from({ length: count }, (__, at) => (at * 7919) % count)
  const prints = { ...made(codes), first, callees }
  expect(matchFunctions(prints, prints, never).to).toHaveLength(count)
})
