/** The JSON of a row of a stack. */
import type { NameOdds } from '../model/evidence.ts'
import type { CallDocument } from './call.ts'
import type { Count, Hex, NameGradeWord, Uuid, Whole } from './values.ts'
import type { FrameVariablesDocument } from './variables.ts'

/** `resolved`: symbols name it. `already-named`: the report names it. The others say why it has no name. */
export type FrameStatus = 'resolved' | 'already-named' | 'no-symbols' | 'wrong-build' | 'outside-images'

/** One row of a stack. */
export interface FrameDocument {
  /** The number that the report prints before it, else counted; a call inlined into a frame has the number of that frame. */
  readonly index: Whole
  /** Name of its image. */
  readonly image?: string
  /** UUID of its image. */
  readonly uuid?: Uuid
  /** Position of its image in `images`. */
  readonly imageIndex?: Count
  /** Where the code ran; absent where the report has only an offset, or nothing. */
  readonly address?: Hex
  /** Bytes from the start of its image. */
  readonly offset?: number
  /** Kind of address: the instruction that ran, the one after a call, a start of a Swift continuation, or the call. */
  readonly kind: 'exact' | 'return' | 'async' | 'call'
  /** The report says that this row is inlined into the next. */
  readonly inlined?: boolean
  /** The row counts from a named place of the image. */
  readonly fromSymbol?: SymbolPlaceDocument
  /** Where code of a script ran. */
  readonly script?: ScriptPlaceDocument
  /** Language, if the row, the compile unit, a name or a source file shows one of these. */
  readonly language?: 'javascript' | 'dart' | 'csharp' | 'java' | 'kotlin' | 'go' | 'rust' | 'zig' | 'nim'
  /** What the row itself says otherwise than the list of images: it names another image, or counts from another load address. The list is used. */
  readonly disputed?: 'image' | 'load-address'
  /** How it was found in registers and memory, where the file has no stack; from sure to doubtful. */
  readonly foundBy?:
    | 'registers'
    | 'compact-unwind'
    | 'eh-frame'
    | 'debug-frame'
    | 'prologue'
    | 'frame-pointer'
    | 'link-register'
    | 'stack-top'
    | 'continuation'
    | 'scan'
  /** It is the user's own code. */
  readonly own?: true
  /** State of the name, with the reason where there is none. */
  readonly status?: FrameStatus
  /** How sure its name is. */
  readonly grade?: NameGradeWord
  /** How sure as a number, with the evidence, where no UUID ties the symbols to the report. */
  readonly odds?: NameOdds
  /** The calls at its address, innermost first; the last is the function itself. Absent where it has no name. */
  readonly calls?: readonly CallDocument[]
  /** Parameters and locals, with `--variables`. */
  readonly variables?: FrameVariablesDocument
  /** Callers after it that the report leaves out. */
  readonly recoveredCallers?: readonly RecoveredCallerDocument[]
}

/** A place by its distance from a named one. */
export interface SymbolPlaceDocument {
  /** Name of the place to count from. */
  readonly name: string
  /** Bytes from there. */
  readonly offset: number
}

/** A place in a script as it was run. */
export interface ScriptPlaceDocument {
  /** The bundle, as printed. */
  readonly file?: string
  /** From 1. */
  readonly line: number
  /** From 0; with `functionId`, bytes from the start of that function. */
  readonly column: number
  /** Number of a function of bytecode. */
  readonly functionId?: number
}

/** A caller that the stack of the report leaves out, and that registers or memory still have. */
export interface RecoveredCallerDocument {
  /** Name of its image. */
  readonly image?: string
  /** UUID of its image. */
  readonly uuid?: Uuid
  /** Its address. */
  readonly address?: Hex
  /** True if it has a name. */
  readonly status: FrameStatus
  /** How sure its name is. */
  readonly grade?: NameGradeWord
  /** The calls at its address, innermost first. */
  readonly calls?: readonly CallDocument[]
  /** Where it was found, as a sentence. */
  readonly reason: string
}

/** A call with the weight of all that is below it. */
export interface CallTreeNodeDocument extends FrameDocument {
  /** Its weight, in the unit of the tree. */
  readonly count: number
  /** The part of `count` that is its own, where the report prints that. */
  readonly self?: number
  /** How many allocations `count` adds up. */
  readonly blocks?: number
  /** Further notes of the report. */
  readonly note?: string
  /** Further addresses at which this call was seen. */
  readonly also?: readonly Hex[]
  /** The calls that it made. */
  readonly children: readonly CallTreeNodeDocument[]
}

/** A weighted tree of calls, outermost first. */
export interface CallTreeDocument {
  /** Its title in the report. */
  readonly title: string
  /** Unit of `count`, such as `samples` or `bytes`. */
  readonly weight: string
  /** Position of its thread in `threads`. */
  readonly thread?: Count
  /** It is a heaviest stack: other trees have its samples, too. */
  readonly excerpt?: boolean
  /** The outermost calls. */
  readonly roots: readonly CallTreeNodeDocument[]
}
