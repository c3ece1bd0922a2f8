/** Sentences of Swift's runtime and of `fatalError`. */
import { exceptionOf, sentence, type ConsoleRule } from './console-rule.ts'

/** A shell's word on the signal, behind the program's. */
const SHELL = / - (?:trace trap|illegal hardware instruction|abort)\b[`"”]?[ \t\r]*$/

export const swiftRules: readonly ConsoleRule[] = [
  {
    pattern:
      /(\/?\b[\w/+.-]{1,200}\.swift:) ?(\d{1,7}: )((?:Fatal error|Precondition failed|Assertion failed)\b[^\n]{0,2000})/,
    read: ([, file = '', line = '', words = '']) => {
      const reason = words.replace(SHELL, '').trimEnd()
      return { info: `${file}${line}${reason}`, exception: exceptionOf({ reason }) }
    },
  },
  {
    // The text has two lines, and its place is behind the second.
    pattern:
      /\b(Fatal error: [^\n]{1,1000})\r?\n(?!\d{4}-\d\d-\d\d )([^\n]{1,1000}?: file [^\n]{1,300}\.swift, line \d{1,7})/,
    read: ([, first = '', second = '']) =>
      /: file [^\n]+, line \d/.test(first) ? {} : sentence(`${first.trimEnd()} ${second}`),
  },
  {
    pattern: /\b[Ff]atal error: ([^\n]{1,2000}?): file [^\n]{1,300}\.swift, line \d{1,7}/,
    read: ([line]) => sentence(line),
  },
  {
    // Xcode shows Swift's words without "Fatal error". Only the standard library's own files have such a name.
    pattern: /: file Swift\/\w{1,80}\.swift, line \d{1,7}/,
    read: ({ 0: place, index }, text) => {
      const before = text.slice(Math.max(text.lastIndexOf('\n', index) + 1, index - 2000), index)
      const words = /(?:^|: )((?:(?!: )[^])*)$/.exec(before)?.[1]?.trim() ?? ''
      return words === '' ? {} : sentence(`${words}${place}`)
    },
  },
  {
    // Sentences of Swift's runtime without a file. Older ones begin with a small letter, and prose quotes them.
    pattern:
      /\b(?:[Ff]atal error: )?[Uu]nexpectedly found nil while (?:implicitly )?unwrapping an Optional value\b(?:: file [^\n"”]{1,300}?, line \d{1,7})?/,
    read: ([line]) => sentence(line),
  },
  {
    pattern:
      /\b[Ff]atal error: (?:Index out of (?:range|bounds)|Array index is out of range|Can't (?:remove|form|index|advance|increment|unsafe)\w*\b|[Cc]annot (?:increment|decrement|form|index)\b|Not enough bits\b|Double value cannot\b|Dictionary literal\b|Duplicate (?:keys|elements)\b|Division by zero|Negative count|Range requires|Unsupported type\b|Call must be made\b)[^\n"”]{0,400}/,
    read: ([line]) => sentence(line),
  },
  {
    // `fatalError` of a program, alone in its line or quoted. Compilers and PHP print such words with a file.
    pattern:
      /(?:^|\n|["“])[> \t]{0,8}(Fatal error: (?!(?:Uncaught|Allowed memory|[Cc]an't (?:open|create)|[Cc]annot (?:open|find))\b)[^\n"”]{1,2000})/,
    read: ([, line = '']) => sentence(line),
  },
  {
    pattern: /\b[Ss]wift runtime failure ?: ([^\n+(["”]{1,200})/,
    read: ([line]) => sentence(line),
  },
]
