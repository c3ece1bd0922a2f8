/** Texts of `en/placement.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/placement.ts'

export const placementFacts = /* @__PURE__ */ spoken('core/placement.placementFacts', english.placementFacts)
export const placementWords = /* @__PURE__ */ spoken('core/placement.placementWords', english.placementWords)
export const buildContradictions = /* @__PURE__ */ spoken(
  'core/placement.buildContradictions',
  english.buildContradictions,
)
