/** Words for the instructions at a fault. */
import { faultFacts, faultNotes, faultWords } from '../messages/fault.ts'
import { textOf } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import { formatHex } from '../model/address.ts'
import type { FaultFact, FaultInstruction, FrameCode } from '../model/fault.ts'
import type { SymbolicatedReport } from '../model/report.ts'

export interface InstructionReading {
  readonly address: string
  readonly bytes: string
  readonly text: string
  readonly isInstruction: boolean
  /** `the program stopped here`, on the one row that matters. */
  readonly mark?: string
  /** The function that it calls, or the text or value that it reads. */
  readonly note?: string
  /** The purpose of an instruction for pointer authentication or branch targets. */
  readonly protection?: string
}

export interface FaultReading {
  readonly title: string
  /** Where the bytes come from, as a sentence. */
  readonly source: string
  /** Facts that agree with the report, a sentence each. */
  readonly told: readonly string[]
  readonly rows: readonly InstructionReading[]
}

/** Undefined where the report has no instructions. */
export function faultReading({ fault }: SymbolicatedReport): FaultReading | undefined {
  if (!fault) return undefined
  return {
    title: fault.isCaller ? faultWords.caller : faultWords.title,
    source: faultWords.from[fault.from],
    told: fault.told.map((fact) => joined.sentence(factText(fact))),
    rows: instructionRows(fault.instructions, fault.isCaller ? faultWords.called : faultWords.stopped),
  }
}

/** A fact without its full stop, with its grade where it is not proved. */
export function factText({ code, params, grade }: FaultFact): string {
  const text = textOf(faultFacts, code, params) ?? code
  return grade === undefined ? text : joined.aside(text, faultWords.grades[grade])
}

/** The source and the rows of a frame's instructions. */
export function frameCodeReading({ from, marks, instructions }: FrameCode): Pick<FaultReading, 'source' | 'rows'> {
  const mark = { call: faultWords.called, here: faultWords.here, return: faultWords.noCall }[marks]
  return { source: faultWords.from[from], rows: instructionRows(instructions, mark) }
}

/** `mark` is for the one instruction where the program stopped. */
function instructionRows(instructions: readonly FaultInstruction[], mark: string): readonly InstructionReading[] {
  return instructions.map(({ address, bytes, text, stopped, notes = [] }) => {
    const said = (isProtection: boolean): string =>
      notes
        .filter(({ code }) => (code === 'protection') === isProtection)
        .map(({ code, params }) => textOf(faultNotes, code, params) ?? code)
        .join(' ')
    const note = said(false)
    const protection = said(true)
    return {
      address: formatHex(address),
      bytes,
      text: text ?? faultWords.noInstruction,
      isInstruction: text !== undefined,
      ...(stopped && { mark }),
      ...(note !== '' && { note }),
      ...(protection !== '' && { protection }),
    }
  })
}
