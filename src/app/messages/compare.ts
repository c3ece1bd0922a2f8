/** Texts of `en/compare.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/compare.ts'

export const words = /* @__PURE__ */ spoken('app/compare.words', english.words)
