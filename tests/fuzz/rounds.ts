/** One round: from a target and a number the same input every time, and what became of it. */
import { Random } from '../support/random.ts'
import type { Seed, Target } from './target.ts'

export interface Made {
  readonly bytes: Uint8Array
  /** Nothing in it is of the corpus. */
  readonly ours: boolean
}

/** The input of a round. */
export function makeInput(target: Target, round: number): Made {
  const random = new Random(Math.imul(round + 1, 0x9e3779b1) ^ hash(target.name))
  const [seed, other]: readonly [Seed, Seed] = [random.pick(target.seeds), random.pick(target.seeds)]
  return { bytes: target.mutate(seed, random, other), ours: seed.ours && other.ours }
}

/** The target's fault with an input; undefined if there is none. */
export async function faultOf(target: Target, input: Uint8Array): Promise<string | undefined> {
  try {
    await target.run(input)
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return state
}
