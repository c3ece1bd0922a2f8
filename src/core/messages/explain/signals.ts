/** Texts of `en/explain/signals.ts` in the chosen language. */
export { knownSignals } from '../en/explain/signals.ts'
