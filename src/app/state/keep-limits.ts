/** How much of the user's is kept in the browser; Settings say the same. */

/** Records of the history beyond these are deleted, the oldest first; those with notes last. */
export const MOST_RECORDS = 10_000
/** Characters of a note. */
export const MOST_NOTE = 20_000
/** A file larger than this is not kept. */
export const MOST_FILE_BYTES = 64 * 2 ** 20
/** Total size of all files: those of open reports, and those of the history, each. */
export const MOST_BYTES = 256 * 2 ** 20
