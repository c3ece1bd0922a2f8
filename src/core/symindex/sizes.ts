/** Sizes of reads and buffers. Tests make all of them tiny, to meet every edge of every window. */
export interface BuildSizes {
  /** Bytes of `.debug_info` in a job; a larger unit is a job of its own. */
  readonly job: number
  /** The same for a large section, cut into some 32 jobs: each read costs a browser a millisecond or two. */
  readonly longJob: number
  /** Window of other sections in bytes; doubled each time the same unit needs more. */
  readonly window: number
  /** Both if shards read files: data is used while it is still in the processor's cache. */
  readonly directJob: number
  readonly directWindow: number
  /** The same for a partial build, which needs little of each section. */
  readonly partialWindow: number
  /** The same if shards read files: reads are cheap, so they are small. */
  readonly partialDirectWindow: number
  /** Bytes of a string section in one read; and if shards read files: small pieces balance the load. */
  readonly stringPiece: number
  readonly stringDirectPiece: number
  /** Marked strings closer than this share a piece; and if shards read files. */
  readonly stringGap: number
  readonly stringDirectGap: number
  /**
   * Limit of `.debug_info` up to which shards that get their units sent keep them until cross-unit names are resolved.
   */
  readonly keepUnits: number
  /** Images with less `.debug_info` are built by one shard: starting more would take longer. */
  readonly oneShard: number
  /** The same for a partial build, which skips most of the bytes that it reads. */
  readonly onePartialShard: number
  /**
   * Limit of `.debug_info` up to which a partial build reads the ranges of every unit DIE and ignores `.debug_aranges`.
   */
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
  onePartialShard: 32 << 20,
  scanAll: 32 << 20,
}
