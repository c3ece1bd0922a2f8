/** The language that the name or the file of a function gives away. */
import type { FrameLanguage } from './script.ts'
import { Remembered } from './remembered.ts'
import { isTranslatedName } from './translated.ts'

/** The start of all Dart code of an app, from which rows count. */
const DART = /^_{0,2}kDart(?:Isolate|Vm)SnapshotInstructions(?:$|[\s+])/
/** Functions of Kotlin/Native, and those that Objective-C calls them by. */
const KOTLIN = /^_{0,2}(?:objc2kotlin_)?kfun:/
/** Rust's own mangling, which names a crate (`C`), and its older names: those of C++ with a hash at the end. */
const RUST =
  /^_{1,2}R\d{0,3}[CMXYNI][\w.$]{0,4000}?C(?:s[\da-zA-Z]{0,12}_)?\d|^_{1,2}RC(?:s[\da-zA-Z]{0,12}_)?\d|^_{1,2}ZN.{1,4000}17h[\da-f]{16}E(?:$|[.\s])/
/** A mark of either mangling: other names of C++ are long, and need not be searched by an expression. */
const mayBeRust = (name: string): boolean => name.includes('17h') || name.startsWith('_R') || name.startsWith('__R')
/** The same older names, made readable by a tool that keeps the hash. */
const RUST_HASH = /::h[\da-f]{16}$/
const RUST_HASH_LENGTH = 19

const UNDERSCORE = 0x5f
const SMALL_K = 0x6b
const SMALL_O = 0x6f

/** Undefined for names that many languages could have. */
export function languageOfName(name: string | undefined): FrameLanguage | undefined {
  if (name === undefined) return undefined
  // Rows are many, and few names begin or end so.
  const first = name.charCodeAt(0)
  if (first === UNDERSCORE || first === SMALL_K || first === SMALL_O) {
    if (KOTLIN.test(name)) return 'kotlin'
    if (DART.test(name)) return 'dart'
    if (mayBeRust(name) && RUST.test(name)) return 'rust'
  }
  if (name.charAt(name.length - RUST_HASH_LENGTH) === ':' && RUST_HASH.test(name)) return 'rust'
  return isTranslatedName(name) ? 'csharp' : undefined
}

/** By the endings of source files: compilers write them into debug information. */
const languagesOfFiles: Readonly<Record<string, FrameLanguage>> = {
  rs: 'rust',
  zig: 'zig',
  nim: 'nim',
  go: 'go',
  kt: 'kotlin',
  cs: 'csharp',
  dart: 'dart',
}

/** Undefined for files of C, C++, Objective-C and Swift, which machine code is without a word, and for other files. */
export function languageOfFile(file: string | undefined): FrameLanguage | undefined {
  return file === undefined ? undefined : languagesByPath.of(file)
}

/** Many frames are in few files. */
const languagesByPath = new Remembered(readLanguage)

function readLanguage(file: string): FrameLanguage | undefined {
  const ending = /\.([a-z]{2,4})$/.exec(file)?.[1] ?? ''
  return Object.hasOwn(languagesOfFiles, ending) ? languagesOfFiles[ending] : undefined
}
