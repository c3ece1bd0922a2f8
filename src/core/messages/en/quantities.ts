/** Units of time, and how amounts of several units follow one another. */

/** Symbols of the SI: `Intl` says `sec` and `hr` in English, and browsers before 2025 cannot say two units at once. */
export const durations = {
  day: ({ amount }: { amount: string }) => `${amount} d`,
  hour: ({ amount }: { amount: string }) => `${amount} h`,
  minute: ({ amount }: { amount: string }) => `${amount} min`,
  second: ({ amount }: { amount: string }) => `${amount} s`,
  millisecond: ({ amount }: { amount: string }) => `${amount} ms`,
  /** The larger unit first. */
  both: ({ larger, smaller }: { larger: string; smaller: string }) => `${larger} ${smaller}`,
} as const
