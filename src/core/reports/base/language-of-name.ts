/** The language that a printed name gives away: compilers of these two name all their functions in one way. */
import type { FrameLanguage } from '../../model/script.ts'

/** The start of all Dart code of an app, from which rows count. */
const DART = /^_{0,2}kDart(?:Isolate|Vm)SnapshotInstructions(?:$|[\s+])/
/** Functions of Kotlin/Native, and those that Objective-C calls them by. */
const KOTLIN = /^_{0,2}(?:objc2kotlin_)?kfun:/

/** Undefined for names that many languages could have. */
export function languageOfName(name: string | undefined): FrameLanguage | undefined {
  // Rows are many, and few names begin so.
  if (name === undefined || !/^[_ok]/.test(name)) return undefined
  return KOTLIN.test(name) ? 'kotlin' : DART.test(name) ? 'dart' : undefined
}
