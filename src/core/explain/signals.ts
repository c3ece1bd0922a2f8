/** The exception or signal alone, for reports that say nothing more. */
import type { Rule } from './rule.ts'
import { explanation, inCulprit, type Seen } from './seen.ts'

interface Meaning {
  readonly title: string
  readonly meaning: string
  readonly checks: readonly string[]
}

const INSTRUCTION: Meaning = {
  title: 'The program ran into a trap or an instruction that does not exist',
  meaning:
    'Compilers put such an instruction where a check fails or a path must not be reached; a call through a wrong pointer ends so, too.',
  checks: [
    'What is checked at this place? The innermost frames of the system name the check.',
    'With the symbols of this build the innermost call says more.',
  ],
}

const meanings: Readonly<Record<string, Meaning>> = {
  EXC_BAD_ACCESS: {
    title: 'Memory was accessed that is not there or not allowed',
    meaning: 'A pointer was wrong: null, freed, or overwritten. This report does not say at which address.',
    checks: ['Run with Address Sanitizer.'],
  },
  EXC_BREAKPOINT: INSTRUCTION,
  EXC_BAD_INSTRUCTION: INSTRUCTION,
  SIGTRAP: INSTRUCTION,
  SIGILL: INSTRUCTION,
  EXC_ARITHMETIC: {
    title: 'An arithmetic operation that has no result',
    meaning: 'An integer was divided by zero.',
    checks: ['Check the divisor before the division.'],
  },
  SIGABRT: {
    title: 'The program ended itself',
    meaning:
      'It called abort, or a library did: an assertion, an uncaught exception, damaged memory. This report does not hold the text.',
    checks: ['The first frame of your code led to it.', 'Look in the console of that moment.'],
  },
  SIGPIPE: {
    title: 'The program wrote to a connection whose other end is closed',
    meaning: 'Without a handler SIGPIPE ends the process.',
    checks: ['Set SO_NOSIGPIPE on the socket, or ignore SIGPIPE.'],
  },
  SIGSYS: {
    title: 'A system call that does not exist or is forbidden',
    meaning: 'The sandbox or the kernel refused a system call.',
    checks: ['Which call is at the innermost frame?'],
  },
  SIGTERM: {
    title: 'Somebody asked the program to end',
    meaning: 'Another process sent SIGTERM. This is no fault of the code.',
    checks: ['Who sent it, and did the program take too long to obey?'],
  },
  SIGQUIT: {
    title: 'The process was ended by another that watched over it',
    meaning: 'An app extension, such as a keyboard, that takes too long to load is ended so.',
    checks: ['What does the extension do at its start?'],
  },
  SIGKILL: {
    title: 'The system ended the program at once',
    meaning: 'The program could not do anything about it. The termination reason, where there is one, says why.',
    checks: ['Memory, a watchdog or a wrong signature are the common reasons.'],
  },
  EXC_CRASH: {
    title: 'The process was ended',
    meaning: 'This report does not say more than that.',
    checks: ['Look in the system log of that moment.'],
  },
}

const same: Readonly<Record<string, string>> = {
  SIGSEGV: 'EXC_BAD_ACCESS',
  SIGBUS: 'EXC_BAD_ACCESS',
  SIGFPE: 'EXC_ARITHMETIC',
}

export const signals: Rule = (seen: Seen) => {
  // EXC_CRASH only says that the process is gone; its signal says more.
  const names = seen.type === 'EXC_CRASH' ? [seen.signal, seen.type] : [seen.type, seen.signal]
  for (const name of names) {
    const meaning = meanings[same[name] ?? name]
    if (!meaning) continue
    return explanation(seen, {
      id: `signal-${name.toLowerCase().replaceAll('_', '-')}`,
      title: meaning.title + inCulprit(seen),
      grade: 'proved',
      evidence: [seen.type, seen.signal].filter((text) => text !== '').join(', '),
      meaning: meaning.meaning,
      checks: meaning.checks,
    })
  }
  return undefined
}
