/** Texts of `en/errors.ts`; shown to callers of the library. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/errors.ts'

/** Messages of the library's own errors. */
export const errors = /* @__PURE__ */ spoken('lib/errors.errors', english.errors)
