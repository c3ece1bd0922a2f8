/** Texts of `en/memory.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/memory.ts'

export const words = /* @__PURE__ */ spoken('app/memory.words', english.words)
