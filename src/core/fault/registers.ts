/** Registers of the thread that a report is about, and what their values are: with names, texts and what lies behind pointers. */
import { imageOffset, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import type { Fault } from '../model/fault.ts'
import { isProvedName, type Call } from '../model/image.ts'
import type { RegisterReading, RegisterTable, ValueReading } from '../model/register-reading.ts'
import type { Register, Report, SymbolicatedReport } from '../model/report.ts'
import { threadWithRegisters } from '../reading/registers.ts'
import {
  NO_NAME,
  classOfIsa,
  placeOf,
  registerReadings,
  valueContext,
  withoutSignature,
  type ImageRange,
  type ValueContext,
} from '../reading/values.ts'
import { registersIn } from './operands.ts'

/** A symbol of data: an Objective-C class, a vtable, metadata of Swift, a global variable. */
export interface DataSymbol {
  readonly name: string
  /** Bytes behind its start. */
  readonly bytes: number
  /** An Objective-C class, by its symbol or the list of classes. */
  readonly isClass?: boolean
  /** The type of objects whose first word points here: of a class, a vtable, metadata of a type. */
  readonly typeName?: string
}

/** The available files of the report's images, by position of the image, and the process's memory. */
export interface ValueSources {
  /** Addresses of sections that the report's own list of images leaves out. */
  readonly ranges: () => Promise<readonly ImageRange[]>
  /** Chains of calls at offsets of an image's code, in their order. */
  readonly calls: (image: number, offsets: readonly ImageOffset[]) => Promise<readonly (readonly Call[])[]>
  readonly symbols: (image: number, offsets: readonly ImageOffset[]) => Promise<readonly (DataSymbol | undefined)[]>
  /** Text or section at a place in an image's data: codes of `faultNotes`. */
  readonly dataAt: (image: number, offset: ImageOffset) => Promise<Omit<ValueReading, 'grade'> | undefined>
  /** Kept memory of a dump; absent for reports. */
  readonly memory?: (address: RuntimeAddress, size: number) => Promise<Uint8Array>
}

/** Registers of one thread; reports list some 35, and files may list any number. */
const MOST_REGISTERS = 128
/** Bytes of text that are shown of what a pointer points to. */
const MOST_TEXT = 80

/** The table of the thread that crashed, else of the first that has registers; undefined where none has. */
export async function registersOf(
  { report }: SymbolicatedReport,
  fault: Fault | undefined,
  sources: ValueSources,
): Promise<RegisterTable | undefined> {
  const thread = threadWithRegisters(report)
  const at = thread ? report.threads.indexOf(thread) : -1
  if (!thread?.registers || at < 0) return undefined
  const context = valueContext(report, thread, await sources.ranges())
  const values = thread.registers.slice(0, MOST_REGISTERS)
  const described = await describeAll(values, context, sources)
  const stopped = fault?.thread === at ? fault.instructions.find(({ stopped: is }) => is) : undefined
  const used = new Set(fault && stopped?.text !== undefined ? registersIn(stopped, fault.arch) : [])
  const rows = values.map(({ name, value }, row): RegisterReading => {
    const isUsed = used.has(name) && { isUsed: true as const }
    return { name, value, ...isUsed, readings: described[row] ?? [] }
  })
  return { thread: at, registers: [...rows.filter((row) => row.isUsed), ...rows.filter((row) => !row.isUsed)] }
}

interface Asked {
  readonly row: number
  readonly image: number
  readonly offset: ImageOffset
  /** Registers hold where a call returns to, which may be the start of the next function. */
  readonly isReturn: boolean
  readonly signed: boolean
}

async function describeAll(
  values: readonly Register[],
  context: ValueContext,
  sources: ValueSources,
): Promise<readonly (readonly ValueReading[])[]> {
  const plain = values.map(({ name, value }) => registerReadings(name, value, context))
  const asked: Asked[] = []
  for (const [row, { name, value }] of values.entries()) {
    const readings = plain[row] ?? []
    if (!readings.some(({ code }) => code === 'image')) continue
    const bare = placeOf(value, context) ? value : withoutSignature(value, context)
    const place = bare === undefined ? undefined : placeOf(bare, context)
    if (place) asked.push({ row, ...place, isReturn: /^(?:lr|x30|r14_lr)$/.test(name), signed: bare !== value })
  }
  const named = await nameAll(asked, context.report, sources)
  const pointed = await Promise.all(values.map(({ value }, row) => behind(value, plain[row] ?? [], context, sources)))
  return plain.map((readings, row) => {
    const names = named.get(row) ?? []
    // A name says where it lies; the bare offset stays beside a mere section.
    const isNamed = names.some(({ code }) => code !== 'section')
    const places = isNamed ? readings.filter(({ code }) => code !== 'image') : readings
    const all = isNamed ? [...names, ...places] : [...places, ...names]
    return [...(pointed[row] ?? []), ...all].sort(byGrade)
  })
}

const grades: readonly ValueReading['grade'][] = ['proved', 'likely', 'possible']
const byGrade = (a: ValueReading, b: ValueReading): number => grades.indexOf(a.grade) - grades.indexOf(b.grade)

/** Names of all places, each image asked once: a question may cost a read of its debug information. */
async function nameAll(
  asked: readonly Asked[],
  report: Report,
  sources: ValueSources,
): Promise<ReadonlyMap<number, readonly ValueReading[]>> {
  const found = new Map<number, readonly ValueReading[]>()
  for (const image of new Set(asked.map((one) => one.image))) {
    const places = asked.filter((one) => one.image === image)
    const inCode = places.map(({ offset, isReturn }) => imageOffset(isReturn && offset > 0 ? offset - 1 : offset))
    const chains = await sources.calls(image, inCode)
    const symbols = await sources.symbols(
      image,
      places.map(({ offset }) => offset),
    )
    for (const [at, place] of places.entries()) {
      const name = report.images[image]?.name || NO_NAME
      const call = chains[at]?.at(-1)
      const symbol = symbols[at]
      const datum = call || symbol?.bytes === 0 ? undefined : await sources.dataAt(image, place.offset)
      const text = datum && datum.code !== 'section' ? datum : undefined
      const reading =
        (call && callReading(call, place, name)) ??
        (symbol && !text ? symbolReading(symbol, name) : undefined) ??
        (datum && { ...datum, grade: 'proved' as const })
      if (reading) found.set(place.row, [{ ...reading, ...(place.signed && { grade: atMostLikely(reading) }) }])
    }
  }
  return found
}

const atMostLikely = ({ grade }: ValueReading): ValueReading['grade'] => (grade === 'proved' ? 'likely' : grade)

function callReading(call: Call, { isReturn }: Asked, image: string): ValueReading | undefined {
  if (call.function === '') return undefined
  // What lies past the end of a function is not of it.
  const offset = call.functionOffset ?? 0
  if (call.functionSize !== undefined && offset >= call.functionSize) return undefined
  const params = { name: call.function, bytes: offset + (isReturn ? 1 : 0), image }
  // Registers may be left from an earlier call, and nothing here looks for a call before this place.
  const isSure = isProvedName(call) && call.functionSize !== undefined && !isReturn
  const grade = isSure ? 'proved' : 'likely'
  return { code: isReturn ? 'return-address' : 'symbol', params, grade }
}

function symbolReading({ name, bytes, isClass }: DataSymbol, image: string): ValueReading {
  if (isClass && bytes === 0) return { code: 'class', params: { name, image }, grade: 'proved' }
  // The symbol table does not say where data end.
  return { code: 'symbol', params: { name, bytes, image }, grade: bytes === 0 ? 'proved' : 'likely' }
}

/** What the memory of a dump has at an address: a text, or an object whose first word names its type. */
async function behind(
  value: bigint,
  readings: readonly ValueReading[],
  context: ValueContext,
  { memory, symbols }: ValueSources,
): Promise<readonly ValueReading[]> {
  if (!memory || readings.some(({ code }) => code === 'zero' || code === 'number')) return []
  const address = readings.some(({ code }) => code === 'stripped-bits') ? withoutSignature(value, context) : value
  const bytes = await memory(runtimeAddress(address ?? value), MOST_TEXT + 1)
  if (bytes.length === 0) return []
  const text = textOfBytes(bytes)
  if (text !== undefined) return [{ code: 'points-to-text', params: { text }, grade: 'likely' }]
  const size = context.architecture?.pointerSize ?? 8
  if (bytes.length < size) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, size)
  const word = size === 8 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true))
  const type = classOfIsa(word, context) ?? withoutSignature(word, context) ?? word
  const place = placeOf(type, context)
  const [symbol] = place ? await symbols(place.image, [place.offset]) : []
  if (!place || !symbol) return []
  // A vtable is entered behind its two words for the runtime.
  if (symbol.typeName !== undefined && (symbol.bytes === 0 || symbol.bytes === 2 * size))
    return [{ code: 'object', params: { name: symbol.typeName }, grade: 'likely' }]
  const params = { name: symbol.name, image: context.report.images[place.image]?.name || NO_NAME }
  return symbol.bytes === 0 ? [{ code: 'points-to', params, grade: 'likely' }] : []
}

/** A C string of at least four letters that can be printed; undefined for other bytes. */
function textOfBytes(bytes: Uint8Array): string | undefined {
  const nul = bytes.indexOf(0)
  const end = nul < 0 ? Math.min(bytes.length, MOST_TEXT) : nul
  if (end < 4 || (nul < 0 && bytes.length <= MOST_TEXT)) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end))
  } catch {
    return undefined
  }
  if (/[^\P{C}\n\t]/u.test(text)) return undefined
  return nul < 0 ? `${text}…` : text
}
