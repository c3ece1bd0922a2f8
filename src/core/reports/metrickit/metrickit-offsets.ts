/**
 * Finds the meaning of `offsetIntoBinaryTextSegment` in a MetricKit file. Documented, and written today, is an offset; iOS 14.0
 * wrote the image's load address there. Load addresses are page-aligned, and all frames of an image in one process have the
 * same one.
 */
import { asArray, asBigint, asString, isJsonObject } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { append } from '../../model/lists.ts'

export type OffsetMeaning = 'offset' | 'load-address'

/** Facts about images, by their UUID as printed. */
export interface ImageEvidence {
  readonly meaning: OffsetMeaning
  /** Load address, where all frames agree on one. */
  readonly loadAddress?: bigint
}

export type OffsetMeanings = ReadonlyMap<string, ImageEvidence>

interface Pair {
  readonly address: bigint | undefined
  readonly value: bigint
}

const PAGE = 0x1000n
/** No image is larger than this, and 64-bit images are loaded above it. */
const FOUR_GIGABYTES = 1n << 32n

/** One map a diagnostic: diagnostics of one payload may come from different launches. */
export function offsetMeanings(diagnostics: readonly JsonObject[]): readonly OffsetMeanings[] {
  const pairs = diagnostics.map(pairsByImage)
  // If an image's own frames do not decide, the other images of the file do: one system wrote them all.
  const clear = pairs.flatMap((images) => [...images.values()].flatMap((image) => clearMeaning(image) ?? []))
  const loads = clear.filter((meaning) => meaning === 'load-address').length
  const usual: OffsetMeaning = loads * 2 > clear.length ? 'load-address' : 'offset'
  return pairs.map(
    (images) =>
      new Map(
        [...images].map(([uuid, image]) => {
          const meaning = clearMeaning(image) ?? usual
          const loadAddress = agreedBase(image, meaning)
          return [uuid, loadAddress === undefined ? { meaning } : { meaning, loadAddress }] as const
        }),
      ),
  )
}

/** All frames of a diagnostic, in the order of the file; without recursion, as stacks are hundreds deep. */
export function* eachFrameObject(diagnostic: JsonObject): Generator<JsonObject, void> {
  const waiting = stacksOfTrees(diagnostic)
    .flatMap(({ stack }) => rootFrames(stack))
    .reverse()
  // eslint-disable-next-line unslide/bounded-loops -- each object of the file once
  for (let frame = waiting.pop(); frame; frame = waiting.pop()) {
    yield frame
    append(waiting, [...subFrames(frame)].reverse())
  }
}

/** The stacks of a diagnostic, each with its tree. App Store Connect writes a list of trees, MetricKit one. */
export function stacksOfTrees(
  diagnostic: JsonObject,
): readonly { readonly tree: JsonObject; readonly stack: JsonObject }[] {
  const value = diagnostic['callStackTree'] ?? diagnostic
  return (Array.isArray(value) ? asArray(value) : [value]).filter(isJsonObject).flatMap((tree) => {
    // iOS 27 calls the stacks of a tree its threads.
    const listed = asArray(tree['callStacks'] ?? tree['callStackThreads'])
    return (listed.length > 0 ? listed : [tree]).filter(isJsonObject).map((stack) => ({ tree, stack }))
  })
}

/** The frames below a frame: its caller in a thread, the calls that it made in a tree. */
export function subFrames(frame: JsonObject): readonly JsonObject[] {
  return wholeFrames(frame['subFrames'])
}

/** A file that is cut off may open a frame and say nothing of it. */
function wholeFrames(value: JsonValue | undefined): readonly JsonObject[] {
  return asArray(value)
    .filter(isJsonObject)
    .filter((frame) => Object.keys(frame).length > 0)
}

/** The root frames of a stack; a piece of a file may begin with a frame itself. */
export function rootFrames(stack: JsonObject): readonly JsonObject[] {
  const roots = stack['callStackRootFrames'] ?? stack['rootFrames']
  if (roots !== undefined) return wholeFrames(roots)
  return 'offsetIntoBinaryTextSegment' in stack ? [stack] : []
}

function pairsByImage(diagnostic: JsonObject): Map<string, Pair[]> {
  const images = new Map<string, Pair[]>()
  for (const frame of eachFrameObject(diagnostic)) {
    const value = asBigint(frame['offsetIntoBinaryTextSegment'])
    if (value === undefined) continue
    const uuid = asString(frame['binaryUUID']) ?? ''
    const pairs = images.get(uuid)
    const pair = { address: asBigint(frame['address']) || undefined, value }
    if (pairs) pairs.push(pair)
    else images.set(uuid, [pair])
  }
  return images
}

function clearMeaning(pairs: readonly Pair[]): OffsetMeaning | undefined {
  if (pairs.every(({ address, value }) => isLoad(address, value))) return 'load-address'
  return pairs.every(({ value }) => value < FOUR_GIGABYTES) ? 'offset' : undefined
}

function isLoad(address: bigint | undefined, value: bigint): boolean {
  if (value % PAGE !== 0n) return false
  if (address === undefined) return value >= FOUR_GIGABYTES
  if (value > address || address - value >= FOUR_GIGABYTES) return false
  // Above 4 GB nothing is an offset; in 32-bit processes the address would have to be one page-aligned distance away.
  return value >= FOUR_GIGABYTES || (value > address - value && (address % PAGE !== 0n || address === value))
}

function agreedBase(pairs: readonly Pair[], meaning: OffsetMeaning): bigint | undefined {
  let loadAddress: bigint | undefined
  for (const { address, value } of pairs) {
    if (meaning === 'offset' && (address === undefined || address <= value)) continue
    const next = meaning === 'load-address' ? value : (address ?? 0n) - value
    if (loadAddress !== undefined && loadAddress !== next) return undefined
    loadAddress = next
  }
  return loadAddress
}
