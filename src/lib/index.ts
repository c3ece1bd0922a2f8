/** `unslide`: the engine and its types. These exports are the package's public interface: see `README.md`. */
export { createEngine, type EngineOptions } from './engine.ts'
export { keyText } from '../core/model/key.ts'
export { withNames } from '../core/engine/names/open-reports.ts'
export type {
  AddOptions,
  AddSummary,
  Beginning,
  DisassembleRequest,
  Engine,
  EngineEvent,
  FileOutcome,
  FrameCodeRequest,
  FrameRequest,
  FramesRequest,
  FrameVariables,
  ImageInspection,
  IndexReport,
  Inspection,
  KnownMap,
  ListedInstruction as Instruction,
  LineFilesRequest,
  LookupAnswer,
  LookupRequest,
  OnBeginning,
  OnEvent,
  OpenedReports,
  OpenOptions,
  ReportHandle,
  ReportNames,
  StatedPlace,
  SymbolFormat,
  SymbolHit,
  SymbolicateOptions,
  Variable,
  VariableScope,
} from '../core/engine-types.ts'
export type {
  BuildInput,
  BuildOptions,
  BuildProgress,
  BuildResult,
  HarvestedFunction,
  Sighting,
  IndexBuilder,
  IndexKey,
  IndexStore,
  InputFile,
  StoredIndex,
} from '../core/ports.ts'

// Addresses: three spaces as distinct types, and conversions between them.
export {
  formatHex,
  imageOffset,
  linkAddress,
  linkOf,
  loadAddressFrom,
  loadAddressOfSlide,
  offsetInImage,
  offsetOfLink,
  runtimeAddress,
  slideOf,
  type ImageOffset,
  type LinkAddress,
  type RuntimeAddress,
} from '../core/model/address.ts'
export {
  hasName,
  isProvedName,
  parseUuid,
  type Arch,
  type BinaryImage,
  type Call,
  type CallSource,
  type ImageKind,
  type ImageUuid,
  type IndexSummary,
  type KnownImage,
  type SlideSource,
  type SymbolDetail,
} from '../core/model/image.ts'
export { aliasText } from '../core/model/aliases.ts'
export { cachedImageFinder } from '../core/model/cached-images.ts'
export { failure, success, type Outcome, type Problem } from '../core/model/problem.ts'
export type { Message, MessageParameters } from '../core/messages/message.ts'
export type { ArmMode } from '../core/model/architecture.ts'
export type { Fault, FaultInstruction, FrameCode } from '../core/model/fault.ts'
export type { FunctionHints } from '../core/model/hints.ts'
export type { FrameSources, LineFile, SourceExcerpt, SourceReading } from '../core/model/source.ts'
export type { FrameLanguage, ScriptPlace, SymbolPlace, UnitLanguage } from '../core/model/script.ts'
export type { RegisterTable } from '../core/model/register-reading.ts'
export type { Wait } from '../core/model/wait.ts'

// A report, and the same report with names.
export { eachFrame, eachStack, eachTreeFrame } from '../core/model/each-frame.ts'
export type {
  AddressKind,
  CallTree,
  CallTreeNode,
  ClaimGrade,
  ExceptionInfo,
  Explanation,
  FoundBy,
  Frame,
  Grade,
  ImageStatus,
  PlacementEvidence,
  PlacementHypothesis,
  PrintedSymbol,
  RecoveredCaller,
  Register,
  Report,
  ReportEvent,
  ReportHeader,
  ReportSection,
  Resolution,
  SharedCacheRegion,
  Stack,
  SymbolicatedReport,
  TerminationInfo,
  TextSpan,
  Thread,
  ThreadCode,
} from '../core/model/report.ts'
