/**
 * A limit on the cost of one input. Formats let a small file request any amount of work: a table that claims 2^60 rows,
 * ten thousand names that share one long text, an archive in an archive in an archive. The reader of an input passes
 * one budget to all its parsers, and each spends before it works. A spent budget ends in one problem instead of a page
 * that hangs. The data read until then is kept.
 */
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'

/** A fixed amount that any input may cost, and an amount for each of its bytes. */
interface Limit {
  readonly atLeast: number
  readonly perByte: number
}

export const LIMITS = {
  /**
   * Bytes decompressed. dSYMs and logs shrink to a third or a thirtieth, text that repeats itself to a hundredth; only runs of one byte
   * come near deflate's 1032, and nothing of use is in them.
   */
  inflated: { atLeast: 64 * 2 ** 20, perByte: 128 },
  /**
   * Files in archives; each is inspected. Packed reports and sources take a kilobyte and more each; an archive of
   * smaller files is small itself.
   */
  entries: { atLeast: 4_000, perByte: 1 / 512 },
  /**
   * Archives in archives. Opening one costs a hundred times as much as a file in it. Packed logs have some kilobytes.
   */
  archives: { atLeast: 50, perByte: 1 / 1024 },
  /** Bytes copied into memory at once. Each section of a sound file is copied three times at most. */
  loaded: { atLeast: 64 * 2 ** 20, perByte: 4 },
  /** Rows, nodes and opcodes. Each takes at least a bit of a sound file, most take several bytes. */
  steps: { atLeast: 2_000_000, perByte: 16 },
  /** Characters of names. Tables share prefixes and suffixes of names: in a trie of C++ names ten characters a byte. */
  text: { atLeast: 32 * 2 ** 20, perByte: 32 },
} as const satisfies Readonly<Record<string, Limit>>

export type Cost = keyof typeof LIMITS

export class Budget {
  readonly #left: Record<Cost, number>

  /** `bytes` of the input. */
  constructor(bytes: number) {
    const limit = (cost: Cost): number => LIMITS[cost].atLeast + LIMITS[cost].perByte * bytes
    this.#left = {
      inflated: limit('inflated'),
      entries: limit('entries'),
      archives: limit('archives'),
      loaded: limit('loaded'),
      steps: limit('steps'),
      text: limit('text'),
    }
  }

  /** Throws an `over-budget` FormatError once the input costs more than it may; it does so again for all that follows. */
  spend(cost: Cost, amount: number): void {
    this.#left[cost] -= amount
    if (!(this.#left[cost] >= 0)) throw new FormatError(problem(`over-budget.${cost}`, {}))
  }
}

/** True for the error of a spent budget. */
export function isOverBudget(thrown: unknown): boolean {
  return thrown instanceof FormatError && thrown.problem.code === 'over-budget'
}
