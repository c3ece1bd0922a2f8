/** Texts of `en/overview.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/overview.ts'

export const overview = /* @__PURE__ */ spoken('cli/overview.overview', english.overview)
export const commonHelp = /* @__PURE__ */ spoken('cli/overview.commonHelp', english.commonHelp)
export const helpWords = /* @__PURE__ */ spoken('cli/overview.helpWords', english.helpWords)
