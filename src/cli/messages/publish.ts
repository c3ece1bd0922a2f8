/** Texts of `en/publish.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/publish.ts'

export const publishErrors = /* @__PURE__ */ spoken('cli/publish.publishErrors', english.publishErrors)
export const publishWords = /* @__PURE__ */ spoken('cli/publish.publishWords', english.publishWords)
