/** Texts of `en/telling-keys.ts` in the chosen language. */
export { tellingKeys } from './en/telling-keys.ts'
