/** Texts of `en/source.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/source.ts'

export const words = /* @__PURE__ */ spoken('app/source.words', english.words)
