/** Texts of `en/common.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/common.ts'

export const common = /* @__PURE__ */ spoken('app/common.common', english.common)
