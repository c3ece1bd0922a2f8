/** Texts of `en/evidence.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/evidence.ts'

export type { FillPattern } from './en/evidence.ts'
export const evidence = /* @__PURE__ */ spoken('core/evidence.evidence', english.evidence)
