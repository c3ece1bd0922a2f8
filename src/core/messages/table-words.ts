/** Texts of `en/table-words.ts`, in English as all that readers write. */
import { written } from './message.ts'
import * as english from './en/table-words.ts'

export const tableWords = /* @__PURE__ */ written('core/table-words.tableWords', english.tableWords)
