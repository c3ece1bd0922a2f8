/** Texts of `en/explain/exceptions.ts` in the chosen language. */
export type { PanickingRuntime, RustCheck, reasons } from '../en/explain/exceptions.ts'
