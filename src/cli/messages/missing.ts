/** Texts of `en/missing.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/missing.ts'

export const missing = /* @__PURE__ */ spoken('cli/missing.missing', english.missing)
