/** The instructions of one frame: at a return address the call before it is what matters. */
import type { RuntimeAddress } from '../model/address.ts'
import type { ArmMode } from '../model/architecture.ts'
import type { FrameCode } from '../model/fault.ts'
import type { AddressKind, ThreadCode } from '../model/report.ts'
import { addressMode, codeAddress, codeAt, describe, list, type FaultReader, type PlacedImage } from './listing.ts'

/** A frame and its instructions. */
export interface CodePlace {
  readonly arch: string
  readonly address: RuntimeAddress
  readonly kind: AddressKind
  readonly images: readonly PlacedImage[]
  /** Bytes that the report itself carries. */
  readonly codes: readonly ThreadCode[]
  /** On 32-bit Arm, the frame's instruction set by the thread's registers. */
  readonly mode?: ArmMode
}

/** Undefined where the bytes are missing. */
export async function codeOfFrame(place: CodePlace, reader: FaultReader): Promise<FrameCode | undefined> {
  const { arch, kind, images, codes } = place
  const mode = place.mode ?? addressMode(place.address, arch)
  const found = await codeAt(images, codes, codeAddress(place.address, arch), reader, mode)
  if (!found) return undefined
  const { listed, at } = list(found, arch)
  const before = listed[at - 1]
  const isCall = kind === 'return' && before?.flow === 'call'
  const marks = isCall ? 'call' : kind === 'return' ? 'return' : 'here'
  const instructions = await describe(images, reader, arch, listed, isCall ? at - 1 : at)
  return { arch, from: found.from, marks, instructions }
}
