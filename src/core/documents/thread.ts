/** The JSON of threads and other stacks. */
import type { ElidedRecursion } from '../model/elided-recursion.ts'
import type { FrameDocument } from './frame.ts'
import type { Count, Hex, HexBytes } from './values.ts'

/** A stack. */
export interface StackDocument {
  /** Its rows, innermost call first. */
  readonly frames: readonly FrameDocument[]
}

/** A stack that is no thread. */
export interface BacktraceDocument {
  /** Its title in the report. */
  readonly title: string
  /** It allocated or freed the memory of `memoryError`. */
  readonly role?: 'allocated' | 'freed'
  /** Thread that it is of, and what proves that, as a sentence. */
  readonly link?: string
  /** Its rows, innermost call first. */
  readonly frames: readonly FrameDocument[]
}

/** A thread. */
export interface ThreadDocument {
  /** The number that the report gives it. */
  readonly id: number
  /** The report gives it no number: `id` only distinguishes it from the others. */
  readonly unnumbered?: boolean
  /** Its name. */
  readonly name?: string
  /** Its dispatch queue. */
  readonly queue?: string
  /** True if it crashed. */
  readonly crashed: boolean
  /** The report is about this thread and says of no crash in it. */
  readonly attributed?: boolean
  /** Its state, in the words of the report. */
  readonly state?: readonly string[]
  /** Its registers, by name. */
  readonly registers?: Readonly<Record<string, Hex>>
  /** Notes of the report on registers, by name. */
  readonly registerNotes?: Readonly<Record<string, string>>
  /** Instructions that came with the report. */
  readonly code?: CodeDocument
  /** Rows that the report left out because they repeat. */
  readonly elided?: ElidedRecursion
  /** Other stack of the same thread, and what proves that, as a sentence. */
  readonly link?: string
  /** Its rows, innermost call first. */
  readonly frames: readonly FrameDocument[]
  /** Runs of rows that a reader may fold. */
  readonly folds?: readonly FoldDocument[]
}

/** Bytes of instructions. */
export interface CodeDocument {
  /** Address of the first byte. */
  readonly address: Hex
  /** The bytes. */
  readonly bytes: HexBytes
  /** Source: the report or the memory of a dump. */
  readonly from: 'report' | 'memory'
}

/** Rows that a reader may fold. */
export type FoldDocument = SystemFoldDocument | RuntimeFoldDocument | RecursionFoldDocument

/** Rows of the system. */
export interface SystemFoldDocument {
  readonly kind: 'system'
  /** Position of the first row in `frames`. */
  readonly first: Count
  /** How many rows. */
  readonly count: Count
}

/** Rows of runtimes and frameworks of languages, and perhaps of the system between them. */
export interface RuntimeFoldDocument {
  readonly kind: 'runtime'
  /** Which runtimes. */
  readonly runtimes: readonly RuntimeKind[]
  /** Position of the first row in `frames`. */
  readonly first: Count
  /** How many rows. */
  readonly count: Count
}

/** Runtime or framework of a language. */
export type RuntimeKind = 'hermes' | 'react-native' | 'flutter' | 'unity' | 'dotnet' | 'kotlin' | 'go' | 'rust'

/** Rows that repeat. */
export interface RecursionFoldDocument {
  readonly kind: 'recursion'
  /** Position of the first row in `frames`. */
  readonly first: Count
  /** How many rows. */
  readonly count: Count
  /** Rows of one round. */
  readonly size: Count
  /** How many rounds. */
  readonly times: Count
}
