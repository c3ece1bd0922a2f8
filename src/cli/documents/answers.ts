/** The JSON that `serve` answers: Mozilla's symbolication API, version 5, and the requests of the Firefox Profiler for source and code. */
import type { Count, Hex } from '../../core/documents/values.ts'

/** An answer of `serve`: a result for each job, a source file, the code of a function, or why there is none. */
export type ServedAnswer = ServedResults | ServedSource | ServedCode | RefusedAnswer

/** A source file (`/source/v1`). */
export interface ServedSource {
  /** Not known. */
  readonly symbolsLastModified: null
  /** Not known. */
  readonly sourceLastModified: null
  /** Its path, as requested. */
  readonly file: string
  /** Its text. */
  readonly source: string
}

/** The code of a function (`/asm/v1`). */
export interface ServedCode {
  /** Bytes from the start of the module. */
  readonly startAddress: Hex
  /** Bytes of the instructions. */
  readonly size: Hex
  /** Architecture, such as `aarch64`. */
  readonly arch: string
  /** The spelling of the instructions. */
  readonly syntax: readonly string[]
  /** Bytes from the start address, and the instruction. */
  readonly instructions: readonly (readonly [Count, string])[]
}

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
