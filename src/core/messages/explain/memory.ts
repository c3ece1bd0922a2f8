/** Texts of `en/explain/memory.ts` in the chosen language. */
export type { WildKind, Access } from '../en/explain/memory.ts'
