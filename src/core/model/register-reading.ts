/** The meanings of the values in registers: each reading with its confidence. */
import type { Message } from '../messages/message.ts'
import type { ClaimGrade } from './report.ts'

/** One thing that a value is or looks like. */
export interface ValueReading extends Message {
  /** A code of `valueFacts`. */
  readonly code: string
  /**
   * `proved`: by arithmetic over the report's numbers or by the tables of this build's files; `possible`: a mere
   * likeness.
   */
  readonly grade: ClaimGrade
}

export interface RegisterReading {
  readonly name: string
  readonly value: bigint
  /** The instruction at the fault names it. */
  readonly isUsed?: boolean
  /** Surest first; none where the value alone means nothing. */
  readonly readings: readonly ValueReading[]
}

export interface RegisterTable {
  /** Position of the thread in `Report.threads`. */
  readonly thread: number
  /** The registers that the instruction at the fault names, then the rest in the report's order. */
  readonly registers: readonly RegisterReading[]
}
