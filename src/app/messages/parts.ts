/** Texts of `en/parts.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/parts.ts'

export const words = /* @__PURE__ */ spoken('app/parts.words', english.words)
