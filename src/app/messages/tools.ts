/** Texts of `en/tools.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/tools.ts'

export const words = /* @__PURE__ */ spoken('app/tools.words', english.words)
