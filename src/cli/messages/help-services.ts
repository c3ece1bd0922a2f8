/** Texts of `en/help-services.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/help-services.ts'

export const serviceHelp = /* @__PURE__ */ spoken('cli/help-services.serviceHelp', english.serviceHelp)
