/** Texts of `en/manual.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/manual.ts'

export const manual = /* @__PURE__ */ spoken('cli/manual.manual', english.manual)
