/** How much is read and held at a time; tests make all of it tiny, to meet every edge of every window. */
export interface BuildSizes {
  /** Bytes of `.debug_info` given to a shard at a time, unless one unit is larger. */
  readonly job: number
  /** The same of a large section, which is cut into some 32: each read costs a browser a millisecond or two. */
  readonly longJob: number
  /** Bytes of other sections brought at a time; doubled each time the same unit lacks more. */
  readonly window: number
  /** Both where shards read files themselves: what is read is worked on while it is still in the processor's cache. */
  readonly directJob: number
  readonly directWindow: number
  /** The same for a partial build, which wants little of each section. */
  readonly partialWindow: number
  /** The same where shards read files themselves: a read costs next to nothing, so little is brought for nothing. */
  readonly partialDirectWindow: number
  /** Bytes of a string section read at once; and where shards read files themselves: small ones are shared out evenly. */
  readonly stringPiece: number
  readonly stringDirectPiece: number
  /** Wanted strings nearer to each other than this are read as one piece; and where shards read files themselves. */
  readonly stringGap: number
  readonly stringDirectGap: number
  /** Up to this much `.debug_info` shards that are brought their units keep them until all names are found. */
  readonly keepUnits: number
  /** Images with less `.debug_info` are built in one shard: starting more would take longer. */
  readonly oneShard: number
  /** Up to this much `.debug_info` a partial build looks at every unit's own ranges, whatever `.debug_aranges` says. */
  readonly scanAll: number
}

export const DEFAULT_SIZES: BuildSizes = {
  job: 8 << 20,
  longJob: 32 << 20,
  window: 4 << 20,
  directJob: 2 << 20,
  directWindow: 1 << 20,
  partialWindow: 256 << 10,
  partialDirectWindow: 16 << 10,
  stringPiece: 4 << 20,
  stringDirectPiece: 1 << 20,
  stringGap: 256 << 10,
  stringDirectGap: 16 << 10,
  keepUnits: 128 << 20,
  oneShard: 12 << 20,
  scanAll: 32 << 20,
}
