/** Texts of `en/waits.ts` in the chosen language. */
import { spoken, written } from './message.ts'
import * as english from './en/waits.ts'

export const waitWords = /* @__PURE__ */ spoken('core/waits.waitWords', english.waitWords)
export const kernelWaits = /* @__PURE__ */ written('core/waits.kernelWaits', english.kernelWaits)
