/** Texts of `en/sites.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/sites.ts'

export const siteErrors = /* @__PURE__ */ spoken('cli/sites.siteErrors', english.siteErrors)
export const siteWords = /* @__PURE__ */ spoken('cli/sites.siteWords', english.siteWords)
