/** Texts of `en/serve.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/serve.ts'

export const serveWords = /* @__PURE__ */ spoken('cli/serve.serveWords', english.serveWords)
export const serveErrors = /* @__PURE__ */ spoken('cli/serve.serveErrors', english.serveErrors)
export const answeredErrors = /* @__PURE__ */ spoken('cli/serve.answeredErrors', english.answeredErrors)
export const refusedRequests = /* @__PURE__ */ spoken('cli/serve.refusedRequests', english.refusedRequests)
