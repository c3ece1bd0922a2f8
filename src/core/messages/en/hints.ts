/** Hints for a function without a name: the texts and functions that its code uses, and its callers. Never shown as a name. */
import { formatNumber, plural } from '../numbers.ts'

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(', ')

export const hintWords = {
  title: 'Hints, not a name',
  texts: 'Uses the texts',
  selectors: 'Uses the selectors',
  calls: 'Calls',
  callers: 'Called by',
  block: 'Body of a block',
  place: 'Lies',
  quoted,
  listed: (names: readonly string[]): string => names.join(', '),
  callersOf: ({ named, count }: { named: readonly string[]; count: number }): string => {
    const others = count - named.length
    if (named.length === 0) return plural(count, 'function without a name', 'functions without a name')
    return `${named.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
  },
  blockOf: ({ makers, count }: { makers: readonly string[]; count: number }): string => {
    if (count === 0) return 'that no function of this image makes'
    const others = count - makers.length
    if (makers.length === 0) return `made by ${plural(count, 'function without a name', 'functions without a name')}`
    return `made by ${makers.join(', ')}${others > 0 ? ` and ${formatNumber(others)} more` : ''}`
  },
  after: ({ name, between }: { name: string; between: number }): string =>
    between === 0 ? `next after ${name}` : `${plural(between + 1, 'function', 'functions')} after ${name}`,
  before: ({ name, between }: { name: string; between: number }): string =>
    between === 0 ? `right before ${name}` : `${plural(between + 1, 'function', 'functions')} before ${name}`,
} as const
