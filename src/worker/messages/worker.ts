/** Texts of `en/worker.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/worker.ts'

export const worker = /* @__PURE__ */ spoken('worker/worker.worker', english.worker)
