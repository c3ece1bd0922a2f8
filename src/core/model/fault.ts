/** The machine where a thread stopped: instructions, and what they tell of the fault. */
import type { Message } from '../messages/message.ts'
import type { RuntimeAddress } from './address.ts'
import type { Arch } from './image.ts'
import type { ClaimGrade } from './report.ts'

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

/** What was told of a fault; it is proved where no grade stands. */
export interface FaultFact extends Message {
  readonly grade?: Exclude<ClaimGrade, 'proved'>
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
  readonly told: readonly FaultFact[]
}

/** The instructions at a frame's address, with their neighbours. */
export interface FrameCode {
  readonly arch: Arch
  readonly from: Fault['from']
  /**
   * What the instruction marked `stopped` is: the call that the frame waits in, the place where the thread was, or, where no call ends at
   * a return address, what would run next.
   */
  readonly marks: 'call' | 'here' | 'return'
  /** In the order of memory. */
  readonly instructions: readonly FaultInstruction[]
}
