/**
 * The last way to a caller: words of the stack that could be its return address. A word is believed only where a call
 * instruction ends at it, and where that call is direct, only if it goes to the function that is left.
 */
import { advance, imageOffset, offsetInImage, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import { instructionStep, type ArchFamily } from '../model/architecture.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { callEndingAt, longestCall } from './instruction-set.ts'
import { type CallInstruction } from './call-instructions.ts'
import { readPointer, type MemoryReading } from './memory-read.ts'
import type { WalkImage } from './walk-image.ts'

/** Words that are searched for one caller: frames are seldom larger, and old words grow more likely with each. */
const mostWords = 512

export interface ScanInput {
  readonly family: ArchFamily
  readonly word: 4 | 8
  readonly from: RuntimeAddress
  readonly end: RuntimeAddress
  readonly clean: (value: bigint) => RuntimeAddress
  readonly imageAt: (address: RuntimeAddress) => WalkImage | undefined
  /** The start of the function that is left, where it is known. */
  readonly callee?: RuntimeAddress
}

export interface ScannedCaller {
  readonly pc: RuntimeAddress
  /** Where its return address lies. */
  readonly at: RuntimeAddress
}

/** The nearest word that follows a call. */
export function* scanStack(input: ScanInput): MemoryReading<ScannedCaller | undefined> {
  const { word } = input
  let at = advance(input.from, (word - Number(input.from % BigInt(word))) % word)
  for (let words = 0; words < mostWords && at < input.end; words++, at = advance(at, word)) {
    const value = yield* readPointer(at, word)
    if (value === undefined) return undefined
    const pc = input.clean(value)
    const image = input.imageAt(advance(pc, -1))
    const offset = image && offsetInImage(pc, image.loadAddress)
    if (image && offset !== undefined && (yield* followsCall(input, image, pc, offset))) return { pc, at }
  }
  return undefined
}

function* followsCall(
  { family, callee }: ScanInput,
  image: WalkImage,
  pc: RuntimeAddress,
  offset: ImageOffset,
): MemoryReading<boolean> {
  const call = yield* readCall(pc, family)
  if (call === 'unreadable') return isListed(image.callReturns, offset)
  if (!call) return false
  if (call.target === undefined || callee === undefined) return true
  const target = advance(pc, call.target)
  return target === callee || !isStart(image, imageOffset(offset + call.target))
}

function* readCall(pc: RuntimeAddress, family: ArchFamily): MemoryReading<CallInstruction | undefined | 'unreadable'> {
  // A word in the middle of the range keeps the alignment that the instruction sets require.
  const before = longestCall(family)
  if (pc % BigInt(instructionStep(family)) !== 0n) return undefined
  const bytes = yield { address: advance(pc, -before), size: before }
  return bytes ? callEndingAt(bytes, before, family) : 'unreadable'
}

function isListed(returns: readonly ImageOffset[] | undefined, offset: ImageOffset): boolean {
  return returns !== undefined && returns[lastAtMost(returns.length, (at) => returns[at] ?? 0, offset)] === offset
}

/** Whether a function starts here for certain: calls through stubs go elsewhere, and those are no functions of the list. */
function isStart(image: WalkImage, offset: ImageOffset): boolean {
  return isListed(image.functionStarts, offset)
}
