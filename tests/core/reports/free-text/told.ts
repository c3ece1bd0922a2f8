/** Reads a text by one format alone and leaves out empty values. A span becomes the text that it covers. */
import type { ReportFormat } from '../../../../src/core/reports/base/format.ts'

const bytes = new Uint8Array()

/** The first report without its text, its name, and what is empty. */
export const told = (format: ReportFormat, text: string): unknown => allTold(format, text)[0]

export function allTold(format: ReportFormat, text: string): readonly unknown[] {
  const read = format.parse({ path: 'till.txt', bytes, text })
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('; '))
  return read.value.map(({ format: id, label, file, text: whole, textKind, ...others }) => {
    if (id !== format.id || file !== 'till.txt' || whole !== text || textKind !== 'rows' || label !== format.label)
      throw new Error(`Another report: ${id} ${label} ${file} ${textKind}`)
    return plain(others, text)
  })
}

/** A value as data of a test: spans as words, numbers of 64 bits as text, nothing empty. */
export function plain(value: unknown, text: string): unknown {
  if (typeof value === 'bigint') return `0x${value.toString(16)}`
  if (Array.isArray(value)) return value.map((one) => plain(one, text))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (part === undefined || (Array.isArray(part) && part.length === 0)) return []
    if (/^(?:span|symbolSpan)$/.test(key)) {
      const { start, end } = part as { readonly start: number; readonly end: number }
      return [[key, text.slice(start, end)]]
    }
    const kept = plain(part, text)
    return typeof kept === 'object' && kept !== null && Object.keys(kept).length === 0 ? [] : [[key, kept]]
  })
  return Object.fromEntries(parts)
}

export interface ToldFrame {
  readonly index?: number
  readonly kind?: string
  readonly symbol?: Readonly<Record<string, unknown>>
  readonly span?: string
}

/** The frames of all stacks of the first report, without their numbers in it. */
export function framesTold(format: ReportFormat, text: string): readonly unknown[] {
  const { threads = [], lastException, backtraces = [] } = told(format, text) as Stacks
  return [...threads, ...(lastException ? [lastException] : []), ...backtraces].flatMap(({ frames = [] }) =>
    frames.map(({ id, ...frame }) => (id === undefined ? 'a frame without its number' : frame)),
  )
}
interface Stacks {
  readonly threads?: readonly Told[]
  readonly lastException?: Told
  readonly backtraces?: readonly Told[]
}
interface Told {
  readonly frames?: readonly { readonly id: number }[]
}
