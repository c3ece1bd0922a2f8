/** Texts of `en/results.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/results.ts'

export const results = /* @__PURE__ */ spoken('cli/results.results', english.results)
