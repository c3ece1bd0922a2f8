/** How much is read and held at a time; tests make all of it tiny, to meet every edge of every window. */
export interface BuildSizes {
  /** Bytes of `.debug_info` given to a shard at a time, unless one unit is larger. */
  readonly job: number
  /** Bytes of other sections brought at a time; doubled each time the same unit lacks more. */
  readonly window: number
  /** The same for a partial build, which wants little of each section. */
  readonly partialWindow: number
  /** Images with less `.debug_info` are built in one shard: starting more would take longer. */
  readonly oneShard: number
  /** Up to this much `.debug_info` a partial build looks at every unit's own ranges, whatever `.debug_aranges` says. */
  readonly scanAll: number
}

export const DEFAULT_SIZES: BuildSizes = {
  job: 8 << 20,
  window: 4 << 20,
  partialWindow: 512 << 10,
  oneShard: 12 << 20,
  scanAll: 32 << 20,
}
