/** Texts of `en/files.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/files.ts'

export const ignoredKinds = /* @__PURE__ */ spoken('core/files.ignoredKinds', english.ignoredKinds)
export const fileKinds = /* @__PURE__ */ spoken('core/files.fileKinds', english.fileKinds)
export const archiveKinds = /* @__PURE__ */ spoken('core/files.archiveKinds', english.archiveKinds)
export const ownFiles = /* @__PURE__ */ spoken('core/files.ownFiles', english.ownFiles)
export const indexingSteps = /* @__PURE__ */ spoken('core/files.indexingSteps', english.indexingSteps)
export const indexFates = /* @__PURE__ */ spoken('core/files.indexFates', english.indexFates)
export const packFates = /* @__PURE__ */ spoken('core/files.packFates', english.packFates)
export const archiveFaults = /* @__PURE__ */ spoken('core/files.archiveFaults', english.archiveFaults)
