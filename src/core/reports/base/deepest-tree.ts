/** How deep a call tree may be. */

/**
 * Levels of a call tree. No real stack is that deep, and the tree must be written as JSON and cross to another thread, which
 * browsers do by recursion.
 */
export const DEEPEST_TREE = 1024
