/** Texts of `en/help-texts.ts` in the chosen language. */
export type { CommandText } from './en/help-texts.ts'
