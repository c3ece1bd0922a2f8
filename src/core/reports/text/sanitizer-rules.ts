/** Sentences of the sanitizers, where their report has no stack. */
import { address, exceptionOf, type ConsoleRule } from './console-rule.ts'

/** A line of UndefinedBehaviorSanitizer with its place in the source. The heading of a page is none. */
const ERROR_LINE = /^[ \t]*([^\s#>][^\n]{0,300}?:\d{1,9}:\d{1,9}: runtime error: [^\n]{1,400})/gm
const MOST_ERRORS = 32

/** The lines of several errors: the program went on behind each. Undefined for one, which is the exception. */
function severalErrors(text: string): string | undefined {
  const lines = new Set<string>()
  for (const [, line = ''] of text.matchAll(ERROR_LINE)) if (lines.add(line.trimEnd()).size === MOST_ERRORS) break
  return lines.size > 1 ? [...lines].join('\n') : undefined
}

export const sanitizerRules: readonly ConsoleRule[] = [
  {
    pattern:
      /\bruntime error: ((?:load|store|member|signed|unsigned|shift|division|index|null|applying|downcast|call|execution|left|negation|reference|upcast|constructor|variable|passing|value|pointer|\S{1,40} is outside)[^\n]{1,400})/,
    read: ([reason], text) => ({
      exception: exceptionOf({ type: 'UndefinedBehaviorSanitizer', message: reason.trimEnd() }),
      info: severalErrors(text),
    }),
  },
  {
    pattern: /\bAddressSanitizer:? (?:crashed on unknown address|SEGV on unknown address) (0x[0-9a-f]{1,16})/i,
    read: ([message, place]) => ({
      exception: exceptionOf({ type: 'AddressSanitizer', signal: 'SIGSEGV', message, address: address(place) }),
    }),
  },
  {
    // The last line of a sanitizer, where nothing else of its report was copied.
    pattern: /\bSUMMARY: (\w{1,30}Sanitizer): (([a-z][\w-]{1,60})(?:[ \t][^\n]{0,400})?)/i,
    read: ([, type, reason = '', subtype]) => ({ exception: exceptionOf({ type, subtype, reason: reason.trimEnd() }) }),
  },
]
