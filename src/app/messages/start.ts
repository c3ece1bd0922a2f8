/** Texts of `en/start.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/start.ts'

export const words = /* @__PURE__ */ spoken('app/start.words', english.words)
