/** Texts of `en/page.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/page.ts'

export const words = /* @__PURE__ */ spoken('app/page.words', english.words)
