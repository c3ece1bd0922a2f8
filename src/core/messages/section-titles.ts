/** Texts of `en/section-titles.ts`, in English as all that readers write. */
import { written } from './message.ts'
import * as english from './en/section-titles.ts'

export const sectionTitles = /* @__PURE__ */ written('core/section-titles.sectionTitles', english.sectionTitles)
