/** Texts of `en/explain/system.ts` in the chosen language. */
export type {
  LinkerStage,
  SymbolHome,
  Stage,
  MemoryReason,
  PortUse,
  terminationCodes,
  limits,
  guards,
} from '../en/explain/system.ts'
