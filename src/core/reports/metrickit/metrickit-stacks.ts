/** The call stack trees of a MetricKit diagnostic, as threads where they are stacks and as a weighted tree where they branch. */
import { runtimeAddress } from '../../model/address.ts'
import { fieldTexts } from '../../messages/labels.ts'
import { problem } from '../../messages/problems.ts'
import { parseUuid } from '../../model/image.ts'
import type { CallTree, CallTreeNode, PrintedSymbol, Thread } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asString, formatJson, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { metrickitWriteBack } from './metrickit-write-back.ts'
import { eachFrameObject, rootFrames, stacksOfTrees, subFrames } from './metrickit-offsets.ts'
import type { OffsetMeanings } from './metrickit-offsets.ts'
import { DEEPEST_TREE } from '../base/deepest-tree.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'

/** Only logs of App Store Connect mark the frames that Apple holds responsible. */
const BLAME_KEY = 'isBlameFrame'

/** Adds all stacks of a diagnostic. `kind` is the word for it, such as `hang`. */
export function addCallStacks(
  builder: ReportBuilder,
  document: JsonDocument,
  diagnostic: JsonObject,
  kind: string,
  meanings: OffsetMeanings,
): { threads: Thread[]; callTrees: CallTree[] } {
  const stacks = stacksOfTrees(diagnostic)
  const images = addImages(builder, diagnostic, meanings)
  const rowsOf = (frame: JsonObject): readonly FrameRow[] => readFrame(frame, document, images, meanings)

  const threads: Thread[] = []
  const callTrees: CallTree[] = []
  stacks.forEach(({ tree, stack }, position) => {
    const roots = rootFrames(stack)
    // Samples begin with the outermost call, crashed threads with the innermost.
    const isSampled = tree['callStackPerThread'] === false || roots.some((root) => BLAME_KEY in root)
    const chain = isSampled ? undefined : chainOf(roots)
    if (chain) {
      const frames = builder.addStack(
        chain.flatMap((frame, index) => rowsOf(frame).map((row) => ({ ...row, index }))),
        'thread',
      )
      const crashed = stack['threadAttributed'] === true
      threads.push({ id: position, crashed, frames, ...(crashed && kind !== 'crash' ? { attributed: true } : {}) })
    } else if (roots.length > 0) {
      callTrees.push({
        title: stacks.length > 1 ? `MetricKit ${kind}, stack ${position}` : `MetricKit ${kind}`,
        weight: 'samples',
        roots: roots.map((root) => addNode(builder, root, rowsOf, 0)),
      })
    }
  })
  return { threads, callTrees }
}

/** The frames of a stack that does not branch, innermost first as MetricKit nests a thread; undefined for a tree. */
function chainOf(roots: readonly JsonObject[]): readonly JsonObject[] | undefined {
  if (roots.length > 1) return undefined
  const chain: JsonObject[] = []
  let frame = roots[0]
  while (frame) {
    chain.push(frame)
    const callers = subFrames(frame)
    if (callers.length > 1) return undefined
    frame = callers[0]
  }
  return chain
}

function addNode(
  builder: ReportBuilder,
  frame: JsonObject,
  rowsOf: (frame: JsonObject) => readonly FrameRow[],
  depth: number,
): CallTreeNode {
  const below = subFrames(frame)
  const isDeepest = depth + 1 >= DEEPEST_TREE
  if (isDeepest && below.length > 0) builder.problem(problem('deep-tree', { levels: DEEPEST_TREE }))
  const children = isDeepest ? [] : below
  return {
    // A frame that called others is where they return to; only the innermost one is where a sample was taken.
    frame: builder.addFrame({ ...rowsOf(frame).at(-1), index: depth }, children.length > 0 ? 'return' : 'exact'),
    count: asNumber(frame['sampleCount']) ?? 0,
    ...(frame[BLAME_KEY] === true ? { note: fieldTexts.blamed } : {}),
    children: children.map((child) => addNode(builder, child, rowsOf, depth + 1)),
  }
}

/** One image a UUID; gives their positions by the UUID as printed. */
function addImages(
  builder: ReportBuilder,
  diagnostic: JsonObject,
  meanings: OffsetMeanings,
): ReadonlyMap<string, number> {
  const names = new Map<string, string>()
  for (const { tree } of stacksOfTrees(diagnostic)) {
    // iOS 27 lists the names once for a tree.
    for (const entry of asArray(tree['binaryInfo']).filter(isJsonObject))
      names.set(asString(entry['uuid']) ?? '', asString(entry['name']) ?? '')
  }
  names.delete('')
  for (const frame of eachFrameObject(diagnostic)) {
    const uuid = asString(frame['binaryUUID'])
    const name = asString(frame['binaryName'])
    if (uuid !== undefined && !names.get(uuid)) names.set(uuid, name ?? '')
  }
  const images = new Map<string, number>()
  for (const [printed, name] of names) {
    const uuid = parseUuid(printed)
    const loadAddress = meanings.get(printed)?.loadAddress
    if (uuid === undefined && name === '') continue
    const image = omitUndefined({
      name,
      uuid,
      loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
    })
    images.set(printed, builder.addImage(image))
  }
  return images
}

/** The rows of a frame: one, or one for each call that an earlier export listed in it. */
function readFrame(
  frame: JsonObject,
  document: JsonDocument,
  images: ReadonlyMap<string, number>,
  meanings: OffsetMeanings,
): readonly FrameRow[] {
  const printed = asString(frame['binaryUUID']) ?? ''
  const value = asBigint(frame['offsetIntoBinaryTextSegment'])
  const address = asBigint(frame['address']) || undefined
  const meaning = meanings.get(printed)?.meaning
  const distance = meaning === 'load-address' ? (address === undefined ? undefined : address - (value ?? 0n)) : value
  const offset = distance !== undefined && distance >= 0n && distance < 1n << 40n ? Number(distance) : undefined
  const known = ['symbol', 'symbolName'].flatMap((key) => asString(frame[key]) ?? [])[0]
  const row: FrameRow = omitUndefined({
    address,
    image: images.get(printed),
    imageName: asString(frame['binaryName']),
    offset: value === undefined ? undefined : offset,
    symbol: known === undefined ? undefined : { name: formatJson(known) },
    span: document.spans.get(frame),
  })
  const calls = asArray(frame[metrickitWriteBack.callsKey]).filter(isJsonObject).slice(0, MOST_CALLS)
  if (calls.length === 0) return [row]
  return calls.map((call, at) => ({ ...row, symbol: readCall(call), inlined: at < calls.length - 1 }))
}

/** A chain of inlined calls is seldom longer than thirty. */
const MOST_CALLS = 1000

/** A call as `listedCalls` of the exporters writes it; what is not as it should be is left out. */
function readCall(call: JsonObject): PrintedSymbol {
  const marked = (['likely', 'doubtful'] as const).find((level) => level === call['grade'])
  const whole = (key: string): number | undefined => {
    const value = asNumber(call[key])
    return Number.isSafeInteger(value) ? value : undefined
  }
  return omitUndefined({
    name: asString(call['name']) ?? '',
    offset: whole('offset'),
    file: asString(call['file']),
    line: whole('line'),
    column: whole('column'),
    marked,
  })
}
