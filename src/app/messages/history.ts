/** Texts of `en/history.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/history.ts'

export const words = /* @__PURE__ */ spoken('app/history.words', english.words)
