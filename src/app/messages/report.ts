/** Texts of `en/report.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/report.ts'

export const words = /* @__PURE__ */ spoken('app/report.words', english.words)
