/** Texts of `en/export-formats.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/export-formats.ts'

export const exportFormats = /* @__PURE__ */ spoken('core/export-formats.exportFormats', english.exportFormats)

export type ExportFormat = keyof typeof english.exportFormats
