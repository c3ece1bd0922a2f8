/** Texts of `en/element.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/element.ts'

export const elementWords = /* @__PURE__ */ spoken('lib/element.elementWords', english.elementWords)
export const elementProblems = /* @__PURE__ */ spoken('lib/element.elementProblems', english.elementProblems)
