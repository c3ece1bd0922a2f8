/** Texts of `en/table.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/table.ts'

export const words = /* @__PURE__ */ spoken('app/table.words', english.words)
