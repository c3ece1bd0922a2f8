/** Limits on hostile containers, beside the budget (`bytes/budget.ts`). Exceeding one is a problem; the rest is still read. */

/** Containers within containers. */
export const MAX_DEPTH = 6
/** Bytes of one entry after inflating. */
export const MAX_INFLATED_ENTRY = 8 * 2 ** 30
/** Bytes from the start of an entry that identify its format. */
export const HEAD_BYTES = 65_536
/** Mail and base64 text, which are decoded in memory. Servers refuse mail of a tenth of this. */
export const MAX_MAIL_BYTES = 512 * 2 ** 20
/** Parts within parts of a mail message. */
export const MAX_MAIL_DEPTH = 16
/** A path of an entry. */
export const MAX_PATH_BYTES = 65_536
