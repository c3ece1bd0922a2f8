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
  const described = functions.map(({ name, start, file, lines }, at) => {
    const size = (functions[at + 1]?.start ?? spec.end) - start
    const number = files.indexOf(file) + (isOld ? 1 : 0)
    return { start, name: textAt(name), file: runs([[0, number]], size), lines: runs(lines, size) }
  })
  const fileTexts = files.map(textAt)
  const entryBytes = version >= 18 ? 4 : pointer
  const wordsBefore = isOld ? 1 : version === 16 ? 7 : 8
  const headBytes = 8 + wordsBefore * pointer
  const tableBytes = functions.length * 2 * entryBytes + entryBytes + (isOld ? 4 : 0)
  const recordBytes = (version >= 18 ? 4 : pointer) + 32
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
  for (const { start, name, file, lines } of described) {
    out.uint(version >= 18 ? 4 : pointer, entry(start)).u32(isOld ? namesAt + name : name, 0, 0, 0)
    out.u32(isOld ? stepsAt + file : file, isOld ? stepsAt + lines : lines, 0, 0)
  }
  if (isOld) out.u32(fileTexts.length + 1)
  for (const at of fileTexts) out.u32(isOld ? namesAt + at : at)
  return out.bytes(strings.done()).bytes(steps.done()).done()
}
