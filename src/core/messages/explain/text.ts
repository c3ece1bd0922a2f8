/** Texts of `en/explain/text.ts` in the chosen language. */
export type { ExplanationText } from '../en/explain/text.ts'
