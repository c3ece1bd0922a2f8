/** Places of frames that are no addresses. */

/** A place by its distance from a named one. */
export interface SymbolPlace {
  readonly name: string
  readonly offset: number
}

/** A place in a script as it was run: a bundle, or bytecode made from one. */
export interface ScriptPlace {
  /** As printed; may be absent where there is one bundle. */
  readonly file?: string
  /** From 1. */
  readonly line: number
  /** From 0, whatever the writer counts from. With `functionId` the bytes from the start of that function of bytecode. */
  readonly column: number
  readonly functionId?: number
}

/** The language of a frame whose names come from a map, not from a symbol table alone. */
export type FrameLanguage = 'javascript' | 'dart' | 'csharp' | 'kotlin' | 'go'
