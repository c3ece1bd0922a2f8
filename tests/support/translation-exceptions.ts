/** Places of translations that differ from English in what is checked of all others, each with its reason. */

/** A parameter that a language leaves out. */
export const otherMarks = new Map([
  // Chinese counts all of them, English those that are left: “等 5 个”.
  ['app/report.words.imagesAndMore', 'counts all'],
  ['app/reports.words.firstAndMore', 'counts all'],
])

/** A sentence that ends in another way. */
export const otherStops = new Map([
  ['core/explanations.explanations.swift-exclusivity', 'a question'],
  ['cli/serve.serveWords.serving', 'ends in what is to be typed'],
])

/** Texts that are data: names of the system's headers and files, and rows of a report. A language may leave them out. */
const keptPlaces: readonly RegExp[] = [
  // Reasons of memory kills are told by the names of the kernel's headers.
  /^core\/exit-reasons\.exitReasons\.jetsam\./,
  // What is typed.
  /^cli\/help-\w+\.\w+\.\w+\.(?:usage|examples)$/,
  /^cli\/manual\.manual\.usage$/,
  // The name of a language.
  /^core\/names\.languageNames\.java$/,
  /^app\/page\.words\.templateExamples/,
  /^app\/start\.words\.sampleRows/,
]

/** True for a place of data, which may also stay as it is in English. */
export const isKept = (place: string): boolean => keptPlaces.some((pattern) => pattern.test(place))
