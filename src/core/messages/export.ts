/** Texts of `en/export.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/export.ts'

export const exported = /* @__PURE__ */ spoken('core/export.exported', english.exported)
export const evidenceWords = /* @__PURE__ */ spoken('core/export.evidenceWords', english.evidenceWords)
export const columns = /* @__PURE__ */ spoken('core/export.columns', english.columns)
export const comparedRows = /* @__PURE__ */ spoken('core/export.comparedRows', english.comparedRows)
export const privateKinds = /* @__PURE__ */ spoken('core/export.privateKinds', english.privateKinds)
