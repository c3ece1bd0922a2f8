/** Limits on hostile containers. What exceeds one is named in a problem; the rest is still read. */

/** Containers within containers. */
export const MAX_DEPTH = 6
/** Entries over all containers of one walk. */
export const MAX_ENTRIES = 500_000
/** Bytes of one entry after inflating. */
export const MAX_INFLATED_ENTRY = 8 * 2 ** 30
/** Bytes of all entries after inflating, over one walk. */
export const MAX_INFLATED_TOTAL = 32 * 2 ** 30
/** What an entry is judged by: its first bytes. */
export const HEAD_BYTES = 65_536
/** A path of an entry. */
export const MAX_PATH_BYTES = 65_536
