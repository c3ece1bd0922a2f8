/** Codes of DW_AT_language with their names. */
import * as D from './constants.ts'

const names: Readonly<Record<number, string>> = {
  [D.LANG_C89]: 'C89',
  [D.LANG_C]: 'C',
  [D.LANG_ADA83]: 'Ada83',
  [D.LANG_C_PLUS_PLUS]: 'C++',
  [D.LANG_FORTRAN77]: 'Fortran77',
  [D.LANG_FORTRAN90]: 'Fortran90',
  [D.LANG_PASCAL83]: 'Pascal83',
  [D.LANG_JAVA]: 'Java',
  [D.LANG_C99]: 'C99',
  [D.LANG_ADA95]: 'Ada95',
  [D.LANG_FORTRAN95]: 'Fortran95',
  [D.LANG_OBJC]: 'Objective-C',
  [D.LANG_OBJC_PLUS_PLUS]: 'Objective-C++',
  [D.LANG_D]: 'D',
  [D.LANG_PYTHON]: 'Python',
  [D.LANG_OPENCL]: 'OpenCL',
  [D.LANG_GO]: 'Go',
  [D.LANG_HASKELL]: 'Haskell',
  [D.LANG_C_PLUS_PLUS_03]: 'C++03',
  [D.LANG_C_PLUS_PLUS_11]: 'C++11',
  [D.LANG_OCAML]: 'OCaml',
  [D.LANG_RUST]: 'Rust',
  [D.LANG_C11]: 'C11',
  [D.LANG_SWIFT]: 'Swift',
  [D.LANG_JULIA]: 'Julia',
  [D.LANG_DYLAN]: 'Dylan',
  [D.LANG_C_PLUS_PLUS_14]: 'C++14',
  [D.LANG_FORTRAN03]: 'Fortran03',
  [D.LANG_FORTRAN08]: 'Fortran08',
  [D.LANG_KOTLIN]: 'Kotlin',
  [D.LANG_ZIG]: 'Zig',
  [D.LANG_CRYSTAL]: 'Crystal',
  [D.LANG_C_PLUS_PLUS_17]: 'C++17',
  [D.LANG_C_PLUS_PLUS_20]: 'C++20',
  [D.LANG_C17]: 'C17',
  [D.LANG_FORTRAN18]: 'Fortran18',
  [D.LANG_ADA2005]: 'Ada2005',
  [D.LANG_ADA2012]: 'Ada2012',
  [D.LANG_C_SHARP]: 'C#',
  [D.LANG_MOJO]: 'Mojo',
  [D.LANG_ASSEMBLER]: 'Assembler',
}

/** A language code in words. */
export function languageName(code: number): string {
  return names[code] ?? `language 0x${code.toString(16)}`
}
