/** The machine where a thread stopped: instructions, and their evidence on the fault. */
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
  /** The target that it calls, reads or protects: codes of `faultNotes`. */
  readonly notes?: readonly Message[]
}

/** A statement about a fault; without a grade it is proved. */
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
  /** Statements that were checked against the report: codes of `faultFacts`. */
  readonly told: readonly FaultFact[]
}

/** The instructions at a frame's address, with their neighbours. */
export interface FrameCode {
  readonly arch: Arch
  readonly from: Fault['from']
  /**
   * The meaning of the instruction marked `stopped`. `call`: the frame waits in this call. `here`: the thread was here.
   * `return`: no call ends at the return address, and this would run next.
   */
  readonly marks: 'call' | 'here' | 'return'
  /** In the order of memory. */
  readonly instructions: readonly FaultInstruction[]
}
