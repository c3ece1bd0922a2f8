/**
 * Call trees as bytes. A spindump has half a million calls; as objects they take the page seconds to receive and hundreds of
 * megabytes to hold. As bytes they cross without a copy (`pack-trees.ts`), and a tree is made into objects when somebody looks at
 * it (`unpack-trees.ts`). This file is what both sides know.
 *
 * A tree is its number of roots and then its calls, callers before callees: flags, the fields that these name in the order of the
 * flags, and the number of callees. Whole numbers are ULEB128, addresses eight bytes, texts a place in a list. A call that does
 * not fit this form stands beside the bytes as it is.
 */
import type { AddressKind, CallTree, CallTreeNode } from '../core/model/report.ts'

/** Some trees, as they cross from the worker. */
export interface PackedTrees {
  readonly trees: readonly Omit<CallTree, 'roots'>[]
  /** Where each tree begins in `bytes`. */
  readonly starts: readonly number[]
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly texts: readonly string[]
  /** Calls that the bytes do not hold, without their callees. */
  readonly odd: readonly Omit<CallTreeNode, 'children'>[]
}

/** The bytes that trees are read from: these are sent on as they are. */
export const packedSources = new WeakMap<CallTree, PackedTrees>()

/** The lowest two flags are a place in this list. */
export const KINDS: readonly AddressKind[] = ['exact', 'return', 'async', 'call']

export const FLAG = {
  address: 1 << 2,
  image: 1 << 3,
  imageName: 1 << 4,
  offset: 1 << 5,
  symbol: 1 << 6,
  symbolOffset: 1 << 7,
  /** File, line and column, each one more than it is, 0 for none. */
  source: 1 << 8,
  symbolSpan: 1 << 9,
  span: 1 << 10,
  note: 1 << 11,
  self: 1 << 12,
  /** Nothing but a place among `odd` follows. */
  odd: 1 << 13,
} as const
