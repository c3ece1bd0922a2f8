/** Sentences of programs that run scripts and managed code, when they end: Python, Ruby, Julia, Java, Node. And of OpenStep's runtime. */
import { signalName } from '../base/mach-names.ts'
import { address, exceptionOf, sentence, type ConsoleRule } from './console-rule.ts'

/** Signals by the first word of Python's and Ruby's sentences. */
const signals: Readonly<Record<string, string>> = {
  segmentation: 'SIGSEGV',
  bus: 'SIGBUS',
  aborted: 'SIGABRT',
  illegal: 'SIGILL',
  floating: 'SIGFPE',
}

const signalOf = (words: string): string | undefined => signals[words.toLowerCase().replace(/ [^]*/, '')]

/** Characters behind a sentence in which the rest of its message is sought. */
const BEHIND = 20_000

/** The innermost call of the thread that has the fault. Other threads come first. */
function pythonCall(text: string): string | undefined {
  const call = /\(most recent call first\):\s{1,8}(File "[^"\n]{1,300}", line \d{1,9} in [^\n]{1,120})/
  const current = /\b(?:Current thread|Stack) [^]*/.exec(text)?.[0]
  return call.exec(current ?? text)?.[1]?.trimEnd()
}

/** The line of the script that Ruby prints before its words: `/a/till.rb:14: `. */
const placeBefore = (text: string, index: number): string =>
  /\S{1,300}:\d{1,9}: $/.exec(text.slice(Math.max(0, index - LONGEST_PLACE), index))?.[0] ?? ''
const LONGEST_PLACE = 312

/** Ruby's version, and its innermost call, which is the last row of its stack. */
function rubyWords(text: string): readonly (string | undefined)[] {
  const rows = /\n-- Ruby level backtrace information -{0,80}\r?\n((?:[^\n]{1,400}\n){1,2000})/.exec(text)?.[1]
  const calls = rows?.split('\n').filter((row) => /^\S[^\n]{0,300}:\d{1,9}:in /.test(row))
  return [/\nruby \d[^\n]{1,200}/.exec(text)?.[0], calls?.at(-1)]
}

const together = (lines: readonly (string | undefined)[]): string =>
  lines.flatMap((line) => line?.trim() ?? []).join('\n')

export const interpreterRules: readonly ConsoleRule[] = [
  {
    // Its faulthandler prints the kind of fault; else the words are of the interpreter.
    pattern: /\bFatal Python error: ([^\n]{1,400})/,
    read: ({ 0: line, 1: words = '', index }, text) => {
      const signal = signalOf(words)
      const message = line.trimEnd()
      return {
        info: together([message, pythonCall(text.slice(index, index + BEHIND))]),
        exception: exceptionOf(signal === undefined ? { reason: message } : { signal, message }),
      }
    },
  },
  {
    pattern: /\[BUG\] ([^\n]{1,400})(?=[^]{0,600}?\nruby \d)/,
    read: ({ 0: line, 1: words = '', index }, text) => {
      const signal = signalOf(words)
      const message = line.trimEnd()
      const place = /^[A-Z][a-z ]{1,30}\bat 0x([0-9a-f]{1,16})/i.exec(words)?.[1]
      const info = together([placeBefore(text, index) + line, ...rubyWords(text.slice(index, index + BEHIND))])
      if (signal === undefined) return { info, exception: exceptionOf({ reason: message }) }
      return { info, exception: exceptionOf({ signal, message, address: address(place) }) }
    },
  },
  {
    // Julia's handler of signals, and the expression that ran.
    pattern:
      /\bsignal \(?(\d{1,2})\)?(?: \(\d{1,2}\))?: [A-Z][A-Za-z /]{2,30}: \d{1,2}[ \t\r]{0,4}\nin expression starting at [^\n]{1,300}(?:\n[^\n]{1,200} at [^\n]{1,300})?/,
    read: ([lines, signal]) => ({
      info: together(lines.split('\n')),
      exception: exceptionOf({ signal: signalName(Number(signal)) }),
    }),
  },
  {
    pattern: /(?:^|\n)(Unreachable reached at 0x[0-9a-f]{1,16})[ \t\r]*(?=\n)/,
    read: ([, line]) => ({ info: line }),
  },
  {
    pattern:
      /# (There is insufficient memory for the Java Runtime Environment to continue\.)[ \t\r]*(?:\n# {1,4}([^\n]{1,300}))?/,
    read: ([, line = '', next]) => ({ info: together([line, next]), exception: { reason: line } }),
  },
  {
    pattern: /# {2}(Internal Error \([^()\n]{1,200}\), pid=\d[^\n]{0,68})\n# {2}([^\n]{1,400})/,
    read: ([, line = '', reason = '']) => ({ info: together([line, reason]), exception: { reason: reason.trim() } }),
  },
  {
    pattern: /\bFATAL ERROR: ([^\n]{1,300}JavaScript heap out of memory)\b/,
    read: ([line]) => sentence(line),
  },
  {
    // Of a signal, in the words of an exception.
    pattern: /(?:<?\bNSUncaughtSystemExceptionException>?:? )?Uncaught system exception: signal (\d{1,2})\b/,
    read: ([line, signal]) => ({ info: line, exception: exceptionOf({ signal: signalName(Number(signal)) }) }),
  },
  {
    // R finds its own stack full, stops the call, and goes on.
    pattern: /\b(?:C stack usage {1,4}\d{1,12} is too close to the limit|segfault from C stack overflow)\b/,
    read: ([line]) => ({ info: line, kind: 'call-stacks', exception: { reason: line } }),
  },
  {
    // Before Mac OS X 10.5.
    pattern: /\*\*\* Uncaught exception: <((?!NSUncaughtSystem)\w{1,120})> ([^\n]{1,1000})/,
    read: ([line, name, reason = '']) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd(), message: 'Uncaught exception' }),
    }),
  },
]
