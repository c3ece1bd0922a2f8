/** Texts of `en/explain/sanitizers.ts` in the chosen language. */
export { sanitizerFindings, type MemoryStacks } from '../en/explain/sanitizers.ts'
