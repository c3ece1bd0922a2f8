/** Texts of `en/explain/sanitizers.ts` in the chosen language. */
export { sanitizerFindings } from '../en/explain/sanitizers.ts'
