/** The choice of the language. */
export const words = {
  language: 'Language',
  system: 'As the browser',
  hint: 'The page loads again.',
} as const
