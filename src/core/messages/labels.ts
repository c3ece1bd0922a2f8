/** Texts of `en/labels.ts`, which readers write into reports: in English, and `ownWords` says them where they are shown. */
import { written } from './message.ts'
import * as english from './en/labels.ts'

export type { MetricKind } from './en/labels.ts'
export const titles = /* @__PURE__ */ written('core/labels.titles', english.titles)
export const xctraceWords = /* @__PURE__ */ written('core/labels.xctraceWords', english.xctraceWords)
export const threadModes = /* @__PURE__ */ written('core/labels.threadModes', english.threadModes)
export const fieldTexts = /* @__PURE__ */ written('core/labels.fieldTexts', english.fieldTexts)
export const runtimes = /* @__PURE__ */ written('core/labels.runtimes', english.runtimes)
export const metricTables = /* @__PURE__ */ written('core/labels.metricTables', english.metricTables)
export const eventTexts = /* @__PURE__ */ written('core/labels.eventTexts', english.eventTexts)
export const metricLabels = /* @__PURE__ */ written('core/labels.metricLabels', english.metricLabels)
