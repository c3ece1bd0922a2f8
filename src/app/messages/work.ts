/** Texts of `en/work.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/work.ts'

export const words = /* @__PURE__ */ spoken('app/work.words', english.words)
