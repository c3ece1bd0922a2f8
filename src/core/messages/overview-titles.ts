/** Texts of `en/overview-titles.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/overview-titles.ts'

export const overviewTitles = /* @__PURE__ */ spoken('core/overview-titles.overviewTitles', english.overviewTitles)
