/** Texts of `en/joins.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/joins.ts'

export const joined = /* @__PURE__ */ spoken('core/joins.joined', english.joined)
export const gradeNames = /* @__PURE__ */ spoken('core/joins.gradeNames', english.gradeNames)
export const threadMarks = /* @__PURE__ */ spoken('core/joins.threadMarks', english.threadMarks)
export const labelText = /* @__PURE__ */ spoken('core/joins.labelText', english.labelText)
