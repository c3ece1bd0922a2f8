/** Texts of `en/language.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/language.ts'

export const words = /* @__PURE__ */ spoken('app/language.words', english.words)
