/** The headlines of reports that no explanation was found for, in English, by their codes. */

const codes: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: 'It touched memory that it may not touch',
  EXC_BAD_INSTRUCTION: 'It ran into an instruction that cannot be run',
  EXC_BREAKPOINT: 'It ran into a trap: a check in the code failed',
  EXC_CRASH: 'It was ended by a signal',
  EXC_RESOURCE: 'It used more of a resource than it may',
  EXC_GUARD: 'It misused something that is guarded',
  EXC_ARITHMETIC: 'It did arithmetic that has no result',
  SIGABRT: 'It ended itself (abort)',
  SIGSEGV: 'It touched memory that it may not touch',
  SIGBUS: 'It touched memory in a way that it may not',
  SIGILL: 'It ran into an instruction that cannot be run',
  SIGTRAP: 'It ran into a trap: a check in the code failed',
  SIGKILL: 'It was killed from outside',
  SIGFPE: 'It did arithmetic that has no result',
  SIGSTOP: 'It was stopped, and did not crash',
}

/** What a code of an exception or a signal says in plain words; undefined where it is not known. */
export const wordsOfCode = (code: string): string | undefined => codes[code]

/** Codes of headlines, and the sentence each makes of its parameters. */
export const headlineWords = {
  'exception-reason': ({ reason }: Parameters) => reason ?? '',
  'exception-name': ({ name }: Parameters) => `Uncaught ${name}`,
  'exception-name-survived': ({ name }: Parameters) => `${name} was reported`,
  'exception-code': ({ code }: Parameters) => codes[code ?? ''] ?? code ?? '',
  terminated: () => 'It was ended',
  'crashed-in': ({ function: name }: Parameters) => `Crashed in ${name}`,
  'crashed-untold': () => 'Crashed, and the report does not say why',
  'kind-of-report': ({ label, process }: Parameters) => [label, process].filter(Boolean).join(': '),
  untold: () => 'The report does not say what happened',
} as const

export type Parameters = Readonly<Record<string, string>>
export type HeadlineCode = keyof typeof headlineWords
