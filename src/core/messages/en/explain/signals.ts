/** Exceptions and signals in plain words. */
import type { AroundAbort, AroundTrap, ExplanationText } from './text.ts'

const instruction: ExplanationText = {
  title: 'The program reached a trap or an invalid instruction',
  meaning:
    'Either a check failed, and the compiler placed an instruction there that stops the program, or this processor does not have the instruction.',
  checks: ['What is checked at this place?'],
}

const signals: Readonly<Record<string, ExplanationText>> = {
  EXC_BAD_ACCESS: {
    title: 'Invalid memory access',
    meaning: 'An access to memory failed. The report does not say at which address.',
    checks: [],
    needing: { addressSanitizer: 'Run with Address Sanitizer.' },
  },
  EXC_BREAKPOINT: {
    ...instruction,
    title: 'The program reached a trap instruction',
    meaning: 'Compilers place such an instruction where a check fails or where code must never run.',
  },
  EXC_BAD_INSTRUCTION: instruction,
  EXC_ARITHMETIC: {
    title: 'Arithmetic error',
    meaning:
      'The processor refused an operation on numbers: an integer division by zero, or one on floating-point numbers whose trap was turned on.',
    checks: ['Is it a division? Then check the divisor before it.'],
  },
  SIGABRT: {
    title: 'The program aborted',
    meaning: 'The program or a library ended itself with SIGABRT.',
    checks: [],
  },
  SIGPIPE: {
    title: 'Write to a connection whose other end is closed',
    meaning: 'Without a handler, SIGPIPE terminates the process.',
    checks: ['Set SO_NOSIGPIPE on the socket, or ignore SIGPIPE.'],
  },
  SIGSYS: {
    title: 'Invalid or forbidden system call',
    meaning: 'The sandbox or the kernel refused a system call.',
    checks: ['Which call is at the innermost frame?'],
  },
  SIGTERM: {
    title: 'The program was asked to quit',
    meaning:
      'It received SIGTERM, the signal that asks a process to quit. Other processes send it, and a program can send it to itself.',
    checks: ['Which process sent it, and did the program take too long to quit?'],
  },
  SIGQUIT: {
    title: 'The process was terminated with SIGQUIT',
    meaning:
      'It was sent SIGQUIT: by a person (Ctrl-\\, `kill -QUIT`), or by what supervises the process, as with an extension that takes too long to load.',
    checks: ['Which process sent it, and was the program slow or hung at that time?'],
  },
  SIGKILL: {
    title: 'The program was killed',
    meaning: 'SIGKILL ends a program at once. It could not react.',
    checks: ['Look in the system log at that time: memory, a watchdog and an invalid signature end programs so.'],
  },
  EXC_CRASH: {
    title: 'The process was terminated',
    meaning: 'EXC_CRASH only says that it is gone.',
    checks: ['Look in the system log at the time of the crash.'],
  },
}

const TRAPS: ReadonlySet<string> = new Set(['EXC_BREAKPOINT', 'EXC_BAD_INSTRUCTION'])

const sameWords: Readonly<Record<string, string>> = {
  SIGSEGV: 'EXC_BAD_ACCESS',
  SIGBUS: 'EXC_BAD_ACCESS',
  SIGFPE: 'EXC_ARITHMETIC',
  SIGTRAP: 'EXC_BREAKPOINT',
  SIGILL: 'EXC_BAD_INSTRUCTION',
}

/** Signals that come from outside: where a thread happened to be says nothing. */
export const SENT_FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGTERM', 'SIGKILL', 'SIGQUIT'])

/** Exception types and signals that there are words for. */
export const knownSignals: readonly string[] = [...Object.keys(signals), ...Object.keys(sameWords)]

/** Where to look for why a program aborted. */
export const abortChecks = ({ hasMessage, isHandled }: AroundAbort): readonly string[] => [
  ...(isHandled ? ['A signal handler aborted: the frame below _sigtramp is where the first signal arrived.'] : []),
  hasMessage
    ? 'Read the message in this report: it is of the same end.'
    : 'Look for a message in the console log at the time of the crash.',
]

function trapText({ title, meaning }: ExplanationText, around: AroundTrap): ExplanationText {
  const { hasStack = true, hasStacks, isHandled, isUnnamed, hasSystem, hasLibrary, mayBeCall } = around
  const handled =
    'The innermost frames are of a signal handler: the frame below _sigtramp is where the first signal arrived.'
  const named = hasSystem
    ? 'What is checked at this place? The name of the innermost function, which is of the system, may say it.'
    : hasLibrary
      ? 'What is checked at this place? The names of the innermost frames may say it.'
      : 'What is checked at this place?'
  const unnamed = isUnnamed ? ['With the symbols of its image, the innermost frame may say more.'] : []
  return {
    title,
    meaning: mayBeCall ? `${meaning} A call through an invalid pointer can end here, too.` : meaning,
    checks: hasStack
      ? [isHandled ? handled : named, ...unnamed]
      : [
          hasStacks
            ? 'The report does not mark which of its stacks ended. The names of their innermost frames may say what was checked.'
            : 'The report has no stack of the thread. A whole report shows which call stopped.',
        ],
  }
}

/** The meaning of an exception or a signal. */
export function signalText(name: string, around: AroundAbort & AroundTrap = {}): ExplanationText | undefined {
  const known = sameWords[name] ?? name
  const words = signals[known]
  if (words && TRAPS.has(known)) return trapText(words, around)
  if (name !== 'SIGABRT' || !words) return words
  const led = around.hasOwn ? ['Read on from the first frame of your code.'] : []
  return { ...words, checks: [...led, ...abortChecks(around)] }
}
