/** Texts of `en/storage.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/storage.ts'

export const storage = /* @__PURE__ */ spoken('stores/storage.storage', english.storage)
export const storageReasons = /* @__PURE__ */ spoken('stores/storage.storageReasons', english.storageReasons)
export const reading = /* @__PURE__ */ spoken('stores/storage.reading', english.reading)
