/** The choice of the language. */
export const words = {
  language: 'Language',
  system: 'As the browser',
  hint: 'Open reports stay open.',
} as const
