/** Texts of `en/absent.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/absent.ts'

export const words = /* @__PURE__ */ spoken('app/absent.words', english.words)
