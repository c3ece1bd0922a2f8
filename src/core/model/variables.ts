/** The variables of a frame, in a form that can be cloned. */

export interface Variable {
  readonly name: string
  readonly kind: 'parameter' | 'local' | 'static' | 'member' | 'base' | 'element' | 'pointee'
  /** As the language writes it. */
  readonly type: string
  /** The location expression that holds here, in LLVM's words. */
  readonly location?: string
  /** An inner variable of the same name hides it. */
  readonly shadowed?: true
  readonly value?: string
  /** The bits of scalars and pointers. */
  readonly raw?: string
  /** Why there is no value. */
  readonly unavailable?: string
  readonly children?: readonly Variable[]
}

/** A function, or a call inlined into it. */
export interface VariableScope {
  readonly function: string
  readonly inlined: boolean
  readonly variables: readonly Variable[]
}

/**
 * Why a frame has no variables. `no-image`: it lies in no image with a known place. `no-file`: no file of its image is
 * open (indexes hold no variables). `no-debug-info`: the files have no debug information of their own. `no-object`: the
 * object file that a debug map names is not open. `no-scope`: no function with debug information covers it. `damaged`:
 * that information is damaged.
 */
export type VariablesMissing = 'no-image' | 'no-file' | 'no-debug-info' | 'no-object' | 'no-scope' | 'damaged'

/** The scopes of a frame, innermost call first. */
export interface FrameVariables {
  /** As the report counts it; absent for a stack that is no thread. */
  readonly thread?: number
  readonly frame: number
  /** `Frame.id` of the report. */
  readonly id: number
  readonly address: bigint
  readonly image?: string
  /**
   * The parts of the stopped process that values come from: its registers in this frame alone, memory too, or nothing.
   */
  readonly known: 'nothing' | 'registers' | 'memory'
  readonly scopes: readonly VariableScope[]
  readonly missing?: VariablesMissing
  /** Variables, members and the like that are there and not carried along. */
  readonly leftOut?: number
  /** The report does not say where the image was loaded: it was inferred, and values rest on that. */
  readonly isInferred?: true
}
