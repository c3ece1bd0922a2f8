/** Texts of `en/instructions.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/instructions.ts'

export const instructionWords = /* @__PURE__ */ spoken('app/instructions.instructionWords', english.instructionWords)
