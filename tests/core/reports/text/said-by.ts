/** Reads a sentence by each rule alone. */
import type { ConsoleRule, Said } from '../../../../src/core/reports/text/console-rule.ts'
import { consoleRules } from '../../../../src/core/reports/text/console-rules.ts'
import { endedRules } from '../../../../src/core/reports/text/ended-rules.ts'
import { interpreterRules } from '../../../../src/core/reports/text/interpreter-rules.ts'
import { libraryRules } from '../../../../src/core/reports/text/library-rules.ts'
import { runtimeRules } from '../../../../src/core/reports/text/runtime-rules.ts'
import { sanitizerRules } from '../../../../src/core/reports/text/sanitizer-rules.ts'
import { swiftRules } from '../../../../src/core/reports/text/swift-rules.ts'

/** A text, and what each rule that finds its sentence says, in the order of the rules. */
export type SaidRow = readonly [text: string, ...said: object[]]

export const asCases = (rows: readonly SaidRow[]): [string, readonly object[]][] =>
  rows.map(([text, ...said]) => [text, said])

export const saidBy = (rules: readonly ConsoleRule[], text: string): readonly Said[] =>
  rules.flatMap(({ pattern, read }) => {
    const match = pattern.exec(text)
    return match ? [read(match, text)] : []
  })

/** The text alone, below and above lines of others. */
export const amongLines = (text: string): readonly string[] => [
  text,
  `Other words\n${text}`,
  `${text}\nOther words`,
  `Other words\n\n${text}\n\nOther words\n`,
]

/** The text behind the marks of quotes and an indent. */
export const behindMarks = (text: string): readonly string[] => ['>', '> ', '> >\t  '].map((marks) => `${marks}${text}`)

/** Names of exceptions by their writers: Foundation, Core Animation, UIKit, React Native. */
export const EXCEPTIONS = ['NSException', 'NSRangeException', 'CATillException', 'UITillException', 'RCTFatalException']

const GROUPS: ReadonlySet<ConsoleRule> = new Set(
  [libraryRules, swiftRules, endedRules, sanitizerRules, runtimeRules, interpreterRules].flat(),
)

/** What the rules of the list itself read, without those of other files. */
export const saidByConsole = (text: string): readonly Said[] =>
  saidBy(
    consoleRules.filter((rule) => !GROUPS.has(rule)),
    text,
  )
