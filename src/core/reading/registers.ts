/** Words for registers and their values. */
import { registerWords, valueFacts } from '../messages/registers.ts'
import { textOf, ownWords } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import { formatHex } from '../model/address.ts'
import type { RegisterReading, ValueReading } from '../model/register-reading.ts'
import type { Report, SymbolicatedReport, Thread } from '../model/report.ts'
import { crashedThread } from './stacks.ts'

export interface RegisterRow {
  readonly name: string
  /** In hex. */
  readonly value: string
  /** The instruction at the fault names it. */
  readonly isUsed: boolean
  /** The meanings of the value, surest first, each with its grade where it is not proved; empty for none. */
  readonly meaning: string
  readonly readings: readonly { readonly kind: string; readonly text: string; readonly grade: ValueReading['grade'] }[]
}

export interface RegistersReading {
  readonly title: string
  readonly rows: readonly RegisterRow[]
}

/** The thread that crashed, else the first that has registers. */
export function threadWithRegisters(report: Report): Thread | undefined {
  const has = (thread: Thread | undefined): boolean => (thread?.registers?.length ?? 0) > 0
  const crashed = crashedThread(report)
  return has(crashed) ? crashed : report.threads.find(has)
}

/** The bare values where nothing has read them yet; undefined where the report has none. */
export function registersReading({ report, registers }: SymbolicatedReport): RegistersReading | undefined {
  const thread = registers ? report.threads[registers.thread] : threadWithRegisters(report)
  if (!thread) return undefined
  const bare = (thread.registers ?? []).map((register): RegisterReading => ({ ...register, readings: [] }))
  const notes = new Map(thread.registers?.map(({ name, note }) => [name, note]))
  const rows = (registers?.registers ?? bare).map(({ name, value, isUsed = false, readings }): RegisterRow => {
    const said = readings.map(({ code, params, grade }) => ({
      kind: code,
      text: textOf(valueFacts, code, params) ?? code,
      grade,
    }))
    const texts = said.map(({ text, grade }) =>
      grade === 'proved' ? text : joined.aside(text, registerWords.grades[grade]),
    )
    const note = notes.get(name)
    return {
      name,
      value: formatHex(value),
      isUsed,
      readings: said,
      meaning: joined.facts([...texts, ...(note === undefined ? [] : [ownWords(note)])]),
    }
  })
  return { title: registerWords.title({ thread: thread.unnumbered ? undefined : thread.id }), rows }
}
