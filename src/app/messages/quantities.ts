/** Texts of `en/quantities.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/quantities.ts'

export { formatBytes } from '../../core/messages/quantities.ts'
export const formatNumber = /* @__PURE__ */ spoken('app/quantities.formatNumber', english.formatNumber)
