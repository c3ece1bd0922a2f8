/**
 * Call trees as bytes: the definitions shared by packer and unpacker.
 *
 * A spindump has half a million calls. As objects they take the page seconds to receive and hundreds of megabytes to
 * hold. Bytes cross without a copy (`pack-trees.ts`); `unpack-trees.ts` builds a tree's objects at its first read.
 *
 * A tree is its number of roots and then its calls, callers before callees: flags, the fields named by the flags in
 * their order, and the number of callees. Whole numbers are ULEB128, addresses eight bytes, texts an index into a list.
 * A call that does not fit this form is kept as an object beside the bytes.
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
