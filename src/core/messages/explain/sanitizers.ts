/** Texts of `en/explain/sanitizers.ts` in the chosen language. */
export { sanitizerFindings, type MemoryStacks, type SanitizerSubject } from '../en/explain/sanitizers.ts'
