/** The JSON that `serve` answers, in the form of Mozilla's symbolication API, version 5. */
import type { Count, Hex } from '../../core/documents/values.ts'

/** An answer of `serve`: a result for each job, or why there is none. */
export type ServedAnswer = ServedResults | RefusedAnswer

/** A result for each job. */
export interface ServedResults {
  /** In the order of the jobs. */
  readonly results: readonly ServedResult[]
}

/** Stacks with names. */
export interface ServedResult {
  /** The stacks, each with its frames. */
  readonly stacks: readonly (readonly ServedFrame[])[]
  /** True if symbols of a module were found; null where no frame is in it. The key is name and id, with `/` between. */
  readonly found_modules: Readonly<Record<string, boolean | null>>
}

/** Where a function or an inlined call is. */
export interface ServedPlace {
  /** Path of the source file. */
  readonly file?: string
  /** Line in that file. */
  readonly line?: Count
}

/** A frame. */
export interface ServedFrame extends ServedPlace {
  /** Its position in the stack. */
  readonly frame: Count
  /** Name of its module; empty where it is in none. */
  readonly module: string
  /** Bytes from the start of the module. */
  readonly module_offset: Hex
  /** Name of the function. */
  readonly function?: string
  /** Bytes from the start of the function. */
  readonly function_offset?: Hex
  /** Bytes of the function. */
  readonly function_size?: Hex
  /** Calls inlined into it, innermost first. */
  readonly inlines?: readonly ServedInline[]
}

/** A call inlined into a function. */
export interface ServedInline extends ServedPlace {
  /** Name of the function. */
  readonly function: string
}

/** Why a request has no answer. */
export interface RefusedAnswer {
  /** As a sentence. */
  readonly error: string
}
