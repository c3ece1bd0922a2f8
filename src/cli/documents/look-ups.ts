/** The JSON that look-ups print: of addresses, names, instructions and variables. */
import type { CallDocument } from '../../core/documents/call.ts'
import type { Count, Hex, HexBytes, NameGradeWord, Uuid } from '../../core/documents/values.ts'
import type { VariableScopeDocument } from '../../core/documents/variables.ts'

/** A line of `lookup`: the calls at an address, the source of a place in a script, or why a line given is neither. */
export type LookupLine = AddressLine | ScriptPlaceLine | ErrorLine

/** The calls at an address. */
export interface AddressLine {
  /** The address, as given. */
  readonly address: Hex
  /** Bytes from the start of the image. */
  readonly offset?: Count
  /** Name of the image; absent where no image of a shared cache has the address. */
  readonly image?: string
  /** Its UUID. */
  readonly uuid?: Uuid
  /** Its architecture. */
  readonly arch?: string
  /** How sure the names are; absent where there are none. */
  readonly grade?: NameGradeWord
  /** The calls, innermost first; the last is the function itself. Empty where nothing covers the address. */
  readonly calls: readonly CallDocument[]
  /** The innermost call has a line and no column, because the index of its image keeps none. */
  readonly columns?: 'not-kept'
  /** With `--hints`, what the code says of a function without a name. None of it is a name. */
  readonly hints?: HintsDocument
}

/** Description of a function without a name, from its code. */
export interface HintsDocument {
  /** Where the function starts: bytes from the start of the image. */
  readonly start: Count
  /** Its size in bytes. */
  readonly size: Count
  /** Texts that it refers to. */
  readonly texts: readonly string[]
  /** Selectors of Objective-C that it uses. */
  readonly selectors: readonly string[]
  /** Named functions that it calls. */
  readonly calls: readonly string[]
  /** Functions that call it: those with a name, and how many there are in all. */
  readonly callers: CallersDocument
  /** It is the body of a block: the functions that make the block. */
  readonly block?: BlockDocument
  /** The nearest named function before it. */
  readonly before?: NeighbourDocument
  /** The nearest named function after it. */
  readonly after?: NeighbourDocument
}

/** Functions that call a function. */
export interface CallersDocument {
  /** Those with a name. */
  readonly named: readonly string[]
  /** How many there are. */
  readonly count: Count
}

/** Functions that make a block. */
export interface BlockDocument {
  /** Those with a name. */
  readonly makers: readonly string[]
  /** How many there are. */
  readonly count: Count
}

/** The nearest named function. */
export interface NeighbourDocument {
  /** Its name. */
  readonly name: string
  /** How many functions lie between. */
  readonly between: Count
  /** Bytes from start to start. */
  readonly bytes: Count
}

/** The source of a place in a script. */
export interface ScriptPlaceLine {
  /** The place, as given. */
  readonly place: string
  /** The source file; absent where the map has none, as all below. */
  readonly file?: string
  /** Line in that file, from 1. */
  readonly line?: Count
  /** Column in that line. */
  readonly column?: Count
  /** The function around the place. */
  readonly function?: string
  /** The identifier at the place. */
  readonly identifier?: string
}

/** A line given with `--interactive` that is no address. */
export interface ErrorLine {
  /** The error, as a sentence. */
  readonly error: string
}

/** A line of `demangle`. */
export interface DemangledLine {
  /** The text given. */
  readonly mangled: string
  /** The same with readable names. */
  readonly name: string
}

/** A line of `disassemble`: an instruction, or with `--report` a frame. */
export type DisassembledLine = InstructionLine | FrameCodeLine | FrameWithoutCodeLine

/** An instruction. */
export interface InstructionLine {
  /** Its address. */
  readonly address: Hex
  /** Its bytes. */
  readonly bytes: HexBytes
  /** In LLVM's spelling; null where the bytes are no instruction. */
  readonly text: string | null
}

/** A frame of a report. */
export interface FramePlace {
  /** Number of its thread. */
  readonly thread: number
  /** Its index in the thread. */
  readonly frame: number
  /** Its address. */
  readonly address?: Hex
  /** Name of its image. */
  readonly image?: string
}

/** The instructions at a frame. */
export interface FrameCodeLine extends FramePlace {
  /** Source of the bytes: the report, the memory of a dump, or a binary. */
  readonly from: 'report' | 'memory' | 'binary'
  /** Role of the marked instruction: the call that the frame waits in, the place of the thread, or the next to run. */
  readonly marks: 'call' | 'here' | 'return'
  /** The instructions, in the order of memory. */
  readonly instructions: readonly FrameInstruction[]
}

/** An instruction at a frame. */
export interface FrameInstruction extends InstructionLine {
  /** It is the one that the frame is about. */
  readonly marked?: true
  /** Its target: a function or data. */
  readonly note?: string
}

/** A frame whose instructions are not there. */
export interface FrameWithoutCodeLine extends FramePlace {
  /** Why. */
  readonly problems: readonly FrameProblem[]
}

/** Why the instructions at a frame are not there. */
export interface FrameProblem {
  /** The kind of problem. */
  readonly code: string
  /** The problem as a sentence. */
  readonly message: string
}

/** A line of `variables`: the scopes at an address, or at a frame of a report or core file. */
export interface VariablesLine {
  /** The address. */
  readonly address: Hex
  /** Number of the thread. */
  readonly thread?: number
  /** Index of the frame. */
  readonly frame?: number
  /** Name of the image. */
  readonly image?: string
  /** Scopes, innermost call first. */
  readonly scopes: readonly VariableScopeDocument[]
}
