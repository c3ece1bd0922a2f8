/** The required type of every field of a symbolicated report, for reports from outside. */
import { eachFrame } from './each-frame.ts'
import { call, uuid } from './call-shape.ts'
import { exceptionInfo, terminationInfo } from './ending-shape.ts'
import type { BinaryImage } from './image.ts'
import { expectedValues } from '../messages/problems/pages.ts'
import { elidedRecursion } from './elided-recursion-shape.ts'
import { memoryError, memoryRole } from './memory-error-shape.ts'
import type { Problem } from './problem.ts'
import type {
  Backtrace,
  CallTree,
  CallTreeNode,
  Explanation,
  Frame,
  Grade,
  ImageStatus,
  NameOdds,
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
  TextSpan,
  Thread,
  RowDispute,
} from './report.ts'
import { claimGrade, fault, message, registerTable, reportKindWord, statementKind, threadCode } from './fault-shape.ts'
import { FRAME_LANGUAGES, type ScriptPlace, type SymbolPlace } from './script.ts'
import type { SampleRun, Wait, WaitTarget } from './wait.ts'
import * as shape from './shape.ts'
import { frameVariables } from './variables-shape.ts'
import {
  count,
  integer,
  isRecord,
  list,
  number,
  object,
  optional,
  share,
  text,
  variant,
  word,
  type Check,
} from './shape.ts'

const texts = list(text)
const origin = word<NonNullable<BinaryImage['origin']>>({ app: true, system: true })
const slideFrom = word<NonNullable<BinaryImage['slideFrom']>>({
  'load-address': true,
  'named-frames': true,
  'call-sites': true,
  given: true,
})
const span = object<TextSpan>({ start: count, end: count })

const foundBy = word<NonNullable<Frame['foundBy']>>({
  registers: true,
  'compact-unwind': true,
  'eh-frame': true,
  'debug-frame': true,
  prologue: true,
  'frame-pointer': true,
  'link-register': true,
  'stack-top': true,
  continuation: true,
  scan: true,
})

const frame = object<Frame>({
  id: count,
  index: integer,
  kind: word<Frame['kind']>({ exact: true, return: true, async: true, call: true }),
  address: optional(shape.address),
  image: optional(count),
  imageName: optional(text),
  offset: optional(integer),
  symbol: optional(
    object<PrintedSymbol>({
      name: text,
      offset: optional(integer),
      file: optional(text),
      line: optional(count),
      column: optional(count),
      marked: optional(word<NonNullable<PrintedSymbol['marked']>>({ likely: true, doubtful: true })),
    }),
  ),
  fromSymbol: optional(object<SymbolPlace>({ name: text, offset: count })),
  script: optional(
    object<ScriptPlace>({ file: optional(text), line: count, column: count, functionId: optional(count) }),
  ),
  language: optional(word(FRAME_LANGUAGES)),
  inlined: optional(shape.flag),
  disputed: optional(word<RowDispute>({ image: true, 'load-address': true })),
  foundBy: optional(foundBy),
  span: optional(span),
  symbolSpan: optional(span),
})

const stack = { frames: list(frame), span: optional(span) }

const wait = object<Wait>({
  id: number,
  thread: optional(count),
  process: optional(text),
  text,
  on: optional(
    object<WaitTarget>({
      id: optional(number),
      thread: optional(count),
      process: optional(text),
      hops: optional(count),
    }),
  ),
  seen: optional(list(object<SampleRun>({ first: count, last: count }))),
  isPartly: optional(shape.flag),
  isToldDeadlock: optional(shape.flag),
})

const thread = object<Thread>({
  ...stack,
  id: number,
  name: optional(text),
  process: optional(integer),
  queue: optional(text),
  crashed: shape.flag,
  attributed: optional(shape.flag),
  unnumbered: optional(shape.flag),
  state: optional(texts),
  registers: optional(list(object<Register>({ name: text, value: shape.address, note: optional(text) }))),
  code: optional(threadCode),
  elided: optional(elidedRecursion),
  stackMemory: optional(object<NonNullable<Thread['stackMemory']>>({ start: shape.address, bytes: shape.bytes })),
})

const node = object<Omit<CallTreeNode, 'children'>>({
  frame,
  count: number,
  self: optional(number),
  blocks: optional(number),
  note: optional(text),
  also: optional(list(shape.address)),
})

/** Trees may be deep: they are walked, not descended. */
const roots: Check = (value) => {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const level = open.pop()
    const fault = list(node)(level)
    if (fault) return fault
    for (const one of level as readonly { readonly children?: unknown }[]) open.push(one.children)
  }
  return undefined
}

const section = variant<ReportSection>({
  text: { title: text, text },
  table: { title: text, columns: texts, rows: list(texts) },
})

const header = object<ReportHeader>({
  process: optional(text),
  pid: optional(integer),
  path: optional(text),
  bundleId: optional(text),
  version: optional(text),
  os: optional(text),
  device: optional(text),
  arch: optional(text),
  date: optional(text),
  launched: optional(text),
  parent: optional(text),
  incident: optional(text),
  fields: list(
    shape.both(
      texts,
      shape.is(
        () => expectedValues.keyValue,
        (pair) => Array.isArray(pair) && pair.length === 2,
      ),
    ),
  ),
})

const image = object<BinaryImage>({
  index: count,
  name: text,
  path: optional(text),
  uuid: optional(uuid),
  arch: optional(text),
  loadAddress: optional(shape.address),
  size: optional(count),
  version: optional(text),
  bundleId: optional(text),
  textVmaddr: optional(shape.address),
  slide: optional(shape.signed),
  slideFrom: optional(slideFrom),
  listedLoadAddress: optional(shape.address),
  origin: optional(origin),
})

const event = object<ReportEvent>({
  time: optional(text),
  lasted: optional(number),
  kind: word<ReportEvent['kind']>({
    state: true,
    navigation: true,
    user: true,
    network: true,
    log: true,
    error: true,
    measure: true,
    other: true,
  }),
  text,
  detail: optional(text),
  level: optional(text),
})

const problem = object<Problem>({
  code: text,
  message: text,
  file: optional(text),
  offset: optional(count),
  line: optional(count),
  severity: optional(word<NonNullable<Problem['severity']>>({ error: true, note: true })),
  variant: optional(text),
  params: optional(shape.parameters),
})

const report = object<Omit<Report, 'names'>>({
  format: text,
  label: text,
  kind: optional(reportKindWord),
  writtenFrom: optional(text),
  file: text,
  text,
  textKind: word<Report['textKind']>({ rows: true, json: true, none: true }),
  hasEnded: optional(shape.flag),
  part: optional(span),
  apart: optional(list(span)),
  header,
  exception: optional(exceptionInfo),
  termination: optional(terminationInfo),
  applicationInfo: texts,
  applicationInfoFrom: optional(texts),
  threads: list(thread),
  lastException: optional(object<Stack>(stack)),
  backtraces: list(object<Backtrace>({ ...stack, title: text, role: optional(memoryRole) })),
  memoryError: optional(memoryError),
  callTrees: list(
    object<Omit<CallTree, 'times'>>({
      title: text,
      weight: text,
      roots,
      thread: optional(count),
      excerpt: optional(shape.flag),
    }),
  ),
  images: list(image),
  sharedCache: optional(object<SharedCacheRegion>({ uuid: optional(uuid), loadAddress: shape.address, size: count })),
  sections: list(section),
  events: optional(list(event)),
  waits: optional(list(wait)),
  frameCount: count,
  problems: list(problem),
})

const evidence = list(
  object<PlacementEvidence>({ fact: text, code: optional(text), params: optional(shape.parameters), nats: number }),
)

/** Code and parameters; a page in another language says them again. */
const grade = object<Grade>({
  level: word<Grade['level']>({ exact: true, likely: true, doubtful: true }),
  evidence: texts,
  grounds: optional(list(message)),
  odds: optional(object<NameOdds>({ confidence: share, terms: evidence })),
})

const resolution = variant<Resolution>({
  resolved: { calls: list(call), grade },
  'already-named': { calls: list(call), grade: optional(grade) },
  'no-symbols': { reason: text, message: optional(message) },
  'wrong-build': { have: list(uuid) },
  'outside-images': {},
})

const weighed = { loadAddress: shape.address, slide: shape.signed, nats: number, confidence: share, evidence }
const hypothesis = object<PlacementHypothesis>({ uuid, ...weighed })

const status = object<ImageStatus>({
  image: count,
  symbols: word<ImageStatus['symbols']>({
    matched: true,
    'wrong-build': true,
    'wrong-arch': true,
    'no-debug-info': true,
    missing: true,
    'not-needed': true,
    system: true,
  }),
  reason: text,
  grounds: optional(list(message)),
  frames: count,
  unnamed: count,
  have: optional(list(uuid)),
  loadAddress: optional(shape.address),
  slide: optional(shape.signed),
  slideFrom: optional(slideFrom),
  confidence: optional(share),
  runnerUp: optional(object<NonNullable<ImageStatus['runnerUp']>>({ slide: shape.signed, confidence: share })),
  hypotheses: optional(list(hypothesis)),
  origin: optional(origin),
  ways: optional(list(message)),
  request: optional(text),
})

const explanation = object<Explanation>({
  id: text,
  kind: optional(statementKind),
  title: text,
  evidence: text,
  grade: optional(claimGrade),
  meaning: text,
  checks: texts,
  frames: optional(list(count)),
  registers: optional(texts),
  message: optional(message),
  grounds: optional(list(message)),
})

const recovered = object<RecoveredCaller>({
  after: count,
  address: shape.address,
  image: optional(count),
  resolution,
  reason: text,
  message: optional(message),
})

/** Types and ranges of all fields; `findBadReference` checks references between them. */
export const symbolicatedShape = object<SymbolicatedReport>({
  report,
  resolutions: list(resolution),
  recovered: optional(list(recovered)),
  images: list(status),
  explanations: list(explanation),
  culprit: optional(count),
  fault: optional(fault),
  registers: optional(registerTable),
  variables: optional(list(frameVariables)),
})

/** A position in a list of the report, or a piece of its text, that is not there; for reports of the right shape. */
export function findBadReference({ report: read, ...names }: SymbolicatedReport): shape.Fault | undefined {
  const images = read.images.length
  const misplaced = read.images.findIndex(({ index }, at) => index !== at)
  if (misplaced >= 0)
    return { path: `.report.images[${misplaced}].index`, wanted: expectedValues.exactly({ value: misplaced }) }
  const noImage = (at: number | undefined): boolean => at !== undefined && at >= images
  let frames = 0
  for (const one of eachFrame(read)) {
    frames++
    if (one.id >= read.frameCount)
      return { path: ' frame id', wanted: expectedValues.below({ limit: read.frameCount }) }
    if (noImage(one.image)) return { path: ' frame image', wanted: expectedValues.below({ limit: images }) }
    for (const { start, end } of [one.span, one.symbolSpan].filter((piece) => piece !== undefined))
      if (start > end || end > read.text.length) return { path: ' frame span', wanted: expectedValues.inText }
  }
  // Two stacks may share a frame, so there may be more frames than ids, never fewer.
  if (read.frameCount > Math.max(frames, names.resolutions.length))
    return { path: '.report.frameCount', wanted: expectedValues.frameCount }
  return [...names.images, ...(names.recovered ?? [])].some((one) => noImage(one.image))
    ? { path: ' image status', wanted: expectedValues.imageBelow({ limit: images }) }
    : undefined
}

/** JSON that was read may hold anything: a report only where all of it is right. */
export function findFault(value: unknown): shape.Fault | undefined {
  return (
    symbolicatedShape(value) ?? (isRecord(value) ? findBadReference(value as unknown as SymbolicatedReport) : undefined)
  )
}
