/** Files with less than this are mostly built without a thread. */
export const LIKELY_BYTES = 64 << 20
