/** Readings of a register's value from the report alone: an address, a pattern, a number, a text. Names come from `core/fault`. */
import { formatHex, offsetInImage, runtimeAddress, type ImageOffset } from '../model/address.ts'
import { archFamily, architectureOf, type Architecture } from '../model/architecture.ts'
import type { ValueReading } from '../model/register-reading.ts'
import type { Report, Thread } from '../model/report.ts'
import { tagLayoutOf, taggedReadings, type TagLayout } from './tagged-pointers.ts'
import { vmMapOf, type VmMap } from './vm-regions.ts'

/** Addresses of an image: all that the report lists, or a section of its file. */
export interface ImageRange {
  /** Position in `Report.images`. */
  readonly image: number
  readonly start: bigint
  /** The first address after it. */
  readonly end: bigint
}

/** The parts of a report that values are compared with. */
export interface ValueContext {
  readonly report: Report
  readonly ranges: readonly ImageRange[]
  readonly map: VmMap
  readonly stacks: readonly StackPlace[]
  readonly architecture: Architecture | undefined
  readonly tags: TagLayout | undefined
}

interface StackPlace {
  /** Absent where the report gives the thread no number. */
  readonly thread?: number
  readonly register: string
  readonly sp: bigint
  readonly fp: bigint | undefined
}

/** A place in an image, where something may have a name. */
export interface ImagePlace {
  readonly image: number
  readonly offset: ImageOffset
}

/** The context of a thread; `more` are ranges from the files of the images. */
export function valueContext(
  report: Report,
  thread: Thread | undefined,
  more: readonly ImageRange[] = [],
): ValueContext {
  const family = archFamily(report.header.arch ?? report.images[0]?.arch)
  const listed = report.images.flatMap(({ index, loadAddress, size }) =>
    loadAddress === undefined || !size ? [] : [{ image: index, start: loadAddress, end: loadAddress + BigInt(size) }],
  )
  const hasObjc = report.images.some(({ name }) => /^libobjc/.test(name))
  const own = thread ? report.threads.filter((other) => other !== thread) : report.threads
  return {
    report,
    ranges: [...listed, ...more],
    map: vmMapOf(report),
    stacks: [...(thread ? [thread] : []), ...own].flatMap(stackOf),
    architecture: architectureOf(family),
    tags: tagLayoutOf(family, report.header.os, hasObjc),
  }
}

function stackOf({ id, unnumbered, registers = [] }: Thread): readonly StackPlace[] {
  const find = (wanted: RegExp): bigint | undefined => registers.find(({ name }) => wanted.test(name))?.value
  const pointer = registers.find(({ name }) => /^(?:sp|rsp|esp)$/.test(name))
  return pointer && pointer.value > 0n
    ? [
        {
          ...(!unnumbered && { thread: id }),
          register: pointer.name,
          sp: pointer.value,
          fp: find(/^(?:fp|x29|rbp|ebp|r7)$/),
        },
      ]
    : []
}

/** The image that an address lies in. */
export function placeOf(value: bigint, { ranges, report }: ValueContext): ImagePlace | undefined {
  const range = ranges.find(({ start, end }) => value >= start && value < end)
  const load = range && report.images[range.image]?.loadAddress
  const offset = load === undefined ? undefined : offsetInImage(runtimeAddress(value), load)
  return range && offset !== undefined ? { image: range.image, offset } : undefined
}

/**
 * The pointer without its signature or tag bits; undefined if it has none, or if nothing readable is known at that address. A value
 * that the map calls unmapped is an address as it stands, and one of eight equal bytes is a fill.
 */
export function withoutSignature(value: bigint, context: ValueContext): bigint | undefined {
  const stray = context.architecture?.strayBits
  if (stray?.kind !== 'signature' || isFill(value) || unmapped(value, context).length > 0) return undefined
  return stray.widths
    .map((width) => value & ((1n << width) - 1n))
    .find((bare) => bare !== value && bare >= LEAST_ADDRESS && isReadable(addressReadings(bare, context)))
}

const isReadable = (readings: readonly ValueReading[]): boolean =>
  readings.length > 0 && readings.every(({ code }) => code !== 'guard')

const isFill = (value: bigint): boolean => value === (value & 0xffn) * 0x0101_0101_0101_0101n

/** The first 4 GB of a process of 64 bits are kept empty, the first page of one of 32. */
const LEAST_ADDRESS = 1n << 32n
/** Numbers up to this say more as decimals. */
const MOST_SMALL = 0xffffn
/** Poisoned memory is read with an offset to a field. */
const FIELD_REACH = 0x1000n
/** A stack that is not in the map: the main thread's is at most 8 MB on a Mac, others have 512 KB. */
const STACK_REACH = 0x8_0000n
const LONGEST_FRAME_CHAIN = 0x80_0000n

/** Values that allocators, compilers and debuggers leave on purpose; `near`: pointers read from there are met, too. */
const patterns: readonly { readonly value: bigint; readonly name: string; readonly near?: true }[] = [
  { value: 0x5555555555555555n, name: 'freed', near: true },
  { value: 0xaaaaaaaaaaaaaaaan, name: 'fresh', near: true },
  { value: 0xbaddc0dedeadbeadn, name: 'freedBlock' },
  { value: 0xbebebebebebebeben, name: 'sanitizerFresh', near: true },
  { value: 0xdeadbeefn, name: 'deadBeef' },
  { value: 0xdeadbeefdeadbeefn, name: 'deadBeef' },
]

/** As rows of stacks have it. */
export const NO_NAME = '???'

/** All readings of a value, surest first; none for a number without a meaning of its own. */
export function valueReadings(value: bigint, context: ValueContext): readonly ValueReading[] {
  const wide = context.architecture?.pointerSize !== 4
  if (value === 0n) return [{ code: 'zero', params: {}, grade: 'proved' }]
  const pattern = patternOf(value, wide)
  if (pattern) return [pattern]
  const address = addressReadings(value, context)
  if (address.length > 0) return address
  const bare = withoutSignature(value, context)
  if (bare !== undefined) {
    const bits = { address: formatHex(bare), bits: formatHex(value - bare) }
    // The value may be no pointer, so readings of the address are only likely.
    const there = addressReadings(bare, context).map((reading): ValueReading => ({
      ...reading,
      grade: weaker(reading),
    }))
    return [...there, { code: 'stripped-bits', params: bits, grade: 'likely' }]
  }
  return [
    ...numberReadings(value, wide),
    ...unmapped(value, context),
    ...objcReadings(value, context),
    ...letters(value),
  ]
}

const weaker = ({ grade }: ValueReading): ValueReading['grade'] => (grade === 'proved' ? 'likely' : grade)

function patternOf(value: bigint, wide: boolean): ValueReading | undefined {
  for (const { value: whole, name, near } of patterns) {
    const mark = wide ? whole : whole & 0xffffffffn
    const distance = value - mark
    if (distance === 0n) return { code: 'pattern', params: { name }, grade: 'likely' }
    if (near && distance > -FIELD_REACH && distance < FIELD_REACH)
      return { code: 'near-pattern', params: { name, bytes: Number(distance) }, grade: 'likely' }
  }
  return undefined
}

/** Readings of an address: an image, a stack, a region of the memory map. */
export function addressReadings(value: bigint, context: ValueContext): readonly ValueReading[] {
  const place = placeOf(value, context)
  const image = place && context.report.images[place.image]
  if (place && image)
    return [{ code: 'image', params: { image: image.name || NO_NAME, offset: place.offset }, grade: 'proved' }]
  const region = context.map.regions.find(({ start, end }) => value >= start && value < end)
  const stack = stackReading(value, context)
  if (!region) return stack ? [stack] : []
  const range = `${formatHex(region.start)}–${formatHex(region.end)}`
  const isGuard = region.access === '---'
  const there: ValueReading = isGuard
    ? { code: 'guard', params: { name: region.name, range }, grade: 'proved' }
    : { code: 'region', params: { name: region.name, access: region.access, range }, grade: 'proved' }
  return stack && !isGuard ? [stack, there] : [there]
}

function stackReading(value: bigint, { stacks, map }: ValueContext): ValueReading | undefined {
  for (const { thread, register, sp, fp } of stacks) {
    const distance = value - sp
    if (distance === 0n)
      return { code: 'stack-pointer', params: thread === undefined ? {} : { thread }, grade: 'proved' }
    const params = { ...(thread !== undefined && { thread }), register, bytes: Number(distance) }
    const region = map.regions.find(({ start, end }) => sp >= start && sp < end)
    if (region) {
      // The map gives the end of the stack. Memory below sp is not in use.
      if (value >= sp && value < region.end) return { code: 'stack', params, grade: 'proved' }
      continue
    }
    const reach = fp !== undefined && fp > sp && fp - sp < LONGEST_FRAME_CHAIN ? fp : sp
    if (value > sp && value <= reach) return { code: 'stack', params, grade: 'likely' }
    if (distance > -FIELD_REACH && distance < STACK_REACH) return { code: 'stack', params, grade: 'possible' }
  }
  return undefined
}

function unmapped(value: bigint, { map }: ValueContext): readonly ValueReading[] {
  const gap = map.gaps.find(({ start, end }) => value >= start && value < end)
  if (!gap) return []
  return [{ code: 'unmapped', params: { range: `${formatHex(gap.start)}–${formatHex(gap.end)}` }, grade: 'proved' }]
}

/** Numbers that are read as such: small ones, and those that are small and negative. */
function numberReadings(value: bigint, wide: boolean): readonly ValueReading[] {
  const small = (number: bigint): boolean => number <= MOST_SMALL && number >= -MOST_SMALL
  if (small(value)) return [{ code: 'number', params: { number: String(value) }, grade: 'proved' }]
  const isWord = wide || value <= 0xffffffffn
  const signed = isWord ? BigInt.asIntN(wide ? 64 : 32, value) : 0n
  if (signed < 0n && small(signed)) return [{ code: 'number', params: { number: negative(signed) }, grade: 'likely' }]
  const narrow = value <= 0xffffffffn ? BigInt.asIntN(32, value) : 0n
  if (narrow < 0n && small(narrow))
    return [{ code: 'number-32', params: { number: negative(narrow) }, grade: 'possible' }]
  return []
}

const negative = (number: bigint): string => `−${-number}`

/** The isa word of an object has marks in bits that no address has (`ISA_MAGIC_MASK` of objc4's `isa.h`). */
const isaLayouts = {
  arm64: { mask: 0x0000_03f0_0000_0001n, marks: 0x0000_01a0_0000_0001n, address: 0x0000_000f_ffff_fff8n },
  x86_64: { mask: 0x001f_8000_0000_0001n, marks: 0x001d_8000_0000_0001n, address: 0x0000_7fff_ffff_fff8n },
} as const

/** The class of an object with this first word; undefined where the word has not the marks of an isa. */
export function classOfIsa(word: bigint, { architecture }: ValueContext): bigint | undefined {
  const family = architecture?.family
  if (family !== 'arm64' && family !== 'x86_64') return undefined
  const { mask, marks, address } = isaLayouts[family]
  return (word & mask) === marks ? word & address : undefined
}

function objcReadings(value: bigint, context: ValueContext): readonly ValueReading[] {
  const isa = context.tags && classOfIsa(value, context)
  if (isa !== undefined && placeOf(isa, context))
    return [{ code: 'isa', params: { address: formatHex(isa) }, grade: 'likely' }]
  const isNegative = BigInt.asIntN(64, value) < 0n && BigInt.asIntN(64, value) >= -0x1_0000_0000n
  return context.tags && !isNegative ? taggedReadings(value, context.tags) : []
}

/** The bytes of the word as letters, in the order of memory, when all of them can be printed. */
function letters(value: bigint): readonly ValueReading[] {
  let text = ''
  for (let rest = value; rest > 0n && text.length < 16; rest >>= 8n) {
    const byte = Number(rest & 0xffn)
    if (byte < 0x20 || byte > 0x7e) return []
    text += String.fromCharCode(byte)
  }
  return text.length >= 4 && /[\p{L}\d]{3}/u.test(text) ? [{ code: 'text', params: { text }, grade: 'possible' }] : []
}

/** Registers that hold bits of the processor, no values of the program. */
const statusRegister = /^(?:[cs]psr|[er]?flags|rfl|esr|trap(?:no)?|err|cpu|[c-gs]s|fault_.*)$/i
const floatRegister = /^(?:d|s)\d{1,2}$/

/** Readings of a register by its name and value. */
export function registerReadings(name: string, value: bigint, context: ValueContext): readonly ValueReading[] {
  if (statusRegister.test(name)) return []
  return floatRegister.test(name) ? floatReadings(name, value) : valueReadings(value, context)
}

function floatReadings(name: string, value: bigint): readonly ValueReading[] {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, value, true)
  const number = name.startsWith('s') ? view.getFloat32(0, true) : view.getFloat64(0, true)
  const size = Math.abs(number)
  // Integers and pointers in such a register look like numbers beyond these.
  if (number !== 0 && !(size > 1e-30 && size < 1e30)) return []
  const text = String(number).replace('-', '−')
  return [{ code: 'float', params: { number: text }, grade: number === 0 ? 'proved' : 'possible' }]
}
