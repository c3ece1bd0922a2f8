/** Integers that WebAssembly and TypeScript share: index layout, section ids, error numbers. Compiles in both. */

/** Version of the symbol index format; another version is a miss. */
export const INDEX_VERSION = 1
