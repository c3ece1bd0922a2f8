/** The JSON of a named call, and of the source lines around it. */
import type { Count, Uuid } from './values.ts'

/** One call at an address: the function itself, which is the last of its list, or a call inlined into it. */
export interface CallDocument {
  /** The readable name; the linkage name with `--mangled`. Empty where only the start of the function is known, or only a description. */
  readonly function: string
  /** The linkage name; empty where there is none. */
  readonly mangled: string
  /** Description from metadata of a function without a name, such as `method 4 of App.Cart`. */
  readonly description?: string
  /** Path of the source file, as the build wrote it. */
  readonly file?: string
  /** Line in that file, from 1; absent where it is unknown. */
  readonly line?: Count
  /** Column in that line, from 1; absent where it is unknown. */
  readonly column?: Count
  /** The place in the language that a compiler wrote, where `file` and `line` are of the language that it translated. */
  readonly compiled?: CompiledDocument
  /** True if this call is inlined into the next of the list. */
  readonly inlined: boolean
  /** Bytes from the start of the function to the address. */
  readonly functionOffset?: number
  /**
   * Source of the name: debug information, symbol table, exports, metadata, a source map, this report, other reports. `carried`: another
   * build. `described`: no name, only a description. `starts`: only the start of the function is known. With `--source` this holds
   * the lines of source code instead, where there are any.
   */
  readonly source:
    | 'dwarf'
    | 'symtab'
    | 'exports'
    | 'metadata'
    | 'carried'
    | 'described'
    | 'starts'
    | 'source-map'
    | 'report'
    | 'other-report'
    | SourceDocument
  /** Other names at the start of the function. */
  readonly aliases?: readonly string[]
  /** Those of the other names that are functions of their own with equal code, which the linker folded into one. */
  readonly folded?: readonly string[]
  /** The build that a carried name comes from. */
  readonly carried?: CarriedDocument
  /** Where symbols from elsewhere came from. */
  readonly imported?: ImportedDocument
  /** Files of the other reports that print this name. */
  readonly fromReports?: readonly string[]
  /** What another file of this build says of the address, where that is something else. The name is doubtful. */
  readonly contradicted?: ContradictionDocument
}

/** The name and the place that another file of this build gives. */
export interface ContradictionDocument {
  /** The file, with the folder that it lies in. */
  readonly path: string
  /** The function that it has there. */
  readonly function: string
  /** Name of its source file. */
  readonly file?: string
  /** Line in that file, from 1. */
  readonly line?: Count
}

/** A place in the language that a compiler wrote. */
export interface CompiledDocument {
  /** Path of the file. */
  readonly file: string
  /** Line in it, from 1. */
  readonly line: Count
}

/** Why a name of another build is taken to be of this function. */
export interface CarriedDocument {
  /** UUID of the build that has the name. */
  readonly uuid: Uuid
  /** Link between the two functions: their code, the functions that call them, or the functions around them. */
  readonly by: 'code' | 'calls' | 'order'
  /** True if both have the same code. */
  readonly sameCode: boolean
}

/** Where symbols came from that are not of a file given by the user. */
export interface ImportedDocument {
  /** System of the pack that they are from. */
  readonly os?: string
  /** Address of the published symbols. */
  readonly site?: string
  /** The archive of the report, which holds the symbols, too. */
  readonly archive?: string
}

/** The source lines around a call, or why there are none. */
export type SourceDocument = SourceLinesDocument | SourceCandidatesDocument | NoSourceDocument

/** Source lines that were found. */
export interface SourceLinesDocument {
  /** The file that has them. */
  readonly path: string
  /** Line of the call. */
  readonly line: Count
  /** Column of the call: bytes from the start of the line, from 1. */
  readonly column?: Count
  /** The line with its neighbours. */
  readonly excerpt: readonly SourceLineDocument[]
  /** True if the file has the bytes that were compiled; `unknown` without evidence. */
  readonly check: 'same' | 'changed' | 'unknown'
  /** How sure it is that the build means this file: by its contents, by folders of its path, or by its name alone. */
  readonly grade: 'exact' | 'likely' | 'possible'
  /** The text comes from the debug information. */
  readonly embedded?: true
}

/** A line of source code. */
export interface SourceLineDocument {
  /** Its number, from 1. */
  readonly line: Count
  /** Its text, without its end. */
  readonly text: string
}

/** Several files fit equally well. */
export interface SourceCandidatesDocument {
  /** The first of these files. */
  readonly candidates: readonly string[]
  /** How many there are. */
  readonly count: Count
}

/** No file was found, or it is not shown. */
export interface NoSourceDocument {
  /** Why, as a sentence. */
  readonly reason: string
}
