/** Names of DW_AT_language codes; DWARF 5, table 7.17, and the codes given out since. */

const names: Readonly<Record<number, string>> = {
  0x01: 'C89',
  0x02: 'C',
  0x03: 'Ada83',
  0x04: 'C++',
  0x07: 'Fortran77',
  0x08: 'Fortran90',
  0x09: 'Pascal83',
  0x0b: 'Java',
  0x0c: 'C99',
  0x0d: 'Ada95',
  0x0e: 'Fortran95',
  0x10: 'Objective-C',
  0x11: 'Objective-C++',
  0x13: 'D',
  0x14: 'Python',
  0x15: 'OpenCL',
  0x16: 'Go',
  0x18: 'Haskell',
  0x19: 'C++03',
  0x1a: 'C++11',
  0x1b: 'OCaml',
  0x1c: 'Rust',
  0x1d: 'C11',
  0x1e: 'Swift',
  0x1f: 'Julia',
  0x20: 'Dylan',
  0x21: 'C++14',
  0x22: 'Fortran03',
  0x23: 'Fortran08',
  0x26: 'Kotlin',
  0x27: 'Zig',
  0x28: 'Crystal',
  0x2a: 'C++17',
  0x2b: 'C++20',
  0x2c: 'C17',
  0x2d: 'Fortran18',
  0x2e: 'Ada2005',
  0x2f: 'Ada2012',
  0x33: 'Mojo',
  0x8001: 'Assembler',
}

/** A language code in words. */
export function languageName(code: number): string {
  return names[code] ?? `language 0x${code.toString(16)}`
}
