/** Texts of `en/help-reports.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/help-reports.ts'

export const reportHelp = /* @__PURE__ */ spoken('cli/help-reports.reportHelp', english.reportHelp)
