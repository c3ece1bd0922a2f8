/**
 * Objective-C's tagged pointers: objects that are no address. Layout: `objc-internal.h` of Apple's objc4. Since iOS 12 and
 * macOS 10.14 the runtime scrambles them with a number of each process, so that only the mark itself can be seen.
 */
import type { ValueReading } from '../model/register-reading.ts'

/** The bit that marks a tagged pointer: the uppermost on arm64, the lowest on a Mac with an Intel processor. */
export interface TagLayout {
  readonly mark: 'uppermost' | 'lowest'
  /** The runtime of this system scrambles tag and payload. */
  readonly scrambled: boolean
}

/** Undefined where the processor or the report rules them out. */
export function tagLayoutOf(family: string, os: string | undefined, hasObjc: boolean): TagLayout | undefined {
  if (!hasObjc || (family !== 'arm64' && family !== 'x86_64')) return undefined
  const version = /(\d{1,3})(?:\.(\d{1,3}))?/.exec(os ?? '')
  const [major, minor] = [Number(version?.[1] ?? Infinity), Number(version?.[2] ?? 0)]
  const isMac = /^(?:mac ?os|os x)/i.test(os ?? '')
  const isPhone = /^(?:ios|iphone)/i.test(os ?? '')
  const isOld = isMac ? major === 10 && minor < 14 : isPhone && major < 12
  // Simulators run on Intel with the layout of phones.
  return { mark: family === 'arm64' || isPhone ? 'uppermost' : 'lowest', scrambled: !isOld }
}

/** Tags of classes in the order of the runtime's table. */
const NSSTRING = 2n
const NSNUMBER = 3n

export function taggedReadings(value: bigint, layout: TagLayout): readonly ValueReading[] {
  const isMarked = layout.mark === 'uppermost' ? value >> 63n === 1n : (value & 1n) === 1n
  if (!isMarked) return []
  if (layout.scrambled) {
    // Half of all numbers are odd, and addresses of the kernel have their uppermost bits set.
    if (layout.mark === 'lowest' || value >> 48n === 0xffffn) return []
    return [{ code: 'tagged', params: {}, grade: 'possible' }]
  }
  const tag = layout.mark === 'uppermost' ? (value >> 60n) & 7n : (value >> 1n) & 7n
  // The payload: the bits without the mark and the tag.
  const payload = layout.mark === 'uppermost' ? value & ((1n << 60n) - 1n) : value >> 4n
  if (tag === NSNUMBER) {
    // Low 4 bits: char, short, int, long; 4 and 5 are float and double.
    if ((payload & 15n) > 3n) return []
    const number = BigInt.asIntN(56, payload >> 4n)
    // An ordinary number may have the same bits.
    return [{ code: 'tagged-number', params: { number: String(number) }, grade: 'possible' }]
  }
  if (tag !== NSSTRING) return []
  const length = Number(payload & 15n)
  let text = ''
  for (let at = 0; at < length && length <= 7; at++) {
    const byte = Number((payload >> BigInt(4 + 8 * at)) & 0xffn)
    if (byte < 0x20 || byte > 0x7e) return []
    text += String.fromCharCode(byte)
  }
  const isWhole = payload >> BigInt(4 + 8 * length) === 0n
  return text === '' || !isWhole ? [] : [{ code: 'tagged-string', params: { text }, grade: 'likely' }]
}
