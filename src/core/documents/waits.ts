/** The JSON of who waits for whom. */
import type { ClaimGradeWord, Count } from './values.ts'

/** Who waits for whom. */
export interface WaitsDocument {
  /** Waits in a circle. */
  readonly deadlocks: readonly DeadlockDocument[]
  /** Every wait of the report. */
  readonly all: readonly WaitDocument[]
}

/** Threads that wait for each other. */
export interface DeadlockDocument {
  /** How sure it is. */
  readonly grade: ClaimGradeWord
  /** How many threads. */
  readonly threads: Count
  /** The threads, each with its wait for the next. */
  readonly links: readonly WaitLinkDocument[]
}

/** A thread that waits for the next. */
export interface WaitLinkDocument {
  /** Its process, number and name; only its process where the report names no thread. */
  readonly title: string
  /** The object that it waits for, in the words of the report. */
  readonly waitsAt?: string
}

/** A wait. */
export interface WaitDocument {
  /** Number of the waiting thread. */
  readonly thread: number
  /** Its process. */
  readonly process?: string
  /** The object that it waits for, in the words of the report. */
  readonly waitsAt: string
  /** The thread or process that can end the wait. */
  readonly on?: WaitTargetDocument
  /** Samples that saw it: the first and the last of each run. */
  readonly samples?: readonly (readonly [first: number, last: number])[]
  /** The report calls it a deadlock. */
  readonly isToldDeadlock?: boolean
}

/** The thread or process that can end a wait. */
export interface WaitTargetDocument {
  /** Number of the thread. */
  readonly thread?: number
  /** Its process. */
  readonly process?: string
  /** How many waits lie between. */
  readonly hops?: number
}
