/** Texts of `en/reading.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/reading.ts'

export const ends = /* @__PURE__ */ spoken('core/reading.ends', english.ends)
export const quotedLabels = /* @__PURE__ */ spoken('core/reading.quotedLabels', english.quotedLabels)
export const claimGrades = /* @__PURE__ */ spoken('core/reading.claimGrades', english.claimGrades)
export const stackTitles = /* @__PURE__ */ spoken('core/reading.stackTitles', english.stackTitles)
export const folds = /* @__PURE__ */ spoken('core/reading.folds', english.folds)
export const runtimeNames = /* @__PURE__ */ spoken('core/reading.runtimeNames', english.runtimeNames)
export const activities = /* @__PURE__ */ spoken('core/reading.activities', english.activities)
export const profiles = /* @__PURE__ */ spoken('core/reading.profiles', english.profiles)
export const symbolStates = /* @__PURE__ */ spoken('core/reading.symbolStates', english.symbolStates)
export const severalBuildsState = /* @__PURE__ */ spoken('core/reading.severalBuildsState', english.severalBuildsState)
export const stackLinks = /* @__PURE__ */ spoken('core/reading.stackLinks', english.stackLinks)
export const subjects = /* @__PURE__ */ spoken('core/reading.subjects', english.subjects)
export const damages = /* @__PURE__ */ spoken('core/reading.damages', english.damages)
