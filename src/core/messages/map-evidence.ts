/** Texts of `en/map-evidence.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/map-evidence.ts'

export const mapEvidence = /* @__PURE__ */ spoken('core/map-evidence.mapEvidence', english.mapEvidence)
