/** Texts of `en/help-addresses.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/help-addresses.ts'

export const addressHelp = /* @__PURE__ */ spoken('cli/help-addresses.addressHelp', english.addressHelp)
