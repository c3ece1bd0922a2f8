/** Texts of `en/variables.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/variables.ts'

export const words = /* @__PURE__ */ spoken('app/variables.words', english.words)
