/** Texts of `en/errors.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/errors.ts'

export const refusals = /* @__PURE__ */ spoken('cli/errors.refusals', english.refusals)
export const errors = /* @__PURE__ */ spoken('cli/errors.errors', english.errors)
