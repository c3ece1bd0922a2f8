/** The instruction set of 32-bit Arm code, Arm or Thumb, from the linker: by function, or by symbol. */
import { openRange } from '../bytes/blob.ts'
import type { ImageOffset } from '../model/address.ts'
import { archFamily, architectureOf, type ArmMode } from '../model/architecture.ts'
import { N_ARM_THUMB_DEF } from './constants.ts'
import { mostStarts, parseFunctionStarts } from './function-starts.ts'
import type { MachOImage } from './image.ts'
import { visitDefinedSymbols } from './symbol-table.ts'

/** Starts of functions and symbols, the lowest bit being set where Thumb begins. Kept as long as the image is. */
const kept = new WeakMap<Blob, Promise<readonly number[]>>()

/** The set at a place in an image; undefined where nothing records it, and for other processors. */
export async function openArmMode(image: MachOImage, at: ImageOffset): Promise<ArmMode | undefined> {
  if (architectureOf(archFamily(image.arch))?.strayBits.kind !== 'lowest') return undefined
  let reading = kept.get(image.blob)
  if (!reading) {
    reading = openMarks(image)
    kept.set(image.blob, reading)
  }
  const marks = await reading
  const last = marks.findLast((mark) => mark - (mark % 2) <= at)
  if (last === undefined) return undefined
  return last % 2 === 1 ? 'thumb' : 'a32'
}

async function openMarks(image: MachOImage): Promise<readonly number[]> {
  const range = image.functionStarts
  if (range) {
    const starts = parseFunctionStarts(await openRange(image.blob, range.offset, range.offset + range.size))
    if (starts.length > 0) return starts
  }
  const marks: number[] = []
  await visitDefinedSymbols(image, (offset, section, _, description) => {
    const isCode = image.sections[section - 1]?.isCode === true
    if (isCode && marks.length < mostStarts)
      marks.push(offset - (offset % 2) + ((description & N_ARM_THUMB_DEF) !== 0 ? 1 : 0))
  })
  return marks.sort((one, other) => one - other)
}
