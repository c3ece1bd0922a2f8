/** Texts of `en/names.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/names.ts'

export const words = /* @__PURE__ */ spoken('app/names.words', english.words)
