/** Texts of `en/images.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/images.ts'

export type { DownloadableSystem, SystemPart } from './en/images.ts'
export const imageNames = /* @__PURE__ */ spoken('core/images.imageNames', english.imageNames)
export const imageReasons = /* @__PURE__ */ spoken('core/images.imageReasons', english.imageReasons)
export const symbolPlaces = /* @__PURE__ */ spoken('core/images.symbolPlaces', english.symbolPlaces)
