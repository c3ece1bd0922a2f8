/** Texts of `en/devices.ts` in the chosen language. */
export { deviceRows } from './en/devices.ts'
