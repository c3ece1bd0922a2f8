/** Texts of `en/frame.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/frame.ts'

export const words = /* @__PURE__ */ spoken('app/frame.words', english.words)
