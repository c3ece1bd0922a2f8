/** Texts of `en/names.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/names.ts'

export const foundBy = /* @__PURE__ */ spoken('core/names.foundBy', english.foundBy)
export const languageNames = /* @__PURE__ */ spoken('core/names.languageNames', english.languageNames)
export const nameEvidence = /* @__PURE__ */ spoken('core/names.nameEvidence', english.nameEvidence)
export const recoveredReasons = /* @__PURE__ */ spoken('core/names.recoveredReasons', english.recoveredReasons)
export const recoveredCallers = /* @__PURE__ */ spoken('core/names.recoveredCallers', english.recoveredCallers)
export const gradeLegend = /* @__PURE__ */ spoken('core/names.gradeLegend', english.gradeLegend)
export const frameNames = /* @__PURE__ */ spoken('core/names.frameNames', english.frameNames)
export const metadataNames = /* @__PURE__ */ spoken('core/names.metadataNames', english.metadataNames)
export const unnamedReasons = /* @__PURE__ */ spoken('core/names.unnamedReasons', english.unnamedReasons)
export const shortNames = /* @__PURE__ */ spoken('core/names.shortNames', english.shortNames)
