/** Places of frames that are no addresses. */
import { pathName } from './path-name.ts'

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

/** The name of the bundle; empty where the row names none, or only a part of one. */
export function bundleOf({ file = '' }: ScriptPlace): string {
  const name = pathName(file.replace(/[?#].*$/, ''))
  return /^(?:seg-)?\d+(?:_\d+)?\.js$/.test(name) ? '' : name
}

/** The language of a frame, where it is none of those that the system is written in. */
export type FrameLanguage = 'javascript' | 'dart' | 'csharp' | 'java' | 'kotlin' | 'go' | 'rust' | 'zig' | 'nim'

/** The language of a compile unit. `other`: one that is none of these. */
export type UnitLanguage = FrameLanguage | 'c' | 'c++' | 'objective-c' | 'objective-c++' | 'swift' | 'other'

export const FRAME_LANGUAGES: Readonly<Record<FrameLanguage, true>> = {
  javascript: true,
  dart: true,
  csharp: true,
  java: true,
  kotlin: true,
  go: true,
  rust: true,
  zig: true,
  nim: true,
}
