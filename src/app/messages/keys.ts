/** Texts of `en/keys.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/keys.ts'

export const words = /* @__PURE__ */ spoken('app/keys.words', english.words)
