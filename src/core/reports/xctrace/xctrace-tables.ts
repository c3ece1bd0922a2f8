/**
 * The tables of an export, row by row. A value has an `id` at its first place and a `ref` at all others. Stacks begin with the innermost
 * call. The name of an element is the type of its column.
 */
import { parseUuid } from '../../model/image.ts'
import { runtimeAddress } from '../../model/address.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import type { FrameRow, ImageRow } from '../base/report-builder.ts'
import { IdTable, type IdKind, type IdValue } from './id-table.ts'
import { KeptList } from './kept-list.ts'
import { DEEPEST_STACK, MOST_FRAMES, StackTable, type Amount } from './stack-table.ts'
import { MOST_TIMED, TimedSamples } from './timed-samples.ts'
import { TableRows, wholeNumber } from './xctrace-rows.ts'
import type { XmlAttributes, XmlHandler } from './xml-stream.ts'

/** Elements that are stacks. In `kperf-bt` has the address of the sample beside those of its callers. */
const STACKS = new Set(['backtrace', 'tagged-backtrace', 'kperf-bt', 'user-backtrace'])
/** Elements with the weight of a row, and the size of one in the unit of the track. */
const WEIGHTS: Readonly<Record<string, readonly [unit: Unit, factor: number]>> = {
  'cycle-weight': ['cycles', 1],
  weight: ['ms', 1e-6],
  duration: ['ms', 1e-6],
  'size-in-bytes': ['bytes', 1],
}
/** Elements with the time of a sample, in nanoseconds since the recording began. */
const TIMES = new Set(['sample-time', 'start-time', 'event-time'])
/** Texts that are needed in rows that are not kept, too. */
const KEPT = new Set(['path', 'duration'])
/** Tracks that are kept. */
const MOST_TRACKS = 5000
const MOST_ADDRESSES = 10_000
/** Limits of a whole file, which may have gigabytes: more than an export has that a person reads. */
const MOST = {
  binaries: 50_000,
  threads: 200_000,
  processes: 50_000,
  addresses: 4_000_000,
  characters: 1 << 25,
} as const
const MOST_TABLES = 2000
const MOST_COLUMNS = 500
/** Characters that an entry of a list costs beside its own. */
const ENTRY = 40

export type Unit = 'ms' | 'cycles' | 'bytes' | 'events'

/** The samples of one thread. */
export interface Track {
  readonly thread: string
  readonly process: string | undefined
  readonly unit: Unit
  readonly samples: Map<number, { -readonly [K in keyof Amount]: Amount[K] }>
  readonly times: TimedSamples
}

/** One `node`: a table with its columns. */
export interface Table {
  schema: string
  readonly columns: string[]
  readonly types: string[]
  readonly tracks: Map<string, Track>
  readonly rows: TableRows
  samples: number
  /** Rows with a start and a duration: those kept as rows, too. */
  readonly intervals: Interval[]
  /** Of rows that are intervals: the longest, as printed. */
  longest: { readonly text: string; readonly value: number }
}

/** Something that lasted: times in nanoseconds, the start from that of the recording. */
export interface Interval {
  readonly start: number
  readonly duration: number
  /** The table's own word for it, such as `Microhang`; empty where it has none. */
  readonly type: string
  readonly thread: string
}

interface Element {
  readonly name: string
  readonly attributes: XmlAttributes
  text: string
  /** Of a stack: its frames, innermost first. */
  frames?: number[]
  /** The kind, where an element in it says that: a stack inside a tagged one. */
  inner?: IdValue
  binary?: number
  process?: number
  file?: string
  line?: number
}

interface Cell {
  readonly name: string
  readonly value: IdValue | undefined
}

export class XctraceTables implements XmlHandler {
  readonly tables: Table[] = []
  readonly stacks = new StackTable()
  readonly frames: FrameRow[] = []
  /** References to nothing, and to elements that hold them. */
  dangling = 0
  circular = 0
  /** Rows whose weight or track could not be kept. */
  skipped = 0
  readonly #ids = new IdTable()
  readonly #path: Element[] = []
  readonly #binaries = new KeptList<ImageRow>(MOST.binaries)
  readonly #threads = new KeptList<{ readonly label: string; readonly process: string | undefined }>(MOST.threads)
  readonly #processes = new KeptList<string>(MOST.processes)
  readonly #texts = new KeptList<{ readonly raw: string; readonly shown: string }>(
    MOST.characters,
    ({ raw, shown }) => raw.length + shown.length + ENTRY,
  )
  readonly #lists = new KeptList<readonly number[]>(MOST.addresses, (list) => list.length + 1)
  readonly #byAddress = new Map<string, number>()
  #timed = 0
  #cells: Cell[] | undefined
  #table: Table | undefined

  get binaries(): readonly ImageRow[] {
    return this.#binaries.values
  }

  /** Values that found no room: rows that refer to them lack them. */
  get left(): number {
    const lists = [this.#binaries, this.#threads, this.#processes, this.#texts, this.#lists]
    return lists.reduce((sum, list) => sum + list.left, 0)
  }

  open(name: string, attributes: XmlAttributes): void {
    const { id, ref } = attributes
    if (id !== undefined && ref === undefined) this.#ids.set(id, 'open', 0)
    if (name === 'node') this.#table = this.#newTable()
    else if (name === 'schema') this.#tableNow().schema = attributes['name'] ?? ''
    else if (name === 'row') this.#cells = []
    this.#path.push({ name, attributes, text: '' })
  }

  text(text: string): void {
    const top = this.#path.at(-1)
    if (top) top.text += text
  }

  close(): void {
    const element = this.#path.pop()
    if (!element) return
    const parent = this.#path.at(-1)
    if (element.name === 'row') {
      this.#endRow(element.attributes)
      return
    }
    if (!this.#cells) {
      this.#schemaPart(element, parent)
      return
    }
    const value = this.#valueOf(element)
    if (parent?.name === 'row') this.#cells.push({ name: element.name, value })
    else if (parent) this.#addPart(parent, element, value)
  }

  #newTable(): Table {
    const table: Table = {
      schema: '',
      columns: [],
      types: [],
      tracks: new Map(),
      rows: new TableRows(),
      intervals: [],
      samples: 0,
      longest: { text: '', value: -1 },
    }
    if (this.tables.length < MOST_TABLES) this.tables.push(table)
    return table
  }

  #tableNow(): Table {
    return (this.#table ??= this.#newTable())
  }

  #schemaPart({ name, text }: Element, parent: Element | undefined): void {
    if (parent?.name !== 'col' || this.#tableNow().types.length >= MOST_COLUMNS) return
    if (name === 'name') this.#tableNow().columns.push(text.trim())
    else if (name === 'engineering-type') this.#tableNow().types.push(text.trim())
  }

  /** The value of an element, from its reference or its content; kept under its id. */
  #valueOf(element: Element): IdValue | undefined {
    const { id, ref } = element.attributes
    if (ref !== undefined) {
      const known = this.#ids.get(ref)
      if (!known) this.dangling++
      else if (known.kind === 'open') this.circular++
      return known?.kind === 'open' ? undefined : known
    }
    const value = this.#made(element)
    if (id !== undefined) this.#ids.set(id, value?.kind ?? 'other', value?.value ?? 0)
    return value
  }

  #made(element: Element): IdValue | undefined {
    const { name, attributes, text } = element
    if (name === 'frame') return made('frame', this.#keptFrame(this.#frameOf(element)))
    if (name === 'binary') return made('binary', this.#binaries.add(imageOf(attributes)))
    if (element.frames !== undefined || (STACKS.has(name) && !element.inner)) {
      const call = this.stacks.add(element.frames ?? [])
      return call === undefined ? undefined : made('stack', call)
    }
    if (STACKS.has(name)) return element.inner
    if (name === 'process') return made('process', this.#processes.add(attributes['fmt'] ?? text))
    if (name === 'thread') {
      const process = element.process === undefined ? undefined : this.#processes.at(element.process)
      return made('thread', this.#threads.add({ label: attributes['fmt'] ?? text, process }))
    }
    if (name === 'text-addresses' || name === 'text-address') return made('addresses', this.#addressList(text))
    return this.#plainValue(element)
  }

  /** A number is kept as that. A text is kept only where a table is shown that may hold it, or where it is a path. */
  #plainValue({ name, attributes, text }: Element): IdValue | undefined {
    const table = this.#tableNow()
    const raw = text.trim()
    if (name !== 'path' && (table.samples > 0 || table.types.some((type) => STACKS.has(type)))) {
      const number = Number(raw)
      return raw !== '' && Number.isFinite(number) ? made('number', number) : undefined
    }
    if (!KEPT.has(name) && !table.rows.hasRoom) return undefined
    return made('text', this.#texts.add({ raw, shown: attributes['fmt'] ?? raw }))
  }

  /** Adds what an element in another one says to that one. */
  #addPart(parent: Element, { name, attributes }: Element, value: IdValue | undefined): void {
    if (!value && name !== 'source') return
    if (value?.kind === 'binary') parent.binary = value.value
    else if (value?.kind === 'process') parent.process = value.value
    else if (value?.kind === 'stack') parent.inner = value
    else if (value?.kind === 'frame' && STACKS.has(parent.name)) (parent.frames ??= []).push(value.value)
    else if (value?.kind === 'addresses') this.#addAddresses(parent, name, value.value)
    else if (name === 'path' && value?.kind === 'text') {
      const frame = this.#path.at(-2)
      const file = this.#texts.at(value.value)?.raw
      if (parent.name === 'source' && frame?.name === 'frame' && file) frame.file = file
    }
    const line = wholeNumber(attributes['line'])
    if (name === 'source' && line > 0) parent.line = line
  }

  /** The address of the sample itself (`text-address`) precedes those of its callers, in any order of the text. */
  #addAddresses(parent: Element, name: string, list: number): void {
    const added = this.#lists.at(list) ?? []
    const frames = (parent.frames ??= [])
    const [sample] = added
    if (name === 'text-address' && sample !== undefined && frames[0] !== sample) frames.unshift(sample)
    else if (name !== 'text-address') {
      const from = frames.length === 1 && frames[0] === added[0] ? 1 : 0
      // A list that is repeated without end makes no longer stack: the outermost calls are kept, and one more, which marks the cut.
      if (frames.length + added.length > 2 * MOST_ADDRESSES) frames.splice(0, frames.length - DEEPEST_STACK - 1)
      const kept = frames.length > DEEPEST_STACK ? Math.max(from, added.length - DEEPEST_STACK - 1) : from
      for (const frame of added.slice(kept)) frames.push(frame)
    }
  }

  /** The number of a frame; that of no frame where there is no room for it. */
  #keptFrame(frame: FrameRow): number {
    return this.frames.length < MOST_FRAMES ? this.frames.push(frame) - 1 : MOST_FRAMES
  }

  #addressList(text: string): number | undefined {
    const frames: number[] = []
    for (const word of text.split(/\s+/).slice(0, MOST_ADDRESSES)) {
      const address = parseAddress(word)
      if (address === undefined || address === 0n) continue
      const known = this.#byAddress.get(word) ?? this.#keptFrame({ address })
      if (known < MOST_FRAMES) this.#byAddress.set(word, known)
      frames.push(known)
    }
    return this.#lists.add(frames)
  }

  #frameOf({ attributes, binary, file, line }: Element): FrameRow {
    const { name = '' } = attributes
    const image = binary === undefined ? undefined : this.#binaries.at(binary)
    return omitUndefined({
      address: parseAddress(attributes['addr'] ?? '') ?? parseAddress(name),
      imageName: image?.name,
      loadAddress: image?.loadAddress,
      image: binary,
      inlined: attributes['inlined'] === 'true' ? true : undefined,
      symbol: name === '' || ADDRESS.test(name) ? undefined : omitUndefined({ name, file, line }),
    })
  }

  #endRow(attributes: XmlAttributes): void {
    const cells = this.#cells ?? []
    this.#cells = undefined
    const table = this.#tableNow()
    const stack = cells.find(({ value }) => value?.kind === 'stack')
    const isSample = stack !== undefined || cells.some(({ name }) => STACKS.has(name)) || this.#mayHaveStack(table)
    if (isSample) this.#addSample(table, cells, stack?.value?.value ?? 0, attributes)
    else if (cells.length === 0 && Object.keys(attributes).length > 0) table.rows.addAttributes(attributes)
    else this.#addCells(table, cells)
  }

  #mayHaveStack = ({ types }: Table): boolean => types.some((type) => STACKS.has(type))

  #addSample(table: Table, cells: readonly Cell[], call: number, { size }: XmlAttributes): void {
    table.samples++
    const thread = cells.find(({ value }) => value?.kind === 'thread')?.value
    const process = cells.find(({ value }) => value?.kind === 'process')?.value
    const weighed = Object.keys(WEIGHTS).flatMap((key) => cells.find(({ name }) => name === key) ?? [])[0]
    const [unit, factor] = weighed
      ? (WEIGHTS[weighed.name] ?? (['events', 1] as const))
      : size !== undefined
        ? (['bytes', 1] as const)
        : (['events', 1] as const)
    const weight = weighed ? this.#numberOf(weighed.value) : size === undefined ? 1 : wholeNumber(size)
    const label = thread ? this.#threads.at(thread.value) : undefined
    const owner = label?.process ?? (process ? this.#processes.at(process.value) : undefined)
    const key = `${label?.label ?? ''}\n${owner ?? ''}\n${unit}`
    let track = table.tracks.get(key)
    if (!track && table.tracks.size < MOST_TRACKS) {
      track = { thread: label?.label ?? '', process: owner, unit, samples: new Map(), times: new TimedSamples() }
      table.tracks.set(key, track)
    }
    if (!track || weight === undefined) {
      this.skipped++
      return
    }
    if (++this.#timed > MOST_TIMED) track.times.drop()
    const time = cells.find(({ name }) => TIMES.has(name))?.value
    track.times.add(call, weight * factor, this.#numberOf(time))
    const known = track.samples.get(call)
    if (known) {
      known.weight += weight * factor
      known.count++
    } else track.samples.set(call, { weight: weight * factor, count: 1 })
  }

  #addCells(table: Table, cells: readonly Cell[]): void {
    for (const { name, value } of cells) {
      const text = name === 'duration' && value?.kind === 'text' ? this.#texts.at(value.value) : undefined
      const length = wholeNumber(text?.raw)
      if (text && length > table.longest.value) table.longest = { text: text.shown, value: length }
    }
    if (table.rows.hasRoom) this.#addInterval(table, cells)
    table.rows.addCells(cells.map(({ value }) => this.#shown(value)))
  }

  #addInterval(table: Table, cells: readonly Cell[]): void {
    const valueOf = (wanted: string): IdValue | undefined => cells.find(({ name }) => name === wanted)?.value
    const start = this.#numberOf(valueOf('start-time'))
    const duration = this.#numberOf(valueOf('duration'))
    if (start === undefined || duration === undefined) return
    const type = this.#shown(valueOf('hang-type'))
    table.intervals.push({ start, duration, type, thread: this.#shown(valueOf('thread')) })
  }

  #shown(value: IdValue | undefined): string {
    if (!value) return ''
    if (value.kind === 'text') return this.#texts.at(value.value)?.shown ?? ''
    if (value.kind === 'process') return this.#processes.at(value.value) ?? ''
    if (value.kind === 'thread') return this.#threads.at(value.value)?.label ?? ''
    return value.kind === 'number' ? String(value.value) : ''
  }

  #numberOf(value: IdValue | undefined): number | undefined {
    const number =
      value?.kind === 'number'
        ? value.value
        : value?.kind === 'text'
          ? Number(this.#texts.at(value.value)?.raw || NaN)
          : undefined
    return number !== undefined && number >= 0 && number < Infinity ? number : undefined
  }
}

/** Undefined for a value that found no room. */
const made = (kind: IdKind, value: number | undefined): IdValue | undefined =>
  value === undefined ? undefined : { kind, value }

const ADDRESS = /^(?:0x[0-9a-f]{1,16}|\d{1,20})$/i

function parseAddress(text: string): bigint | undefined {
  return ADDRESS.test(text) ? BigInt.asUintN(64, BigInt(text)) : undefined
}

function imageOf(attributes: XmlAttributes): ImageRow {
  const { name = '', path, arch } = attributes
  const loadAddress = parseAddress(attributes['load-addr'] ?? '')
  return omitUndefined({
    name: name === '' ? fileName(path ?? '') : name,
    path: path === '' ? undefined : path,
    uuid: parseUuid(attributes['UUID'] ?? ''),
    arch: arch === '' ? undefined : arch,
    loadAddress: loadAddress ? runtimeAddress(loadAddress) : undefined,
    origin: originOfPath(path),
  })
}
