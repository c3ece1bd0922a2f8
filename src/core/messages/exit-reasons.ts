/** Texts of `en/exit-reasons.ts` in the chosen language. */
import { written } from './message.ts'
import * as english from './en/exit-reasons.ts'

export const exitReasons = /* @__PURE__ */ written('core/exit-reasons.exitReasons', english.exitReasons)
