/** Texts of `en/errors.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/errors.ts'

export const errors = /* @__PURE__ */ spoken('lib/errors.errors', english.errors)
