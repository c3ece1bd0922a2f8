/** Texts of `en/reports.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/reports.ts'

export const words = /* @__PURE__ */ spoken('app/reports.words', english.words)
