/** `unslide/reading`: a report's content in sentences for people. The page, the command line and all exports use these functions. */
export { headlineOf, gradedTitle, type Headline, type Where } from '../core/reading/headline.ts'
export { quotedRows } from '../core/reading/quoted.ts'
export { allocationRows, type AllocationRow } from '../core/reading/allocation.ts'
export { statementsOf, type Statements } from '../core/reading/statements.ts'
export { isAlwaysTold, originOfCall, originRules, type Origin } from '../core/model/provenance.ts'
export { subjectOf, subjectParts, devicePart, datePart, deviceText, type SubjectPart } from '../core/reading/subject.ts'
export { signatureOf } from '../core/reading/signature.ts'
export { endOf, hasProfile, markOf, type End } from '../core/reading/end.ts'
export { factsOf, groupReports, type Count, type Group, type ReportFacts } from '../core/reading/groups.ts'

// Stacks and their lines.
export {
  crashedThread,
  hasStacks,
  stacksOf,
  stoppedThread,
  threadTitle,
  twinNumbers,
  type StackReading,
} from '../core/reading/stacks.ts'
export { stackLinkOf } from '../core/reading/stack-link.ts'
export {
  callsOf,
  exactLocation,
  gradeOf,
  isGenerated,
  linesOf,
  location,
  resolutionOf,
  type Demangle,
  type FrameLine,
  type NameStyle,
} from '../core/reading/lines.ts'
export { leftOut, rowName, shortName } from '../core/reading/short-name.ts'
export { foldWords, piecesOf, type Cut, type Fold } from '../core/reading/folds.ts'
export { languageOf, languageReading } from '../core/reading/language.ts'
export type { LanguageReading, LanguageSource } from '../core/reading/language.ts'
export { isOwnFrame } from '../core/reading/own-code.ts'
export { recoveredBehind, recoveredLevel, recoveredLines } from '../core/reading/recovered.ts'
export { shownGrade, shownLevel } from '../core/reading/shown-grade.ts'
export { legendOf, markText, type MarkedLevel } from '../core/model/grade-marks.ts'
export { addressName, imageNameOf, threadMark } from '../core/model/frames.ts'
export { doingOf, doingWords } from '../core/reading/doing.ts'
export { stateCounts, type StateRun, type ThreadState } from '../core/reading/states.ts'
export { waitsOf, type WaitChain } from '../core/reading/waits.ts'

// Images, registers, variables, the instructions at the fault.
export { imageColumns, type ImageRow } from '../core/reading/image-columns.ts'
export { imageState, isToldMissing, lacksSymbols, waysOf } from '../core/reading/image-state.ts'
export type { ValueReading } from '../core/model/register-reading.ts'
export { registersReading, type RegisterRow, type RegistersReading } from '../core/reading/registers.ts'
export {
  framesToAsk,
  noteOn,
  scopeText,
  valueText,
  variableLines,
  variableText,
  withVariables,
} from '../core/reading/variables.ts'
export { faultReading, frameCodeReading, type FaultReading, type InstructionReading } from '../core/reading/fault.ts'
export { hintRows, type HintRow } from '../core/reading/hints.ts'
export { sourceReadings, type CallSourceReading } from '../core/reading/source.ts'
export { damageOf, otherProblems } from '../core/reading/damage.ts'
export {
  namesState,
  readNames,
  type ImageNeed,
  type NameCounts,
  type NamesState,
  type NeedKind,
  type OutsideFrames,
} from '../core/reading/names-state.ts'

// What came before, and reports of other kinds.
export { formatDuration } from '../core/messages/quantities.ts'
export { clockOf, parseInstant, timelineOf, type TimelineEntry } from '../core/model/timeline.ts'
export { knownVersion } from '../core/model/version.ts'
export { overviewKind, type Bar, type OverviewPart, type OverviewRow } from '../core/reading/overview/overview.ts'
export { overviewOf } from '../core/reading/overview/read.ts'
export { groupedFields, type FieldGroup, type FieldsOfGroup } from '../core/reading/field-groups.ts'
export {
  readableKey,
  readableValue,
  scalesOf,
  shownFields,
  type ReadableValue,
  type Scales,
  type ShownField,
} from '../core/reading/readable.ts'

// Call trees and profiles.
export { heaviestPath } from '../core/reading/call-tree.ts'
export {
  callAt,
  calleesOf,
  callersOf,
  callsWithin,
  functionWeights,
  heaviestRows,
  layoutOf,
  layoutSteps,
  rowsDown,
  rowsUp,
  type CallRow,
  type Layout,
  type SiblingOrder,
} from '../core/reading/call-views.ts'
export { heaviestOf, mergeCalls, weightThrough, type Calls } from '../core/reading/calls.ts'
export { afterSteps, type CallStep } from '../core/reading/call-steps.ts'
export { CATEGORIES, categoriesOf, categoryWeights, type Category } from '../core/reading/categories.ts'
export { activityIn, type Activity } from '../core/reading/activity.ts'
export {
  activityOver,
  callsBetween,
  sampleAt,
  wholeRange,
  type TimeRange,
  type TrackTimes,
} from '../core/reading/sample-times.ts'
export {
  countedTracks,
  functionsLike,
  mergedTracks,
  readProfile,
  type Profile,
  type ProfiledFunction,
  type Track,
} from '../core/reading/profile.ts'
