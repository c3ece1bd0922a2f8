/** Limits of call frame information that lies about itself. Real tables stay far below all of them. */

/** Functions of one table; the largest known images have a few hundred thousand. */
export const mostFunctions = 2_000_000
/** Common entries of one table; compilers write one or two for each object file. */
export const mostCommon = 200_000
/** Instructions of one function; a function that saves everything and restores it twenty times has a few hundred. */
export const mostInstructions = 20_000
/** Rows of one function. */
export const mostRows = 10_000
/** States that `DW_CFA_remember_state` may pile up; compilers use one or two. */
export const mostRemembered = 32
/** Registers that one row may speak of. */
export const mostRules = 256
/** Most damaged entries reported for one table; more of them repeat the same fault. */
export const mostProblems = 20
