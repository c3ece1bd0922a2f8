/** Texts of `en/site.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/site.ts'

export const siteShapes = /* @__PURE__ */ spoken('stores/site.siteShapes', english.siteShapes)
