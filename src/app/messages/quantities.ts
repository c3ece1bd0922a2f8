/** Amounts without words: `Intl` knows how each language writes them. */
export { formatBytes } from '../../core/messages/quantities.ts'
export { formatNumber } from '../../core/messages/numbers.ts'
