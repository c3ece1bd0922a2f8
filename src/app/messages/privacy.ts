/** Texts of `en/privacy.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/privacy.ts'

export const words = /* @__PURE__ */ spoken('app/privacy.words', english.words)
