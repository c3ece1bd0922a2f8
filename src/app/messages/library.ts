/** Texts of `en/library.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/library.ts'

export const words = /* @__PURE__ */ spoken('app/library.words', english.words)
