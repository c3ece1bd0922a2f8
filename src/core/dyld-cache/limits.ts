/** Limits on hostile caches: larger values are problems, not allocations. */

/** Mappings of one file; Apple's have at most eight. */
export const MAX_MAPPINGS = 64
/** Files of one cache; the largest known has about eighty. */
export const MAX_SUB_CACHES = 512
/** Images of one cache; the largest known have about four thousand. */
export const MAX_IMAGES = 65_536
/** Symbols of one image; the largest known has about four hundred thousand. */
export const MAX_SYMBOLS = 4_000_000
/** Bytes of one name. */
export const MAX_NAME_BYTES = 65_536
/** Bytes of an install name. */
export const MAX_PATH_BYTES = 1024
/** Bytes of all install names of a cache. */
export const MAX_NAMES_BYTES = 16 << 20
