/** Texts of `en/quantities.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/quantities.ts'

export const formatBytes = /* @__PURE__ */ spoken('core/quantities.formatBytes', english.formatBytes)
export const formatMemory = /* @__PURE__ */ spoken('core/quantities.formatMemory', english.formatMemory)
