/** Who waits for whom, in reports of the kernel's own view: spindumps, hangs, stackshots. */

/** The thread or process that can end a wait. */
export interface WaitTarget {
  /** The thread's number; absent where the report names only its process. */
  readonly id?: number
  /** Position in `Report.threads` of that thread, where the report has it. */
  readonly thread?: number
  /** Its process, as the report prints or lists it: `WindowServer [176]`. */
  readonly process?: string
  /** How many waits lie between, the last one included; 1 where it is the very next. */
  readonly hops?: number
}

/** Consecutive samples, both ends included. */
export interface SampleRun {
  readonly first: number
  readonly last: number
}

export interface Wait {
  /** The waiting thread: its number, and its position in `Report.threads` where the report lists it. */
  readonly id: number
  readonly thread?: number
  readonly process?: string
  /** The object of the wait, in the report's words: `kernel mutex 0x400e9c9c owned by thread 3876991`. */
  readonly text: string
  /** The only thread or process that can end the wait; absent where the report does not say. */
  readonly on?: WaitTarget
  /** Samples that saw it; absent in a report of one moment, and where all samples of the thread saw it. */
  readonly seen?: readonly SampleRun[]
  /** Not all samples of the thread saw it, and the report does not say which ones did. */
  readonly isPartly?: boolean
  /** The report says that the wait is part of a deadlock. */
  readonly isToldDeadlock?: boolean
}
