/** Texts of `en/profile.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/profile.ts'

export const words = /* @__PURE__ */ spoken('app/profile.words', english.words)
