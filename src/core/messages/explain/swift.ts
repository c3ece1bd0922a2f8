/** Texts of `en/explain/swift.ts` in the chosen language. */
export type { FatalCheck, swiftChecks } from '../en/explain/swift.ts'
