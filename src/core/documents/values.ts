/** Values that the JSON of reports and look-ups is made of. */

/**
 * A number in hex with `0x`: an address of 64 bits, or the distance between two, which may be negative.
 *
 * @pattern ^-?0x[0-9a-f]+$
 */
export type Hex = string

/**
 * A UUID in upper case with hyphens.
 *
 * @pattern ^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$
 */
export type Uuid = string

/**
 * Bytes in the order of memory, two hex digits each.
 *
 * @pattern ^([0-9a-f]{2})*$
 */
export type HexBytes = string

/**
 * A count, an index from 0, or a size in bytes.
 *
 * @asType integer
 * @minimum 0
 */
export type Count = number

/**
 * A whole number as the report has it.
 *
 * @asType integer
 */
export type Whole = number

/**
 * From 0 to 1.
 *
 * @minimum 0
 * @maximum 1
 */
export type Share = number

/** How sure a statement is. `proved`: the report says it, or its numbers show it. `likely` and `possible`: they suggest it. */
export type ClaimGradeWord = 'proved' | 'likely' | 'possible'

/** How sure a name is. `exact`: nothing speaks against it. */
export type NameGradeWord = 'exact' | 'likely' | 'doubtful'
