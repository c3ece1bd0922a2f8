/** Texts of `en/labels.ts` in the chosen language. */
import { spoken } from './message.ts'
import * as english from './en/labels.ts'

export type { MetricKind } from './en/labels.ts'
export const titles = /* @__PURE__ */ spoken('core/labels.titles', english.titles)
export const xctraceWords = /* @__PURE__ */ spoken('core/labels.xctraceWords', english.xctraceWords)
export const threadModes = /* @__PURE__ */ spoken('core/labels.threadModes', english.threadModes)
export const fieldTexts = /* @__PURE__ */ spoken('core/labels.fieldTexts', english.fieldTexts)
export const runtimes = /* @__PURE__ */ spoken('core/labels.runtimes', english.runtimes)
export const metricTables = /* @__PURE__ */ spoken('core/labels.metricTables', english.metricTables)
export const eventTexts = /* @__PURE__ */ spoken('core/labels.eventTexts', english.eventTexts)
export const metricLabels = /* @__PURE__ */ spoken('core/labels.metricLabels', english.metricLabels)
