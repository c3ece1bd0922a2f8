/** A fuzz target: a parser with files to break, a way to break them, and the conditions that hold for any input. */
import type { Problem } from '../../src/core/model/problem.ts'
import type { Random } from '../support/random.ts'
import { mutateBytes, mutateRanges } from './mutate-bytes.ts'

/** A sound file. */
export interface Seed {
  readonly name: string
  readonly bytes: Uint8Array
  /** Made for this project: what comes of it may become a fixture. */
  readonly ours: boolean
  /** The parts to break; the whole file when absent. */
  readonly ranges?: readonly (readonly [start: number, end: number])[]
}

export type Mutate = (seed: Seed, random: Random, other: Seed) => Uint8Array

export interface Target {
  readonly name: string
  readonly seeds: readonly Seed[]
  readonly mutate: Mutate
  /** Throws, or rejects, where a promise was broken. */
  readonly run: (input: Uint8Array) => void | Promise<void>
}

/** Damage to bytes that knows no more of the format than where its parts lie. */
export const breakBytes: Mutate = (seed, random, other) =>
  seed.ranges ? mutateRanges(seed.bytes, seed.ranges, random) : mutateBytes(seed.bytes, random, other.bytes)

/** Damage to text, by one of the mutators of text. A seed is decoded once. */
export function breakText(mutate: (seed: string, random: Random, other: string) => string): Mutate {
  const texts = new WeakMap<Seed, string>()
  const decode = (seed: Seed): string => {
    const text = texts.get(seed) ?? new TextDecoder().decode(seed.bytes)
    texts.set(seed, text)
    return text
  }
  return (seed, random, other) => new TextEncoder().encode(mutate(decode(seed), random, decode(other)))
}

/** Nothing is refused without a word, and no fault is ours. */
export function expectTold(outcome: { readonly ok: boolean; readonly problems: readonly Problem[] }): void {
  if (!outcome.ok && outcome.problems.length === 0) throw new Error('refused without a word')
  expectNotOurs(outcome.problems)
}

/** None of the problems is an exception that a parser did not expect. */
export function expectNotOurs(problems: readonly Problem[]): void {
  const own = problems.find(({ code }) => code === 'internal-error')
  if (own) throw new Error(own.message)
}
