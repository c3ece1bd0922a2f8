/** The JSON of parameters and locals. */
import type { Count } from './values.ts'

/** A parameter, a local, or a part of one. */
export interface VariableDocument {
  /** Its name; of an element the index, of a pointee what the pointer is. */
  readonly name: string
  /** Kind of variable. Members, bases, elements and pointees are below another variable. */
  readonly kind: 'parameter' | 'local' | 'static' | 'member' | 'base' | 'element' | 'pointee'
  /** Its type, as the language writes it. */
  readonly type: string
  /** Where it lies at this address, in LLVM's words. */
  readonly location?: string
  /** An inner variable of the same name hides it. */
  readonly shadowed?: true
  /** Its value, as the language writes it. */
  readonly value?: string
  /** The bits of a scalar or pointer. */
  readonly raw?: string
  /** Why there is no value. */
  readonly unavailable?: string
  /** Members, elements and pointees. */
  readonly children?: readonly VariableDocument[]
}

/** A function, or a call inlined into it, with its variables. */
export interface VariableScopeDocument {
  /** Name of the function. */
  readonly function: string
  /** True if it is inlined into the next scope. */
  readonly inlined: boolean
  /** Its parameters and locals. */
  readonly variables: readonly VariableDocument[]
}

/** The variables of a frame. */
export interface FrameVariablesDocument {
  /** Known state of the stopped process: nothing, the registers of this frame, or also its memory. */
  readonly known: 'nothing' | 'registers' | 'memory'
  /** Values rest on a load address that was inferred. */
  readonly inferred?: true
  /** Why there are none. `no-image`: the frame lies in no known image. `no-file`: no file of its image is open. `no-debug-info`: the file has none. `no-object`: an object file is missing. `no-scope`: no function covers the frame. */
  readonly missing?: 'no-image' | 'no-file' | 'no-debug-info' | 'no-object' | 'no-scope' | 'damaged'
  /** The same, or what to keep in mind, as a sentence. */
  readonly note?: string
  /** How many variables and parts of them are left out. */
  readonly leftOut?: Count
  /** Scopes, innermost call first. */
  readonly scopes: readonly VariableScopeDocument[]
}
