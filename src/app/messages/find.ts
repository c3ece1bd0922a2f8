/** Texts of `en/find.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/find.ts'

export const words = /* @__PURE__ */ spoken('app/find.words', english.words)
