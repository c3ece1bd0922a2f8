/** Texts of `en/share.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/share.ts'

export const words = /* @__PURE__ */ spoken('app/share.words', english.words)
