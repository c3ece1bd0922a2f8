/** What is told of a variable, in a form that can be cloned. */

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
