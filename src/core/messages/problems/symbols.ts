/** Texts of `en/problems/symbols.ts` in the chosen language. */
import { spoken } from '../message.ts'
import * as english from '../en/problems/symbols.ts'

export type { MachOTable, GsymPart, InSection, symbolProblems } from '../en/problems/symbols.ts'
export const sectionsByName = /* @__PURE__ */ spoken('core/problems/symbols.sectionsByName', english.sectionsByName)
