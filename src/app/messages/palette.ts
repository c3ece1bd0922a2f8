/** Texts of `en/palette.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/palette.ts'

export const words = /* @__PURE__ */ spoken('app/palette.words', english.words)
