/** Writes Go's tables of functions in the layouts of its versions, so that a test states what is in them. */
import { ByteWriter } from './byte-writer.ts'

export type GoVersion = 2 | 16 | 18 | 20

export interface GoFunction {
  readonly name: string
  /** Bytes from the start of Go's code. */
  readonly start: number
  readonly file: string
  /** Lines from these bytes of the function on. */
  readonly lines: readonly (readonly [at: number, line: number])[]
  /** The innermost inlined call from these bytes of the function on, -1 for none; and the list of calls in the functions' data. */
  readonly inlined?: {
    readonly runs: readonly (readonly [at: number, call: number])[]
    readonly list: number
  }
}

export interface GoSpec {
  readonly version: GoVersion
  readonly pointer?: 4 | 8
  readonly functions: readonly GoFunction[]
  /** Where the last function ends. */
  readonly end: number
  /** Address of Go's code; what the header says of it. */
  readonly text: bigint
  readonly statedText?: bigint
  readonly claims?: number
  /** The functions' data: a list of inlined calls, each with the bytes of its function at which it was called. */
  readonly calls?: readonly { readonly name: string; readonly caller: number; readonly parent: number }[]
}

/** The functions' data, whose names are those of the table; it begins with `before` bytes of something else. */
export function buildGoCalls(spec: GoSpec, before = 0): Uint8Array<ArrayBuffer> {
  const table = buildGoTable(spec)
  const view = new DataView(table.buffer)
  const names = Number(view.getBigUint64(8 + 3 * 8, true))
  const out = new ByteWriter().bytes(new Uint8Array(before))
  for (const { name, caller, parent } of spec.calls ?? []) {
    const at = findText(table, `\0${name}\0`, names) + 1 - names
    if (spec.version === 18)
      out
        .u16(parent & 0xffff)
        .u16(0)
        .u32(0, 0, at, caller)
    else out.u32(0, at, caller, 0)
  }
  return out.done()
}

function findText(table: Uint8Array, text: string, from: number): number {
  const found = Buffer.from(table).indexOf(text, from)
  if (found < 0) throw new Error(`no ${text}`)
  return found
}

/** The runtime's record of the program: the address of the table, slices of its parts, and the address of the functions' data. */
export function buildGoRecord(version: 18 | 20, table: bigint, data: bigint): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(400)
  const view = new DataView(record.buffer)
  view.setBigUint64(0, table, true)
  for (let slice = 0; slice < 6; slice++) view.setBigUint64(8 + slice * 24, table + 72n, true)
  view.setBigUint64(version === 18 ? 304 : 320, data, true)
  return record
}

const MAGIC = { 2: 0xfffffffb, 16: 0xfffffffa, 18: 0xfffffff0, 20: 0xfffffff1 } as const
const QUANTUM = 4

export function buildGoTable(spec: GoSpec): Uint8Array<ArrayBuffer> {
  const { version, pointer = 8, functions, text } = spec
  const isOld = version === 2
  const texts = new Map<string, number>()
  const strings = new ByteWriter().u8(0)
  const textAt = (value: string): number => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const at = strings.size
    strings.bytes(new TextEncoder().encode(`${value}\0`))
    texts.set(value, at)
    return at
  }
  const steps = new ByteWriter().u8(0)
  const runs = (values: readonly (readonly [at: number, value: number])[], size: number): number => {
    const at = steps.size
    let last = -1
    values.forEach(([from, value], position) => {
      const step = value - last
      last = value
      steps.uleb(step < 0 ? -step * 2 - 1 : step * 2)
      steps.uleb(((values[position + 1]?.[0] ?? size) - from) / QUANTUM)
    })
    steps.u8(0)
    return at
  }
  const files = [...new Set(functions.map(({ file }) => file))]
  const described = functions.map(({ name, start, file, lines, inlined }, at) => {
    const size = (functions[at + 1]?.start ?? spec.end) - start
    const number = files.indexOf(file) + (isOld ? 1 : 0)
    const calls = inlined && { steps: runs(inlined.runs, size), list: inlined.list }
    return { start, name: textAt(name), file: runs([[0, number]], size), lines: runs(lines, size), calls }
  })
  for (const { name } of spec.calls ?? []) textAt(name)
  const fileTexts = files.map(textAt)
  const entryBytes = version >= 18 ? 4 : pointer
  const wordsBefore = isOld ? 1 : version === 16 ? 7 : 8
  const headBytes = 8 + wordsBefore * pointer
  const tableBytes = functions.length * 2 * entryBytes + entryBytes + (isOld ? 4 : 0)
  // Behind a record: three tables of steps, four of data.
  const tailBytes = version >= 20 ? 36 : version === 18 ? 32 : 0
  const recordBytes = (version >= 18 ? 4 : pointer) + 32 + tailBytes
  // Header, functions with their records, files, names, steps.
  const functionsAt = headBytes
  const recordsAt = functionsAt + tableBytes
  const filesAt = recordsAt + functions.length * recordBytes
  const unitBytes = (fileTexts.length + (isOld ? 1 : 0)) * 4
  const namesAt = filesAt + unitBytes
  const stepsAt = namesAt + strings.size
  const out = new ByteWriter().u32(MAGIC[version]).u16(0).u8(QUANTUM, pointer)
  out.uint(pointer, spec.claims ?? functions.length)
  if (!isOld) {
    out.uint(pointer, files.length)
    if (version >= 18) out.uint(pointer, spec.statedText ?? text)
    out.uint(pointer, namesAt, filesAt, namesAt, stepsAt, functionsAt)
  }
  const entry = (start: number): bigint => (version >= 18 ? BigInt(start) : text + BigInt(start))
  described.forEach(({ start }, at) => {
    out.uint(entryBytes, entry(start), recordsAt + at * recordBytes - (isOld ? 0 : functionsAt))
  })
  out.uint(entryBytes, entry(spec.end))
  if (isOld) out.u32(filesAt)
  for (const { start, name, file, lines, calls } of described) {
    out.uint(version >= 18 ? 4 : pointer, entry(start)).u32(isOld ? namesAt + name : name, 0, 0, 0)
    out.u32(isOld ? stepsAt + file : file, isOld ? stepsAt + lines : lines, calls ? 3 : 0, 0)
    if (version >= 20) out.u32(0)
    if (version >= 18) out.u8(0, 0, 0, calls ? 4 : 0).u32(0, 0, calls?.steps ?? 0, 0, 0, 0, calls?.list ?? 0)
  }
  if (isOld) out.u32(fileTexts.length + 1)
  for (const at of fileTexts) out.u32(isOld ? namesAt + at : at)
  return out.bytes(strings.done()).bytes(steps.done()).done()
}
