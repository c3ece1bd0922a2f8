/** The JSON of the machine where a thread stopped. */
import type { ClaimGradeWord, Count, Hex, HexBytes } from './values.ts'

/** Instructions and registers where the thread stopped. */
export interface FaultDocument {
  /** Position of the thread in `threads`. */
  readonly thread?: Count
  /** Architecture of the instructions. */
  readonly arch?: string
  /** Source of the bytes: the report, the memory of a dump, or a binary. */
  readonly from?: 'report' | 'memory' | 'binary'
  /** The program counter points at no code: these are the instructions of the call that led there. */
  readonly caller?: boolean
  /** Findings from the instructions, checked against the report. */
  readonly told?: readonly FaultFactDocument[]
  /** Instructions in the order of memory. */
  readonly instructions?: readonly FaultInstructionDocument[]
  /** The registers, with what their values are. */
  readonly registers?: readonly RegisterDocument[]
}

/** A fact about the fault. */
export interface FaultFactDocument {
  /** The kind of fact. */
  readonly code: string
  /** The fact as a sentence. */
  readonly text: string
  /** How sure it is. */
  readonly grade: ClaimGradeWord
}

/** An instruction at the fault. */
export interface FaultInstructionDocument {
  /** Its address. */
  readonly address: Hex
  /** Its bytes. */
  readonly bytes: HexBytes
  /** In LLVM's spelling; null where the bytes are no instruction. */
  readonly text: string | null
  /** The instruction that the fault is about. */
  readonly stopped?: boolean
  /** Its target: a function or data. */
  readonly note?: string
  /** The attack or error that it detects. */
  readonly protection?: string
}

/** A register with the meanings of its value. */
export interface RegisterDocument {
  /** Its name, such as `x0`. */
  readonly name: string
  /** Its value. */
  readonly value: Hex
  /** The instruction at the fault names it. */
  readonly used?: true
  /** Meanings of the value, surest first. */
  readonly readings: readonly RegisterReadingDocument[]
}

/** One meaning of a value. */
export interface RegisterReadingDocument {
  /** The kind of meaning. */
  readonly kind: string
  /** The meaning in words. */
  readonly text: string
  /** How sure it is. */
  readonly grade: ClaimGradeWord
}
