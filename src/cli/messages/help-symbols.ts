/** Texts of `en/help-symbols.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/help-symbols.ts'

export const symbolHelp = /* @__PURE__ */ spoken('cli/help-symbols.symbolHelp', english.symbolHelp)
