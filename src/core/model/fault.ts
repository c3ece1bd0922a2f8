/** The machine where a thread stopped: instructions, and what they tell of the fault. */
import type { Message } from '../messages/message.ts'
import type { RuntimeAddress } from './address.ts'
import type { Arch } from './image.ts'

export interface FaultInstruction {
  readonly address: RuntimeAddress
  /** In hex, in the order of memory. */
  readonly bytes: string
  /** Absent where the bytes are no instruction. */
  readonly text?: string
  /** The one that the fault is about. */
  readonly stopped?: boolean
  /** What it calls, reads or protects: codes of `faultNotes`. */
  readonly notes?: readonly Message[]
}

export interface Fault {
  /** Position of the thread in `Report.threads`. */
  readonly thread: number
  readonly arch: Arch
  /** Where the bytes come from. */
  readonly from: 'report' | 'memory' | 'binary'
  /** The program counter is no code: this is the call that led there. */
  readonly isCaller?: boolean
  /** In the order of memory. */
  readonly instructions: readonly FaultInstruction[]
  /** What was checked against the report: codes of `faultFacts`. */
  readonly told: readonly Message[]
}
