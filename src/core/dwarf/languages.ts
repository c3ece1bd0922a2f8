/** The language of a frame for codes of DW_AT_language, and of DW_AT_language_name (DWARF 6). */
import type { UnitLanguage } from '../model/script.ts'
import * as D from './constants.ts'
import { isListedLanguage } from './language-names.ts'

const ofCodes: Readonly<Record<number, UnitLanguage>> = {
  [D.LANG_C89]: 'c',
  [D.LANG_C]: 'c',
  [D.LANG_C99]: 'c',
  [D.LANG_C11]: 'c',
  [D.LANG_C17]: 'c',
  [D.LANG_C23]: 'c',
  [D.LANG_C_PLUS_PLUS]: 'c++',
  [D.LANG_C_PLUS_PLUS_03]: 'c++',
  [D.LANG_C_PLUS_PLUS_11]: 'c++',
  [D.LANG_C_PLUS_PLUS_14]: 'c++',
  [D.LANG_C_PLUS_PLUS_17]: 'c++',
  [D.LANG_C_PLUS_PLUS_20]: 'c++',
  [D.LANG_C_PLUS_PLUS_23]: 'c++',
  [D.LANG_OBJC]: 'objective-c',
  [D.LANG_OBJC_PLUS_PLUS]: 'objective-c++',
  [D.LANG_SWIFT]: 'swift',
  [D.LANG_RUST]: 'rust',
  [D.LANG_GO]: 'go',
  [D.LANG_KOTLIN]: 'kotlin',
  [D.LANG_ZIG]: 'zig',
  [D.LANG_C_SHARP]: 'csharp',
  [D.LANG_JAVA]: 'java',
  [D.LANG_NIM]: 'nim',
}

const ofNames: Readonly<Record<number, UnitLanguage>> = {
  [D.LNAME_C]: 'c',
  [D.LNAME_C_PLUS_PLUS]: 'c++',
  [D.LNAME_GO]: 'go',
  [D.LNAME_KOTLIN]: 'kotlin',
  [D.LNAME_OBJC]: 'objective-c',
  [D.LNAME_OBJC_PLUS_PLUS]: 'objective-c++',
  [D.LNAME_RUST]: 'rust',
  [D.LNAME_SWIFT]: 'swift',
  [D.LNAME_ZIG]: 'zig',
  [D.LNAME_C_SHARP]: 'csharp',
  [D.LNAME_JAVA]: 'java',
  [D.LNAME_NIM]: 'nim',
}

/** The language of a code of DW_AT_language, or of DW_AT_language_name. Undefined for 0 and for codes that are not known here. */
export function languageOfCode(code: number, isName = false): UnitLanguage | undefined {
  return (isName ? ofNames : ofCodes)[code] ?? (isListedLanguage(code, isName) ? 'other' : undefined)
}
