/** Texts of `en/explain/system.ts` and `en/explain/guards.ts` in the chosen language. */
export type { guards, PortUse } from '../en/explain/guards.ts'
export type { LinkerStage, SymbolHome, Stage, MemoryReason, terminationCodes, limits } from '../en/explain/system.ts'
