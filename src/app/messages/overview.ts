/** Texts of `en/overview.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/overview.ts'

export const words = /* @__PURE__ */ spoken('app/overview.words', english.words)
