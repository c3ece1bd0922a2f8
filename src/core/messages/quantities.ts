/** Amounts without words. */
export { formatBytes, formatMemory } from './en/quantities.ts'
